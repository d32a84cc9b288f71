// What `useChat` posts: the id of the chat and its messages. The last one is what the user says. If the user
// has answered approvals, that is read in the message of the assistant that `messageId` names.
import { z } from 'zod'
import type { ChatDecision } from '../../../domain/chat/chat.ts'
import { text } from '../../../domain/text.ts'
import { AnyMessage, invalid, messageAt, saidText, valueAt } from './last-message.ts'
import type { ProtocolRequest, ProtocolSaying } from './protocol.ts'

export const AiSdkRequest = z.object({
  id: text(1, 200).meta({ description: 'The id of the chat at the client' }),
  messages: z.array(AnyMessage).min(1).meta({ description: 'UI messages; only the last one is read' }),
  trigger: z.string().max(100).optional(),
  messageId: z.string().max(200).nullish(),
})
export type AiSdkRequest = z.infer<typeof AiSdkRequest>

const UiMessage = z.object({
  id: z.string().max(200),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })),
})

/** A call whose approval the user has answered. */
const AnsweredCall = z.object({
  toolCallId: z.string().max(200),
  approval: z.object({
    id: z.string().max(100),
    approved: z.boolean(),
    reason: text(0, 2_000).nullish(),
    /** The approval as it was shown. */
    descriptor: z
      .object({ digest: z.string().max(100) })
      .nullish()
      .catch(null),
  }),
})

export function readAiSdkRequest(request: AiSdkRequest): ProtocolRequest {
  const { id: thread, messages, messageId } = request
  const named = messages.findLastIndex(({ id, role }) => id === messageId && role === 'assistant')
  const { path, message } = messageAt(messages, UiMessage, named < 0 ? undefined : named)
  const asked = { thread, run: null, sameAs: sameAs(request, message.id) }
  if (message.role === 'user') {
    return { ...asked, continues: null, sayings: [{ text: textOf(path, message.parts) }] }
  }
  const sayings = message.parts.flatMap((part, index) =>
    isAnswered(part) ? [decisionOf(`${path}.parts.${index}`, part)] : [],
  )
  if (sayings.length === 0)
    throw invalid(path, 'expected a message of the user, or a tool call with an answered approval')
  return { ...asked, continues: message.id, sayings }
}

/** Whoever asks for another answer without naming the one that there is, may ask so again and again. */
function sameAs({ messages, messageId, trigger }: AiSdkRequest, said: string): readonly unknown[] | null {
  const isTold = said !== '' && (trigger !== 'regenerate-message' || messageId != null)
  return isTold ? ['ai-sdk', trigger, messageId, said, messages.length] : null
}

type Part = z.infer<typeof UiMessage>['parts'][number]

function textOf(path: string, parts: readonly Part[]): string {
  const texts = parts.map((part, index) => {
    if (part.type.startsWith('data-') || part.type === 'step-start') return ''
    if (part.type !== 'text')
      throw invalid(`${path}.parts.${index}.type`, `expected text: a chat takes no ${part.type.slice(0, 50)}`)
    if (typeof part['text'] !== 'string') throw invalid(`${path}.parts.${index}.text`, 'expected string')
    return part['text']
  })
  return saidText(`${path}.parts`, texts.filter(said => said !== '').join('\n'))
}

function isAnswered(part: Part): boolean {
  const isTool = part.type === 'dynamic-tool' || part.type.startsWith('tool-')
  return isTool && part['state'] === 'approval-responded'
}

function decisionOf(path: string, part: Part): ProtocolSaying {
  const { toolCallId, approval } = valueAt(path, AnsweredCall, part)
  const decision: ChatDecision = {
    id: approval.id,
    decision: approval.approved ? 'approve' : 'deny',
    note: approval.reason ?? null,
    digest: approval.descriptor?.digest ?? null,
  }
  return { decision, toolCallId }
}
