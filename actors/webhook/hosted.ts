// The kind of webhooks in a host's thread: over a database connection, an outbound client and the vault.
// actors/host.ts calls it.

import { type ChainNaming, chainHeaders } from '../../rpc/chained-outbound.ts'
import type { Credentials } from '../../rpc/credentials/credentials.ts'
import type { Outbound } from '../../rpc/outbound/outbound.ts'
import { sendWebhook, type WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ServedHost } from '../../runtime/system/serve.ts'
import type { Changed } from '../../storage/cached-facts.ts'
import { deliveryQueue } from '../../storage/events/delivery-queue.ts'
import { markFailing, markWell, switchOff } from '../../storage/events/webhook-health.ts'
import { signingSecrets } from '../../storage/events/webhook-secrets.ts'
import type { Queries } from '../../storage/postgres/statement.ts'
import { type Vault, VaultError } from '../../storage/secrets/vault.ts'
import type { ChangeReports } from '../change-reports.ts'
import type { DeliveryWakes } from './delivery-wakes.ts'
import { type WebhookKind, webhookKind } from './effects.ts'
import type { EndpointParts } from './endpoint-parts.ts'

export interface HostedWebhookParts {
  readonly connection: Queries
  readonly outbound: Outbound
  readonly vault: Vault
  readonly credentials: Pick<Credentials, 'learn' | 'scrub'>
  readonly wakes: DeliveryWakes
  readonly changes: Pick<ChangeReports, 'note'>
  /** What is delivered to a hook of this service belongs to the chain of its execution. */
  readonly chain: ChainNaming
  readonly clock: Clock
  readonly retryMs: number
  /** Returns the host's end of its link, once the host is up. */
  readonly served: () => ServedHost
}

export function hostedWebhooks(parts: HostedWebhookParts): WebhookKind {
  return webhookKind((organizationId, id) => endpointParts(parts, { organizationId, id }))
}

interface Own {
  readonly organizationId: string
  readonly id: string
}

function endpointParts(parts: HostedWebhookParts, own: Own): EndpointParts {
  const { connection, outbound, vault, wakes, changes, clock, retryMs, served } = parts
  const at = (since: number, error: string) => ({ ...own, since, error, now: clock.now() })
  const note = () => changes.note(own.organizationId, { type: 'webhook', id: own.id })
  return {
    queue: deliveryQueue(connection, own.organizationId, own.id),
    async send({ url, ...webhook }, { eventId, body, root }, signal) {
      const now = clock.now()
      try {
        const secrets = signingSecrets(vault, own, webhook, now)
        const headers = chainHeaders(parts.chain, url, root ?? undefined)
        const request = { url, id: eventId, body: body!, secrets, headers, now, signal }
        return await scrubbed(parts, own, await sendWebhook(outbound, request))
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        const why = `its secret does not open: ${error.message}`
        return { isTaken: false, status: null, error: why, body: null, retryAfterMs: 0 }
      }
    },
    listen: wake => wakes.listen(own.organizationId, wake),
    failing: (since, error) => markFailing(connection, at(since, error)).finally(note),
    well: () => markWell(connection, own).finally(note),
    async switchOff(since, error) {
      const revision = await switchOff(connection, at(since, error))
      const { organizationId, id } = own
      served().announce({ type: 'webhooks', organizationId, id } satisfies Changed)
      return revision
    },
    clock,
    retryMs,
  }
}

/** Scrubs the answer: an endpoint may echo secrets. Without readable credentials the body is dropped. */
async function scrubbed(
  { credentials }: HostedWebhookParts,
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
