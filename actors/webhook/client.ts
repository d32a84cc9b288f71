// The client of the actors of webhooks: sends settings and removals. The routes of webhooks call it after
// they have written the row.
import type { WebhookSetting } from '../../domain/news/webhook.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import { ifPossible, type SettingRows, settingSync, unlessAway } from '../setting-sync.ts'
import type { Message } from './protocol.ts'

export type WebhookClient = ReturnType<typeof webhookClient>

/** @param rows the settings of webhooks */
export function webhookClient(system: Pick<ActorSystem, 'ask'>, rows: SettingRows<WebhookSetting>) {
  const ask = (id: string, message: Message) => system.ask(id, message)
  const { sync, chore } = settingSync({
    name: 'webhooks',
    rows,
    keyOf: setting => setting.id,
    send: setting => ask(setting.id, { type: 'set', setting }),
  })

  return {
    /** Sends a changed setting now; if hosts are away, the chore sends it later. */
    syncSettings: (setting: WebhookSetting) => unlessAway(() => sync(setting)),
    /** Removes the actor: its row is gone. If this does not arrive, the actor finds out at its next turn. */
    forget: (id: string) => ifPossible(() => ask(id, { type: 'remove' })),
    chore,
  }
}
