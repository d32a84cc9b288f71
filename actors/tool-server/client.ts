// The client of the actors of tool servers: sends settings, refreshes, accepted definitions, removals. The
// routes of tool servers call it after they have written the row.
import type { ServerSetting } from '../../domain/tools/tool-server.ts'
import type { ChangeToolSetting } from '../../domain/tools/tool-settings.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import { ifPossible, type SettingRows, settingSync, unlessAway } from '../setting-sync.ts'
import type { Message, ToolServerView } from './protocol.ts'

export interface ToolServerClientParts {
  readonly system: Pick<ActorSystem, 'ask' | 'subscribe'>
  /** The settings of tool servers. */
  readonly rows: SettingRows<ServerSetting>
  readonly clock: Clock
}

export type ToolServerClient = ReturnType<typeof toolServerClient>

/** Longest wait until a request is done and every thread sees it: a probe may take 10 s. */
const settleMs = 15_000

export function toolServerClient({ system, rows, clock }: ToolServerClientParts) {
  const ask = (id: string, message: Message) => system.ask(id, message)
  const { sync, chore } = settingSync({
    name: 'tool servers',
    rows,
    keyOf: setting => setting.id,
    send: setting => ask(setting.id, { type: 'set', setting }),
  })

  /** Sends a message, and waits until the actor has done it and every thread sees it, or `settleMs`. */
  async function sendAndSettle(
    id: string,
    organizationId: string,
    send: () => Promise<unknown>,
  ): Promise<void> {
    let wake = () => {}
    let isLate = false
    const unsubscribe = system.subscribe(id, () => wake())
    const callOff = clock.after(settleMs, () => {
      isLate = true
      wake()
    })
    try {
      await send()
      while (!isLate) {
        const woken = new Promise<void>(resolve => {
          wake = resolve
        })
        const { isSettled } = JSON.parse(await ask(id, { type: 'view', organizationId })) as ToolServerView
        if (isSettled || isLate) return
        await woken
      }
    } finally {
      callOff()
      unsubscribe()
    }
  }

  return {
    /** Sends a changed setting now; if hosts are away, the chore sends it later. */
    syncSettings: (setting: ServerSetting) =>
      unlessAway(() => sendAndSettle(setting.id, setting.organizationId, () => sync(setting))),
    /** Asks the server for its tools. @throws {Failure} not-found, unavailable */
    refresh: (organizationId: string, id: string) =>
      sendAndSettle(id, organizationId, () => ask(id, { type: 'refresh', organizationId })),
    /**
     * Accepts the definition that the server offers now.
     * @throws {Failure} not-found; conflict: nothing to accept, or the definition is not the one of `pin`
     */
    accept: (organizationId: string, id: string, name: string, pin: string | null) =>
      sendAndSettle(id, organizationId, () => ask(id, { type: 'accept', organizationId, name, pin })),
    /** @throws {Failure} not-found */
    setTool: (organizationId: string, id: string, name: string, change: ChangeToolSetting) =>
      sendAndSettle(id, organizationId, () => ask(id, { type: 'set-tool', organizationId, name, change })),
    /** Removes the actor: its row is gone. If this does not arrive, the actor finds out at its next probe. */
    forget: (id: string) => ifPossible(() => ask(id, { type: 'remove' })),
    chore,
  }
}
