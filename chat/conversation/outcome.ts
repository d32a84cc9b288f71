// What became of what a person did: the service took it, refused it, or was not reached. Conversation asks.
import type { ChatAnswer } from '../client/answer.ts'
import { ChatError } from '../client/chat-error.ts'
import type { ConversationError } from './state.ts'

/** The service has taken it: the rest comes over the stream of the session. */
export async function taken(answer: ChatAnswer): Promise<void> {
  for await (const _ of answer) return
}

export function isGone(error: unknown): boolean {
  return error instanceof ChatError && error.status === 404
}

export function asShown(error: unknown): ConversationError {
  if (!(error instanceof ChatError)) return { message: String(error), code: 'unknown', upgrade: null }
  const { upgrade } = error.body
  const isLink = typeof upgrade === 'string' && /^https?:\/\//.test(upgrade)
  return { message: error.message, code: error.code, upgrade: isLink ? upgrade : null }
}
