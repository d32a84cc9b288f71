// Common parts of the webhook routes, and the test of a webhook: a ping that this thread sends at once. It is
// listed among the deliveries after its answer. It changes neither the webhook's order, nor its backlog, nor
// its health.

import { Failure } from '../../domain/failure.ts'
import {
  type DeliveryDetail,
  pingEvent,
  type TestedWebhook,
  type Webhook,
} from '../../domain/news/webhook.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { sendWebhook } from '../../rpc/webhook-request.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { Services } from '../services.ts'

export function actorOf(caller: Caller, { clientAddress }: Pick<IncomingRequest, 'clientAddress'>): Actor {
  return { caller, address: clientAddress }
}

/** @throws {Failure} conflict */
export function refuseSwitchedOff(webhook: Webhook): Webhook {
  if (webhook.active) return webhook
  throw new Failure('conflict', 'the webhook is switched off: switch it on first (PUT, "active": true)')
}

/** @throws {Failure} not-found */
export async function testWebhook(
  { webhooks, deliveries, webhookOutbound, credentialAccess }: Services,
  { organizationId, id, eventId }: { organizationId: string; id: string; eventId: string },
): Promise<TestedWebhook> {
  const { url } = await webhooks.get(organizationId, id)
  const secrets = await webhooks.secrets(organizationId, id)
  await credentialAccess.learn(organizationId)
  const now = Date.now()
  const ping = { organizationId, webhookId: id, eventId, at: now }
  const { body } = pingEvent(ping)
  const answer = await sendWebhook(webhookOutbound, { url, id: eventId, body, secrets, now })
  const attempt = {
    ...{ at: now, durationMs: Date.now() - now, status: answer.status, error: answer.error },
    body: answer.body === null ? null : credentialAccess.scrub(organizationId, answer.body),
  }
  const deliveryId = await deliveries.keepPing(ping, attempt, answer.isTaken)
  return { ok: answer.isTaken, eventId, deliveryId, ...attempt }
}

/** @throws {Failure} not-found */
export async function describeDelivery(
  { deliveries, credentialAccess }: Services,
  organizationId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryDetail> {
  const detail = await deliveries.get(organizationId, webhookId, id)
  await credentialAccess.learn(organizationId)
  const { request } = detail
  return { ...detail, request: request === null ? null : credentialAccess.scrub(organizationId, request) }
}
