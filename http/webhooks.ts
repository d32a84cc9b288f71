// What routes of webhooks have in common, and the test of one: a ping that is sent from here and now, and kept nowhere.
import type { Actor } from '../domain/audit.ts'
import { eventRow } from '../domain/event.ts'
import { Failure } from '../domain/failure.ts'
import type { Caller } from '../domain/permissions.ts'
import type { DeliveryDetail, TestedWebhook, Webhook } from '../domain/webhook.ts'
import { sendWebhook } from '../rpc/webhook-request.ts'
import type { IncomingRequest } from './exchange.ts'
import type { Services } from './services.ts'

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
  { webhooks, webhookOutbound, credentialAccess }: Services,
  { organizationId, id, eventId }: { organizationId: string; id: string; eventId: string },
): Promise<TestedWebhook> {
  const { url } = await webhooks.get(organizationId, id)
  const secrets = await webhooks.secrets(organizationId, id)
  await credentialAccess.learn(organizationId)
  const now = Date.now()
  const data = { webhookId: id }
  const { body } = eventRow({ id: eventId, organizationId, type: 'ping', resource: id, data, at: now })
  const answer = await sendWebhook(webhookOutbound, { url, id: eventId, body, secrets, now })
  return {
    ...{ ok: answer.isTaken, eventId, at: now, durationMs: Date.now() - now },
    ...{ status: answer.status, error: answer.error },
    body: answer.body === null ? null : credentialAccess.scrub(organizationId, answer.body),
  }
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
