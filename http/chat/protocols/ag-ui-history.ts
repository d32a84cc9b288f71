// Stored messages as messages of AG-UI, for `initialMessages` of an agent. ag-ui.ts calls it. They are what
// ag-ui-stream.ts makes of them live.
import type { ChatMessage, ChatPart, ToolPart } from '../../../domain/chat/chat.ts'
import { resultOf } from './ag-ui-events.ts'
import type { ProtocolMessage } from './protocol.ts'

export function agUiMessages(messages: readonly ChatMessage[]): readonly ProtocolMessage[] {
  const all = messages.flatMap(message => {
    const { id, role, content, parts } = message
    if (role === 'user') return [{ id, role, content }]
    const calls = parts.filter(part => part.type === 'tool')
    const toolCalls = calls.length === 0 ? {} : { toolCalls: calls.map(callOf) }
    return [...parts.flatMap(activityOf), { id, role, content, ...toolCalls }, ...calls.flatMap(answerOf)]
  })
  // Later messages speak of the same execution, and end calls that waited: the latest state counts.
  const latest = new Map(all.map((message, index) => [message.id, index]))
  return all.filter(({ id }, index) => latest.get(id) === index)
}

function activityOf(part: ChatPart): readonly ProtocolMessage[] {
  if (part.type !== 'execution') return []
  const { type: _, executionId: id, ...facts } = part
  return [{ id, role: 'activity', activityType: 'execution', content: { id, ...facts } }]
}

function callOf({ id, name, args }: ToolPart) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args ?? {}) } }
}

function answerOf(tool: ToolPart): readonly ProtocolMessage[] {
  const content = resultOf(tool)
  const { id: toolCallId } = tool
  return content === null ? [] : [{ id: `${toolCallId}.result`, role: 'tool', toolCallId, content }]
}
