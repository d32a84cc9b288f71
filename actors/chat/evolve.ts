// The state of a chat session after an event. It changes the given state and returns it.
import { type ChatMessage, chatBounds } from '../../domain/chat/chat.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import { askForCall, decideCall, endCall, note, resume, takeTurn } from './evolve-turns.ts'
import type { Event, Followed, State } from './protocol.ts'
import { saidOf, tellingOf } from './telling.ts'
import { isAsking, lastCalls } from './turns.ts'

/** Executions that a session knows of, and intents that it remembers. */
const executionsKept = 20
const intentsKept = 100
/** Of a title that comes from the first message. */
const titleLength = 60

export function initial(): State {
  return {
    ...{ start: null, events: 0, title: null, createdAt: 0, lastMessageAt: null, messageCount: 0 },
    ...{ deletedAt: null, waiting: [], answering: null, memory: {}, executions: [], intents: [] },
    ...{ suspended: null, transcript: [], granted: [], grants: [] },
  }
}

export function evolve(state: State, event: Event, at: number): State {
  state.events++
  switch (event.type) {
    case 'opened':
      state.start = event.start
      state.title = event.start.title
      state.createdAt = at
      break
    case 'said':
      takeMessage(state, event, at)
      break
    case 'answer-begun':
      beginAnswer(state)
      break
    case 'chunk':
      state.answering!.content += event.text
      break
    case 'restarted':
      state.answering!.content = ''
      break
    case 'following': {
      const { executionId, until, parts } = event
      state.answering!.following = { executionId, until, parts }
      state.memory = event.memory
      state.title ??= event.title
      know(state, executionId)
      break
    }
    case 'answered':
      takeAnswer(state, event, at)
      break
    case 'turned':
      takeTurn(state, event)
      break
    case 'call-begun':
      break
    case 'call-asks':
      askForCall(state, event)
      break
    case 'call-decided':
      decideCall(state, event)
      break
    case 'resumed':
      resume(state, event)
      break
    case 'call-ended':
      endCall(state, event)
      break
    case 'grant-kept':
      state.grants = state.grants.filter(({ id }) => id !== event.grantId)
      break
    case 'execution-news':
      hear(state, event)
      break
    case 'renamed':
      state.title = event.session.title
      break
    case 'ended':
      state.deletedAt = at
      state.title = null
      state.answering = null
      state.suspended = null
      state.transcript = []
      state.waiting.length = 0
      state.executions = []
      state.memory = {}
      break
  }
  return state
}

function takeMessage(state: State, event: Extract<Event, { type: 'said' }>, at: number): void {
  const { message, answerId, decision, by, intent } = event
  const { id: messageId, content: text } = message
  if (event.isDecision !== true) state.waiting.push({ messageId, answerId, text, decision, by })
  state.title ??= titleOf(text)
  state.lastMessageAt = at
  state.messageCount++
  state.intents = [...state.intents, { intent, messageId, answerId, eventId: state.events }].slice(
    -intentsKept,
  )
}

/** The beginning of the first line, cut between words. */
function titleOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  if (line.length <= titleLength) return line.toWellFormed()
  const cut = line.slice(0, titleLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > titleLength / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`
}

function beginAnswer(state: State): void {
  const next = state.waiting.shift()!
  const begun = { content: '', following: null, turns: [], shownTurns: 0, cu: 0 }
  state.answering = { ...next, sinceEvent: state.events, ...begun }
  note(state, 'user', next.text)
}

function takeAnswer(state: State, event: Extract<Event, { type: 'answered' }>, at: number): void {
  const { message, memory, title } = event
  endAnswer(state, message)
  if (memory !== undefined) state.memory = memory
  if (title !== undefined && title !== '') state.title = title.slice(0, chatBounds.titleLength)
  state.lastMessageAt = at
  state.messageCount++
  for (const part of message.parts) if (part.type === 'execution') tellOf(state, message, part.executionId)
  if (message.executionId !== null) tellOf(state, message, message.executionId)
}

/** An answer with calls that wait for approval is suspended, every other one is over. */
function endAnswer(state: State, message: ChatMessage): void {
  const { answering } = state
  if (answering?.answerId !== message.id) return note(state, 'assistant', message.content)
  state.answering = null
  if (message.status === 'complete' && lastCalls(answering).some(isAsking)) state.suspended = answering
  else note(state, 'assistant', message.content)
}

function tellOf(state: State, { parts }: ChatMessage, executionId: string): void {
  know(state, executionId)
  const said = saidOf(parts, executionId)
  if (said === null) return
  state.executions = state.executions.map(one =>
    one.id === executionId ? { ...one, said, news: null } : one,
  )
}

function know(state: State, id: string): void {
  if (!state.executions.some(one => one.id === id))
    keep(state, { id, status: 'queued', heard: 0, news: null, said: '' })
}

function hear(state: State, { execution, news: heard }: Extract<Event, { type: 'execution-news' }>): void {
  const { id, status } = execution
  const known = state.executions.find(one => one.id === id)
  const said = known?.said ?? ''
  const news = tellingOf(execution) === said ? null : execution
  const changed = { id, status, heard, news, said }
  if (known === undefined) keep(state, changed)
  else state.executions = state.executions.map(one => (one.id === id ? changed : one))
}

/** Forgets the oldest, first of those that have ended and of which all is told. */
function keep(state: State, execution: Followed): void {
  const all = [...state.executions, execution]
  if (all.length > executionsKept) {
    const over = all.findIndex(({ status, news }) => isTerminal(status) && news === null)
    all.splice(Math.max(0, over), 1)
  }
  state.executions = all
}
