// Maps events to notices: the occasion that each event is to people, and whom it concerns. Called by
// storage/notifications/notifier.ts, which looks up what an event does not say (Surroundings).
import { z } from 'zod'
import { isObject } from '../json.ts'
import { ExecutionError } from '../work/execution.ts'
import type { Audience } from './audience.ts'
import type { EventType } from './event.ts'
import { type NotificationKind, notificationKinds } from './notification.ts'
import { excerpt, type Occasion } from './occasion.ts'

/** Facts about the execution of an event. */
export interface ExecutionFacts {
  /** Who made the workflow, and who made the version that ran. */
  readonly authors: readonly string[]
}

/** Lookups of what an event itself does not say. */
export interface Surroundings {
  /** By id; undefined when it is gone. */
  readonly run: (executionId: string) => ExecutionFacts | undefined
  /** What an approval asks; null when it is gone. */
  readonly messageOf: (approvalId: string) => string | null
  /** The name of a user; null for somebody who has left. */
  readonly nameOf: (userId: string) => string | null
}

export interface Notice {
  readonly occasion: Occasion
  readonly audience: Audience
}

/** No event is made of `usage.warning` any more. */
export const notifiedEvents: readonly EventType[] = notificationKinds.filter(kind => kind !== 'usage.warning')

/** Ids that the event names, to be looked up. */
export interface Mentioned {
  readonly executionId: string | null
  /** The approval that has been decided, so that nobody is asked for it any more. */
  readonly decidedId: string | null
}

export function mentionedIn(type: EventType, data: unknown): Mentioned {
  if (type === 'execution.failed') return { executionId: ExecutionData.parse(data).id, decidedId: null }
  if (type === 'budget.reached') return { executionId: BudgetData.parse(data).executionId, decidedId: null }
  if (type !== 'approval.decided' || isOfChat(data)) return { executionId: null, decidedId: null }
  const { id, executionId } = DecisionData.parse(data)
  return { executionId, decidedId: id }
}

/**
 * @returns null when nobody is to be notified. @throws {z.ZodError} the event lacks data that it should
 *   have
 */
export function noticeOf(type: EventType, data: unknown, around: Surroundings): Notice | null {
  const kind = type as NotificationKind
  if (isOfChat(data)) return null
  switch (kind) {
    case 'execution.failed':
      return failureNotice(ExecutionData.parse(data), around)
    case 'approval.requested':
      return requestNotice(RequestData.parse(data))
    case 'approval.decided':
      return decisionNotice(DecisionData.parse(data), around)
    case 'usage.warning':
    case 'usage.threshold':
    case 'usage.limit_reached': {
      const { period, limit, current: used } = UsageData.parse(data)
      return { occasion: { kind, period, limit, used }, audience: { type: 'admins', and: [] } }
    }
    case 'budget.reached': {
      const { used: _, startedBy, workflowName, ...told } = BudgetData.parse(data)
      const occasion = { kind, ...told, workflowName: excerpt(workflowName, 200) }
      const authors = around.run(told.executionId)?.authors ?? []
      return { occasion, audience: { type: 'admins', and: [...authors, startedBy ?? ''] } }
    }
    case 'subscription.changed':
      return {
        occasion: subscriptionOccasion(SubscriptionData.parse(data)),
        audience: { type: 'admins', and: [] },
      }
    case 'tool_server.down':
    case 'tool_server.recovered':
    case 'tool_server.quarantined': {
      const { id: serverId, name, error } = ServerData.parse(data)
      const told = { serverId, name: excerpt(name, 100), error: error === null ? null : excerpt(error) }
      return { occasion: { kind, ...told }, audience: { type: 'admins', and: [] } }
    }
    case 'webhook.failing': {
      const { webhookId, url, error, createdBy } = WebhookData.parse(data)
      const told = { webhookId, host: excerpt(new URL(url).host, 200), error: error && excerpt(error) }
      return { occasion: { kind, ...told }, audience: { type: 'admins', and: createdBy ? [createdBy] : [] } }
    }
    case 'canary.failing': {
      const { setBy, workflowName, ...told } = CanaryData.parse(data)
      const occasion = { kind, ...told, workflowName: excerpt(workflowName, 200) }
      return { occasion, audience: { type: 'admins', and: [setBy] } }
    }
    case 'schedule.refused': {
      const { setBy, workflowId, workflowName, error } = RefusalData.parse(data)
      const told = { code: error.code, message: excerpt(error.message) }
      const occasion = { kind, workflowId, workflowName: excerpt(workflowName, 200), error: told }
      return { occasion, audience: { type: 'admins', and: [setBy] } }
    }
  }
}

/** An approval that a chat asks for: whoever is asked sees it there. */
function isOfChat(data: unknown): boolean {
  return isObject(data) && data['kind'] === 'chat'
}

const ExecutionData = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  error: ExecutionError.nullable(),
  trigger: z.object({ kind: z.string() }),
  startedBy: z.string().nullable(),
})

/** A sub-execution's failure is its parent's business: the parent handles it, or fails as well. */
function failureNotice(run: z.infer<typeof ExecutionData>, around: Surroundings): Notice | null {
  if (run.trigger.kind === 'workflow') return null
  const { message, step, code } = run.error ?? { message: 'no reason was given', step: null, code: 'unknown' }
  const error = { message: excerpt(message), step: step && excerpt(step, 200), code }
  const workflow = { workflowId: run.workflowId, workflowName: excerpt(run.workflowName, 200) }
  return {
    occasion: { kind: 'execution.failed', executionId: run.id, ...workflow, error },
    audience: { type: 'admins', and: [...(around.run(run.id)?.authors ?? []), run.startedBy ?? ''] },
  }
}

const Asked = z.object({
  id: z.string(),
  stepId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
})

const RequestData = Asked.extend({ message: z.string(), assignees: z.array(z.string()) })

const DecisionData = Asked.extend({
  executionId: z.string(),
  status: z.string(),
  decidedBy: z.string().nullable(),
  note: z.string().nullable(),
})

function requestNotice({ message, assignees, ...asked }: z.infer<typeof RequestData>): Notice {
  return {
    occasion: { kind: 'approval.requested', ...askedFor(asked, message) },
    audience: { type: 'asked', assignees },
  }
}

/** A cancelled approval went with its execution, which is no news. */
function decisionNotice(decided: z.infer<typeof DecisionData>, around: Surroundings): Notice | null {
  const { id, executionId, status, decidedBy: by, note } = decided
  if (status !== 'approved' && status !== 'denied' && status !== 'expired') return null
  const outcome = { status, by: by && around.nameOf(by), note: note && excerpt(note) } as const
  const authors = around.run(executionId)?.authors ?? []
  const asked = askedFor(decided, around.messageOf(id) ?? '')
  return {
    occasion: { kind: 'approval.decided', ...asked, ...outcome },
    audience: { type: 'authors', authors, except: by },
  }
}

function askedFor({ id, stepId, workflowId, workflowName }: z.infer<typeof Asked>, message: string) {
  return {
    approvalId: id,
    stepId: excerpt(stepId, 300),
    workflowId,
    workflowName: excerpt(workflowName, 200),
    message: excerpt(message),
  }
}

const UsageData = z.object({ period: z.int(), limit: z.int(), current: z.int() })

const BudgetData = z.object({
  scope: z.enum(['execution', 'workflow', 'key']),
  limit: z.int(),
  used: z.int(),
  executionId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  startedBy: z.string().nullable(),
})

const SubscriptionData = z.object({
  plan: z.string(),
  status: z.string(),
  planInForce: z.string(),
  currentPeriodEnd: z.int().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  graceEndsAt: z.int().nullable(),
})

function subscriptionOccasion(told: z.infer<typeof SubscriptionData>): Occasion {
  const { plan, planInForce, status, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt } = told
  const endsAt = graceEndsAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null)
  return { kind: 'subscription.changed', plan, planInForce, status, endsAt }
}

const ServerData = z.object({ id: z.string(), name: z.string(), error: z.string().nullable() })

const RefusalData = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  setBy: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
})

const CanaryData = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.int(),
  failed: z.int(),
  ended: z.int(),
  setBy: z.string(),
})

const WebhookData = z.object({
  webhookId: z.string(),
  url: z.url(),
  error: z.string().nullable(),
  createdBy: z.string().nullable(),
})
