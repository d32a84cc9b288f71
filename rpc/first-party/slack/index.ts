// Slack by an incoming webhook: posts into the webhook's channel.
import { object } from '../../builtin/schema.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { sendBlocks } from './send-blocks.ts'
import { sendMessage } from './send-message.ts'

export const slackServer: FirstPartyServer = {
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
