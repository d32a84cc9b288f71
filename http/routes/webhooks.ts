// Settings > Webhooks: register an endpoint, change it, test it, see what it was told and tell it again. The secret leaves
// once, when it is made. Deliveries themselves are the work of actors (actors/delivery/).
import { z } from 'zod'
import { DeletedSchema } from '../../domain/deleted.ts'
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
} from '../../domain/webhook.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import { refuseBadUrl } from '../tool-servers.ts'
import { listQuery } from '../validation.ts'
import { actorOf, describeDelivery, refuseSwitchedOff, testWebhook } from '../webhooks.ts'

export const webhookRoutes = [
  route('GET /api/v1/webhooks', {
    summary: 'List webhook endpoints',
    permission: 'webhook:read',
    query: z.object(listQuery),
    returns: z.array(Webhook),
  }).handle(async ({ caller, query }, { webhooks }) => {
    const { items, next } = await webhooks.list(caller.organizationId, query)
    return page(items, next)
  }),

  route('POST /api/v1/webhooks', {
    summary: 'Register a webhook',
    description:
      'It hears of `events` (`*` for all of them) from now on, signed by Standard Webhooks. `secret` stands in this answer and is never shown again: not even to the same `Idempotency-Key`, which gets 409. An organization has 20 at most.',
    permission: 'webhook:write',
    body: CreateWebhook,
    returns: CreatedWebhook,
    status: 201,
    repeatable: true,
    secret: true,
  }).handle(async ({ caller, body, intent, request }, services) => {
    const { webhooks, deliveryActors } = services
    refuseBadUrl(body.url, services)
    const created = await webhooks.create(actorOf(caller, request), intent.newId('webhook'), body)
    await deliveryActors.hear(await webhooks.setting(caller.organizationId, created.id))
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
      'What is absent stays as it is. One that is switched on again (`active`) hears of what happens from then on; `recover` sends what it missed.',
    permission: 'webhook:write',
    body: UpdateWebhook,
    returns: Webhook,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { webhooks, deliveryActors } = services
    if (body.url !== undefined) refuseBadUrl(body.url, services)
    const updated = await webhooks.update(actorOf(caller, request), params.id, body)
    await deliveryActors.hear(await webhooks.setting(caller.organizationId, params.id))
    return updated
  }),

  route('DELETE /api/v1/webhooks/:id', {
    summary: 'Remove a webhook',
    description: 'What was not delivered is not delivered any more.',
    permission: 'webhook:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params: { id }, request }, { webhooks, deliveryActors }) => {
    await webhooks.remove(actorOf(caller, request), id)
    await deliveryActors.forget(id)
    return { id, deleted: true }
  }),

  route('POST /api/v1/webhooks/:id/rotate-secret', {
    summary: 'Give a webhook another secret',
    description:
      'Both secrets sign for `overlapSeconds` (a day unless said otherwise, 0 for no overlap), so that receivers can change over. `secret` is never shown again.',
    permission: 'webhook:write',
    body: RotateSecret,
    returns: CreatedWebhook,
    secret: true,
  }).handle(({ caller, params, body, request }, { webhooks }) => {
    const overlapSeconds = body?.overlapSeconds ?? webhookBounds.overlapSeconds[0]
    return webhooks.rotateSecret(actorOf(caller, request), params.id, overlapSeconds)
  }),

  route('POST /api/v1/webhooks/:id/test', {
    summary: 'Send a ping to a webhook, and see what it answers',
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
    summary: 'Deliver all events since a time that were not delivered',
    description:
      'Those that were given up, and those that happened while the webhook was switched off. `isComplete` is false when there were more than 10,000: ask again.',
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
    summary: 'List what a webhook was told, newest events first',
    permission: 'webhook:read',
    query: z.object({ ...listQuery, status: z.enum(deliveryStatuses).optional() }),
    returns: z.array(Delivery),
  }).handle(async ({ caller, params, query }, { webhooks, deliveries }) => {
    const { id } = await webhooks.get(caller.organizationId, params.id)
    const { items, next } = await deliveries.list(caller.organizationId, id, query)
    return page(items, next)
  }),

  route('GET /api/v1/webhooks/:id/deliveries/:deliveryId', {
    summary: 'Get a delivery: what was sent, and what was answered',
    description:
      'The latest 10 attempts; of each answer the first 4 KiB. Stored credentials are left out of both.',
    permission: 'webhook:read',
    returns: DeliveryDetail,
  }).handle(async ({ caller, params }, services) => {
    const { id } = await services.webhooks.get(caller.organizationId, params.id)
    return describeDelivery(services, caller.organizationId, id, params.deliveryId)
  }),

  route('POST /api/v1/webhooks/:id/deliveries/:deliveryId/replay', {
    summary: 'Deliver an event once more',
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
