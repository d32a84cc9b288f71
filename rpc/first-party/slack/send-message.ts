// slack__send_message: a text, optionally with a heading and fields.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { textOf } from '../../builtin/field.ts'
import { anything, flag, object, record, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { escaped, type MessageOptions, maxText, messageSchema, post, sent } from './message.ts'

interface Arguments extends MessageOptions {
  readonly text: string
  readonly title?: string
  readonly fields?: JsonObject
  readonly mentions?: boolean
}

export const sendMessage = firstPartyTool<Arguments>({
  name: 'send_message',
  title: 'Send a Slack message',
  description:
    'Posts a message to the Slack channel of the webhook, with a title and named fields when they are given. ' +
    '*bold*, _italic_ and `code` work. Slack knows no idempotency key: a step that is tried again may post twice.',
  effect: 'write',
  keywords: ['send', 'post', 'notify', 'tell', 'alert', 'message', 'slack', 'channel', 'chat'],
  inputSchema: object(
    {
      text: text('Text', 'The message', {
        minLength: 1,
        maxLength: maxText,
        'x-words': ['saying', 'message', 'text', 'with', 'that'],
      }),
      title: text('Title', 'Heading above the text', { maxLength: 150, 'x-words': ['title', 'headed'] }),
      fields: record('Fields', 'Names and values below the text', anything('Value', 'Any value'), {
        maxProperties: 100,
        'x-words': ['fields'],
      }),
      mentions: flag(
        'Mentions',
        'Read <!channel>, <@U123> and <https://...|label> as Slack does, instead of as text',
      ),
      ...messageSchema,
    },
    ['text'],
  ),
  outputSchema: sent,
  examples: [
    { prompt: 'Send a Slack message saying "Deployed"', args: { text: 'Deployed' } },
    {
      prompt: 'Post {{steps.summary}} to Slack with title "Daily report"',
      args: { text: '12 orders', title: 'Daily report', fields: { Total: 1200, Open: 3 } },
    },
  ],
  run: (args, context) => post(messageOf(args), args, context),
})

function messageOf({ text: given, title, fields = {}, mentions }: Arguments): JsonObject {
  const shown = mentions === true ? given : escaped(given)
  const named = Object.entries(fields)
  if (title === undefined && named.length === 0) return { text: shown }
  const blocks = [
    ...(title === undefined ? [] : [{ type: 'header', text: { type: 'plain_text', text: title } }]),
    ...pieces(shown, 3_000).map(piece => ({ type: 'section', text: { type: 'mrkdwn', text: piece } })),
    ...groups(named, 10).map(group => ({ type: 'section', fields: group.map(fieldOf) })),
  ]
  // Notifications show the text.
  return { text: title === undefined ? shown : escaped(title), blocks }
}

/** At most 2,000 characters, up to 200 of them for the name. */
function fieldOf([name, value]: readonly [string, Json]): JsonObject {
  return {
    type: 'mrkdwn',
    text: `*${escaped(name.slice(0, 200))}*\n${escaped(textOf(value))}`.slice(0, 2_000),
  }
}

/** Splits into pieces that fit a section, at the end of a line if possible. */
function pieces(whole: string, length: number): string[] {
  const found: string[] = []
  let rest = whole
  while (rest.length > length) {
    const line = rest.lastIndexOf('\n', length)
    const end = line > length / 2 ? line : length
    found.push(rest.slice(0, end))
    rest = rest.slice(end).replace(/^\n/, '')
  }
  return [...found, rest]
}

function groups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, at * size + size),
  )
}
