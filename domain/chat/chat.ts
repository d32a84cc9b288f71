// Chat sessions, their messages and what a message is made of. Shapes as they leave over HTTP.
// 1. `content` is the text of the message, in Markdown; `parts` hold the same text and what a client shows
//    beside it. A client that knows no parts loses nothing that it needs.
// 2. A kind of part may be added; a client passes over kinds that it does not know.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { JsonObjectValue, JsonValue } from '../json.ts'
import { text } from '../text.ts'
import { Approval } from '../work/approval.ts'
import { Confirmation, confirmationBounds } from '../work/confirming/entry.ts'
import { type ExecutionStatus, executionStatuses } from '../work/execution.ts'

export const chatBounds = {
  titleLength: 200,
  /** Characters of a message that somebody sends. */
  messageLength: 20_000,
  /** Characters of an answer. */
  answerLength: 100_000,
  /** Messages that wait for their answer in one session. */
  waiting: 20,
  /** Parts of one message. */
  parts: 200,
} as const

export const ChatSession = z.object({
  id: z.string(),
  title: z.string().nullable(),
  /** The workflow that the session is about; it then runs no other. */
  workflowId: z.string().nullable(),
  createdAt: z.int(),
  lastMessageAt: z.int().nullable(),
  messageCount: z.int(),
})
export type ChatSession = z.infer<typeof ChatSession>

export const TextPart = z.object({
  type: z.literal('text'),
  text: z.string(),
  standsFor: z.string().optional().meta({
    description:
      'Id of a workflow: the text says what the `confirmation` part of it shows, for clients that show none',
  }),
})

/** An execution that the message speaks of, as it was then. */
export const ExecutionPart = z.object({
  type: z.literal('execution'),
  executionId: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  status: z.enum(executionStatuses),
})

/** An approval that waits for somebody; lists of messages show it as it is now. */
export const ApprovalPart = z.object({ type: z.literal('approval'), approval: Approval })

export const toolPartStatuses = [
  'running',
  'awaiting_approval',
  'done',
  'failed',
  'denied',
  'cancelled',
] as const

/** A tool that the assistant calls for its answer. `id` is unique in the message. */
export const ToolPart = z.object({
  type: z.literal('tool'),
  id: z.string(),
  name: z.string(),
  status: z.enum(toolPartStatuses),
  args: JsonValue.nullable(),
  output: JsonValue.nullable(),
  error: z.string().nullable(),
})
export type ToolPart = z.infer<typeof ToolPart>

/** What a person confirms of a workflow before it starts by itself; each reader gets it as it is now. */
export const ConfirmationPart = z.object({
  type: z.literal('confirmation'),
  workflowId: z.string(),
  workflowName: z.string(),
  page: z.string().meta({ description: 'URL of the page where it is confirmed, too' }),
  confirmation: Confirmation.nullable().meta({
    description:
      'Null: there is nothing to confirm any more, a later message shows it, or it cannot be listed now',
  }),
  mayConfirm: z.boolean().meta({
    description: 'Whoever reads this may: a signed-in person, or a key with the scope `confirm`',
  }),
})
export type ConfirmationPart = z.infer<typeof ConfirmationPart>

/** What the user may want to say next; `message` is what to send when one is chosen. */
export const ChoicesPart = z.object({
  type: z.literal('choices'),
  choices: z.array(z.object({ title: z.string(), message: z.string() })),
})

export const ChatPart = z
  .discriminatedUnion('type', [
    TextPart,
    ExecutionPart,
    ApprovalPart,
    ConfirmationPart,
    ToolPart,
    ChoicesPart,
  ])
  .meta(openValues)
export type ChatPart = z.infer<typeof ChatPart>

/** `cancelled`: somebody ended the answer; `failed`: it could not be made. The content is what there was. */
export const chatMessageStatuses = ['complete', 'cancelled', 'failed'] as const

export const ChatMessage = z.object({
  id: z.string(),
  sessionId: z.string(),
  role: z.enum(['user', 'assistant']),
  status: z.enum(chatMessageStatuses),
  content: z.string(),
  parts: z.array(ChatPart),
  executionId: z.string().nullable(),
  createdAt: z.int(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** The answer to a message: the stored message, and the assistant's answer to it. */
export const AnsweredMessage = z.object({
  ...ChatMessage.shape,
  /** Null when the answer takes longer than the request may wait: it comes with the session's messages. */
  reply: ChatMessage.nullable(),
})
export type AnsweredMessage = z.infer<typeof AnsweredMessage>

export const CreateChatSession = z
  .object({ title: text(1, chatBounds.titleLength).nullish(), workflowId: z.string().max(100).nullish() })
  .default({})

export const RenameChatSession = z.object({ title: text(1, chatBounds.titleLength) })

/** How long an approval of a tool holds: for this call, for the session, or until it is revoked. */
export const rememberings = ['once', 'session', 'always'] as const

export const ChatDecision = z.object({
  id: z.string().max(100),
  decision: z.enum(['approve', 'deny']),
  note: text(0, 2_000).nullish(),
  /** Arguments to call the tool with instead of those shown. */
  args: JsonObjectValue.nullish(),
  form: JsonValue.nullish(),
  digest: z.string().max(100).nullish(),
  remember: z.enum(rememberings).optional(),
})
export type ChatDecision = z.infer<typeof ChatDecision>

/** What happens to a message that comes while an answer is under way. */
export const busyChoices = ['queue', 'interrupt', 'reject'] as const
export type OnBusy = (typeof busyChoices)[number]

const said = text(1, chatBounds.messageLength).refine(
  value => value.trim() !== '',
  'expected a message with something in it',
)

/** A person has read what a workflow does, in a confirmation part, and ticked what has to be ticked. */
export const ChatConfirmation = z.object({
  workflowId: z.string().max(100),
  digest: text(1, 100).meta({ description: 'Of what was shown' }),
  entries: z
    .array(text(1, confirmationBounds.id))
    .max(confirmationBounds.ticks)
    .default([])
    .meta({ description: 'Ids of the entries that were ticked: all of severity `tick`' }),
})
export type ChatConfirmation = z.infer<typeof ChatConfirmation>

/** A message, a decision about an approval, or a confirmation; `content` is another name for `message`. */
export const SendChatMessage = z
  .object({
    message: said.optional(),
    content: said.optional(),
    approval: ChatDecision.optional(),
    confirmation: ChatConfirmation.optional(),
    onBusy: z.enum(busyChoices).default('queue'),
  })
  .refine(
    ({ message, content, approval, confirmation }) =>
      [message, content, approval, confirmation].filter(it => it !== undefined).length === 1,
    'expected one of message (or content), approval and confirmation',
  )
export type SendChatMessage = z.infer<typeof SendChatMessage>

export function isExecutionStatus(value: unknown): value is ExecutionStatus {
  return executionStatuses.includes(value as ExecutionStatus)
}
