// The steps of an execution as they are shown, kept for timeline.ts. A step that ends takes along what is open inside of
// it; what a change costs does not grow with the number of steps.
import { listsOf } from '../../domain/dependencies.ts'
import type { ExecutionError, ExecutionStatus, ExecutionStep } from '../../domain/execution.ts'
import type { Plan, Step } from '../../domain/plan.ts'
import { offeredName } from '../../domain/tool.ts'
import { OpenSteps } from './open-steps.ts'
import { stepIdOf } from './paths.ts'

export class StepRecords {
  readonly #declared: ReadonlyMap<string, Step>
  readonly #steps = new Map<string, ExecutionStep>()
  readonly #open = new OpenSteps()
  /** Paths of steps that have ended since such steps were forgotten. */
  #ended: string[] = []

  constructor(plan: Plan) {
    this.#declared = declaredSteps(plan.steps)
  }

  /** In the order in which they began. */
  get all(): readonly ExecutionStep[] {
    return [...this.#steps.values()]
  }

  /** The step of the plan; undefined when the plan has none of that id. */
  declared(path: string): Step | undefined {
    return this.#declared.get(stepIdOf(path))
  }

  /** @returns the step after the change, which also begins, ends or reopens it */
  change(path: string, ts: number, change: Partial<ExecutionStep>): ExecutionStep {
    const changed = { ...(this.#steps.get(path) ?? this.#begin(path, ts)), ...change }
    if (isOpen(changed)) {
      this.#open.add(path)
      return this.#keep({ ...changed, finishedAt: null, durationMs: null })
    }
    this.cancelInside(path, ts)
    this.#open.delete(path)
    this.#ended.push(path)
    return this.#keep({ ...changed, finishedAt: ts, durationMs: ts - (changed.startedAt ?? ts) })
  }

  /** Something happened that changes the status of a step, unless that has ended already. */
  changeOpen(path: string, ts: number, status: ExecutionStep['status']): void {
    const step = this.#steps.get(path)
    if (step && isOpen(step)) this.change(path, ts, { status })
  }

  cancelInside(path: string, ts: number): void {
    for (const inner of this.#open.inside(path)) this.change(inner, ts, { status: 'cancelled' })
  }

  /** The execution has ended: the blocks around a failed step failed with it, what else is open was cancelled. */
  end(ts: number, executionStatus: ExecutionStatus, failure: ExecutionError | null): void {
    const status = executionStatus === 'completed' ? 'completed' : 'cancelled'
    for (const path of this.#open.inside('')) {
      if (failure?.step?.startsWith(`${path}.`)) this.change(path, ts, { status: 'failed', error: failure })
      else this.change(path, ts, { status, error: null })
    }
  }

  /** Lets go of the steps that have ended. */
  forgetEnded(): void {
    for (const path of this.#ended) {
      const step = this.#steps.get(path)
      if (step && !isOpen(step)) this.#steps.delete(path)
    }
    this.#ended = []
  }

  #keep(step: ExecutionStep): ExecutionStep {
    this.#steps.set(step.id, step)
    return step
  }

  #begin(path: string, ts: number): ExecutionStep {
    const declared = this.declared(path)
    return {
      id: path,
      kind: declared?.kind ?? 'unknown',
      title: declared?.title ?? '',
      status: 'running',
      tool: declared?.kind === 'tool' ? offeredName({ server: declared.server, name: declared.tool }) : null,
      input: null,
      output: null,
      error: null,
      attempt: 1,
      startedAt: ts,
      finishedAt: null,
      durationMs: null,
    }
  }
}

function isOpen({ status }: ExecutionStep): boolean {
  return status === 'running' || status === 'waiting' || status === 'awaiting_approval'
}

function declaredSteps(steps: readonly Step[]): Map<string, Step> {
  const declared = new Map<string, Step>()
  for (const step of steps) {
    declared.set(step.id, step)
    for (const inner of listsOf(step)) for (const [id, found] of declaredSteps(inner)) declared.set(id, found)
  }
  return declared
}
