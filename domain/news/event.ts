// Events: what has happened in an organization, for readers outside the request or execution that did it:
// webhooks and notifications. An event is one row (storage/events/events.ts), written in the transaction of
// what it tells.
// 1. `resource` names the thing that the event is about; events of one resource are delivered in the order
//    in which they happened.
// 2. The body is what a webhook sends. It is made while the thing exists.
import { newId } from '../ids.ts'
import type { Json } from '../json.ts'

/**
 * What webhooks may subscribe to (docs/internals/contract.md, 8); only a person sends `ping`
 * (domain/news/webhook.ts).
 */
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
  'usage.threshold',
  'usage.limit_reached',
  'budget.reached',
  'subscription.changed',
  'ping',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

const anExecution =
  'The execution: ids, workflow, trigger, `output` (left out over 16 KiB, then `outputOmitted`), `error`, times'
const anApproval = 'The approval, its `executionId` and workflow'
const aWorkflow = 'The workflow without its plan'

/** What `data` of each holds. */
export const webhookEventData: Readonly<Record<WebhookEventType, string>> = {
  'execution.started': anExecution,
  'execution.completed': anExecution,
  'execution.failed': anExecution,
  'execution.cancelled': anExecution,
  'approval.requested': anApproval,
  'approval.decided': anApproval,
  'workflow.created': aWorkflow,
  'workflow.updated': aWorkflow,
  'workflow.deleted': aWorkflow,
  'tool_server.down': 'The server and the error, when a server that was up goes down',
  'usage.limit_reached':
    '`{period, limit, current}`, once a month, when the limit refuses a start for the first time',
  'usage.threshold':
    '`{period, limit, current, percent}`, once a month at 80 and once at 100 percent of the executions of the plan',
  'budget.reached':
    '`{scope, limit, used, executionId, workflowId, workflowName, apiKeyId, startedBy}`, when an execution stops because a budget in compute units is used up; `scope` is `execution`, `workflow` or `key`',
  'subscription.changed': 'The subscription, `planInForce`, and `previous` with plan and status',
  ping: '`{webhookId}`; sent by hand only (`POST /api/v1/webhooks/:id/test`)',
}

/** For notifications only; no webhook gets them. */
export const internalEventTypes = [
  'webhook.failing',
  'tool_server.recovered',
  'tool_server.quarantined',
  'canary.failing',
  'schedule.refused',
] as const

export type EventType = WebhookEventType | (typeof internalEventTypes)[number]

export interface NewEvent {
  /** Default: a new id. If the id exists already, this event is dropped. */
  readonly id?: string
  readonly organizationId: string
  readonly type: EventType
  /** Id of the thing that it is about; for everything in the life of an execution, the execution's id. */
  readonly resource: string
  readonly data: Json
  /** Unix ms; default: now. */
  readonly at?: number
}

/** An event as it is stored. */
export interface EventRow {
  readonly id: string
  readonly organizationId: string
  readonly type: EventType
  readonly resource: string
  readonly createdAt: number
  /** JSON text of `{id, type, createdAt, organizationId, data}`. */
  readonly body: string
}

/** An event with its position in the feed, which readers remember. */
export interface PositionedEvent extends EventRow {
  readonly position: number
}

export function eventRow(event: NewEvent): EventRow {
  const { id = newId('event'), organizationId, type, resource, data, at: createdAt = Date.now() } = event
  const body = JSON.stringify({ id, type, createdAt, organizationId, data })
  return { id, organizationId, type, resource, createdAt, body }
}
