// How others speak to the actors of webhooks.
import type { WebhookSetting } from '../../domain/webhook.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { ifPossible, type SettingRows, tellingOf, unlessAway } from '../telling.ts'
import type { Message } from './protocol.ts'

export type DeliveryClient = ReturnType<typeof deliveryClient>

/** @param rows of the webhooks */
export function deliveryClient(system: Pick<ActorSystem, 'ask'>, rows: SettingRows<WebhookSetting>) {
  const ask = (id: string, message: Message) => system.ask(id, message)
  const { tell, chore } = tellingOf({
    name: 'webhooks',
    rows,
    keyOf: setting => setting.id,
    say: setting => ask(setting.id, { type: 'set', setting }),
  })

  return {
    /** A setting that has changed is told now, or by the chore if that cannot be. */
    hear: (setting: WebhookSetting) => unlessAway(() => tell(setting)),
    /** The row is gone. One that does not hear of it finds out at its next look. */
    forget: (id: string) => ifPossible(() => ask(id, { type: 'remove' })),
    chore,
  }
}
