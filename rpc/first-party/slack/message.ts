// What both Slack tools share: the service, common parts of messages, and the call.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { flag, object, text } from '../../builtin/schema.ts'
import { type ChatService, callWebhook } from '../chat-webhook.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

export const slack: ChatService = { name: 'Slack', baseUrl: 'https://hooks.slack.com' }

/** Slack cuts off longer texts. */
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

/**
 * @throws {ToolFailure}
 * @throws {OutboundError}
 */
export async function post(
  message: JsonObject,
  options: MessageOptions,
  context: FirstPartyContext,
): Promise<Json> {
  const { threadId, unfurl = true } = options
  const thread = threadId === undefined ? {} : { thread_ts: threadId }
  const body = { ...message, ...thread, unfurl_links: unfurl, unfurl_media: unfurl }
  await callWebhook(slack, { method: 'POST', body }, context)
  return { sent: true }
}

/** Keeps values of a step from mentioning people or hiding the target of a link. */
export function escaped(mrkdwn: string): string {
  return mrkdwn.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
