// A webhook: an address outside that gets an organization's events. Shapes as they arrive and leave over
// HTTP, and bounds. Payloads and signatures follow Standard Webhooks (https://www.standardwebhooks.com).
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { text } from '../text.ts'
import { type EventRow, eventRow, webhookEventTypes } from './event.ts'

export const webhookBounds = {
  perOrganization: 20,
  urlLength: 2_048,
  descriptionLength: 500,
  /** How long two secrets may sign, in seconds: a day by default, a month at most. */
  overlapSeconds: [86_400, 2_592_000],
  /** Deliveries to one endpoint at once. */
  atOnce: 8,
  /** One attempt, from the connection to the end of the answer. */
  timeoutMs: 10_000,
  /** Bytes of an answer that are kept. */
  keptBytes: 4_096,
  /** The latest attempts are kept in full. */
  keptAttempts: 10,
  /** How long a delivery is tried. */
  lifeMs: 86_400_000,
  /** Deliveries that one `recover` makes at most. */
  recovered: 10_000,
} as const

/** `*` stands for all of them. */
const subscription = z.enum([...webhookEventTypes, '*'])
export type Subscription = z.infer<typeof subscription>

/** As it leaves over HTTP. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  active: z.boolean(),
  /** Why the service switched it off; null when it did not. */
  disabledReason: z.string().nullable(),
  /** When the oldest delivery that was given up was first tried; null when all is well. */
  failingSince: z.int().nullable(),
  /** Until when the previous secret signs too. */
  oldSecretUntil: z.int().nullable(),
  createdAt: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** `secret` stands in this answer and is never shown again. */
export const CreatedWebhook = Webhook.extend({ secret: z.string() })

const url = z
  .string()
  .min(1)
  .max(webhookBounds.urlLength)
  .refine(
    value => !/[\u0000-\u0020\u007f]/.test(value),
    'expected a URL without spaces and control characters',
  )
const events = z
  .array(subscription)
  .min(1)
  .max(webhookEventTypes.length + 1)
const description = text(0, webhookBounds.descriptionLength).nullish()

export const CreateWebhook = z.object({ url, events, description })
export type CreateWebhook = z.infer<typeof CreateWebhook>

/** Absent fields stay as they are. */
export const UpdateWebhook = z.object({
  url: url.optional(),
  events: events.optional(),
  description,
  active: z.boolean().optional(),
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

export const RotateSecret = z
  .object({ overlapSeconds: z.int().min(0).max(webhookBounds.overlapSeconds[1]).optional() })
  .optional()

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const

export const Delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  responseStatus: z.int().nullable(),
  nextAttemptAt: z.int().nullable(),
  createdAt: z.int(),
})
export type Delivery = z.infer<typeof Delivery>

/** One attempt of a delivery. `status` and `body` are those of the answer; null when none came. */
export const DeliveryAttempt = z.object({
  at: z.int(),
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  body: z.string().nullable(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** `request` is null when retention has removed the event. */
export const DeliveryDetail = Delivery.extend({
  expiresAt: z.int(),
  request: z.string().nullable(),
  latestAttempts: z.array(DeliveryAttempt),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/** `deliveryId` is null when the webhook was removed meanwhile. */
export const TestedWebhook = DeliveryAttempt.extend({
  ok: z.boolean(),
  eventId: z.string(),
  deliveryId: z.string().nullable(),
})
export type TestedWebhook = z.infer<typeof TestedWebhook>

/** A test of one webhook: an event that goes to it alone and never enters the feed. */
export interface Ping {
  readonly organizationId: string
  readonly webhookId: string
  readonly eventId: string
  /** Unix ms. */
  readonly at: number
}

export function pingEvent({ organizationId, webhookId, eventId, at }: Ping): EventRow {
  return eventRow({ id: eventId, organizationId, type: 'ping', resource: webhookId, data: { webhookId }, at })
}

export const RecoverDeliveries = z.object({
  since: z.int().min(1e12, 'expected a time in Unix milliseconds').max(8.64e15),
})

/** What the actor of a webhook needs to know of its row. */
export interface WebhookSetting {
  readonly id: string
  readonly organizationId: string
  readonly active: boolean
  readonly revision: number
}

/** Does it subscribe to events of this type? `*` stands for all types that go outside. */
export function wants(events: readonly string[], type: string): boolean {
  if (type === 'ping' || !(webhookEventTypes as readonly string[]).includes(type)) return false
  return events.includes('*') || events.includes(type)
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}
