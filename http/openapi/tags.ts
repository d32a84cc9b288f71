// The headings of the API reference: in this order, each with a line about what stands under it. A tag that is not
// listed here comes after them, described by its name.

/** By tag: the first word of the path after /api/v1, or what a route says. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  workflows: 'A prompt in plain English, the plan that was made of it, and its versions.',
  executions: 'Runs of workflows: start, follow, search, cancel, retry.',
  approvals: 'Steps that wait until somebody has decided.',
  tools: 'Everything that a step can call.',
  'mcp-servers': 'Tool servers of the organization (Settings > MCP Servers).',
  marketplace: 'Tool servers that can be installed.',
  'tool-results': 'Results that were too large for a step.',
  credentials: 'Secrets that tool servers and requests are sent with. They are never shown again.',
  webhooks: 'Addresses that are told of events, and the log of what they were told.',
  events: 'What has happened in the organization, in order.',
  notifications: 'What a user is told, in the application and by mail.',
  chat: 'Conversations that run workflows.',
  limits: 'Limits that the organization sets for itself.',
  usage: 'What was used in the current period.',
  billing: 'Plan, payment, invoices.',
  auth: 'Accounts, sessions, sign-in with other providers.',
  organization: 'The organization of the caller.',
  teams: 'Teams and their members.',
  members: 'Who belongs to the organization, and as what.',
  invitations: 'Invitations to an organization or a team.',
  roles: 'What each role may do.',
  apikeys: 'Keys that act for the organization.',
  audit: 'Who has done what that matters for security. Entries are never changed.',
  rpc: "The service's own tool server: JSON-RPC 2.0 and MCP.",
  operations: 'For those who run the service.',
  dev: 'For development, on this machine only.',
  documentation: 'This API, described.',
}

/** The tags of an API in the order in which they are shown. */
export function describeTags(used: Iterable<string>): { name: string; description: string }[] {
  const order = Object.keys(tagDescriptions)
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...new Set(used)]
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map(name => ({ name, description: tagDescriptions[name] ?? `Everything about ${name}.` }))
}
