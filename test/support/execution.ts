// Executions without threads, time or a journal: given what has happened, when this is said, then that
// happens.
//   given(running([call('fetch')]), [started(), begun('fetch')]).when(returned('fetch', 1)).then(t, [...])
// `when` is what a host does in a turn: decide, and whatever follows by itself.

import type { Test } from 'tap'
import { type ExecutionBehavior, execution } from '../../actors/execution/behavior.ts'
import type { DecideMessage, Event, Message, State } from '../../actors/execution/protocol.ts'
import { compileProgram, type PureTool } from '../../actors/execution/steps/program.ts'
import type { Failure, FailureCode } from '../../domain/failure.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { ForeachBlock } from '../../domain/plan/blocks/foreach.ts'
import type { Argument, Block, Plan, Step, StepCommon } from '../../domain/plan/plan.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import type { Decider } from '../../domain/work/approval.ts'
import type { ExecutionError, ExecutionStatus, StartExecution } from '../../domain/work/execution.ts'

export const id = 'exec_01jd0000000000000000000000'
export const organizationId = 'org_01jd0000000000000000000000'

/** The behavior of an execution of this plan. `pure`: tools that run inside the decision. */
export function running(
  steps: readonly Step[],
  pure: Record<string, PureTool> = {},
  deadline?: NonNullable<Plan['deadline']>,
): ExecutionBehavior {
  return execution(
    id,
    compileProgram({ steps, ...(deadline && { deadline }) }, tool => pure[tool] ?? null),
  )
}

// -- steps
// ----------------------------------------------------------------------------------------------------

type Extra = Partial<StepCommon>

/** A call of the tool `shop__<id>` that changes the world, so that nothing passes it. */
export function call(
  stepId: string,
  args: JsonObject = {},
  extra: Extra & { effect?: 'read' | 'pure' } = {},
): Step {
  return {
    id: stepId,
    title: stepId,
    kind: 'tool',
    server: 'shop',
    tool: stepId,
    args,
    effect: 'write',
    ...extra,
  }
}

/** A call that only looks: independent ones run at once. */
export function look(stepId: string, args: JsonObject = {}): Step {
  return call(stepId, args, { effect: 'read' })
}

/** A call of the built-in tool of this name that is a function of its arguments. */
export function compute(stepId: string, tool: string, args: JsonObject): Step {
  return { id: stepId, title: stepId, kind: 'tool', server: null, tool, args, effect: 'pure' }
}

export function set(stepId: string, value: Argument, extra: Extra = {}): Step {
  return { id: stepId, title: stepId, kind: 'set', value, ...extra }
}

/** Goes through `inputs.list`, whose items are `item`. */
export function each(
  stepId: string,
  steps: readonly Step[],
  extra: Extra & Partial<ForeachBlock> = {},
): Step {
  return block(stepId, { kind: 'foreach', over: 'inputs.list', as: 'item', steps }, extra)
}

/** The branch that ends first gives the output. */
export function race(stepId: string, ...branches: Step[][]): Step {
  return block(stepId, { kind: 'parallel', wait: 'any', branches: branches.map(steps => ({ steps })) })
}

export function all(stepId: string, ...branches: Step[][]): Step {
  return block(stepId, { kind: 'parallel', branches: branches.map(steps => ({ steps })) })
}

/** Any other block. */
export function block(stepId: string, body: Block, extra: Extra = {}): Step {
  return { id: stepId, title: stepId, ...body, ...extra }
}

// -- messages
// -------------------------------------------------------------------------------------------------

export const startOf = (inputs: JsonObject = {}): StartExecution => ({
  organizationId,
  workflowId: 'wf_1',
  workflowName: 'Report',
  workflowVersion: 1,
  versionId: 'wfv_1',
  inputs,
  trigger: { kind: 'api', ref: null },
  limit: null,
  startedBy: null,
  parent: null,
  forkedFrom: null,
})
export const start = (inputs?: JsonObject): Message => ({ type: 'start', start: startOf(inputs) })
export const cancel = (by = organizationId): Message => ({ type: 'cancel', organizationId: by })
export const returned = (step: string, output: Json = null): Message => ({
  type: 'step-returned',
  step,
  result: { ok: true, output },
})
export const broke = (step: string, message = 'it broke'): Message => ({
  type: 'step-returned',
  step,
  result: { ok: false, error: { code: 'tool-failed', message, retryable: false } },
})

/** A failure that may pass. */
export const faltered = (
  step: string,
  retryAfterMs?: number,
  code: StepErrorCode = 'unreachable',
): Message => ({
  type: 'step-returned',
  step,
  result: {
    ok: false,
    error: {
      code,
      message: 'the shop is away',
      retryable: true,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  },
})
export const arrived = (name: string, body: Json = null): Message => ({
  type: 'event',
  organizationId,
  name,
  body,
})
export const resume: Message = { type: 'continue', organizationId }
export const alarm: Message = { type: 'alarm' }

export const ann: Decider = { userId: 'user_ann', role: 'member', email: 'ann@acme.com' }
export const bob: Decider = { userId: 'user_bob', role: 'admin', email: 'bob@acme.com' }

/** Says yes or no to an approval, by default as Ann. */
export const decision = (
  decides: 'approve' | 'deny',
  approvalId: string,
  rest: Partial<DecideMessage> = {},
): Message => ({
  ...{ type: 'decide', organizationId, approvalId, decision: decides, by: ann },
  ...{ note: null, args: null, form: null, digest: null },
  ...rest,
})

// -- events
// ---------------------------------------------------------------------------------------------------

export const started = (inputs?: JsonObject): Event[] => [
  { type: 'started', start: startOf(inputs) },
  { type: 'status-changed', status: 'running' },
]
export const begun = (step: string, input: Json = {}): Event => ({ type: 'step-started', step, input })
/** Of an `if`: which case. */
export const taken = (step: string, branch: string): Event => ({ ...begun(step, null), branch }) as Event
export const done = (step: string, output: Json = null): Event => ({ type: 'step-completed', step, output })
/** A pure tool: input and output in one event. */
export const computed = (step: string, input: Json, output: Json): Event =>
  ({ ...done(step, output), input }) as Event
export const skipped = (step: string): Event => ({ type: 'step-skipped', step })
export const completed = (output: Json = null): Event[] => [
  { type: 'status-changed', status: 'completed' },
  { type: 'ended', output, error: null },
]
export const cancelled = (): Event[] => [
  { type: 'status-changed', status: 'cancelled' },
  { type: 'ended', output: null, error: null },
]
/** The step fails and the execution with it. */
export function failed(step: string, code: string, message: string): Event[] {
  const error: ExecutionError = { code, message, step }
  return [
    { type: 'step-failed', step, error },
    { type: 'status-changed', status: 'failed' },
    { type: 'ended', output: null, error },
  ]
}

// -- given, when, then
// ----------------------------------------------------------------------------------------

/** An execution in some state, and everything that has happened in it. */
export class Life {
  readonly behavior: ExecutionBehavior
  readonly events: Event[] = []
  /** When each of them happened. */
  readonly times: number[] = []
  /** Unix ms. */
  now = 1_000_000
  state: State

  constructor(behavior: ExecutionBehavior) {
    this.behavior = behavior
    this.state = behavior.initial()
  }

  /** What is owed to the outside: paths of steps. */
  get owed(): string[] {
    return [...this.behavior.pending(this.state)].map(effect => effect.id)
  }

  take(event: Event): void {
    this.events.push(event)
    this.times.push(this.now)
    this.state = this.behavior.evolve(this.state, event, this.now)
  }

  /** A turn of one message; answers why nothing happened when it was refused. */
  tell(message: Message): FailureCode | null {
    return this.refusal(message)?.code ?? null
  }

  /** As `tell`, with what is said to whoever is refused. */
  refusal(message: Message): Failure | null {
    const { events, refusal } = this.behavior.decide(this.state, message, this.now)
    for (const event of events) this.take(event)
    this.#advance()
    return refusal ?? null
  }

  /** Time goes by, and the runtime rings at every moment that the state names. */
  pass(ms: number): void {
    const end = this.now + ms
    for (;;) {
      const at = this.behavior.wakeAt(this.state)
      if (at === null || at > end || this.state.hasEnded) break
      this.now = Math.max(this.now, at)
      this.tell(alarm)
    }
    this.now = end
  }

  /** What happened from the event of this number on, without the changes of status. */
  since(start: number): Event[] {
    return this.events.slice(start).filter(event => event.type !== 'status-changed')
  }

  /** Would something follow by itself? */
  get isLeft(): boolean {
    return this.behavior.advance(this.state, this.now).length > 0
  }

  get statuses(): ExecutionStatus[] {
    return this.events.flatMap(event => (event.type === 'status-changed' ? [event.status] : []))
  }

  /** Id of the approval that a step waits for. */
  asked(step: string): string {
    return this.state.approvals[step]!.request.id
  }

  #advance(): void {
    for (;;) {
      const more = this.behavior.advance(this.state, this.now)
      if (more.length === 0) return
      for (const event of more) this.take(event)
    }
  }
}

/** An execution of this plan that has begun. */
export function begunLife(
  steps: readonly Step[],
  inputs: JsonObject = {},
  deadline?: NonNullable<Plan['deadline']>,
): Life {
  const life = new Life(running(steps, {}, deadline))
  life.tell(start(inputs))
  return life
}

export function given(behavior: ExecutionBehavior, history: readonly (Event | readonly Event[])[] = []) {
  const life = new Life(behavior)
  for (const event of history.flat()) life.take(event)
  return { when: (...messages: Message[]) => new Outcome(life, messages) }
}

class Outcome {
  readonly #life: Life
  readonly #events: readonly Event[]
  readonly #refusals: readonly (FailureCode | null)[]

  constructor(life: Life, messages: readonly Message[]) {
    const before = life.events.length
    this.#life = life
    this.#refusals = messages.map(message => life.tell(message))
    this.#events = life.events.slice(before)
  }

  /** Exactly these events, in this order. */
  // biome-ignore lint/suspicious/noThenProperty: the word of the method; nobody awaits an outcome
  then(t: Test, expected: readonly (Event | readonly Event[])[]): this {
    t.strictSame(this.#events, expected.flat())
    return this
  }

  /** Exactly these calls are owed now, in any order. */
  owes(t: Test, paths: readonly string[]): this {
    t.strictSame(this.#life.owed.toSorted(), [...paths].sort())
    return this
  }

  refuses(t: Test, code: FailureCode): this {
    t.equal(this.#refusals.at(-1), code)
    t.strictSame(this.#events, [])
    return this
  }

  /** Of what the caller sees, at least this. */
  shows(t: Test, expected: object): this {
    t.match(this.#life.behavior.view(this.#life.state), expected)
    return this
  }
}
