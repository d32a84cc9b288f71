// Events of a session as the assistant with a language model sends them, for tests of protocols: an answer
// with calls of tools, of which one waits for an approval.
import type { ChatMessage, ChatPart, ToolPart } from '../../../../domain/chat/chat.ts'
import type { Approval } from '../../../../domain/work/approval.ts'
import type { ChatEvent, Conversation, TranslatedAnswer } from '../../../../http/chat/protocols/protocol.ts'

export const answerId = 'msg_answer'

export function conversation(answers: readonly TranslatedAnswer[] = [answer(answerId)]): Conversation {
  return { sessionId: 'chat_1', thread: 'thread_1', run: 'run_1', continues: null, answers }
}

export function answer(id: string, decided: TranslatedAnswer['decided'] = null): TranslatedAnswer {
  return { messageId: `question of ${id}`, answerId: id, decided }
}

export function chunk(text: string, messageId = answerId): ChatEvent {
  return { event: 'chunk', data: { messageId, text } }
}

export const restart: ChatEvent = { event: 'restart', data: { messageId: answerId } }

export function toolPart(tool: Partial<ToolPart> = {}): ToolPart {
  const nothing = { id: 'call_1', status: 'running', output: null, error: null } as const
  return { type: 'tool', name: 'find_customer', args: { name: 'Ada' }, ...nothing, ...tool }
}

export function tool(part: Partial<ToolPart> = {}): ChatEvent {
  return { event: 'tool', data: { messageId: answerId, tool: toolPart(part) } }
}

export function approval(given: Partial<Approval> & { readonly callId?: string } = {}): Approval {
  const decided = { decidedArgs: null, decidedAt: null, decidedBy: null, note: null } as const
  const whole = {
    ...{ id: 'apr_1', kind: 'execution', executionId: null, stepId: null, sessionId: null, callId: null },
    ...{ message: 'The assistant wants to call pay', tool: 'pay', args: { amount: 120 }, digest: 'd1' },
    ...{ assignees: [], form: null, status: 'pending', requestedAt: 1, expiresAt: 86_400_000 },
    ...decided,
    ...given,
  } as const
  return whole as unknown as Approval
}

export function approvalEvent(given: Partial<Approval> & { readonly callId?: string } = {}): ChatEvent {
  return { event: 'approval', data: { approval: approval(given) } }
}

export function done(content: string, given: Partial<ChatMessage> = {}): ChatEvent {
  const parts: ChatPart[] = content === '' ? [] : [{ type: 'text', text: content }]
  const message: ChatMessage = {
    ...{ id: answerId, sessionId: 'chat_1', role: 'assistant', status: 'complete', content },
    ...{ parts, executionId: null, createdAt: 1 },
    ...given,
  }
  return { event: 'done', data: { message } }
}

/** The end of an answer that has made a workflow which somebody has to confirm. */
export function doneWithConfirmation(): ChatEvent {
  const confirmation = { digest: 'd1', entries: [], accepted: false, required: true }
  const named = { workflowId: 'wf_1', workflowName: 'Wiper', page: 'http://localhost/workflows/wf_1' }
  const text = `Somebody confirms it: ${named.page}`
  return done(text, {
    parts: [
      { type: 'text', text, standsFor: 'wf_1' },
      { type: 'confirmation', ...named, confirmation, mayConfirm: true },
    ],
  })
}
