// A message of the user comes: it waits for its answer, decides about a call that the assistant wants to
// make, or says that a workflow was confirmed. behavior.ts calls it. Pure.
import { bareDecision } from '../../domain/chat/bare-decision.ts'
import { chatBounds } from '../../domain/chat/chat.ts'
import { isShared } from '../../domain/chat/speaker.ts'
import { Failure } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import { askedText } from '../../domain/shown/asked-text.ts'
import type { Decision } from '../../runtime/actor.ts'
import { assistantMessage } from './answer-message.ts'
import { stopped } from './answering.ts'
import { confirmedParts } from './confirming/confirming.ts'
import { askingCall, askingCalls, decidedByMessage } from './decisions.ts'
import type { ConfirmedPlan, Event, Message, SaidReply, State, TurnCall } from './protocol.ts'

type SayMessage = Extract<Message, { type: 'say' }>

export function say(
  context: { readonly id: string },
  state: State,
  message: SayMessage,
  now: number,
): Decision<Event> {
  const { intent, onBusy } = message
  const taken = state.intents.find(one => one.intent === intent)
  if (taken !== undefined) return { events: [], reply: taken as unknown as Json }
  const unheld = unheldRemembering(state, message)
  if (unheld !== null) return { events: [], refusal: unheld }
  if (isOfAnother(state, message)) return refused('what was shown has changed: read the approval again')
  if (message.confirmed != null)
    return confirmedBy(context, state, { ...message, confirmed: message.confirmed }, now)
  const decides = decisionsOf(state, message, now)
  if (decides !== null) {
    const said = saidEvent(context, message, now, true)
    const events = [said, ...decides, ...goOn(context, state, { said, decides }, now)]
    return { events, reply: replyOf(said, state.events + 1) }
  }
  const isBusy = state.answering !== null
  if (isBusy && onBusy === 'reject') return refused('an answer is under way in this session')
  if (state.waiting.length >= chatBounds.waiting)
    return refused(`${chatBounds.waiting} messages wait for their answers`)
  const interrupted = isBusy && onBusy === 'interrupt' ? stopped(context, state, now, 'cancelled') : []
  const said = saidEvent(context, message, now)
  return {
    events: [...interrupted, said],
    reply: replyOf(said, state.events + interrupted.length + 1),
  }
}

/** It disturbs no answer that is under way, and withdraws nothing that waits for approval. */
function confirmedBy(
  context: { readonly id: string },
  state: State,
  message: SayMessage & { readonly confirmed: ConfirmedPlan },
  now: number,
): Decision<Event> {
  const said = saidEvent(context, message, now, true)
  const facts = { id: said.answerId, parts: confirmedParts(message.confirmed), executionId: null }
  const answered = { type: 'answered', message: assistantMessage(context, facts, now) } as const
  return { events: [said, answered], reply: replyOf(said, state.events + 1) }
}

const onlyOnce =
  'approval.remember: expected once: all visitors share this key. For more, make chat tokens with a subject'

/** Why an approval cannot hold for further calls; null when it can, or when it should not. */
function unheldRemembering(state: State, { decision, by }: SayMessage): Failure | null {
  if (decision === null || (decision.remember ?? 'once') === 'once') return null
  if (isShared(by)) return new Failure('forbidden', onlyOnce)
  const call = askingCall(state, decision.id)
  if (call?.approval?.request.onceOnly !== true) return null
  const message = `approval.remember: expected once: each call of ${call.tool} is approved by itself`
  return new Failure('validation-failed', message)
}

function refused(message: string): Decision<Event> {
  return { events: [], refusal: new Failure('conflict', message) }
}

/** The decision names the digest of something else than what waits. */
function isOfAnother(state: State, { decision }: SayMessage): boolean {
  const digest = decision?.digest ?? null
  const call = digest === null ? undefined : askingCall(state, decision!.id)
  return call !== undefined && call.approval!.request.digest !== digest
}

type SaidEvent = Extract<Event, { type: 'said' }>

function saidEvent(
  { id: sessionId }: { readonly id: string },
  { text, decision, by, intent }: SayMessage,
  now: number,
  isDecision = false,
): SaidEvent {
  return {
    type: 'said',
    message: {
      ...{ id: idOf('question', intent, now), sessionId, role: 'user', status: 'complete', content: text },
      ...{ parts: [{ type: 'text', text }], executionId: null, createdAt: now },
    },
    ...{ answerId: idOf('answer', intent, now), decision, by, intent },
    ...(isDecision && { isDecision }),
  }
}

function idOf(role: string, intent: string, now: number): string {
  return derivedIdAt('message', `${role} ${intent}`, now)
}

function replyOf({ intent, message, answerId }: SaidEvent, eventId: number): Json {
  const reply: SaidReply = { intent, messageId: message.id, answerId, eventId }
  return reply as unknown as Json
}

/** What a message decides about calls of the assistant; null: it is another message. */
function decisionsOf(state: State, { decision, text, by }: SayMessage, now: number): readonly Event[] | null {
  if (decision !== null) {
    const call = askingCall(state, decision.id)
    return call === undefined ? null : [decidedByMessage(call, decision, by.userId, now)]
  }
  const calls = askingCalls(state)
  const bare = calls.length === 0 ? null : bareDecision(text)
  if (bare === null) return null
  if (calls.length > 1 && !bare.isForAll) return []
  if (bare.decision === 'approve' && calls.some(isTooLong)) return []
  return calls.map(call => decidedByMessage(call, { id: '', ...bare }, by.userId, now))
}

/** A place that shows texts has no room for all of it. */
function isTooLong({ approval }: TurnCall): boolean {
  return askedText(approval!.request).missing > 0
}

/** After the last decision the suspended answer goes on, as the answer to this message. */
function goOn(
  context: { readonly id: string },
  state: State,
  { said, decides }: { readonly said: SaidEvent; readonly decides: readonly Event[] },
  now: number,
): readonly Event[] {
  const { answerId } = said
  const asking = askingCalls(state)
  const left = asking.length - decides.length
  if (left === 0 && state.suspended !== null) return [{ type: 'resumed', answerId }]
  const more = `${left} more ${left === 1 ? 'waits' : 'wait'} for your decision`
  const text = decides.length === 0 ? howToDecide(asking) : left === 0 ? 'Noted.' : `Noted. ${more}.`
  const facts = { id: answerId, parts: [{ type: 'text' as const, text }], executionId: null }
  return [{ type: 'answered', message: assistantMessage(context, facts, now) }]
}

/** A bare word has decided nothing. */
function howToDecide(asking: readonly TurnCall[]): string {
  const [first, second] = asking
  const all = second === undefined ? 'it' : 'all'
  if (first !== undefined && asking.some(isTooLong))
    return `Nothing is decided: this is too long for a message. Read all of it on its card and approve it there, or say "deny ${all}".`
  return `${asking.length} calls wait for your decision: decide each on its card, or say "approve all" or "deny all".`
}
