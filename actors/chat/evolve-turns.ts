// The part of a session's state that a language model has to do with, after an event. evolve.ts calls it; it
// changes the given state.
import { derivedIdAt } from '../../domain/ids.ts'
import type { Event, State, Turn, TurnCall } from './protocol.ts'

/** Messages, and characters of each, that a model gets to see again. */
const transcriptLength = 40
const spokenLength = 4_000

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

export function takeTurn({ answering }: State, { said }: EventOf<'turned'>): void {
  const calls = said.calls.map(
    (call): TurnCall => ({
      ...{ ...call, status: 'running', output: null, error: null, approval: null, isApproved: false },
    }),
  )
  answering!.turns.push({ text: said.text, calls })
  answering!.cu += said.cu
}

export function askForCall(
  { answering }: State,
  { callId, request, requestedAt, remembers }: EventOf<'call-asks'>,
): void {
  change(answering!.turns.at(-1)!, callId, () => ({
    status: 'awaiting_approval',
    approval: { request, requestedAt },
    ...(remembers !== undefined && { remembers }),
  }))
}

export function decideCall(state: State, event: EventOf<'call-decided'>): void {
  const { callId, decision, args, note, remember, request } = event
  const { turns, by } = (state.suspended ?? state.answering)!
  change(turns.at(-1)!, callId, call => {
    if (decision === 'approved') return { status: 'running', isApproved: true, args: args ?? call.args }
    const why = note === null || note === '' ? '' : `: ${note}`
    const error =
      decision === 'denied' ? `the user denied this call${why}` : 'the user did not decide about this call'
    return { status: decision === 'denied' ? 'denied' : 'cancelled', error }
  })
  dropUnwanted(state)
  if (decision !== 'approved' || remember === 'once' || request.onceOnly === true) return
  const asked = turns.at(-1)!.calls.find(({ id }) => id === callId)!
  const tool = asked.remembers ?? asked.tool
  if (!state.granted.includes(tool)) state.granted = [...state.granted, tool]
  if (remember === 'always')
    state.grants = [...state.grants, { id: derivedIdAt('grant', callId, event.decidedAt), tool, by }]
}

/** A suspended answer of which nothing was decided is over. */
function dropUnwanted(state: State): void {
  const calls = state.suspended?.turns.at(-1)?.calls
  if (calls?.every(({ status }) => status === 'cancelled')) state.suspended = null
}

export function endCall({ answering }: State, { callId, result }: EventOf<'call-ended'>): void {
  change(answering!.turns.at(-1)!, callId, () =>
    result.ok ? { status: 'done', output: result.output } : { status: 'failed', error: result.error },
  )
}

export function resume(state: State, { answerId }: EventOf<'resumed'>): void {
  const suspended = state.suspended!
  state.suspended = null
  const shownTurns = suspended.turns.length
  state.answering = { ...suspended, answerId, sinceEvent: state.events, content: '', shownTurns }
}

export function note(state: State, role: 'user' | 'assistant', text: string): void {
  if (text === '') return
  const spoken = { role, text: text.slice(0, spokenLength).toWellFormed() }
  state.transcript = [...state.transcript, spoken].slice(-transcriptLength)
}

function change(turn: Turn, callId: string, changed: (call: TurnCall) => Partial<TurnCall>): void {
  turn.calls = turn.calls.map(call => (call.id === callId ? { ...call, ...changed(call) } : call))
}
