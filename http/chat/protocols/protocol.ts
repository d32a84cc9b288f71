// The port of chat protocols: other clients' ways to ask, and to hear the events of a session. routes/chat/
// reads requests by one and streams through it (translated.ts).
// 1. A protocol is pure: it reads a body, and turns events of domain/chat/chat-events.ts into its own.
// 2. Of a history in a request one message is read, mostly the last: the session has the others.
import type { z } from 'zod'
import type { WantedAnswer } from '../../../actors/chat/stream-fold.ts'
import type { ChatDecision, ChatMessage } from '../../../domain/chat/chat.ts'
import type { ChatEventName, chatEvents } from '../../../domain/chat/chat-events.ts'

export const protocolNames = ['ai-sdk', 'ag-ui'] as const
export type ProtocolName = (typeof protocolNames)[number]

export interface ChatProtocol {
  /** Of the request; the messages are read by `read`. */
  readonly body: z.ZodType
  /** @throws {Failure} validation-failed, which names the field */
  read(body: unknown): ProtocolRequest
  translate(conversation: Conversation): Translation
  /** Stored messages, oldest first, as its clients have them. */
  messages(stored: readonly ChatMessage[]): readonly ProtocolMessage[]
  /** Added to those of every stream. */
  readonly headers: Readonly<Record<string, string>>
  /** Data of an event after the last one; null: none. */
  readonly trailer: string | null
}

/** A message as the clients of the protocol have it. */
export interface ProtocolMessage {
  readonly id: string
  readonly role: string
  readonly [field: string]: unknown
}

/** What a client asks for. */
export interface ProtocolRequest {
  /** The client's own id of the conversation. */
  readonly thread: string
  /** The client's own id of this request; null: it has none. */
  readonly run: string | null
  /**
   * What the client calls this request by, the same when it is sent again: it is one request then. Null: it
   * cannot be told from another one.
   */
  readonly sameAs: readonly unknown[] | null
  /** At least one. Each gets an answer, in this order. */
  readonly sayings: readonly ProtocolSaying[]
  /** Id of the client's message that the answer goes on in; null: the answer is a message of its own. */
  readonly continues: string | null
}

/** A message of the user, or a decision about an approval. */
export type ProtocolSaying =
  | { readonly text: string }
  | { readonly decision: ChatDecision; readonly toolCallId: string | null }

/** The answers that a client gets in one stream. */
export interface Conversation {
  readonly sessionId: string
  readonly thread: string
  readonly run: string
  readonly continues: string | null
  readonly answers: readonly TranslatedAnswer[]
}

export interface TranslatedAnswer extends WantedAnswer {
  /** What was said, when it was a decision. */
  readonly decided: Extract<ProtocolSaying, { decision: unknown }> | null
}

export type ChatEvent = {
  readonly [Name in ChatEventName]: {
    readonly event: Name
    readonly data: z.infer<(typeof chatEvents)[Name]>
  }
}[ChatEventName]

/** One stream, from its first event to its last. Its events are JSON. */
export interface Translation {
  /** What comes before everything else. */
  begin(): readonly object[]
  take(event: ChatEvent): readonly object[]
  /** Nothing follows. */
  readonly isOver: boolean
  /** The last event when the server ends the stream: its reader has to come back. */
  farewell(): object
}

export const farewellText = 'The server ends this stream. The answer goes on: connect again.'
export const deletedText = 'This chat session is deleted.'
