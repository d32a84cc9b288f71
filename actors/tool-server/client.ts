// How others speak to the actors of tool servers.
import type { ServerSetting } from '../../domain/tool-server.ts'
import type { ChangeToolSetting } from '../../domain/tool-settings.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { ifPossible, type SettingRows, tellingOf, unlessAway } from '../telling.ts'
import type { Message, ToolServerWord } from './protocol.ts'

export interface ToolServerClientParts {
  readonly system: Pick<ActorSystem, 'ask' | 'subscribe'>
  /** Of the tool servers. */
  readonly rows: SettingRows<ServerSetting>
  readonly clock: Clock
}

export type ToolServerClient = ReturnType<typeof toolServerClient>

/** For what was asked to be done and to be seen by everybody: a probe may take 10 s. */
const settleMs = 15_000

export function toolServerClient({ system, rows, clock }: ToolServerClientParts) {
  const ask = (id: string, message: Message) => system.ask(id, message)
  const { tell, chore } = tellingOf({
    name: 'tool servers',
    rows,
    keyOf: setting => setting.id,
    say: setting => ask(setting.id, { type: 'set', setting }),
  })

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
    hear: (setting: ServerSetting) =>
      unlessAway(() => settle(setting.id, setting.organizationId, () => tell(setting))),
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
    forget: (id: string) => ifPossible(() => ask(id, { type: 'remove' })),
    chore,
  }
}
