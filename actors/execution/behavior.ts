// An execution: one run of one workflow version. Pure: the same messages at the same times give the same events, in a
// thread, in a test, in the simulator. Its laws:
// 1. Statuses move only along the graph of the contract; a terminal one never changes.
// 2. A step's result is recorded once; a result that comes late, or twice, changes nothing.
// 3. After a cancel no tool call is owed, so none starts.
// 4. A tool step with an approval is called with the arguments that were approved, after the decision, or never.
// 5. A moment is decided upon when it has come, whatever woke the execution.
import { isTerminal } from '../../domain/execution.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Projection } from '../../domain/projection.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { advance } from './advance.ts'
import { alarm } from './alarm.ts'
import { approvalOfCall, isForApproval } from './approving.ts'
import { decideApproval } from './deciding.ts'
import { evolve, initialState, sizeOf } from './evolve.ts'
import { explain } from './explaining.ts'
import { callFailed, ended, failed } from './failing.ts'
import { pending, wakeAt } from './owed.ts'
import { own, type Run } from './paths.ts'
import type { Program } from './program.ts'
import { project, view } from './projection.ts'
import type {
  ContinueMessage,
  DecideMessage,
  Event,
  EventMessage,
  ExecutionEffect,
  Message,
  State,
} from './protocol.ts'
import { recordable } from './sizes.ts'

export type ExecutionBehavior = Behavior<Message, Event, State, ExecutionEffect, Projection>

/** Events that may wait for a step which has not come to wait for them yet, and what they may take together. */
const inboxSize = 100
const inboxBytes = 1_048_576

/** @param id address of the execution; the same as its identifier */
export function execution(id: string, program: Program): ExecutionBehavior {
  const run: Run = { id, program }
  return {
    initial: initialState,
    decide: (state, message, now) => decide(run, state, message, now),
    advance: (state, now) => recordable(run, state, advance(run, state, now)),
    evolve: (state, event, at) => evolve(run, state, event, at),
    pending: state => pending(run, state),
    wakeAt: state => wakeAt(run, state),
    project: (state, events, isFirst) => project(run, state, events, isFirst),
    view: state => view(run, state),
    isDone: state => state.hasEnded,
  }
}

const unchanged: Decision<Event> = { events: [] }

function decide(run: Run, state: State, message: Message, now: number): Decision<Event> {
  if ('organizationId' in message && state.start?.organizationId !== message.organizationId) {
    // Another organization's execution is answered like one that never was.
    return refused(notFound('execution'))
  }
  switch (message.type) {
    case 'start':
      // Asked again after a crash: it has started already, and that is the answer.
      if (state.start) return unchanged
      return {
        events: [
          { type: 'started', start: message.start },
          ...(message.start.isGated ? [] : [{ type: 'status-changed', status: 'running' } as const]),
        ],
      }
    case 'admit':
      return state.status === 'queued'
        ? { events: [{ type: 'status-changed', status: 'running' }] }
        : unchanged
    case 'step-returned':
      return stepReturned(run, state, message, now)
    case 'view':
      return unchanged
    case 'explain':
      return { events: [], reply: explain(run, state, now) }
    case 'cancel':
      return cancel(run, state)
    case 'decide':
      return once(state, message, () => decideApproval(run, state, message, now))
    case 'event':
      return once(state, message, () => takeEvent(run, state, message))
    case 'continue':
      return once(state, message, () => continueParked(run, state))
    case 'alarm':
      return { events: alarm(run, state, now) }
    case 'child-started':
      return own(state.children, message.step)?.isStarted === false
        ? { events: [{ type: 'child-started', step: message.step }] }
        : unchanged
    case 'child-ended':
      return childEnded(run, state, message)
    case 'child-cancelled':
      if (!state.abandoned.includes(message.childId)) return unchanged
      return { events: [{ type: 'child-cancelled', childId: message.childId }] }
    case 'parent-told':
      return state.isParentTold ? unchanged : { events: [{ type: 'parent-told' }] }
    case 'park':
      return park(state, message.reason)
  }
}

/** An intent is taken once: the first event carries its name. */
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

type Taken<T extends Message['type']> = Extract<Message, { type: T }>

function stepReturned(
  run: Run,
  state: State,
  { step, attempt, result }: Taken<'step-returned'>,
  now: number,
): Decision<Event> {
  if (!Object.hasOwn(state.calls, step)) return unchanged
  // Recorded already: it comes again when the answer to its commit was lost.
  if (attempt !== undefined && attempt !== state.calls[step]!.attempt) return unchanged
  if (!result.ok && isForApproval(state, step, result.error))
    return { events: [approvalOfCall(run, state, step, now)] }
  if (!result.ok) return { events: callFailed(run, state, step, result.error, now) }
  return { events: recordable(run, state, [{ type: 'step-completed', step, output: result.output }]) }
}

function cancel({ id }: Run, state: State): Decision<Event> {
  if (state.status === 'cancelled') return unchanged
  if (isTerminal(state.status)) {
    return refused(
      new Failure('execution-ended', `execution ${id} is ${state.status} and cannot be cancelled`),
    )
  }
  return { events: ended(state, 'cancelled', null, null) }
}

/** Every step that waits for the event has it; without one it is kept for the step that will. */
function takeEvent({ id }: Run, state: State, { name, body }: Taken<'event'>): Decision<Event> {
  if (isTerminal(state.status))
    return refused(new Failure('execution-ended', `execution ${id} is ${state.status}`))
  const waiting = Object.entries(state.waits).filter(([, wait]) => wait.event === name)
  if (waiting.length > 0)
    return { events: waiting.map(([step]) => ({ type: 'step-completed', step, output: body })) }
  const full = fullInbox(state, body)
  if (full) return refused(full)
  return { events: [{ type: 'event-received', name, body }] }
}

/** Why the inbox has no room for the event; null when it has. */
function fullInbox({ inbox }: State, body: Json): Failure | null {
  const untaken = 'in this execution already, and no step takes them'
  if (inbox.length >= inboxSize) return new Failure('conflict', `${inboxSize} events wait ${untaken}`)
  const waiting = inbox.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const size = sizeOf(body)
  if (waiting + size <= inboxBytes) return null
  const message = `events of ${waiting} bytes wait ${untaken}: another ${size} bytes would exceed ${inboxBytes}`
  return new Failure('conflict', message)
}

function continueParked({ id }: Run, state: State): Decision<Event> {
  const parked = Object.entries(state.parked)
  if (parked.length === 0)
    return refused(new Failure('conflict', `execution ${id} has no step that waits to be continued`))
  return { events: parked.map(([step, { input }]) => ({ type: 'step-started', step, input, attempt: 1 })) }
}

function childEnded(run: Run, state: State, { step, childId, end }: Taken<'child-ended'>): Decision<Event> {
  if (state.children[step]?.id !== childId) return unchanged
  if (end.status === 'completed')
    return { events: recordable(run, state, [{ type: 'step-completed', step, output: end.output }]) }
  const message = end.error?.message ?? `the workflow was ${end.status}`
  return { events: failed(run, state, step, { code: end.error?.code ?? 'workflow-cancelled', message }) }
}

function park(state: State, reason: string): Decision<Event> {
  if (isTerminal(state.status)) return unchanged
  const error = { code: 'parked', message: `the execution was stopped: ${reason}`, step: null }
  return { events: ended(state, 'failed', null, error) }
}

function refused(refusal: Failure): Decision<Event> {
  return { events: [], refusal }
}
