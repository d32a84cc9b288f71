// Discord by a webhook: it posts into the channel that the webhook was made for, and changes what it posted.
import { object } from '../../tools/schema.ts'
import type { CatalogServer } from '../catalog-server.ts'
import { webhookBase, webhookCredential } from '../chat-webhook.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { sendMessage } from './send-message.ts'

export const discordServer: CatalogServer = {
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
