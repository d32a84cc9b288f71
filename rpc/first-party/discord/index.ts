// Discord by a webhook: posts into the webhook's channel, and edits or deletes what it has posted.
import { object } from '../../builtin/schema.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { sendMessage } from './send-message.ts'

export const discordServer: FirstPartyServer = {
  slug: 'discord',
  name: 'Discord',
  description:
    'Posts messages and embeds to a Discord channel by a webhook, and edits or deletes what it posted.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['chat', 'communication'],
  credential: webhookCredential(
    'Discord channel > Edit channel > Integrations > Webhooks > Copy webhook URL.',
  ),
  settings: object({ baseUrl: webhookBase('Where the webhook is, when it is not https://discord.com') }),
  tools: [sendMessage, editMessage, deleteMessage],
}
