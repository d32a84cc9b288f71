// The laws of one execution's steps: each begins when nothing forbids it, has one result, and is silent after
// it.
import type { Event } from '../../../actors/execution/protocol.ts'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { listsOf } from '../../../domain/plan/nested-steps.ts'
import type { Argument, Plan, Step } from '../../../domain/plan/plan.ts'

type StepEvent = Extract<Event, { readonly step: string }>

export class StepLaws {
  /** Path to the input of a call that began, as JSON. */
  readonly begun = new Map<string, string>()
  /** Path to the attempt that is under way. */
  readonly calls = new Map<string, number>()
  readonly waits = new Map<string, Extract<Event, { type: 'wait-started' }>>()
  readonly children = new Map<string, string>()
  /** Completed, skipped, or given up with `onError: continue`. */
  readonly settled = new Map<string, Json>()
  readonly recovered = new Set<string>()
  readonly parked = new Set<string>()
  readonly #failed = new Set<string>()
  readonly #retryAt = new Map<string, number>()
  readonly #attempts = new Map<string, number>()
  /** Arguments that approvals showed. */
  readonly #shown = new Map<string, Json>()
  readonly #approved = new Map<string, string>()
  readonly #decided = new Set<string>()
  readonly #denied = new Set<string>()
  readonly #steps = new Map<string, Step>()
  /** Step id to the approvals before it in its list. */
  readonly #gates = new Map<string, readonly string[]>()
  readonly #kept: { readonly [path: string]: Json }
  readonly #check: (isKept: boolean, law: string) => void

  constructor(
    plan: Plan,
    kept: { readonly [path: string]: Json },
    check: (isKept: boolean, law: string) => void,
  ) {
    this.#kept = kept
    this.#check = check
    this.#declare(plan.steps)
  }

  stepAt(path: string): Step | undefined {
    return this.#steps.get(path.slice(path.lastIndexOf('.') + 1))
  }

  /** An approval that must come before a call of this path and has not; null when none. */
  openGate(path: string): string | null {
    const step = this.stepAt(path)
    if (step?.approval) {
      const args = this.#approved.get(path)
      if (args === undefined || args !== this.begun.get(path)) return path
    }
    const parts = path.split('.')
    for (let depth = 0; depth < parts.length; depth++) {
      for (const gate of this.#gates.get(parts[depth]!) ?? []) {
        const gatePath = [...parts.slice(0, depth), gate].join('.')
        if (!this.#decided.has(gatePath) && !this.settled.has(gatePath)) return gatePath
      }
    }
    return null
  }

  /** Not that of a handler of its error, nor of a denial that it goes on with. */
  hasOwnResult(path: string): boolean {
    return !this.recovered.has(path) && !this.#denied.has(path)
  }

  take(event: StepEvent, at: number): void {
    const { step: path } = event
    const isLate = event.type === 'approval-decided' && event.decision === 'cancelled'
    if (!isLate) this.#checkOpen(path, event.type)
    switch (event.type) {
      case 'step-started':
        return this.#start(event, at)
      case 'step-completed':
        return this.#complete(event, at)
      case 'step-skipped':
        this.settled.set(path, null)
        return
      case 'step-failed':
        this.#check(!this.#failed.has(path), `${path}: failed twice`)
        this.#check(
          !this.calls.has(path) || !this.stepAt(path)?.retry?.park,
          `${path}: failed where it was to be parked`,
        )
        this.#check(event.error.code !== 'aborted', `${path}: failed because a call was given up`)
        this.#check(event.error.code !== 'expression-failed', `${path}: ${event.error.message}`)
        this.#failed.add(path)
        return this.#leave(path)
      case 'step-recovered':
        this.#check(!this.recovered.has(path), `${path}: recovered twice`)
        this.recovered.add(path)
        this.#drop(path)
        if (this.stepAt(path)?.onError === 'continue') this.settled.set(path, null)
        return
      case 'attempt-failed':
        this.#retryAt.set(path, event.retryAt)
        this.calls.delete(path)
        return
      case 'step-parked':
        this.#attempts.delete(path)
        this.calls.delete(path)
        this.parked.add(path)
        return
      case 'wait-started':
        this.waits.set(path, event)
        return
      case 'approval-requested':
        this.#check(!this.#shown.has(path), `${path}: an approval was requested twice`)
        this.#shown.set(path, event.request.args)
        return
      case 'approval-decided':
        this.#decided.add(path)
        if (event.decision === 'denied') this.#denied.add(path)
        if (event.decision === 'approved')
          this.#approved.set(path, JSON.stringify(event.args ?? this.#shown.get(path)))
        return
      case 'child-started':
      case 'child-abandoned':
      case 'approval-voted':
        return
    }
  }

  #start(event: Extract<Event, { type: 'step-started' }>, at: number): void {
    const { step: path, input, attempt = 1 } = event
    const step = this.stepAt(path)
    if (step?.kind === 'workflow') this.children.set(path, (input as { childId: string }).childId)
    if (step?.kind !== 'tool') return
    this.#check(!this.calls.has(path), `${path}: began while it was under way`)
    this.#check(!(path in this.#kept), `${path}: began though its result was kept`)
    const last = this.#attempts.get(path) ?? 0
    this.#check(attempt === last + 1, `${path}: attempt ${attempt} after ${last}`)
    this.#check((this.#retryAt.get(path) ?? 0) <= at || last === 0, `${path}: tried again too early`)
    this.#check(attempt <= (step.retry?.maxAttempts ?? 1), `${path}: attempt ${attempt}`)
    this.#attempts.set(path, attempt)
    this.parked.delete(path)
    this.calls.set(path, attempt)
    this.begun.set(path, JSON.stringify(input))
    if (!step.approval) this.#checkItem(path, step.args['n'], input)
  }

  /** `item` is that of the innermost list, whose items are 1, 2 and so on. */
  #checkItem(path: string, planned: Argument | undefined, input: Json): void {
    if (!isObject(planned) || planned['$'] !== 'item') return
    const index = Number(/.*\.each\[(\d+)\]/.exec(path)?.[1])
    this.#check((input as JsonObject)['n'] === index + 1, `${path}: called with ${JSON.stringify(input)}`)
  }

  #complete(event: Extract<Event, { type: 'step-completed' }>, at: number): void {
    const { step: path, output, input } = event
    const step = this.stepAt(path)
    const wait = this.waits.get(path)
    if (wait?.dueAt != null) this.#check(wait.dueAt <= at, `${path}: the timer rang early`)
    const isOwn = !event.kept && this.hasOwnResult(path)
    if (step?.kind === 'tool' && isOwn)
      this.#check(this.calls.has(path) || input !== undefined, `${path}: has a result and was not called`)
    if (step?.kind === 'wait' && isOwn)
      this.#check(wait !== undefined || event.taken !== undefined, `${path}: ended before it began`)
    this.#drop(path)
    this.settled.set(path, output)
  }

  /**
   * What was open in a step goes with it: the branches that lost a race, what a handler of errors takes over
   * from.
   */
  #drop(path: string): void {
    for (const open of [...this.calls.keys(), ...this.waits.keys(), ...this.children.keys(), ...this.parked])
      if (isInside(open, path)) this.#leave(open)
  }

  #leave(path: string): void {
    for (const open of [this.calls, this.waits, this.children, this.parked]) open.delete(path)
  }

  /** Nothing happens in a step that has its result, nor in what was dropped when something took over. */
  #checkOpen(path: string, type: string): void {
    this.#check(!this.settled.has(path), `${path}: ${type} after its result`)
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const outer = path.slice(0, dot)
      this.#check(!this.settled.has(outer), `${path}: ${type} after the result of ${outer}`)
      const isHandler = path.startsWith(`${outer}.onError.`)
      this.#check(!this.recovered.has(outer) || isHandler, `${path}: ${type} after ${outer} was recovered`)
    }
  }

  #declare(steps: readonly Step[]): void {
    const gates: string[] = []
    for (const step of steps) {
      this.#steps.set(step.id, step)
      this.#gates.set(step.id, [...gates])
      if (step.kind === 'approval') gates.push(step.id)
      for (const list of listsOf(step)) this.#declare(list)
    }
  }
}

function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`)
}
