// Stored messages as UI messages of the AI SDK, for `messages` of `useChat`. ai-sdk.ts calls it. They are as
// ai-sdk-stream.ts makes them live, but a decision and what it led to are messages of their own.
import type { UIMessagePart } from 'ai'
import type { ChatMessage, ChatPart, ToolPart } from '../../../domain/chat/chat.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import { callOf, namelessTool } from './ai-sdk-tools.ts'
import type { ProtocolMessage } from './protocol.ts'

type Part = UIMessagePart<Record<string, unknown>, Record<string, never>>
type CallPart = Extract<Part, { type: 'dynamic-tool' }>

export function uiMessages(messages: readonly ChatMessage[]): readonly ProtocolMessage[] {
  return messages.map(message => {
    const { id, role, sessionId, executionId } = message
    const metadata = { sessionId, messageId: id, ...(executionId !== null && { executionId }) }
    return { id, role, metadata, parts: partsOf(message) }
  })
}

function partsOf({ parts }: ChatMessage): readonly Part[] {
  const approvals = parts.flatMap(part => (part.type === 'approval' ? [part.approval] : []))
  const calls = new Set(parts.flatMap(part => (part.type === 'tool' ? [part.id] : [])))
  return parts.flatMap(part => {
    if (part.type === 'approval' && calls.has(callOf(part.approval))) return []
    return [shown(part, approvals)]
  })
}

function shown(part: ChatPart, approvals: readonly Approval[]): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'execution': {
      const { type: _, executionId: id, ...facts } = part
      return { type: 'data-execution', id, data: { id, ...facts } } as Part
    }
    case 'choices':
      return { type: 'data-choices', data: part.choices } as Part
    case 'confirmation':
      return { type: 'data-confirmation', id: part.workflowId, data: part } as Part
    case 'tool':
      return callPart(part, approvals.find(approval => callOf(approval) === part.id) ?? null)
    case 'approval':
      return askedPart(part.approval)
  }
}

function callPart({ id, name, status, args, output, error }: ToolPart, approval: Approval | null): CallPart {
  const call = { type: 'dynamic-tool', toolCallId: id, toolName: name, input: args ?? {} } as const
  const made = { ...call, providerExecuted: true } as const
  switch (status) {
    case 'running':
      return { ...made, state: 'input-available' }
    case 'awaiting_approval':
      return approval === null ? { ...made, state: 'input-available' } : { ...made, ...decisionOf(approval) }
    case 'done':
      return { ...made, state: 'output-available', output }
    case 'failed':
    case 'cancelled':
      return { ...made, state: 'output-error', errorText: error ?? `The call was ${status}.` }
    case 'denied':
      return { ...made, ...deniedBy(approval?.id ?? id, approval?.note ?? null) }
  }
}

/** The approval of an execution, as a call of its own. */
function askedPart(approval: Approval): CallPart {
  const { tool, args, message: title } = approval
  const call = { type: 'dynamic-tool', toolCallId: callOf(approval), toolName: tool ?? namelessTool } as const
  return { ...call, title, input: args ?? {}, providerExecuted: true, ...decisionOf(approval) }
}

function decisionOf(approval: Approval) {
  const { id, status, message: requestReason, note } = approval
  switch (status) {
    case 'pending':
      return { state: 'approval-requested', approval: { id, requestReason, descriptor: approval } } as const
    case 'approved':
      return { state: 'output-available', output: { approved: true } } as const
    case 'denied':
      return deniedBy(id, note)
    case 'expired':
    case 'cancelled':
      return { state: 'output-error', errorText: `The approval is ${status}.` } as const
  }
}

function deniedBy(id: string, note: string | null) {
  const approval = { id, approved: false, ...(note !== null && { reason: note }) } as const
  return { state: 'output-denied', approval } as const
}
