// The headings of the API reference in their order, each with a line about its content. A tag that is not
// listed comes after them, described by its name.

/** By tag: the first word of the path after /api/v1, or the tag that a route declares. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  workflows: 'A prompt in plain English, the plan that was made of it, and its versions.',
  executions: 'Runs of workflows: start, follow, search, cancel, retry.',
  approvals: 'Steps that wait for a decision.',
  tools: 'Everything that a step can call.',
  'mcp-servers': 'Tool servers of the organization.',
  'stdio-servers': 'Commands that the operator allows as tool servers on stdio.',
  marketplace: 'Tool servers that can be installed.',
  'tool-results': 'Tool results that were too large for a step.',
  credentials: 'Secrets for tool servers and requests. They are never shown again.',
  webhooks: 'Addresses that receive events, and the log of their deliveries.',
  events: 'What changes in the organization, live.',
  notifications: 'Messages to a user, in the application and by mail.',
  chat: 'Conversations that run workflows.',
  limits: 'Limits that the organization sets for itself.',
  usage: 'What was used in the current period.',
  billing: 'Plan, payment, invoices.',
  auth: 'Accounts, sessions, sign-in with other providers.',
  organization: 'The organization of the caller.',
  teams: 'Teams and their members.',
  members: 'Who belongs to the organization, and with which role.',
  invitations: 'Invitations to an organization or a team.',
  roles: 'What each role may do.',
  apikeys: 'Keys that act for the organization.',
  audit: 'Security-relevant actions and who did them. Entries are never changed.',
  rpc: "The service's own tool server: JSON-RPC 2.0 and MCP.",
  operations: 'For those who run the service.',
  dev: 'For development, on this machine only.',
  documentation: 'The description of this API.',
  dashboard: 'The pages for people, at the root of this origin.',
}

/** The tags of an API in the order in which they are shown. */
export function describeTags(used: Iterable<string>): { name: string; description: string }[] {
  const order = Object.keys(tagDescriptions)
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...new Set(used)]
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map(name => ({ name, description: tagDescriptions[name] ?? `Everything about ${name}.` }))
}
