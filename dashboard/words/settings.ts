// Titles of the settings.

export const words = {
  settings: 'Settings',
  you: 'You',
  organization: 'Organization',
  connections: 'Connections',
  profile: 'Profile',
  notifications: 'Notifications',
  general: 'General',
  members: 'Members',
  teams: 'Teams',
  usage: 'Usage',
  billing: 'Billing',
  audit: 'Audit log',
  apiKeys: 'API keys',
  credentials: 'Credentials',
  mcpServers: 'MCP servers',
  models: 'Language models',
  webhooks: 'Webhooks',
  memories: 'Shared memories',
} as const
