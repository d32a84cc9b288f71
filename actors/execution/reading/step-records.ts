// The steps of an execution as readers see them; timeline.ts holds one.
// 1. A step that ends cancels the open steps inside it.
// 2. The cost of a change does not grow with the number of steps.

import type { JsonObject } from '../../../domain/json.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import type {
  ExecutionError,
  ExecutionStatus,
  ExecutionStep,
  StepApproval,
  StepPhase,
} from '../../../domain/work/execution.ts'
import type { EndedStep } from '../../../domain/work/execution-log.ts'
import { OpenSteps } from '../steps/open-steps.ts'
import { agentCallId, framePathOf, stepIdOf } from '../steps/paths.ts'

/** Is this step on the page? @param place of the step in the order of their beginnings, from 0 */
export type IsShown = (path: string, place: number) => boolean

/** `phase`: what begins, when the status does not say it. */
export type StepChange = Partial<Omit<ExecutionStep, 'phases'>> & { readonly phase?: StepPhase['kind'] }

/** Phases that a step keeps, the last ones. */
const mostPhases = 50
const errorLength = 300

export class StepRecords {
  readonly #declared: ReadonlyMap<string, Step>
  readonly #steps = new Map<string, ExecutionStep>()
  readonly #open = new OpenSteps()
  /** Paths of steps that have ended since the last `forgetEnded`. */
  #ended: string[] = []
  /** Steps that have ended with something else since the last `takeEndedBeside`. */
  #endedBeside: EndedStep[] = []

  readonly #isShown: IsShown
  /** Paths of steps without values, because they are not shown. */
  readonly #bare = new Set<string>()

  /** @param isShown which steps keep their values; do not combine it with `forgetEnded` */
  constructor(plan: Plan, isShown: IsShown = () => true) {
    this.#declared = new Map(allSteps(plan.steps).map(step => [step.id, step]))
    this.#isShown = isShown
  }

  /** In the order in which they began. */
  get all(): readonly ExecutionStep[] {
    return [...this.#steps.values()]
  }

  /** The step of the plan; undefined when the plan has none of that id. */
  declared(path: string): Step | undefined {
    return this.#declared.get(stepIdOf(path))
  }

  /** Does the execution go on after the step has failed, with nothing in its place? */
  goesOn(path: string): boolean {
    return stepIdOf(path) === agentCallId || this.declared(path)?.onError === 'continue'
  }

  /** Changes a step; the change may begin, end or reopen it. @returns the step after the change */
  change(path: string, ts: number, { phase, ...change }: StepChange): ExecutionStep {
    const before = this.#steps.get(path) ?? this.#begin(path, ts)
    const begun = phaseOf(change, phase)
    const phases = begun === null ? before.phases : withPhase(before.phases, { ...begun, at: ts })
    const changed = { ...before, ...change, phases }
    if (isOpen(changed)) {
      this.#open.add(path)
      return this.#keep({ ...changed, finishedAt: null, durationMs: null })
    }
    this.cancelInside(path, ts)
    this.#open.delete(path)
    this.#ended.push(path)
    return this.#keep({ ...changed, finishedAt: ts, durationMs: ts - (changed.startedAt ?? ts) })
  }

  /** Changes the status of a step, unless the step has ended. */
  changeOpen(path: string, ts: number, status: ExecutionStep['status']): void {
    const step = this.#steps.get(path)
    if (step && isOpen(step)) this.#changeBeside(path, ts, { status })
  }

  /**
   * Records the decision about the approval of a step, which may have ended before.
   * @param args the edited arguments; null when nobody edited them
   */
  decideApproval(
    path: string,
    {
      id,
      args,
      ...decided
    }: Pick<StepApproval, 'id' | 'status' | 'decidedAt' | 'decidedBy' | 'note'> & {
      readonly args: JsonObject | null
    },
  ): void {
    const step = this.#steps.get(path)
    if (step?.approval?.id !== id) return
    const proposedArgs = args === null ? null : step.input
    const approval = { ...step.approval, ...decided, proposedArgs }
    this.#keep({ ...step, input: args ?? step.input, approval })
  }

  cancelInside(path: string, ts: number): void {
    for (const inner of this.#open.inside(path)) this.#changeBeside(inner, ts, { status: 'cancelled' })
  }

  /**
   * Ends the open steps with the execution: blocks around the step that failed or ended it end as it did,
   * others are cancelled.
   * @param completed the step that has completed last
   */
  end(ts: number, status: ExecutionStatus, failure: ExecutionError | null, completed: string): void {
    for (const path of this.#open.inside('')) {
      if (failure?.step?.startsWith(`${path}.`))
        this.#changeBeside(path, ts, { status: 'failed', error: failure })
      else if (status === 'completed') this.#leave(path, ts, completed)
      else this.#changeBeside(path, ts, { status: 'cancelled', error: null })
    }
  }

  /** After a `next`: ends the open steps of its turn. */
  endTurn(path: string, ts: number): void {
    if (this.declared(path)?.kind !== 'next') return
    const turn = turnAround(path)
    const loop = framePathOf(turn)
    for (const inner of this.#open.inside(loop))
      if (inner !== path && inner.startsWith(`${turn}.`)) this.#leave(inner, ts, path)
  }

  /** Ends an open step where another one ended all: a block around that has done its work. */
  #leave(path: string, ts: number, left: string): void {
    const status = left.startsWith(`${path}.`) ? 'completed' : 'cancelled'
    this.#changeBeside(path, ts, { status, error: null })
  }

  /** The steps that have ended since the last call, though no event was about them; innermost first. */
  takeEndedBeside(): readonly EndedStep[] {
    const taken = this.#endedBeside
    if (taken.length > 0) this.#endedBeside = []
    return taken
  }

  /** Frees the ended steps. */
  forgetEnded(): void {
    for (const path of this.#ended) {
      const step = this.#steps.get(path)
      if (step && !isOpen(step)) this.#steps.delete(path)
    }
    this.#ended = []
  }

  /** Changes a step that the event is not about. */
  #changeBeside(path: string, ts: number, change: StepChange): void {
    const { id, status, finishedAt } = this.change(path, ts, change)
    if (finishedAt !== null) this.#endedBeside.push({ id, status })
  }

  #keep(step: ExecutionStep): ExecutionStep {
    this.#steps.set(step.id, this.#bare.has(step.id) ? { ...step, input: null, output: null } : step)
    return step
  }

  #begin(path: string, ts: number): ExecutionStep {
    const declared = this.declared(path)
    const isAgentCall = stepIdOf(path) === agentCallId
    if (!this.#isShown(path, this.#steps.size)) this.#bare.add(path)
    return {
      id: path,
      kind: isAgentCall ? 'tool' : (declared?.kind ?? 'unknown'),
      title: declared?.title ?? '',
      status: 'running',
      tool: declared?.kind === 'tool' ? offeredName({ server: declared.server, name: declared.tool }) : null,
      input: null,
      output: null,
      error: null,
      attempt: 1,
      approval: null,
      phases: [],
      startedAt: ts,
      finishedAt: null,
      durationMs: null,
    }
  }
}

function phaseOf({ status, error }: StepChange, phase?: StepPhase['kind']): Omit<StepPhase, 'at'> | null {
  const kind =
    phase ??
    ({ running: 'run', waiting: 'wait', awaiting_approval: 'approval' } as const)[status as 'running']
  if (kind === undefined) return null
  // A message may have been left out of the entry.
  const said = kind === 'retry' || kind === 'parked' ? (error?.message ?? '') : null
  return { kind, error: said === null ? null : said.slice(0, errorLength).toWellFormed() }
}

function withPhase(phases: StepPhase[], phase: StepPhase): StepPhase[] {
  if (phases.at(-1)?.kind === phase.kind) return phases
  return [...phases.slice(-(mostPhases - 1)), phase]
}

/** Path of the frame of the innermost turn around the step. */
function turnAround(path: string): string {
  let frame = framePathOf(path)
  while (frame !== '' && !/\.(each|turn)\[\d+\]$/.test(frame)) frame = framePathOf(framePathOf(frame))
  return frame
}

function isOpen({ status }: ExecutionStep): boolean {
  return status === 'running' || status === 'waiting' || status === 'awaiting_approval'
}
