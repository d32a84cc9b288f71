// teams__send_card: posts an adaptive card that was designed elsewhere.
import type { JsonObject } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { postCard, sent } from './card.ts'

const element = { type: 'object', title: 'Element', description: 'An element with its type' }

export const sendCard = firstPartyTool<{ readonly card: JsonObject }>({
  name: 'send_card',
  title: 'Send a Teams card',
  description:
    'Posts an adaptive card to the Microsoft Teams channel of the webhook. ' +
    'Teams knows no idempotency key: a step that is tried again may post twice.',
  effect: 'write',
  keywords: ['send card', 'post card', 'adaptive card', 'teams', 'layout'],
  inputSchema: object(
    {
      card: {
        type: 'object',
        title: 'Card',
        description: 'Adaptive card of version 1.0 to 1.5',
        properties: {
          type: { ...text('Type', 'AdaptiveCard'), const: 'AdaptiveCard' },
          version: text('Version', 'Version of the format, such as 1.4'),
          body: list('Body', 'Elements', { items: element }),
        },
        required: ['type', 'body'],
        'x-words': ['card'],
      },
    },
    ['card'],
  ),
  outputSchema: sent,
  examples: [
    {
      prompt: 'Send the Teams card {{steps.card}}',
      args: { card: { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'TextBlock', text: 'Hello' }] } },
    },
  ],
  run: ({ card }, context) => postCard(card, context),
})
