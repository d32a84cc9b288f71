// Microsoft Teams by a webhook of Power Automate ("Post to a channel when a webhook request is received"), or
// by an older incoming webhook of a connector. Both take adaptive cards.
import { object } from '../../builtin/schema.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { sendCard } from './send-card.ts'
import { sendMessage } from './send-message.ts'

export const teamsServer: FirstPartyServer = {
  slug: 'teams',
  name: 'Microsoft Teams',
  description: 'Posts messages and adaptive cards to a Microsoft Teams channel or chat by a webhook.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['chat', 'communication'],
  credential: webhookCredential(
    'Teams channel > Workflows > Post to a channel when a webhook request is received.',
  ),
  settings: object(
    {
      baseUrl: webhookBase(
        'Beginning of the webhook address, such as https://prod-01.westeurope.logic.azure.com or ' +
          'https://example.webhook.office.com',
      ),
    },
    ['baseUrl'],
  ),
  tools: [sendMessage, sendCard],
}
