// The story of an execution, folded from its entries: the steps with their times and results, and the events of the log
// stream. Nothing of it is stored: the journal is enough. Read by GET .../steps and GET .../logs.

import { listsOf } from '../../domain/dependencies.ts'
import {
  type ExecutionError,
  type ExecutionStatus,
  type ExecutionStep,
  isTerminal,
} from '../../domain/execution.ts'
import type { Json } from '../../domain/json.ts'
import type { Plan, Step } from '../../domain/plan.ts'
import { offeredName } from '../../domain/tool.ts'
import type { Entry } from '../../runtime/journal.ts'
import { stepIdOf } from './paths.ts'
import type { Event } from './protocol.ts'

/** An event of the log stream; `id` is the number of the event in the journal, from 1. */
export interface LogEvent {
  readonly id: number
  readonly event: 'status' | 'step' | 'log' | 'end'
  readonly data: LogData
}

export type LogData =
  | { readonly ts: number; readonly status: ExecutionStatus }
  | { readonly ts: number; readonly step: ExecutionStep }
  | {
      readonly ts: number
      readonly level: 'info' | 'warn'
      readonly message: string
      readonly stepId: string | null
    }
  | {
      readonly ts: number
      readonly status: ExecutionStatus
      readonly output: Json
      readonly error: ExecutionError | null
    }

export class Timeline {
  readonly #declared: ReadonlyMap<string, Step>
  readonly #steps = new Map<string, ExecutionStep>()
  #status: ExecutionStatus = 'queued'
  #seq = 0

  constructor(plan: Plan) {
    this.#declared = declaredSteps(plan.steps)
  }

  /** Number of the last event taken, 0 before the first. */
  get seq(): number {
    return this.#seq
  }

  /** In the order in which they began. */
  get steps(): readonly ExecutionStep[] {
    return [...this.#steps.values()]
  }

  /** Takes an entry that follows; what of it was taken before is passed over. */
  take({ seq, at, body }: Entry): LogEvent[] {
    const events = JSON.parse(body) as Event[]
    return events
      .slice(Math.max(0, this.#seq + 1 - seq))
      .map(event => ({ id: ++this.#seq, ...this.#tell(event, at) }))
  }

  #tell(event: Event, ts: number): Omit<LogEvent, 'id'> {
    switch (event.type) {
      case 'started':
        return { event: 'status', data: { ts, status: this.#status } }
      case 'status-changed':
        this.#status = event.status
        if (isTerminal(event.status)) this.#endOpenSteps(ts)
        return { event: 'status', data: { ts, status: event.status } }
      case 'ended':
        return { event: 'end', data: { ts, status: this.#status, output: event.output, error: event.error } }
      case 'step-started':
        return this.#change(event.step, ts, {
          input: event.input,
          status: 'running',
          attempt: event.attempt ?? 1,
        })
      case 'attempt-failed':
        return this.#change(event.step, ts, { status: 'waiting', error: event.error })
      case 'step-parked':
        return this.#change(event.step, ts, { status: 'waiting', error: event.error })
      case 'step-recovered':
        return this.#recover(event.step, ts)
      case 'wait-started':
        return this.#change(event.step, ts, { status: 'waiting', input: waitOf(event) })
      case 'approval-requested': {
        const { message, tool, args } = event.request
        return this.#change(event.step, ts, {
          status: 'awaiting_approval',
          input: tool === null ? { message } : args,
        })
      }
      case 'approval-decided': {
        const { decision, by, note } = event
        const status = decision === 'cancelled' ? 'cancelled' : 'running'
        return this.#log(
          ts,
          event.step,
          status,
          `approval ${decision}${by ? ` by ${by}` : ''}${note ? `: ${note}` : ''}`,
        )
      }
      case 'approval-voted':
        return this.#log(ts, event.step, 'awaiting_approval', `approved by ${event.by}, more must approve`)
      case 'child-started':
        return this.#log(ts, event.step, 'waiting', 'the workflow has started')
      case 'event-received':
        return {
          event: 'log',
          data: { ts, level: 'info', message: `event ${event.name} received`, stepId: null },
        }
      case 'child-abandoned':
        return this.#log(ts, event.step, 'running', 'the workflow is waited for no longer')
      case 'child-cancelled':
        return {
          event: 'log',
          data: { ts, level: 'info', message: `execution ${event.childId} cancelled`, stepId: null },
        }
      case 'parent-told':
        return {
          event: 'log',
          data: { ts, level: 'info', message: 'the parent execution has the result', stepId: null },
        }
      case 'step-completed':
        return this.#change(
          event.step,
          ts,
          { ...inputOf(event), status: 'completed', output: event.output, error: null },
          true,
        )
      case 'step-failed':
        return this.#change(event.step, ts, { ...inputOf(event), status: 'failed', error: event.error }, true)
      case 'step-skipped':
        return this.#change(event.step, ts, { status: 'skipped' }, true)
    }
  }

  #change(path: string, ts: number, change: Partial<ExecutionStep>, hasEnded = false): Omit<LogEvent, 'id'> {
    const before = this.#steps.get(path) ?? this.#begin(path, ts)
    const end = hasEnded ? { finishedAt: ts, durationMs: ts - (before.startedAt ?? ts) } : {}
    const step = { ...before, ...change, ...end }
    this.#steps.set(path, step)
    return { event: 'step', data: { ts, step } }
  }

  /** Something that changes a step's status and is worth a line. */
  #log(ts: number, stepId: string, status: ExecutionStep['status'], message: string): Omit<LogEvent, 'id'> {
    const step = this.#steps.get(stepId)
    if (step) this.#steps.set(stepId, { ...step, status })
    return { event: 'log', data: { ts, level: 'info', message, stepId } }
  }

  /** The step's onError takes over: what was open inside of it is cancelled. */
  #recover(path: string, ts: number): Omit<LogEvent, 'id'> {
    for (const [inner, step] of this.#steps) {
      if (inner.startsWith(`${path}.`) && isOpen(step)) this.#change(inner, ts, { status: 'cancelled' }, true)
    }
    return this.#change(path, ts, { status: 'running' })
  }

  #begin(path: string, ts: number): ExecutionStep {
    const declared = this.#declared.get(stepIdOf(path))
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

  /** What was open when the execution ended: the blocks around a failed step failed with it, the rest was cancelled. */
  #endOpenSteps(ts: number): void {
    const failed = [...this.#steps.values()].filter(step => step.status === 'failed')
    for (const [path, step] of this.#steps) {
      if (!isOpen(step)) continue
      const inner = failed.find(other => other.id.startsWith(`${path}.`))
      const status = inner ? 'failed' : this.#status === 'completed' ? 'completed' : 'cancelled'
      const durationMs = ts - (step.startedAt ?? ts)
      this.#steps.set(path, { ...step, status, error: inner?.error ?? null, finishedAt: ts, durationMs })
    }
  }
}

function inputOf(event: { input?: Json }): Partial<ExecutionStep> {
  return event.input === undefined ? {} : { input: event.input }
}

function isOpen({ status }: ExecutionStep): boolean {
  return status === 'running' || status === 'waiting' || status === 'awaiting_approval'
}

function waitOf({ dueAt, event, expiresAt }: Extract<Event, { type: 'wait-started' }>): Json {
  return event === null ? { until: dueAt } : { event, until: expiresAt }
}

function declaredSteps(steps: readonly Step[]): Map<string, Step> {
  const declared = new Map<string, Step>()
  for (const step of steps) {
    declared.set(step.id, step)
    for (const inner of listsOf(step)) for (const [id, found] of declaredSteps(inner)) declared.set(id, found)
  }
  return declared
}
