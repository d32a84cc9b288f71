// Slack by an incoming webhook: it posts into the one channel that the webhook was made for.
import { object } from '../../tools/schema.ts'
import type { CatalogServer } from '../catalog-server.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import { sendBlocks } from './send-blocks.ts'
import { sendMessage } from './send-message.ts'

export const slackServer: CatalogServer = {
  slug: 'slack',
  name: 'Slack',
  description:
    'Posts messages to a Slack channel by an incoming webhook. Also for servers that take the same format, such as ' +
    'Mattermost and Rocket.Chat.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['chat', 'communication'],
  credential: webhookCredential('Slack app > Incoming Webhooks > Add New Webhook to Workspace.'),
  settings: object({
    baseUrl: webhookBase('Where the webhook is, when it is not https://hooks.slack.com'),
  }),
  tools: [sendMessage, sendBlocks],
}
