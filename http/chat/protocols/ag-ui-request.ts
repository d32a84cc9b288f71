// The input of an AG-UI run: the thread, its messages, and answers to the interrupts of the run before. The
// last message is what the user says. State, tools and context of the client are not used.
import { z } from 'zod'
import { rememberings } from '../../../domain/chat/chat.ts'

import { JsonObjectValue, JsonValue } from '../../../domain/json.ts'
import { text } from '../../../domain/text.ts'
import { AnyMessage, invalid, messageAt, saidText, valueAt } from './last-message.ts'
import type { ProtocolRequest, ProtocolSaying } from './protocol.ts'

/** How an approval is answered; the response schema of an interrupt says the same. */
const Answer = z
  .object({
    approved: z.boolean().optional(),
    decision: z.enum(['approve', 'deny']).optional(),
    note: text(0, 2_000).nullish(),
    args: JsonObjectValue.nullish(),
    form: JsonValue.nullish(),
    remember: z.enum(rememberings).optional(),
    /** Of the approval in the metadata, from a client that has shown all of it. */
    digest: z.string().max(100).nullish(),
  })
  .refine(({ approved, decision }) => approved !== undefined || decision !== undefined, {
    error: 'expected boolean',
    path: ['approved'],
  })

export const responseSchema = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    note: { type: 'string', maxLength: 2_000 },
    args: { type: 'object', description: 'Arguments instead of those shown' },
    form: { description: 'What the form of the approval asks for' },
    remember: { enum: [...rememberings] },
  },
  required: ['approved'],
}

/** Of what the message has no room for: it approves nothing without the digest. */
export const wholeSchema = {
  ...responseSchema,
  properties: {
    ...responseSchema.properties,
    approved: { type: 'boolean', description: 'true only with the digest of what was shown' },
    digest: { type: 'string', description: 'Of the approval in the metadata, when all of it was shown' },
  },
}

const ResumeEntry = z.object({
  interruptId: z.string().max(100),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
})

export const AgUiRequest = z.object({
  threadId: text(1, 200).meta({ description: 'The id of the conversation at the client' }),
  runId: z.string().min(1).max(200),
  messages: z.array(AnyMessage).meta({ description: 'Only the last one is read' }),
  resume: z.array(ResumeEntry).max(20).nullish().meta({ description: 'Answers to interrupts' }),
})
export type AgUiRequest = z.infer<typeof AgUiRequest>

const UserMessage = z.object({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
})

export function readAgUiRequest({ threadId, runId, messages, resume }: AgUiRequest): ProtocolRequest {
  const sameAs = ['ag-ui', runId, messages.length]
  const request = { thread: threadId, run: runId, sameAs, continues: null }
  const sayings = (resume ?? []).flatMap((entry, index) =>
    entry.status === 'resolved' ? [decisionOf(entry, `resume.${index}.payload`)] : [],
  )
  if (sayings.length > 0) return { ...request, sayings }
  if (messages.length === 0) throw invalid('messages', 'expected a message of the user')
  const { path, message } = messageAt(messages, UserMessage)
  return { ...request, sayings: [{ text: textOf(`${path}.content`, message.content) }] }
}

function textOf(path: string, content: z.infer<typeof UserMessage>['content']): string {
  if (typeof content === 'string') return saidText(path, content)
  const texts = content.map((part, index) => {
    if (part.type !== 'text')
      throw invalid(`${path}.${index}.type`, `expected text: a chat takes no ${part.type.slice(0, 50)}`)
    if (typeof part['text'] !== 'string') throw invalid(`${path}.${index}.text`, 'expected string')
    return part['text']
  })
  return saidText(path, texts.join('\n'))
}

function decisionOf({ interruptId, payload }: z.infer<typeof ResumeEntry>, path: string): ProtocolSaying {
  const { approved, decision, ...rest } = valueAt(path, Answer, payload)
  const made = decision ?? (approved ? 'approve' : 'deny')
  return { decision: { ...rest, id: interruptId, decision: made }, toolCallId: null }
}
