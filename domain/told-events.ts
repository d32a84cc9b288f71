// Which events people are told of, and what each means to them: the occasion, and whom it concerns. Read by
// storage/notifier.ts, which brings what an event does not say: of which workflow, by whom, an execution is.
import { z } from 'zod'
import type { Audience } from './audience.ts'
import type { EventType } from './event.ts'
import { ExecutionError } from './execution.ts'
import { type NotificationKind, notificationKinds } from './notification.ts'
import { excerpt, type Occasion } from './occasion.ts'

/** What is known of an execution that an event is about. */
export interface RunFacts {
  /** Who made the workflow, and who made the version that ran. */
  readonly authors: readonly string[]
}

/** What an event alone does not say. */
export interface Surroundings {
  /** By id; undefined when it is gone. */
  readonly run: (executionId: string) => RunFacts | undefined
  /** What an approval asks; null when it is gone. */
  readonly messageOf: (approvalId: string) => string | null
  /** How people call a user; null for somebody who is not here any more. */
  readonly nameOf: (userId: string) => string | null
}

export interface News {
  readonly occasion: Occasion
  readonly audience: Audience
}

export const toldEvents: readonly EventType[] = notificationKinds satisfies readonly EventType[]

/** What an event is about and does not say all of, so that it can be looked up. */
export interface Mentioned {
  readonly executionId: string | null
  /** The approval that nobody is asked for any more. */
  readonly decidedId: string | null
}

export function mentionedIn(type: EventType, data: unknown): Mentioned {
  if (type === 'execution.failed') return { executionId: ExecutionData.parse(data).id, decidedId: null }
  if (type !== 'approval.decided') return { executionId: null, decidedId: null }
  const { id, executionId } = DecisionData.parse(data)
  return { executionId, decidedId: id }
}

/** @returns null when there is nothing to tell. @throws {z.ZodError} the event does not say what it should */
export function newsOf(type: EventType, data: unknown, around: Surroundings): News | null {
  const kind = type as NotificationKind
  switch (kind) {
    case 'execution.failed':
      return failure(ExecutionData.parse(data), around)
    case 'approval.requested':
      return request(RequestData.parse(data))
    case 'approval.decided':
      return decision(DecisionData.parse(data), around)
    case 'usage.warning':
    case 'usage.limit_reached': {
      const { period, limit, current: used } = UsageData.parse(data)
      return { occasion: { kind, period, limit, used }, audience: { type: 'admins', and: [] } }
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
  }
}

const ExecutionData = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  error: ExecutionError.nullable(),
  trigger: z.object({ kind: z.string() }),
  startedBy: z.string().nullable(),
})

/** One that another execution started is that one's to handle: when it does not, that one fails as well. */
function failure(run: z.infer<typeof ExecutionData>, around: Surroundings): News | null {
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

function request({ message, assignees, ...asked }: z.infer<typeof RequestData>): News {
  return {
    occasion: { kind: 'approval.requested', ...askedFor(asked, message) },
    audience: { type: 'asked', assignees },
  }
}

/** One that was cancelled went with its execution: nothing of it is news. */
function decision(decided: z.infer<typeof DecisionData>, around: Surroundings): News | null {
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

const ServerData = z.object({ id: z.string(), name: z.string(), error: z.string().nullable() })

const WebhookData = z.object({
  webhookId: z.string(),
  url: z.url(),
  error: z.string().nullable(),
  createdBy: z.string().nullable(),
})
