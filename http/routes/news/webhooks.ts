// Webhooks: register, change and test one, list its deliveries and repeat them. The secret is shown once,
// when it is made. The deliveries themselves are made by actors (actors/webhook/).

import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import {
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  DeliveryDetail,
  deliveryStatuses,
  RecoverDeliveries,
  RotateSecret,
  TestedWebhook,
  UpdateWebhook,
  Webhook,
  webhookBounds,
} from '../../../domain/news/webhook.ts'
import { refuseBadUrl } from '../../../rpc/outbound/refuse-bad-url.ts'
import { actorOf, describeDelivery, refuseSwitchedOff, testWebhook } from '../../news/webhooks.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const webhookRoutes = [
  route('GET /api/v1/webhooks', {
    summary: 'List webhook endpoints',
    permission: 'webhook:read',
    query: z.object(listQuery),
    returns: z.array(Webhook),
  }).handle(async ({ caller, query }, { webhooks }) => {
    const listed = await webhooks.list(caller.organizationId, query)
    return page(listed)
  }),

  route('POST /api/v1/webhooks', {
    summary: 'Register a webhook',
    description:
      'From now on it receives these `events` (`*` for all), signed as Standard Webhooks says. Keep `secret`: only this answer shows it. A repeat with the same `Idempotency-Key` gets 409. An organization can have 20 webhooks.',
    permission: 'webhook:write',
    body: CreateWebhook,
    returns: CreatedWebhook,
    status: 201,
    repeatable: true,
    secret: true,
  }).handle(async ({ caller, body, intent, request }, services) => {
    const { webhooks, webhookActors } = services
    refuseBadUrl(body.url, services.networkPolicy)
    const created = await webhooks.create(actorOf(caller, request), intent.newId('webhook'), body)
    await webhookActors.syncSettings(await webhooks.setting(caller.organizationId, created.id))
    return created
  }),

  route('GET /api/v1/webhooks/:id', {
    summary: 'Get a webhook',
    permission: 'webhook:read',
    returns: Webhook,
  }).handle(({ caller, params }, { webhooks }) => webhooks.get(caller.organizationId, params.id)),

  route('PUT /api/v1/webhooks/:id', {
    summary: 'Update a webhook',
    description:
      'Absent fields stay as they are. A webhook that you switch on again (`active`) receives what happens from then on; `recover` sends what it missed.',
    permission: 'webhook:write',
    body: UpdateWebhook,
    returns: Webhook,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { webhooks, webhookActors } = services
    if (body.url !== undefined) refuseBadUrl(body.url, services.networkPolicy)
    const updated = await webhooks.update(actorOf(caller, request), params.id, body)
    await webhookActors.syncSettings(await webhooks.setting(caller.organizationId, params.id))
    return updated
  }),

  route('DELETE /api/v1/webhooks/:id', {
    summary: 'Remove a webhook',
    description: 'Pending deliveries are dropped.',
    permission: 'webhook:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params: { id }, request }, { webhooks, webhookActors }) => {
    await webhooks.remove(actorOf(caller, request), id)
    await webhookActors.forget(id)
    return { id, deleted: true }
  }),

  route('POST /api/v1/webhooks/:id/rotate-secret', {
    summary: 'Replace the secret of a webhook',
    description:
      'Both secrets sign for `overlapSeconds` (default a day, 0 for no overlap), so that receivers have time to change. Keep `secret`: only this answer shows it.',
    permission: 'webhook:write',
    body: RotateSecret,
    returns: CreatedWebhook,
    secret: true,
  }).handle(({ caller, params, body, request }, { webhooks }) => {
    const overlapSeconds = body?.overlapSeconds ?? webhookBounds.overlapSeconds[0]
    return webhooks.rotateSecret(actorOf(caller, request), params.id, overlapSeconds)
  }),

  route('POST /api/v1/webhooks/:id/test', {
    summary: 'Send a ping to a webhook and see its answer',
    description:
      'Sent once, without waiting for other deliveries. It is listed among the deliveries as `ping`, `delivered` or `dead`, and cannot be replayed. It does not change whether the webhook counts as failing.',
    permission: 'webhook:write',
    returns: TestedWebhook,
    repeatable: true,
  }).handle(({ caller, params, intent }, services) =>
    testWebhook(services, {
      organizationId: caller.organizationId,
      id: params.id,
      eventId: intent.newId('event'),
    }),
  ),

  route('POST /api/v1/webhooks/:id/recover', {
    summary: 'Deliver the events that a webhook has missed since a time',
    description:
      'Sends deliveries that were given up, and events that happened while the webhook was switched off. `isComplete` is false when there were more than 10,000: call it again.',
    permission: 'webhook:write',
    body: RecoverDeliveries,
    returns: z.object({ id: z.string(), recovered: z.int(), isComplete: z.boolean() }),
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, params: { id }, body }, services) => {
    const { events } = refuseSwitchedOff(await services.webhooks.get(organizationId, id))
    const recovered = await services.deliveries.recover({ organizationId, id, events }, body.since)
    services.tellEvents([organizationId])
    return { id, ...recovered }
  }),

  route('GET /api/v1/webhooks/:id/deliveries', {
    summary: 'List the deliveries of a webhook, newest events first',
    permission: 'webhook:read',
    query: z.object({ ...listQuery, status: z.enum(deliveryStatuses).optional() }),
    returns: z.array(Delivery),
  }).handle(async ({ caller, params, query }, { webhooks, deliveries }) => {
    const { id } = await webhooks.get(caller.organizationId, params.id)
    const listed = await deliveries.list(caller.organizationId, id, query)
    return page(listed)
  }),

  route('GET /api/v1/webhooks/:id/deliveries/:deliveryId', {
    summary: 'Get a delivery: what was sent, and what the receiver answered',
    description:
      'The latest 10 attempts, with the first 4 KiB of each answer. Stored credentials are left out.',
    permission: 'webhook:read',
    returns: DeliveryDetail,
  }).handle(async ({ caller, params }, services) => {
    const { id } = await services.webhooks.get(caller.organizationId, params.id)
    return describeDelivery(services, caller.organizationId, id, params.deliveryId)
  }),

  route('POST /api/v1/webhooks/:id/deliveries/:deliveryId/replay', {
    summary: 'Deliver an event again',
    permission: 'webhook:write',
    returns: Delivery,
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, params }, services) => {
    const { id } = refuseSwitchedOff(await services.webhooks.get(organizationId, params.id))
    const delivery = await services.deliveries.replay(organizationId, id, params.deliveryId)
    services.tellEvents([organizationId])
    return delivery
  }),
]
