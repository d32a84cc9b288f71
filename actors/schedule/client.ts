// The client of schedules: sends settings and views the state. The routes of workflows call it after they
// have written the row.
import { Failure } from '../../domain/failure.ts'
import { derivedId } from '../../domain/ids.ts'
import type { ScheduleSetting, ScheduleStatus } from '../../domain/work/schedule.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import { type SettingRows, settingSync, unlessAway } from '../setting-sync.ts'
import type { Message, ScheduleView } from './protocol.ts'

export interface ScheduleClient {
  /** Sends changed settings now; if hosts are away, the chore sends them later. */
  syncSettings(): Promise<void>
  /** @param startId of one of several @throws {Failure} unavailable */
  status(workflowId: string, startId?: string): Promise<ScheduleStatus>
  /** Sends the settings that did not arrive. */
  readonly chore: Chore
}

/**
 * Address of the schedule of a workflow; it derives from the workflow's id.
 * @param startId of one of several that its plan says
 */
export function scheduleAddress(workflowId: string, startId?: string): string {
  const seed = startId === undefined ? workflowId : `${workflowId}/${startId}`
  return derivedId('schedule', seed, workflowId)
}

/** @param rows the schedules of workflows */
export function scheduleClient(system: ActorSystem, rows: SettingRows<ScheduleSetting>): ScheduleClient {
  const ask = (address: string, message: Message) => system.ask(address, message)
  const set = (address: string, setting: ScheduleSetting) => ask(address, { type: 'set', setting })
  const { syncAll, chore } = settingSync({
    name: 'schedules',
    rows,
    keyOf: setting => setting.workflowId,
    send: ({ others = [], ...setting }) =>
      Promise.all([
        set(scheduleAddress(setting.workflowId), setting),
        ...others.map(({ id, schedule }) =>
          set(scheduleAddress(setting.workflowId, id), { ...setting, schedule }),
        ),
      ]),
  })

  return {
    chore,
    syncSettings: () => unlessAway(syncAll),
    async status(workflowId, startId) {
      try {
        const { lastRunAt, lastError } = JSON.parse(
          await ask(scheduleAddress(workflowId, startId), { type: 'view' }),
        ) as ScheduleView
        return { lastRunAt, lastError }
      } catch (error) {
        // Its setting has not arrived yet.
        if (error instanceof Failure && error.code === 'not-found')
          return { lastRunAt: null, lastError: null }
        throw error
      }
    },
  }
}
