// A small service in memory behind the port of service calls, over the shapes of the domain: workflows that
// the embedded reader plans, executions that end as a test says, approvals. For tests of the assistant.
// 1. A call that changes something is known by its message: made again, it gives the same answer and makes
//    nothing twice.
import type { ServiceAnswer, ServiceCalls } from '../../../../domain/chat/service-calls.ts'
import type { FailureCode } from '../../../../domain/failure.ts'
import { derivedIdAt, type IdKind } from '../../../../domain/ids.ts'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import { compileSchema } from '../../../../domain/schema/schema-check.ts'
import { type Approval, digestOf } from '../../../../domain/work/approval.ts'
import type { Execution, ExecutionStatus, ListedStep } from '../../../../domain/work/execution.ts'
import type { Workflow } from '../../../../domain/work/workflow.ts'
import { plan } from '../../../../language/planner/planner.ts'
import { fixtureTools } from '../../../support/fixture-tools.ts'

/** What becomes of an execution; absent: it runs on. */
export interface Outcome {
  readonly status: ExecutionStatus
  readonly output?: Json
  readonly error?: string
  readonly code?: string
  readonly asks?: { readonly message: string; readonly tool?: string; readonly args?: JsonObject }
}

type Writing = Extract<ServiceAnswer, { ok: true }>

export class SmallService implements ServiceCalls {
  now = Date.UTC(2026, 0, 15, 12)
  /** Id of the message whose answer is made. */
  message = 'msg_0'
  readonly workflows: Workflow[] = []
  readonly executions: Execution[] = []
  readonly approvals: Approval[] = []
  /** Of every execution. */
  readonly steps: ListedStep[] = []
  /** Calls that changed something, by message. */
  readonly writes: { readonly message: string; readonly route: string; readonly args: JsonObject }[] = []
  readonly calls: string[] = []
  /** By the name of the workflow. */
  readonly outcomes = new Map<string, (inputs: JsonObject) => Outcome>()
  /** Routes that refuse. */
  readonly refusals = new Map<string, readonly [code: FailureCode, message: string, facts?: JsonObject]>()
  readonly #made = new Map<string, Writing>()
  #count = 0

  id(kind: IdKind): string {
    return derivedIdAt(kind, `${++this.#count}`, this.now + this.#count)
  }

  workflow(name: string, prompt: string, inputs: JsonObject = {}): Workflow {
    const { plan: steps, diagnostics, inputsSchema, status, explanation, cu } = plan(prompt, fixtureTools)
    const properties = { ...(inputsSchema['properties'] as JsonObject), ...inputs }
    const made: Workflow = {
      ...{
        id: this.id('workflow'),
        name,
        prompt,
        description: null,
        slug: 'x',
        tool: false,
        concurrency: null,
        budget: null,
        monthlyBudget: null,
      },
      ...{ version: 1, status, plan: steps as never, diagnostics: [...diagnostics], explanation, cu },
      ...{ plannedBy: 'reader', acceptance: null, schedule: null, createdAt: this.now, updatedAt: this.now },
      startable: { ok: true, reasons: [] },
      inputsSchema: { ...inputsSchema, properties, required: Object.keys(properties) },
    }
    this.workflows.unshift(made)
    return made
  }

  async call(route: string, args: JsonObject = {}): Promise<ServiceAnswer> {
    this.calls.push(route)
    const refused = this.refusals.get(route)
    if (refused !== undefined) return failure(...refused)
    const isWriting = route.startsWith('POST') && !route.endsWith('/plan')
    if (!isWriting) return this.#read(route, args)
    const known = this.#made.get(this.message)
    if (known !== undefined) return known
    const answer = this.#write(route, args)
    if (!answer.ok) return answer
    this.writes.push({ message: this.message, route, args })
    this.#made.set(this.message, answer)
    return answer
  }

  #read(route: string, args: JsonObject): ServiceAnswer {
    const id = String(args['id'])
    switch (route) {
      case 'GET /api/v1/workflows/names':
        return listed(after(this.workflows, args), args)
      case 'GET /api/v1/workflows/:id':
        return found(this.workflows.find(each => each.id === id))
      case 'POST /api/v1/workflows/plan': {
        const prompt = String(args['prompt'])
        const made = plan(prompt, fixtureTools)
        const rest = {
          plannedBy: 'reader',
          outline: [],
          schedule: null,
          triggers: made.triggers ?? [],
          prompt,
        }
        return ok({ ...made, ...rest } as never)
      }
      case 'GET /api/v1/executions/:id':
        return found(this.executions.find(each => each.id === id))
      case 'GET /api/v1/executions/search':
        return listed(
          this.executions.filter(each => isWanted(each, args)),
          args,
        )
      case 'GET /api/v1/executions/:id/steps':
        return listed(this.steps, args)
      case 'GET /api/v1/executions/:id/why':
        return ok({
          executionId: id,
          status: 'running',
          error: null,
          waitsFor: [],
          waitsForCount: 0,
          eta: null,
          nextCheckAt: null,
          deadlineAt: null,
        })
      case 'GET /api/v1/approvals':
        return listed(
          this.approvals.filter(({ status }) => !args['status'] || status === args['status']),
          args,
        )
      case 'GET /api/v1/approvals/:id':
        return found(this.approvals.find(each => each.id === id))
      case 'GET /api/v1/tools':
        return ok(
          fixtureTools.map(({ name, title, server, description }) => ({ name, title, server, description })),
        )
      case 'GET /api/v1/billing/current':
        return ok({
          plan: 'free',
          periodStart: 0,
          periodEnd: Date.UTC(2026, 1, 1),
          executions: { used: this.executions.length, limit: 500 },
          cu: { used: 12, included: null },
        })
      default:
        throw new TypeError(`there is no route ${route}`)
    }
  }

  #write(route: string, args: JsonObject): ServiceAnswer {
    const id = String(args['id'])
    switch (route) {
      case 'POST /api/v1/workflows':
        return ok(this.workflow(String(args['name']), String(args['prompt'])) as never)
      case 'POST /api/v1/workflows/:id/execute':
        return this.#execute(id, (args['inputs'] ?? {}) as JsonObject)
      case 'POST /api/v1/executions/:id/retry': {
        const before = this.executions.find(each => each.id === id)
        return before === undefined ? found(before) : this.#execute(before.workflowId, before.inputs)
      }
      case 'POST /api/v1/executions/:id/cancel':
        return this.change(id, { status: 'cancelled', finishedAt: this.now })
      case 'POST /api/v1/approvals/:id':
        return this.#decide(id, args)
      default:
        throw new TypeError(`there is no route ${route}`)
    }
  }

  #execute(id: string, inputs: JsonObject): ServiceAnswer {
    const workflow = this.workflows.find(each => each.id === id)
    if (workflow === undefined) return found(workflow)
    const defect = compileSchema(workflow.inputsSchema)(inputs)
    if (defect !== null) return failure('validation-failed', defect)
    const outcome = this.outcomes.get(workflow.name)?.(inputs) ?? { status: 'running' }
    return ok(this.start(workflow, inputs, outcome) as never)
  }

  start(
    workflow: Workflow,
    inputs: JsonObject,
    { status, output = null, error, code = 'tool-failed', asks }: Outcome,
  ): Execution {
    const id = this.id('execution')
    const isOver = ['completed', 'failed', 'cancelled'].includes(status)
    const approvals = asks === undefined ? [] : [this.ask(id, asks)]
    const execution: Execution = {
      ...{
        id,
        workflowId: workflow.id,
        workflowName: workflow.name,
        workflowVersion: 1,
        status,
        inputs,
        output,
      },
      error: error === undefined ? null : { message: error, step: 'pay', code },
      ...{ trigger: { kind: 'chat', ref: null }, approvals, forkedFrom: null, cu: 1, createdAt: this.now },
      ...{ startedAt: this.now, finishedAt: isOver ? this.now : null, durationMs: isOver ? 1_200 : null },
    }
    this.executions.unshift(execution)
    return execution
  }

  ask(executionId: string, { message, tool = 'pay', args = {} }: NonNullable<Outcome['asks']>): Approval {
    const approval: Approval = {
      ...{ id: this.id('approval'), kind: 'execution', executionId, stepId: 'pay', message, tool, args },
      ...{ sessionId: null, callId: null },
      ...{
        decidedArgs: null,
        digest: digestOf(message, tool, args),
        assignees: [],
        form: null,
        status: 'pending',
      },
      ...{ requestedAt: this.now, expiresAt: null, decidedAt: null, decidedBy: null, note: null },
    }
    this.approvals.unshift(approval)
    return approval
  }

  #decide(id: string, { decision, note = null, digest }: JsonObject): ServiceAnswer {
    const index = this.approvals.findIndex(each => each.id === id)
    const before = this.approvals[index]
    if (before === undefined) return found(before)
    if (before.status !== 'pending') return failure('conflict', `it is ${before.status} already`)
    if (digest !== undefined && digest !== before.digest)
      return failure('conflict', 'the approval has changed')
    const status = decision === 'approve' ? 'approved' : 'denied'
    const decided = { ...before, status, note, decidedAt: this.now, decidedBy: 'ann@example.com' } as Approval
    this.approvals[index] = decided
    this.change(String(before.executionId), {
      status: status === 'approved' ? 'running' : 'failed',
      approvals: [],
    })
    return ok(decided as never)
  }

  change(id: string, change: Partial<Execution>): ServiceAnswer {
    const index = this.executions.findIndex(each => each.id === id)
    if (index === -1) return found(undefined)
    this.executions[index] = { ...this.executions[index]!, ...change }
    return ok(this.executions[index] as never)
  }
}

const truncated: readonly never[] = []

function ok(value: Json): Writing {
  return { ok: true, value }
}

function failure(code: FailureCode, message: string, facts: JsonObject = {}): ServiceAnswer {
  return { ok: false, code, message, facts }
}

function found(value: object | undefined): ServiceAnswer {
  return value === undefined ? failure('not-found', 'it is not found') : ok(value as JsonObject)
}

function listed(items: readonly object[], { limit }: JsonObject): ServiceAnswer {
  return ok(items.slice(0, Number(limit ?? 50)).map(each => ({ ...each, truncated })) as never)
}

/** Behind the cursor, which is the id of the last one. */
function after<T extends { readonly id: string }>(items: readonly T[], { cursor }: JsonObject): readonly T[] {
  if (cursor === undefined) return items
  const last = Buffer.from(String(cursor), 'base64url').toString()
  return items.slice(items.findIndex(({ id }) => id === last) + 1)
}

function isWanted({ status, workflowId, createdAt }: Execution, args: JsonObject): boolean {
  const statuses = args['status'] === undefined ? null : String(args['status']).split(',')
  return (
    (statuses === null || statuses.includes(status)) &&
    (args['workflowId'] === undefined || args['workflowId'] === workflowId) &&
    createdAt >= Number(args['createdAfter'] ?? 0) &&
    createdAt < Number(args['createdBefore'] ?? Number.POSITIVE_INFINITY)
  )
}
