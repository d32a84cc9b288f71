// Events: what has happened in an organization, for whoever is to hear of it outside of the request or execution that it
// happened in: webhooks, notifications. Each is one row (storage/events.ts), written in the transaction of what it tells.
// 1. `resource` names the thing that it is about: events of one resource are told in the order in which they happened.
// 2. The body is what a webhook sends, made while the thing exists.
import { newId } from './ids.ts'
import type { Json } from './json.ts'

/** What webhooks may subscribe to (contract 8); `ping` is sent by hand only. */
export const webhookEventTypes = [
  'execution.started',
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
  'approval.requested',
  'approval.decided',
  'workflow.created',
  'workflow.updated',
  'workflow.deleted',
  'tool_server.down',
  'usage.limit_reached',
  'ping',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** Told to people by notifications, and to nobody outside. */
export const internalEventTypes = [
  'webhook.failing',
  'usage.warning',
  'tool_server.recovered',
  'tool_server.quarantined',
] as const

export type EventType = WebhookEventType | (typeof internalEventTypes)[number]

export interface NewEvent {
  /** Default: a new one. One that is there already stays as it is, and this one is not told. */
  readonly id?: string
  readonly organizationId: string
  readonly type: EventType
  /** Id of what it is about; of everything in the life of an execution, its id. */
  readonly resource: string
  readonly data: Json
  /** Unix ms; default: now. */
  readonly at?: number
}

/** As it is kept. */
export interface EventRow {
  readonly id: string
  readonly organizationId: string
  readonly type: EventType
  readonly resource: string
  readonly createdAt: number
  /** JSON text of `{id, type, createdAt, organizationId, data}`. */
  readonly body: string
}

/** An event in its place among all of them: what a reader has read up to. */
export interface PositionedEvent extends EventRow {
  readonly position: number
}

export function eventRow(event: NewEvent): EventRow {
  const { id = newId('event'), organizationId, type, resource, data, at: createdAt = Date.now() } = event
  const body = JSON.stringify({ id, type, createdAt, organizationId, data })
  return { id, organizationId, type, resource, createdAt, body }
}
