// The next state of a conversation, from an event or from a page of its history. Pure; Conversation calls it.
// 1. What is told twice changes nothing: a message that is stored is never taken back by an older event.
// 2. A message that is shown before it is stored is replaced by the stored one.
import type { ChatEvent, ChatMessage, ChatPart, ChatStep, ToolPart } from '../client/wire.ts'
import type { ConversationState, ShownMessage } from './state.ts'

/** Steps of one execution that are shown at most. */
const stepsAtMost = 200

export function reduce(state: ConversationState, event: ChatEvent): ConversationState {
  switch (event.type) {
    case 'message':
      return {
        ...placed(state, event.message),
        isAnswering: event.message.role === 'user' || state.isAnswering,
      }
    case 'chunk':
      return streamed(state, event.messageId, it => ({ ...it, content: it.content + event.text }))
    case 'restart':
      return streamed(state, event.messageId, it => ({ ...it, content: '', parts: [] }))
    case 'tool':
      return streamed(state, event.messageId, it => ({ ...it, parts: withTool(it.parts, event.tool) }))
    case 'execution': {
      const { execution } = event
      const steps = state.executions[execution.id]?.steps ?? []
      return { ...state, executions: { ...state.executions, [execution.id]: { execution, steps } } }
    }
    case 'step':
      return stepped(state, event.executionId, event.step)
    case 'approval':
      return { ...state, approvals: { ...state.approvals, [event.approval.id]: event.approval } }
    case 'done':
      return { ...placed(state, event.message), isAnswering: isAwaited(state, event.message.id) }
    case 'session':
      return { ...state, session: event.session }
    case 'end':
      return { ...state, session: null, isAnswering: false }
  }
}

/** @param page newest last; older than all that is there, or the newest of all */
export function withHistory(
  state: ConversationState,
  page: readonly ChatMessage[],
  isOlder: boolean,
): ConversationState {
  const known = new Set(page.map(({ id }) => id))
  const others = state.messages.filter(({ id }) => !known.has(id))
  const shown = page.map(message => ({ ...message, progress: 'stored' as const }))
  const messages = isOlder
    ? [...shown, ...others]
    : [...others.filter(isBefore(page)), ...shown, ...others.filter(it => !isBefore(page)(it))]
  const isAnswering = isOlder ? state.isAnswering : messages.at(-1)?.role === 'user' || state.isAnswering
  return { ...state, messages, isAnswering }
}

function isBefore(page: readonly ChatMessage[]): (message: ShownMessage) => boolean {
  return ({ progress, createdAt }) => progress === 'stored' && createdAt < (page[0]?.createdAt ?? 0)
}

/** The stored message, in the place of the one that was shown for it. */
function placed(state: ConversationState, message: ChatMessage): ConversationState {
  const stored: ShownMessage = { ...message, progress: 'stored' }
  const isSame = (it: ShownMessage) =>
    it.id === message.id ||
    (message.role === 'user' && it.progress === 'sending' && it.content === message.content)
  const at = state.messages.findIndex(isSame)
  if (at >= 0) return { ...state, messages: state.messages.with(at, stored) }
  return { ...state, messages: beforeUnstored(state.messages, stored) }
}

/** Behind all that is stored; messages that wait to be sent stay last. */
function beforeUnstored(messages: readonly ShownMessage[], message: ShownMessage): readonly ShownMessage[] {
  let at = messages.length
  while (at > 0 && ['sending', 'unsent'].includes(messages[at - 1]!.progress)) at--
  return messages.toSpliced(at, 0, message)
}

function streamed(
  state: ConversationState,
  id: string,
  change: (message: ShownMessage) => ShownMessage,
): ConversationState {
  const at = state.messages.findIndex(message => message.id === id)
  if (at < 0) {
    const first = change(begun(id, state.session?.id ?? ''))
    return { ...state, messages: beforeUnstored(state.messages, first), isAnswering: true }
  }
  const message = state.messages[at]!
  if (message.progress !== 'streaming') return state
  return { ...state, messages: state.messages.with(at, change(message)), isAnswering: true }
}

function begun(id: string, sessionId: string): ShownMessage {
  const nothing = { status: 'complete', content: '', parts: [], executionId: null } as const
  return { ...nothing, id, sessionId, role: 'assistant', createdAt: 0, progress: 'streaming' }
}

function withTool(parts: readonly ChatPart[], tool: ToolPart): readonly ChatPart[] {
  const at = parts.findIndex(part => part.type === 'tool' && part.id === tool.id)
  return at < 0 ? [...parts, tool] : parts.with(at, tool)
}

function stepped(state: ConversationState, id: string, step: ChatStep): ConversationState {
  const known = state.executions[id]
  if (!known) return state
  const at = known.steps.findIndex(it => it.id === step.id)
  const steps = at < 0 ? [...known.steps, step].slice(-stepsAtMost) : known.steps.with(at, step)
  return { ...state, executions: { ...state.executions, [id]: { ...known, steps } } }
}

/** Is something else still being answered, when this answer is done? */
function isAwaited({ messages }: ConversationState, doneId: string): boolean {
  return messages.some(({ id, progress }) => id !== doneId && progress === 'streaming')
}
