// The wire as the SDK knows it is its own copy. Here it is held against the service's: by types when the
// project is type-checked, and by the names of events when this runs.
import { test } from 'tap'
import type { z } from 'zod'
import type * as sdk from '../../chat/client/wire.ts'
import type { ChatDecision, ChatMessage, ChatPart, ChatSession, OnBusy } from '../../domain/chat/chat.ts'
import { type ChatEventName, chatEvents } from '../../domain/chat/chat-events.ts'
import type { Approval } from '../../domain/work/approval.ts'
import type { ListedExecution, ListedStep } from '../../domain/work/execution.ts'

/** What the service sends is what the SDK reads. Compiles only when it is. */
type Fits<Sent extends Read, Read> = Sent

type Served = { readonly [Name in ChatEventName]: z.infer<(typeof chatEvents)[Name]> }
export type Checked = [
  Fits<ChatSession, sdk.ChatSession>,
  Fits<ChatMessage, sdk.ChatMessage>,
  Fits<Approval, sdk.Approval>,
  Fits<ListedExecution, sdk.ChatExecution>,
  Fits<ListedStep, sdk.ChatStep>,
  Fits<Omit<Served, 'end'>, Omit<sdk.ChatEvents, 'end'>>,
  /** And what it lacks of the service's is nothing that it must know. */
  Fits<ChatEventName, keyof sdk.ChatEvents>,
  Fits<keyof sdk.ChatEvents, ChatEventName>,
  Fits<ChatPart['type'], sdk.ChatPart['type']>,
  Fits<sdk.OnBusy, OnBusy>,
  Fits<keyof sdk.ChatDecision | 'id', keyof ChatDecision>,
  Fits<keyof ChatDecision, keyof sdk.ChatDecision | 'id'>,
]

const names: { readonly [Name in keyof sdk.ChatEvents]: true } = {
  message: true,
  chunk: true,
  restart: true,
  tool: true,
  execution: true,
  step: true,
  approval: true,
  done: true,
  session: true,
  end: true,
}

test('the SDK knows every event that the service sends', async t => {
  t.strictSame(Object.keys(names).sort(), Object.keys(chatEvents).sort())
})
