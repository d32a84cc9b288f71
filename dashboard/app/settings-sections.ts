// The pages of settings, by section, with the least role that has a use for each: nobody sees a link to what
// the service would refuse. Of the list beside them and of the command palette.
import { words } from '../words/settings.ts'
import type { Role } from './session.ts'

/** Of each section its title, and path, name and least role of its pages. */
export const sections: readonly (readonly [string, readonly (readonly [string, string, Role])[]])[] = [
  [
    words.you,
    [
      ['/settings/profile', words.profile, 'viewer'],
      ['/settings/notifications', words.notifications, 'viewer'],
    ],
  ],
  [
    words.organization,
    [
      ['/settings/organization', words.general, 'viewer'],
      ['/settings/members', words.members, 'viewer'],
      ['/settings/teams', words.teams, 'viewer'],
      ['/settings/usage', words.usage, 'viewer'],
      ['/settings/billing', words.billing, 'viewer'],
      ['/settings/audit', words.audit, 'admin'],
    ],
  ],
  [
    words.connections,
    [
      ['/settings/api-keys', words.apiKeys, 'admin'],
      ['/settings/credentials', words.credentials, 'viewer'],
      ['/settings/mcp-servers', words.mcpServers, 'viewer'],
      ['/settings/models', words.models, 'viewer'],
      ['/settings/webhooks', words.webhooks, 'admin'],
      ['/settings/memories', words.memories, 'viewer'],
    ],
  ],
]
