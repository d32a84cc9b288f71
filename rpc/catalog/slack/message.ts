// What both Slack tools share: the service, what is common to their messages, and the way there.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { flag, object, text } from '../../tools/schema.ts'
import type { CatalogContext } from '../catalog-server.ts'
import { type ChatService, callWebhook } from '../chat-webhook.ts'

export const slack: ChatService = { name: 'Slack', baseUrl: 'https://hooks.slack.com' }

/** Slack cuts longer texts off. */
export const maxText = 40_000

export const messageSchema = {
  threadId: text('Thread', 'Timestamp (ts) of the message to answer in its thread', {
    maxLength: 50,
    'x-words': ['thread'],
  }),
  unfurl: flag('Unfurl', 'Show a preview of links', { default: true }),
}

export interface MessageOptions {
  readonly threadId?: string
  readonly unfurl?: boolean
}

export const sent = object({ sent: flag('Sent', 'Slack took the message') }, ['sent'])

/** @throws {ToolFailure} @throws {OutboundError} */
export async function post(
  message: JsonObject,
  options: MessageOptions,
  context: CatalogContext,
): Promise<Json> {
  const { threadId, unfurl = true } = options
  const thread = threadId === undefined ? {} : { thread_ts: threadId }
  const body = { ...message, ...thread, unfurl_links: unfurl, unfurl_media: unfurl }
  await callWebhook(slack, { method: 'POST', body }, context)
  return { sent: true }
}

/** So that no value of a step mentions people or hides the target of a link. */
export function escaped(mrkdwn: string): string {
  return mrkdwn.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
