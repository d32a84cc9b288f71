// Microsoft Teams by a webhook of Power Automate ("Post to a channel when a webhook request is received"), or by an
// older incoming webhook of a connector: both take adaptive cards.
import { object } from '../../tools/schema.ts'
import type { CatalogServer } from '../catalog-server.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import { sendCard } from './send-card.ts'
import { sendMessage } from './send-message.ts'

export const teamsServer: CatalogServer = {
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
