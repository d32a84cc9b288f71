// The routes that the assistant calls, with the types of what they give. What a route refuses is thrown as a
// Refusal, which plain-assistant.ts turns into a sentence.
import { z } from 'zod'
import type { ServiceCalls } from '../../../domain/chat/service-calls.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { cursorOf } from '../../../domain/page.ts'
import { Approval, ListedApproval } from '../../../domain/work/approval.ts'
import {
  Execution,
  type ExecutionStatus,
  ListedExecution,
  ListedStep,
} from '../../../domain/work/execution.ts'
import { Why } from '../../../domain/work/why.ts'
import { PlannedWorkflow, Workflow, WorkflowName } from '../../../domain/work/workflow.ts'

/** How long a start may wait for the end; what takes longer, or asks, the session follows. */
export const startWaitMs = 1_000

/** Workflows that a message can name: the newest ones. */
const pagesOfNames = 5
const pageSize = 100

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly facts: JsonObject

  constructor(code: string, message: string, facts: JsonObject) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

export interface Wanted {
  readonly workflowId?: string | undefined
  readonly statuses?: readonly ExecutionStatus[] | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly limit?: number
}

export type Calls = ReturnType<typeof callsOf>

export function callsOf(service: ServiceCalls, signal: AbortSignal) {
  async function call<T>(
    schema: z.ZodType<T>,
    route: string,
    args: JsonObject = {},
    waitMs?: number,
  ): Promise<T> {
    signal.throwIfAborted()
    const answer = await service.call(route, args, waitMs)
    if (!answer.ok) throw new Refusal(answer.code, answer.message, answer.facts)
    return schema.parse(answer.value)
  }
  const started = (route: string, args: JsonObject) => call(Execution, route, args, startWaitMs)

  return {
    /** Newest first. */
    async workflows(): Promise<readonly WorkflowName[]> {
      const all: WorkflowName[] = []
      for (let page = 0; page < pagesOfNames; page++) {
        const cursor = all.at(-1)?.id
        const args = { limit: pageSize, ...(cursor !== undefined && { cursor: cursorOf(cursor) }) }
        const items = await call(z.array(WorkflowName), 'GET /api/v1/workflows/names', args)
        all.push(...items)
        if (items.length < pageSize) break
      }
      return all
    },
    workflow: (id: string) => call(Workflow, 'GET /api/v1/workflows/:id', { id }),
    plan: (prompt: string) => call(PlannedWorkflow, 'POST /api/v1/workflows/plan', { prompt }),
    create: (name: string, prompt: string) => call(Workflow, 'POST /api/v1/workflows', { name, prompt }),
    execute: (id: string, inputs: JsonObject) =>
      started('POST /api/v1/workflows/:id/execute', { id, inputs }),
    execution: (id: string) => call(Execution, 'GET /api/v1/executions/:id', { id }),
    steps: (id: string) => call(z.array(ListedStep), 'GET /api/v1/executions/:id/steps', { id, limit: 100 }),
    why: (id: string) => call(Why, 'GET /api/v1/executions/:id/why', { id }),
    cancel: (id: string) => call(Execution, 'POST /api/v1/executions/:id/cancel', { id }),
    retry: (id: string) => started('POST /api/v1/executions/:id/retry', { id }),
    executions({ workflowId, statuses = [], createdAfter, createdBefore, limit = 10 }: Wanted) {
      const args = {
        limit,
        ...(workflowId !== undefined && { workflowId }),
        ...(statuses.length > 0 && { status: statuses.join(',') }),
        ...(createdAfter !== undefined && { createdAfter }),
        ...(createdBefore !== undefined && { createdBefore }),
      }
      return call(z.array(ListedExecution), 'GET /api/v1/executions/search', args)
    },
    /** Newest first. */
    approvals: (status?: 'pending') =>
      call(z.array(ListedApproval), 'GET /api/v1/approvals', { limit: 50, ...(status && { status }) }),
    approval: (id: string) => call(Approval, 'GET /api/v1/approvals/:id', { id }),
    decide: (id: string, decision: 'approve' | 'deny', note: string | null, digest: string | null) =>
      call(Approval, 'POST /api/v1/approvals/:id', {
        ...{ id, decision },
        ...(note !== null && { note }),
        ...(digest !== null && { digest }),
      }),
    tools: () => call(z.array(ListedTool), 'GET /api/v1/tools', { limit: 100 }),
    billing: () => call(BillingPeriod, 'GET /api/v1/billing/current'),
  }
}

const ListedTool = z.object({
  name: z.string(),
  title: z.string().nullish(),
  server: z.string().nullish(),
  description: z.string().nullish(),
})

/** What the chat says of the billing period. */
const BillingPeriod = z.object({
  plan: z.string(),
  periodStart: z.int(),
  periodEnd: z.int(),
  executions: z.object({ used: z.int(), limit: z.int().nullish() }),
  cu: z.object({ used: z.number(), included: z.number().nullish() }),
})
