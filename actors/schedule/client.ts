// How others speak to schedules. A setting is a row of its workflow first, and told to the actor after that. What could
// not be told, because hosts were away or the service died in between, is a row that the chore finds.
import { Failure } from '../../domain/failure.ts'
import { derivedId } from '../../domain/ids.ts'
import type { ScheduleSetting, ScheduleStatus } from '../../domain/schedule.ts'
import type { Chore } from '../../runtime/chore.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import type { Message, ScheduleView } from './protocol.ts'

/** Where settings are kept: the rows of workflows. */
export interface ScheduleSettings {
  /** Those that their actors have not heard of, by workflow id, after a given one. */
  untold(after: string, limit: number): Promise<readonly ScheduleSetting[]>
  told(setting: ScheduleSetting): Promise<void>
}

export interface ScheduleClient {
  /** Settings that were changed are told now, or by the chore if that cannot be. */
  hear(): Promise<void>
  /** @throws {Failure} unavailable */
  status(workflowId: string): Promise<ScheduleStatus>
  /** Tells what could not be told. */
  readonly chore: Chore
}

const pageSize = 100
/** Between two looks for settings that could not be told when they were made. */
const tellEveryMs = 15_000

/** Address of the schedule of a workflow: it follows from the workflow's id. */
export function scheduleAddress(workflowId: string): string {
  return derivedId('schedule', workflowId, workflowId)
}

export function scheduleClient(system: ActorSystem, settings: ScheduleSettings): ScheduleClient {
  const ask = (workflowId: string, message: Message) => system.ask(scheduleAddress(workflowId), message)

  async function tell(setting: ScheduleSetting): Promise<void> {
    await ask(setting.workflowId, { type: 'set', setting })
    await settings.told(setting)
  }

  async function tellAll(): Promise<void> {
    let after = ''
    for (;;) {
      const page = await settings.untold(after, pageSize)
      await Promise.all(page.map(tell))
      if (page.length < pageSize) return
      after = page.at(-1)!.workflowId
    }
  }

  async function hear(): Promise<void> {
    try {
      await tellAll()
    } catch (error) {
      // The rows stay untold: the chore finds them.
      if (!isAway(error)) throw error
    }
  }

  return {
    hear,
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
    chore: {
      name: 'schedules',
      async work() {
        await tellAll()
        return tellEveryMs
      },
    },
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'unavailable' || error.code === 'overloaded')
}
