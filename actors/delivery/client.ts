// How others speak to the actors of webhooks. A setting is a row first, and told to the actor after that; what could not
// be told, because hosts were away or the service died in between, is a row that the chore finds.
import { Failure } from '../../domain/failure.ts'
import type { WebhookSetting } from '../../domain/webhook.ts'
import type { Chore } from '../../runtime/chore.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import type { Message } from './protocol.ts'

/** Where settings are kept: the rows of webhooks. */
export interface WebhookSettings {
  /** Those that their actors have not heard of, by id, after a given one. */
  untold(after: string, limit: number): Promise<readonly WebhookSetting[]>
  told(setting: WebhookSetting): Promise<void>
}

export type DeliveryClient = ReturnType<typeof deliveryClient>

const pageSize = 100
/** Between two looks for settings that could not be told when they were made. */
const tellEveryMs = 15_000

export function deliveryClient(system: Pick<ActorSystem, 'ask'>, settings: WebhookSettings) {
  const ask = (id: string, message: Message) => system.ask(id, message)

  async function tell(setting: WebhookSetting): Promise<void> {
    await ask(setting.id, { type: 'set', setting })
    await settings.told(setting)
  }

  return {
    /** A setting that has changed is told now, or by the chore if that cannot be. */
    async hear(setting: WebhookSetting): Promise<void> {
      try {
        await tell(setting)
      } catch (error) {
        if (!isAway(error)) throw error
      }
    },
    /** The row is gone. One that does not hear of it finds out at its next look. */
    async forget(id: string): Promise<void> {
      try {
        await ask(id, { type: 'remove' })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
      }
    },
    /** Tells what could not be told. */
    chore: {
      name: 'webhooks',
      async work() {
        let after = ''
        for (;;) {
          const page = await settings.untold(after, pageSize)
          await Promise.all(page.map(tell))
          if (page.length < pageSize) return tellEveryMs
          after = page.at(-1)!.id
        }
      },
    } satisfies Chore,
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'unavailable' || error.code === 'overloaded')
}
