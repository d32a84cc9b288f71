// The timeline of an execution, folded from its entries: the steps with their times and results, and the
// events of the log stream. execution-log.ts makes one per reader, for GET .../steps and GET .../logs.
// Nothing of it is stored: the journal is enough.

import type { Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { durationWords } from '../../../domain/time-words.ts'
import { budgetStep } from '../../../domain/work/budget.ts'
import {
  type ExecutionError,
  type ExecutionStatus,
  type ExecutionStep,
  isTerminal,
} from '../../../domain/work/execution.ts'
import { type EndedStep, mostEnded } from '../../../domain/work/execution-log.ts'
import type { Entry } from '../../../runtime/journal.ts'
import type { ApprovalDecided, Event } from '../protocol.ts'
import { eventsIn } from './left-out.ts'
import { Metering } from './metering.ts'
import { type IsShown, type StepChange, StepRecords } from './step-records.ts'

/** An event of the log stream; `id` is the number of the event in the journal, from 1. */
export interface LogEvent {
  readonly id: number
  readonly event: 'status' | 'step' | 'log' | 'end'
  readonly data: LogData
}

interface Ended {
  /** Other steps that ended with this; absent when there are none. */
  readonly ended?: readonly EndedStep[]
}

export type LogData =
  | ({ readonly ts: number; readonly status: ExecutionStatus; readonly cu: number } & Ended)
  | ({ readonly ts: number; readonly step: ExecutionStep; readonly cu: number } & Ended)
  | ({
      readonly ts: number
      readonly level: 'info' | 'warn'
      readonly message: string
      readonly stepId: string | null
    } & Ended)
  | {
      readonly ts: number
      readonly status: ExecutionStatus
      readonly output: Json
      readonly error: ExecutionError | null
      readonly cu: number
    }

export class Timeline {
  readonly #steps: StepRecords
  #status: ExecutionStatus = 'queued'
  /** The failure that no `onError` has handled. */
  #failure: ExecutionError | null = null
  /** The step that has completed last. */
  #completed = ''
  #seq = 0
  /** Of each agent, so far. */
  readonly #turns = new Map<string, number>()

  /** What has been used so far. */
  readonly #metering: Metering

  /** @param isShown which steps keep their values; default: all */
  constructor(plan: Plan, isShown?: IsShown) {
    this.#steps = new StepRecords(plan, isShown)
    this.#metering = new Metering(plan)
  }

  /** Number of the last event folded, 0 before the first. */
  get seq(): number {
    return this.#seq
  }

  /** In the order in which they began. */
  get steps(): readonly ExecutionStep[] {
    return this.#steps.all
  }

  /** Folds the next entry; skips events that it has folded already. */
  take({ seq, at, body }: Entry): LogEvent[] {
    return eventsIn(body)
      .slice(Math.max(0, this.#seq + 1 - seq))
      .map(event => ({ id: ++this.#seq, ...this.#withEnded(this.#logEventOf(event, at)) }))
  }

  /** Frees the ended steps, for readers of the log only: no later entry changes them. */
  forgetEnded(): void {
    this.#steps.forgetEnded()
  }

  /** Changes the steps by the event. @returns its event of the log stream */
  #logEventOf(event: Event, ts: number): Omit<LogEvent, 'id'> {
    this.#metering.take(event)
    const { cu } = this.#metering
    switch (event.type) {
      case 'started':
        return { event: 'status', data: { ts, status: this.#status, cu } }
      case 'status-changed':
        this.#status = event.status
        if (isTerminal(event.status)) this.#steps.end(ts, event.status, this.#failure, this.#completed)
        return { event: 'status', data: { ts, status: event.status, cu } }
      case 'ended':
        return {
          event: 'end',
          data: { ts, status: this.#status, output: event.output, error: event.error, cu },
        }
      case 'step-started':
        return this.#change(event.step, ts, {
          input: event.input,
          status: 'running',
          attempt: event.attempt ?? 1,
          ...(event.tool !== undefined && { tool: event.tool }),
        })
      case 'agent-turned': {
        const { text, calls, defect, answer } = event.turn
        const asked = calls.map(({ tool, args }) => ({ tool, args }))
        const path = `${event.step}.turn[${this.#turnOf(event.step)}]`
        // Of a part of a long input there is an answer, and nothing else.
        const output: Json = answer === undefined ? { text, calls: asked, defect } : { answer }
        return this.#change(path, ts, { kind: 'model', status: 'completed', output })
      }
      case 'input-parted':
        return this.#told(
          ts,
          event.step,
          `the input is ${event.length} characters long, more than the model takes: it is asked in ${event.parts} parts`,
        )
      case 'answer-taken': {
        const age = durationWords(event.ageMs)
        return this.#told(ts, event.step, `the model was not asked: the answer is from the cache, ${age} old`)
      }
      case 'attempt-failed':
        return this.#change(event.step, ts, { status: 'waiting', error: event.error, phase: 'retry' })
      case 'step-parked':
        return this.#change(event.step, ts, { status: 'waiting', error: event.error, phase: 'parked' })
      case 'step-edited':
        return this.#told(ts, event.step, `${event.by} gave this step other arguments`)
      case 'step-recovered':
        return this.#recover(event.step, event.error, ts)
      case 'wait-started':
        return this.#change(event.step, ts, { status: 'waiting', input: waitOf(event) })
      case 'item-opened':
        return this.#told(ts, event.step, 'the next item begins while others wait for a decision')
      case 'turn-started':
        return this.#change(event.step, ts, { status: 'running' })
      case 'approval-requested': {
        const { id, message, tool, args } = event.request
        return this.#change(event.step, ts, {
          status: 'awaiting_approval',
          input: tool === null ? { message } : args,
          approval: { ...undecided, id, requestedAt: ts },
          ...(event.step === budgetStep && { kind: 'approval', title: 'Budget' }),
        })
      }
      case 'approval-decided': {
        const { id, decision, by, note, args } = event
        const decided = { id, status: decision, decidedAt: ts, decidedBy: by, note, args }
        this.#steps.decideApproval(event.step, decided)
        if (event.step === budgetStep && decision === 'approved')
          return this.#change(event.step, ts, { status: 'completed' })
        const status = decision === 'cancelled' ? 'cancelled' : 'running'
        return this.#log(ts, event.step, status, decisionText(event))
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
      case 'budget-requested':
        return told(ts, `${event.needed} compute units are asked for of the monthly budgets`)
      case 'budget-granted':
        return told(ts, `${event.granted} compute units of the monthly budgets`)
      case 'budget-refused':
        return told(ts, `the monthly budget of the ${event.refused.scope} is used up`)
      case 'budget-settled':
        return told(ts, 'the monthly budgets have what is left')
      case 'follower-told':
        return {
          event: 'log',
          data: { ts, level: 'info', message: 'the chat knows of this', stepId: null },
        }
      case 'step-completed':
        this.#completed = event.step
        this.#steps.endTurn(event.step, ts)
        return this.#change(event.step, ts, {
          ...inputOf(event),
          status: 'completed',
          output: event.output,
          error: null,
        })
      case 'step-failed':
        this.#failure = event.error
        return this.#change(event.step, ts, { ...inputOf(event), status: 'failed', error: event.error })
      case 'step-skipped':
        return this.#change(event.step, ts, { status: 'skipped' })
    }
  }

  /** Each event of the journal is one of the log, so what ends with it is named in it. */
  #withEnded(event: Omit<LogEvent, 'id'>): Omit<LogEvent, 'id'> {
    const ended = this.#steps.takeEndedBeside()
    return ended.length === 0
      ? event
      : { ...event, data: { ...event.data, ended: ended.slice(0, mostEnded) } }
  }

  /** Counts the turns of an agent, from 0. */
  #turnOf(agent: string): number {
    const turn = this.#turns.get(agent) ?? 0
    this.#turns.set(agent, turn + 1)
    return turn
  }

  #change(path: string, ts: number, change: StepChange): Omit<LogEvent, 'id'> {
    return { event: 'step', data: { ts, step: this.#steps.change(path, ts, change), cu: this.#metering.cu } }
  }

  /** Changes the status of a step, with a line of the log. */
  #log(ts: number, stepId: string, status: ExecutionStep['status'], message: string): Omit<LogEvent, 'id'> {
    this.#steps.changeOpen(stepId, ts, status)
    return { event: 'log', data: { ts, level: 'info', message, stepId } }
  }

  /** A line of the log about a step, whose status stays. */
  #told(ts: number, stepId: string, message: string): Omit<LogEvent, 'id'> {
    return { event: 'log', data: { ts, level: 'info', message, stepId } }
  }

  /** The step's `onError` takes over: cancels what was open inside the step. */
  #recover(path: string, error: ExecutionError, ts: number): Omit<LogEvent, 'id'> {
    this.#failure = null
    if (this.#steps.goesOn(path)) return this.#change(path, ts, { status: 'failed', error })
    this.#steps.cancelInside(path, ts)
    return this.#change(path, ts, { status: 'running' })
  }
}

function told(ts: number, message: string): Omit<LogEvent, 'id'> {
  return { event: 'log', data: { ts, level: 'info', message, stepId: null } }
}

const undecided = {
  status: 'pending',
  decidedAt: null,
  decidedBy: null,
  note: null,
  proposedArgs: null,
} as const

function decisionText({ decision, by, note, args }: ApprovalDecided): string {
  const who = by ? ` by ${by}` : ''
  const edited = args === null ? '' : ' with edited arguments'
  return `approval ${decision}${who}${edited}${note ? `: ${note}` : ''}`
}

function inputOf(event: { input?: Json }): StepChange {
  return event.input === undefined ? {} : { input: event.input }
}

function waitOf({ dueAt, event, expiresAt }: Extract<Event, { type: 'wait-started' }>): Json {
  return event === null ? { until: dueAt } : { event, until: expiresAt }
}
