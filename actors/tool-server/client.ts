// How others speak to the actors of tool servers. A setting is a row first, and told to the actor after that; what could
// not be told, because hosts were away or the service died in between, is a row that the chore finds.
import { Failure } from '../../domain/failure.ts'
import type { ServerSetting } from '../../domain/tool-server.ts'
import type { ChangeToolSetting } from '../../domain/tool-settings.ts'
import type { Chore } from '../../runtime/chore.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import type { Message, ToolServerWord } from './protocol.ts'

/** Where settings are kept: the rows of tool servers. */
export interface ServerSettings {
  /** Those that their actors have not heard of, by id, after a given one. */
  untold(after: string, limit: number): Promise<readonly ServerSetting[]>
  told(setting: ServerSetting): Promise<void>
}

export interface ToolServerClientParts {
  readonly system: Pick<ActorSystem, 'ask' | 'subscribe'>
  readonly settings: ServerSettings
  readonly clock: Clock
}

export type ToolServerClient = ReturnType<typeof toolServerClient>

const pageSize = 100
/** Between two looks for settings that could not be told when they were made. */
const tellEveryMs = 15_000
/** For what was asked to be done and to be seen by everybody: a probe may take 10 s. */
const settleMs = 15_000

export function toolServerClient({ system, settings, clock }: ToolServerClientParts) {
  const ask = (id: string, message: Message) => system.ask(id, message)

  async function tell(setting: ServerSetting): Promise<void> {
    await ask(setting.id, { type: 'set', setting })
    await settings.told(setting)
  }

  async function tellAll(): Promise<void> {
    let after = ''
    for (;;) {
      const page = await settings.untold(after, pageSize)
      await Promise.all(page.map(tell))
      if (page.length < pageSize) return
      after = page.at(-1)!.id
    }
  }

  /** Says it, and waits until what follows from it is done and seen by all threads, or takes too long. */
  async function settle(id: string, organizationId: string, say: () => Promise<unknown>): Promise<void> {
    let wake = () => {}
    let isLate = false
    const unsubscribe = system.subscribe(id, () => wake())
    const callOff = clock.after(settleMs, () => {
      isLate = true
      wake()
    })
    try {
      await say()
      while (!isLate) {
        const news = new Promise<void>(resolve => {
          wake = resolve
        })
        const { isSettled } = JSON.parse(await ask(id, { type: 'view', organizationId })) as ToolServerWord
        if (isSettled || isLate) return
        await news
      }
    } finally {
      callOff()
      unsubscribe()
    }
  }

  return {
    /** A setting that has changed is told now, or by the chore if that cannot be. */
    async hear(setting: ServerSetting): Promise<void> {
      try {
        await settle(setting.id, setting.organizationId, () => tell(setting))
      } catch (error) {
        // The row stays untold: the chore finds it.
        if (!isAway(error)) throw error
      }
    },
    /** Asks the server for its tools. @throws {Failure} not-found, unavailable */
    refresh: (organizationId: string, id: string) =>
      settle(id, organizationId, () => ask(id, { type: 'refresh', organizationId })),
    /** @throws {Failure} not-found; conflict: there is nothing to accept, or another definition than the one seen */
    accept: (organizationId: string, id: string, name: string, pin: string | null) =>
      settle(id, organizationId, () => ask(id, { type: 'accept', organizationId, name, pin })),
    /** @throws {Failure} not-found */
    setTool: (organizationId: string, id: string, name: string, change: ChangeToolSetting) =>
      settle(id, organizationId, () => ask(id, { type: 'set-tool', organizationId, name, change })),
    /** The row is gone. One that does not hear of it finds out at its next check. */
    async forget(id: string): Promise<void> {
      try {
        await ask(id, { type: 'remove' })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
      }
    },
    /** Tells what could not be told. */
    chore: {
      name: 'tool servers',
      async work() {
        await tellAll()
        return tellEveryMs
      },
    } satisfies Chore,
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'unavailable' || error.code === 'overloaded')
}
