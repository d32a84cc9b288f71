// The state of a chat session after an event. It changes the given state and returns it.
import { chatBounds } from '../../domain/chat/chat.ts'
import { isTerminal, type ListedExecution } from '../../domain/work/execution.ts'
import type { Event, Followed, State } from './protocol.ts'
import { saidOf, tellingOf } from './telling.ts'

/** Executions that a session knows of, and intents that it remembers. */
const executionsKept = 20
const intentsKept = 100
/** Of a title that comes from the first message. */
const titleLength = 60

export function initial(): State {
  return {
    ...{ start: null, events: 0, title: null, createdAt: 0, lastMessageAt: null, messageCount: 0 },
    ...{ deletedAt: null, waiting: [], answering: null, memory: {}, executions: [], intents: [] },
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
      state.answering = { ...state.waiting.shift()!, sinceEvent: state.events, content: '', following: null }
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
    case 'execution-news':
      hear(state, event.execution)
      break
    case 'renamed':
      state.title = event.title
      break
    case 'ended':
      state.deletedAt = at
      state.title = null
      state.answering = null
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
  state.waiting.push({ messageId, answerId, text, decision, by })
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

function takeAnswer(state: State, event: Extract<Event, { type: 'answered' }>, at: number): void {
  const { message, memory, title } = event
  if (state.answering?.answerId === message.id) state.answering = null
  if (memory !== undefined) state.memory = memory
  if (title !== undefined && title !== '') state.title = title.slice(0, chatBounds.titleLength)
  state.lastMessageAt = at
  state.messageCount++
  if (message.executionId === null) return
  know(state, message.executionId)
  const said = saidOf(message.parts, message.executionId)
  if (said === null) return
  state.executions = state.executions.map(one =>
    one.id === message.executionId ? { ...one, said, news: null } : one,
  )
}

function know(state: State, id: string): void {
  if (!state.executions.some(one => one.id === id))
    keep(state, { id, status: 'queued', news: null, said: '' })
}

function hear(state: State, execution: ListedExecution): void {
  const { id, status } = execution
  const known = state.executions.find(one => one.id === id)
  // A late report: what ended has ended.
  if (known !== undefined && isTerminal(known.status)) return
  const said = known?.said ?? ''
  const news = tellingOf(execution) === said ? null : execution
  if (known === undefined) keep(state, { id, status, news, said })
  else state.executions = state.executions.map(one => (one.id === id ? { ...one, status, news } : one))
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
