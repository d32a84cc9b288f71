// How others speak to schedules.
import { Failure } from '../../domain/failure.ts'
import { derivedId } from '../../domain/ids.ts'
import type { ScheduleSetting, ScheduleStatus } from '../../domain/schedule.ts'
import type { Chore } from '../../runtime/chore.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { type SettingRows, tellingOf, unlessAway } from '../telling.ts'
import type { Message, ScheduleView } from './protocol.ts'

export interface ScheduleClient {
  /** Settings that were changed are told now, or by the chore if that cannot be. */
  hear(): Promise<void>
  /** @throws {Failure} unavailable */
  status(workflowId: string): Promise<ScheduleStatus>
  /** Tells what could not be told. */
  readonly chore: Chore
}

/** Address of the schedule of a workflow: it follows from the workflow's id. */
export function scheduleAddress(workflowId: string): string {
  return derivedId('schedule', workflowId, workflowId)
}

/** @param rows of the workflows */
export function scheduleClient(system: ActorSystem, rows: SettingRows<ScheduleSetting>): ScheduleClient {
  const ask = (workflowId: string, message: Message) => system.ask(scheduleAddress(workflowId), message)
  const { tellAll, chore } = tellingOf({
    name: 'schedules',
    rows,
    keyOf: setting => setting.workflowId,
    say: setting => ask(setting.workflowId, { type: 'set', setting }),
  })

  return {
    chore,
    hear: () => unlessAway(tellAll),
    async status(workflowId) {
      try {
        const { lastRunAt, lastError } = JSON.parse(await ask(workflowId, { type: 'view' })) as ScheduleView
        return { lastRunAt, lastError }
      } catch (error) {
        // It has not heard of its setting yet.
        if (error instanceof Failure && error.code === 'not-found')
          return { lastRunAt: null, lastError: null }
        throw error
      }
    },
  }
}
