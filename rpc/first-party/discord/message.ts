// Messages of Discord: their limits, the schema of their content, and the calls of a webhook.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { isObject } from '../../../domain/json.ts'
import { flag, list, object, record, text } from '../../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import type { OutboundResponse } from '../../outbound/outbound.ts'
import { type ChatService, callWebhook, type WebhookCall } from '../chat-webhook.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

export const discord: ChatService = { name: 'Discord', baseUrl: 'https://discord.com' }

export interface MessageArguments {
  readonly text?: string
  readonly title?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly embeds?: readonly JsonObject[]
  readonly mentions?: boolean
}

export const messageSchema = {
  text: text('Text', 'The message, in Discord Markdown; empty when the rest says all', {
    maxLength: 2_000,
    'x-words': ['saying', 'message', 'text', 'with', 'that'],
  }),
  title: text('Title', 'Title of a box below the text', { maxLength: 256, 'x-words': ['title', 'headed'] }),
  fields: record('Fields', 'Names and values in that box', text('Value', 'Value', { maxLength: 1_024 }), {
    maxProperties: 25,
    'x-words': ['fields'],
  }),
  embeds: list('Embeds', 'Embeds as Discord defines them, at most 10', {
    items: { type: 'object', title: 'Embed', description: 'An embed' },
    maxItems: 10,
  }),
  mentions: flag('Mentions', 'Let @everyone, roles and people in the text be notified'),
}

/** A snowflake. */
export const messageId = text('Message', 'Id of the message, as send_message gave it', {
  pattern: '^[0-9]{1,20}$',
  'x-words': ['message', 'id'],
})

export const threadId = text('Thread', 'Id of a thread of the channel', {
  pattern: '^[0-9]{1,20}$',
  'x-words': ['thread'],
})

export const sent = object(
  { id: text('Id', 'Id of the message'), channelId: text('Channel', 'Id of its channel') },
  ['id', 'channelId'],
)

/** @throws {ToolFailure} `invalid-arguments`: the message would be empty */
export function contentOf({
  text: content,
  title,
  fields,
  embeds = [],
  mentions,
}: MessageArguments): JsonObject {
  const named = Object.entries(fields ?? {}).map(([name, value]) => ({
    name: name.slice(0, 256),
    value,
    inline: true,
  }))
  const box =
    title === undefined && named.length === 0
      ? []
      : [{ ...(title === undefined ? {} : { title }), fields: named }]
  const all = [...box, ...embeds]
  if (all.length > 10) throw invalidArguments('embeds: expected at most 9 beside a title or fields')
  if ((content ?? '') === '' && all.length === 0)
    throw invalidArguments('expected text, title, fields or embeds')
  return {
    ...(content === undefined || content === '' ? {} : { content }),
    ...(all.length === 0 ? {} : { embeds: all }),
    allowed_mentions: { parse: mentions === true ? ['everyone', 'roles', 'users'] : [] },
  }
}

/** @throws {ToolFailure} @throws {OutboundError} */
export async function callDiscord(call: WebhookCall, context: FirstPartyContext): Promise<OutboundResponse> {
  try {
    return await callWebhook(discord, call, context)
  } catch (error) {
    throw error instanceof ToolFailure && error.code === 'rate-limited' ? withWait(error) : error
  }
}

/** The message that Discord stored, as our output. */
export function storedMessageOf(response: OutboundResponse): Json {
  const message = JSON.parse(response.body.toString()) as unknown
  if (isObject(message) && typeof message['id'] === 'string') {
    return { id: message['id'], channelId: String(message['channel_id'] ?? '') }
  }
  throw new ToolFailure('bad-answer', 'Discord did not say which message it made')
}

/** Discord gives fractions of a second in the body, and whole seconds in the header. */
function withWait(error: ToolFailure): ToolFailure {
  const seconds = Number(/"retry_after":\s*([\d.]+)/.exec(error.message)?.[1] ?? Number.NaN)
  if (!(seconds >= 0)) return error
  const retryAfterMs = Math.ceil(seconds * 1_000)
  return new ToolFailure(error.code, error.message, true, {
    ...{ cause: error, retryAfterMs },
    ...(error.answer && { answer: error.answer }),
  })
}
