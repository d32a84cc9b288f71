// An execution: one run of one workflow version. effects.ts opens it for the host. Pure: the same messages at
// the same times give the same events, in a thread, in a test, in the simulator. Its laws:
// 1. Statuses move only along the graph of the contract; a terminal one never changes.
// 2. A step's result is recorded once; a late or repeated result changes nothing.
// 3. After a cancel no tool call is pending, so none starts.
// 4. A tool step with an approval makes its call after the decision, with the approved arguments, or never.
// 5. A deadline or timer takes effect once its time has come, whatever woke the execution.

import { Failure, notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { stepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import { isTerminal, type StartExecution } from '../../domain/work/execution.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { evolve, initialState, sizeOf } from './evolve.ts'
import { type ExecutionProjections, project, view } from './projection.ts'
import type {
  ContinueMessage,
  DecideMessage,
  Event,
  EventMessage,
  ExecutionEffect,
  Message,
  State,
} from './protocol.ts'
import { explain } from './reading/explaining.ts'
import { advance } from './steps/advance.ts'
import { modelAnswered } from './steps/agent.ts'
import { alarm } from './steps/alarm.ts'
import { inputTooLong } from './steps/asking/answering.ts'
import { approvalOfCall, isForApproval } from './steps/asking/approving.ts'
import { decideApproval } from './steps/asking/deciding.ts'
import { callFailed, ended, failed } from './steps/failing.ts'
import { budgetAnswered } from './steps/month-budget.ts'
import type { ExecutionContext } from './steps/paths.ts'
import { isFoundByRow, pending, wakeAt } from './steps/pending.ts'
import type { Program } from './steps/program.ts'
import { recordable } from './steps/sizes.ts'

export type ExecutionBehavior = Behavior<Message, Event, State, ExecutionEffect, ExecutionProjections>

/** Bounds of the inbox: events that no step waits for yet. */
const inboxSize = 100
const inboxBytes = 1_048_576

/** @param id address of the execution; the same as its identifier */
export function execution(id: string, program: Program): ExecutionBehavior {
  const context: ExecutionContext = { id, program }
  return {
    initial: initialState,
    decide: (state, message, now) => decide(context, state, message, now),
    advance: (state, now) => recordable(context, state, advance(context, state, now)),
    evolve: (state, event, at) => evolve(context, state, event, at),
    pending: state => pending(context, state),
    wakeAt: state => wakeAt(context, state),
    isFoundByRow,
    project: (state, events, isFirst) => project(context, state, events, isFirst),
    view: state => view(context, state),
    isDone: state => state.hasEnded,
  }
}

const unchanged: Decision<Event> = { events: [] }

function decide(context: ExecutionContext, state: State, message: Message, now: number): Decision<Event> {
  if ('organizationId' in message && state.start?.organizationId !== message.organizationId) {
    // To another organization the execution does not exist.
    return refused(notFound('execution'))
  }
  switch (message.type) {
    case 'start':
      // The start is repeated after a crash: the answer is the execution as it is.
      if (state.start) return unchanged
      return {
        events: [
          { type: 'started', start: message.start },
          ...editOf(message.start),
          ...(message.start.isGated ? [] : [{ type: 'status-changed', status: 'running' } as const]),
        ],
      }
    case 'admit':
      return state.status === 'queued'
        ? { events: [{ type: 'status-changed', status: 'running' }] }
        : unchanged
    case 'step-returned':
      return stepReturned(context, state, message, now)
    case 'model-answered':
      return modelAnswered(context, state, message, now)
    case 'input-too-long':
      return inputTooLong(context, state, message)
    case 'view':
      return unchanged
    case 'explain':
      return { events: [], reply: explain(context, state, now) }
    case 'cancel':
      return cancel(context, state)
    case 'decide':
      return once(state, message, () => decideApproval(context, state, message, now))
    case 'event':
      return once(state, message, () => takeEvent(context, state, message))
    case 'continue':
      return once(state, message, () => continueParked(context, state, message))
    case 'alarm':
      return { events: alarm(context, state, now) }
    case 'child-started':
      return own(state.children, message.step)?.isStarted === false
        ? { events: [{ type: 'child-started', step: message.step }] }
        : unchanged
    case 'child-ended':
      return childEnded(context, state, message)
    case 'child-cancelled':
      if (!state.abandoned.includes(message.childId)) return unchanged
      return { events: [{ type: 'child-cancelled', childId: message.childId }] }
    case 'parent-told':
      return state.isParentTold ? unchanged : { events: [{ type: 'parent-told' }] }
    case 'budget-answered':
      return { events: budgetAnswered(state, message) }
    case 'budget-settled':
      return state.monthly === null || state.monthly.isSettled ? unchanged : { events: [message] }
    case 'follower-told':
      return message.news <= state.toldFollower ? unchanged : { events: [message] }
    case 'poison':
      return poison(state, message.reason)
  }
}

/** Acts on an intent once; the first event carries its name. */
function once(
  state: State,
  { intent }: DecideMessage | EventMessage | ContinueMessage,
  take: () => Decision<Event>,
): Decision<Event> {
  if (intent == null) return take()
  if (state.intents.includes(intent)) return unchanged
  const decision = take()
  const [first, ...rest] = decision.events
  return first === undefined ? decision : { ...decision, events: [{ ...first, intent }, ...rest] }
}

type MessageOf<T extends Message['type']> = Extract<Message, { type: T }>

function stepReturned(
  context: ExecutionContext,
  state: State,
  { step, attempt, result }: MessageOf<'step-returned'>,
  now: number,
): Decision<Event> {
  if (!Object.hasOwn(state.calls, step)) return unchanged
  // The result of an earlier attempt comes again when the answer to its commit was lost.
  if (attempt !== undefined && attempt !== state.calls[step]!.attempt) return unchanged
  if (!result.ok && isForApproval(state, step, result.error))
    return { events: [approvalOfCall(context, state, step, now)] }
  if (!result.ok) return { events: callFailed(context, state, step, result.error, now) }
  return { events: recordable(context, state, [{ type: 'step-completed', step, output: result.output }]) }
}

function cancel({ id }: ExecutionContext, state: State): Decision<Event> {
  if (state.status === 'cancelled') return unchanged
  if (isTerminal(state.status)) {
    return refused(
      new Failure('execution-ended', `execution ${id} is ${state.status} and cannot be cancelled`),
    )
  }
  return { events: ended(state, 'cancelled', null, null) }
}

/** Completes every step that waits for the event. If there is none, keeps the event in the inbox. */
function takeEvent(
  { id }: ExecutionContext,
  state: State,
  { name, body }: MessageOf<'event'>,
): Decision<Event> {
  if (isTerminal(state.status))
    return refused(new Failure('execution-ended', `execution ${id} is ${state.status}`))
  const waiting = Object.entries(state.waits).filter(([, wait]) => wait.event === name)
  if (waiting.length > 0)
    return { events: waiting.map(([step]) => ({ type: 'step-completed', step, output: body })) }
  const full = fullInbox(state, body)
  if (full) return refused(full)
  return { events: [{ type: 'event-received', name, body }] }
}

/** Why the inbox has no room for the event; null when it has room. */
function fullInbox({ inbox }: State, body: Json): Failure | null {
  const untaken = 'in this execution already, and no step takes them'
  if (inbox.length >= inboxSize) return new Failure('conflict', `${inboxSize} events wait ${untaken}`)
  const waiting = inbox.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const size = sizeOf(body)
  if (waiting + size <= inboxBytes) return null
  const message = `events of ${waiting} bytes wait ${untaken}: another ${size} bytes would exceed ${inboxBytes}`
  return new Failure('conflict', message)
}

function editOf({ forkedFrom }: StartExecution): readonly Event[] {
  return forkedFrom?.edit === undefined ? [] : [{ type: 'step-edited', ...forkedFrom.edit }]
}

/** An edited step begins anew, so it asks for approval again; the others go on where they stopped. */
function continueParked(
  context: ExecutionContext,
  state: State,
  { step: wanted, edit }: ContinueMessage,
): Decision<Event> {
  const parked = Object.entries(state.parked)
  if (parked.length === 0)
    return refused(new Failure('conflict', `execution ${context.id} has no step that waits to be continued`))
  const chosen = wanted === undefined ? parked : parked.filter(([step]) => step === wanted)
  if (chosen.length === 0) {
    const names = parked.slice(0, 5).map(([step]) => step)
    const message = `fromStep: ${wanted} is not parked; expected one of those that are: ${names.join(', ')}`
    return refused(new Failure('validation-failed', message))
  }
  if (edit !== undefined) return { events: [{ type: 'step-edited', ...edit }] }
  return { events: chosen.map(([step, { input }]) => ({ type: 'step-started', step, input, attempt: 1 })) }
}

function childEnded(
  context: ExecutionContext,
  state: State,
  { step, childId, end }: MessageOf<'child-ended'>,
): Decision<Event> {
  if (own(state.children, step)?.id !== childId) return unchanged
  if (end.status === 'completed')
    return { events: recordable(context, state, [{ type: 'step-completed', step, output: end.output }]) }
  const message = end.error?.message ?? `the workflow was ${end.status}`
  const code = stepErrorCode(end.error?.code ?? 'workflow-cancelled')
  return { events: failed(context, state, step, { code, message }) }
}

function poison(state: State, reason: string): Decision<Event> {
  if (isTerminal(state.status)) return unchanged
  const error = { code: 'parked', message: `the execution was stopped: ${reason}`, step: null }
  return { events: ended(state, 'failed', null, error) }
}

function refused(refusal: Failure): Decision<Event> {
  return { events: [], refusal }
}
