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
  /** @throws {Failure} unavailable */
  status(workflowId: string): Promise<ScheduleStatus>
  /** Sends the settings that did not arrive. */
  readonly chore: Chore
}

/** Address of the schedule of a workflow; it derives from the workflow's id. */
export function scheduleAddress(workflowId: string): string {
  return derivedId('schedule', workflowId, workflowId)
}

/** @param rows the schedules of workflows */
export function scheduleClient(system: ActorSystem, rows: SettingRows<ScheduleSetting>): ScheduleClient {
  const ask = (workflowId: string, message: Message) => system.ask(scheduleAddress(workflowId), message)
  const { syncAll, chore } = settingSync({
    name: 'schedules',
    rows,
    keyOf: setting => setting.workflowId,
    send: setting => ask(setting.workflowId, { type: 'set', setting }),
  })

  return {
    chore,
    syncSettings: () => unlessAway(syncAll),
    async status(workflowId) {
      try {
        const { lastRunAt, lastError } = JSON.parse(await ask(workflowId, { type: 'view' })) as ScheduleView
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
