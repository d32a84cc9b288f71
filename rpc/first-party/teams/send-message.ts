// teams__send_message: a text, optionally with a title, facts and a link, as an adaptive card.
import type { JsonObject } from '../../../domain/json.ts'
import { textOf } from '../../builtin/field.ts'
import { anything, choice, object, record, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { postCard, sent } from './card.ts'

interface Arguments {
  readonly text: string
  readonly title?: string
  readonly fields?: JsonObject
  readonly link?: string
  readonly linkTitle?: string
  readonly color?: 'default' | 'good' | 'warning' | 'attention'
}

export const sendMessage = firstPartyTool<Arguments>({
  name: 'send_message',
  title: 'Send a Teams message',
  description:
    'Posts a message to the Microsoft Teams channel of the webhook, with a title, named fields and a link when they ' +
    'are given. Teams knows no idempotency key: a step that is tried again may post twice.',
  effect: 'write',
  keywords: ['send', 'post', 'notify', 'tell', 'alert', 'message', 'teams', 'microsoft teams', 'channel'],
  inputSchema: object(
    {
      text: text('Text', 'The message; **bold**, _italic_, lists and [links](https://...) work', {
        minLength: 1,
        maxLength: 25_000,
        'x-words': ['saying', 'message', 'text', 'with', 'that'],
      }),
      title: text('Title', 'Heading above the text', { maxLength: 500, 'x-words': ['title', 'headed'] }),
      fields: record('Fields', 'Names and values below the text', anything('Value', 'Any value'), {
        maxProperties: 50,
        'x-words': ['fields'],
      }),
      link: text('Link', 'Address that a button opens', {
        pattern: '^https?://',
        maxLength: 2_000,
        'x-words': ['link'],
      }),
      linkTitle: text('Link title', 'Words on the button', { default: 'Open', maxLength: 100 }),
      color: choice(
        'Color',
        'Color of the title',
        { default: [], good: ['green'], warning: ['yellow'], attention: ['red'] },
        { default: 'default' },
      ),
    },
    ['text'],
  ),
  outputSchema: sent,
  examples: [
    { prompt: 'Send a Teams message saying "Deployed"', args: { text: 'Deployed' } },
    {
      prompt: 'Post {{steps.summary}} to Microsoft Teams with title "Daily report"',
      args: { text: '12 orders', title: 'Daily report', fields: { Total: 1200 } },
    },
  ],
  run: (args, context) => postCard(cardOf(args), context),
})

function cardOf({
  text: shown,
  title,
  fields = {},
  link,
  linkTitle = 'Open',
  color = 'default',
}: Arguments): JsonObject {
  const block = { type: 'TextBlock', wrap: true }
  const facts = Object.entries(fields).map(([name, value]) => ({ title: name, value: textOf(value) }))
  const heading = { ...block, text: title ?? '', size: 'Large', weight: 'Bolder', color }
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      ...(title === undefined ? [] : [heading]),
      { ...block, text: shown },
      ...(facts.length === 0 ? [] : [{ type: 'FactSet', facts }]),
    ],
    ...(link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: linkTitle, url: link }] }),
    msteams: { width: 'Full' },
  }
}
