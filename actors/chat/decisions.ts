// Decisions about the calls that an assistant wants to make: by a button or by words of the session, by the
// inbox, by time, or because the user has gone on. behavior.ts calls it. Pure. The first decision counts.
import type { ChatDecision } from '../../domain/chat/chat.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import { areEdited, isAsked } from '../../domain/work/approval.ts'
import type { Decision } from '../../runtime/actor.ts'
import type { Event, Message, State, TurnCall } from './protocol.ts'
import { isAsking, lastCalls } from './turns.ts'

/** Calls that wait for a decision: of the answer that is suspended, or of the one under way. */
export function askingCalls({ suspended, answering }: State): readonly TurnCall[] {
  const open = suspended ?? answering
  return open === null ? [] : lastCalls(open).filter(isAsking)
}

export function askingCall(state: State, approvalId: string): TurnCall | undefined {
  return askingCalls(state).find(({ approval }) => approval!.request.id === approvalId)
}

/** A decision from the inbox, or from an agent. */
export function decided(
  state: State,
  { approvalId, decision, by, note, args, digest }: Extract<Message, { type: 'decide' }>,
  now: number,
): Decision<Event> {
  const call = askingCall(state, approvalId)
  if (call === undefined) return { events: [], refusal: notFound('open approval') }
  const { request } = call.approval!
  if (!isAsked(request, by)) return refused('forbidden', 'this approval is addressed to somebody else')
  if (digest !== null && digest !== request.digest)
    return refused('conflict', 'what was shown has changed: read the approval again')
  const edited = areEdited(request, args) ? args : null
  return { events: [outcomeOf(call, decision, { by: by.userId, note, args: edited, decidedAt: now })] }
}

function refused(code: 'forbidden' | 'conflict', message: string): Decision<Event> {
  return { events: [], refusal: new Failure(code, message) }
}

/** A decision that somebody makes in the session, by a message. */
export function decidedByMessage(
  call: TurnCall,
  { decision, note = null, args = null, remember = 'once' }: ChatDecision,
  userId: string,
  now: number,
): Event {
  const edited = areEdited(call.approval!.request, args ?? null) ? (args ?? null) : null
  const who = { by: userId, note: note ?? null, args: edited, decidedAt: now }
  return outcomeOf(call, decision, who, remember)
}

function outcomeOf(
  { id: callId, approval }: TurnCall,
  decision: 'approve' | 'deny',
  more: Pick<Extract<Event, { type: 'call-decided' }>, 'by' | 'note' | 'args' | 'decidedAt'>,
  remember: 'once' | 'session' | 'always' = 'once',
): Event {
  const outcome = decision === 'approve' ? 'approved' : 'denied'
  return { type: 'call-decided', callId, ...approval!, decision: outcome, ...more, remember }
}

/** The user has gone on, or time is over: nobody is asked any more. */
export function withdrawn(state: State, decision: 'cancelled' | 'expired', now: number): readonly Event[] {
  return askingCalls(state).map(({ id: callId, approval }) => ({
    ...{ type: 'call-decided', callId, ...approval!, decision, by: null, note: null },
    ...{ args: null, remember: 'once', decidedAt: now },
  }))
}

/** Unix ms at which the first of them expires; null when nobody is asked. */
export function expiryOf(state: State): number | null {
  const times = askingCalls(state).map(({ approval }) => approval!.request.expiresAt!)
  return times.length === 0 ? null : Math.min(...times)
}

/** All is decided: the answer goes on under another id. */
export function resumption(state: State, now: number): readonly Event[] {
  const { suspended } = state
  if (suspended === null || askingCalls(state).length > 0) return []
  const answerId = derivedIdAt('message', `resumed ${suspended.answerId} ${state.events}`, now)
  return [{ type: 'resumed', answerId }]
}
