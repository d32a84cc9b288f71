// The actors of webhooks as a host thread has them: over a connection of its own, its outbound client and the vault.

import type { Credentials } from '../../rpc/credentials/credentials.ts'
import type { Outbound } from '../../rpc/outbound/outbound.ts'
import { sendWebhook, type WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ServedHost } from '../../runtime/serve.ts'
import { deliveryQueue } from '../../storage/delivery-queue.ts'
import type { Queries } from '../../storage/statement.ts'
import type { Changed } from '../../storage/stores.ts'
import { type Vault, VaultError } from '../../storage/vault.ts'
import { markFailing, markWell, switchOff } from '../../storage/webhook-health.ts'
import { signingSecrets } from '../../storage/webhook-secrets.ts'
import type { DeliveryNews } from './delivery-news.ts'
import { type DeliveryKind, deliveryKind } from './effects.ts'
import type { EndpointParts } from './endpoint-parts.ts'

export interface HostedDeliveryParts {
  readonly connection: Queries
  readonly outbound: Outbound
  readonly vault: Vault
  readonly credentials: Pick<Credentials, 'learn' | 'scrub'>
  readonly news: DeliveryNews
  readonly clock: Clock
  readonly retryMs: number
  /** The host's end of its link; there once the host is up. */
  readonly served: () => ServedHost
}

export function hostedDeliveries(parts: HostedDeliveryParts): DeliveryKind {
  return deliveryKind((organizationId, id) => endpointParts(parts, { organizationId, id }))
}

interface Own {
  readonly organizationId: string
  readonly id: string
}

function endpointParts(parts: HostedDeliveryParts, own: Own): EndpointParts {
  const { connection, outbound, vault, news, clock, retryMs, served } = parts
  const at = (since: number, error: string) => ({ ...own, since, error, now: clock.now() })
  return {
    queue: deliveryQueue(connection, own.organizationId, own.id),
    async send(webhook, { eventId, body }, signal) {
      const now = clock.now()
      try {
        const secrets = signingSecrets(vault, own, webhook, now)
        const request = { url: webhook.url, id: eventId, body: body!, secrets, now, signal }
        return await scrubbed(parts, own, await sendWebhook(outbound, request))
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        const why = `its secret does not open: ${error.message}`
        return { isTaken: false, status: null, error: why, body: null, retryAfterMs: 0 }
      }
    },
    listen: wake => news.listen(own.organizationId, wake),
    failing: (since, error) => markFailing(connection, at(since, error)),
    well: () => markWell(connection, own),
    async switchOff(since, error) {
      const revision = await switchOff(connection, at(since, error))
      const { organizationId } = own
      served().announce({ type: 'webhooks', organizationId } satisfies Changed)
      return revision
    },
    clock,
    retryMs,
  }
}

/** An endpoint may echo what it was sent, and more. Where credentials cannot be read, nothing is kept. */
async function scrubbed(
  { credentials }: HostedDeliveryParts,
  { organizationId }: Own,
  answer: WebhookAnswer,
): Promise<WebhookAnswer> {
  if (answer.body === null || answer.body === '') return answer
  try {
    await credentials.learn(organizationId)
  } catch {
    return { ...answer, body: null }
  }
  return { ...answer, body: credentials.scrub(organizationId, answer.body) }
}
