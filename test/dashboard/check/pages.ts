// Every page of the dashboard, in a world that has something to show on each: what the check, the pictures
// and the hostile texts go through.
import type { Client } from '../../support/people/client.ts'

export interface ShownPage {
  readonly name: string
  readonly path: string
  /** For those who are not signed in. */
  readonly isDoor?: boolean
}

const orders = 'item,amount\napples,3.5\npears,4'
const total = [
  'Parse {{inputs.orders}} as CSV and call it orders',
  'Sum the amount of the orders and call it total',
  'If total is greater than 100, ask owner to approve "Book {{total}}?"',
  'Return the total',
].join('\n')
const ask = 'Ask owner to approve "Send the report to {{inputs.name}}?"\nReturn "sent"'

/** Makes workflows, runs in every state, keys, webhooks, a chat. @returns every page */
export async function furnish(client: Client): Promise<readonly ShownPage[]> {
  const made = async (path: string, body: object) => (await client.post(path, body)).body
  const run = async (id: string, inputs: object, wait = 20) =>
    (await client.post(`/api/v1/workflows/${id}/execute`, { inputs }, { prefer: `wait=${wait}` })).body
  const { id: workflow } = await made('/api/v1/workflows', { name: 'Order total', prompt: total })
  const schedule = { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }
  const { id: report } = await made('/api/v1/workflows', { name: 'Weekly report', prompt: ask, schedule })
  await made('/api/v1/workflows', { name: 'Not clear yet', prompt: 'Frobnicate the customers of yesterday' })
  await client.put(`/api/v1/workflows/${workflow}`, { prompt: `${total} and say thanks` })
  await client.put(`/api/v1/workflows/${workflow}`, { prompt: total })
  for (const amount of ['3', '4', 'x', '7']) await run(workflow, { orders: `item,amount\nplums,${amount}` })
  const done = await run(workflow, { orders })
  const waiting = await run(report, { name: 'the board' }, 2)
  const [approval] = (await client.get('/api/v1/approvals')).body
  await made('/api/v1/apikeys', { name: 'Continuous integration' })
  const credential = await made('/api/v1/credentials', {
    name: 'Accounting',
    kind: 'bearer',
    secret: { token: 'not-shown' },
    allowedHosts: ['api.example.com'],
  })
  const webhook = await made('/api/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] })
  const chat = await made('/api/v1/chat/sessions', { title: 'What failed this week' })
  await made(`/api/v1/chat/sessions/${chat.id}/messages`, { message: 'list workflows' })
  const [tool] = (await client.get('/api/v1/marketplace/tools?limit=1')).body
  const tabs = ['', '/runs', '/versions', '/triggers', '/memory', '/use', '/settings']
  const settings = [
    'profile',
    'notifications',
    'organization',
    'members',
    'teams',
    'usage',
    'billing',
    'audit',
  ]
  const connections = ['api-keys', 'credentials', 'mcp-servers', 'models', 'webhooks', 'memories']
  const at = (path: string): ShownPage => ({ name: path.slice(1).replaceAll('/', '-') || 'home', path })
  return [
    ...['/', '/workflows', '/workflows/new'].map(at),
    ...tabs.map(tab => ({ name: `workflow${tab.replace('/', '-')}`, path: `/workflows/${workflow}${tab}` })),
    at('/runs'),
    { name: 'run', path: `/runs/${done.id}` },
    { name: 'run-waiting', path: `/runs/${waiting.id}` },
    at('/approvals'),
    { name: 'approval', path: `/approvals/${approval.id}` },
    at('/chat'),
    { name: 'chat-session', path: `/chat/${chat.id}` },
    at('/marketplace'),
    { name: 'marketplace-tool', path: `/marketplace/${tool.slug}` },
    at('/notifications'),
    ...[...settings, ...connections].map(name => at(`/settings/${name}`)),
    { name: 'settings-credential', path: `/settings/credentials/${credential.id}` },
    { name: 'settings-webhook', path: `/settings/webhooks/${webhook.id}` },
    ...['/sign-in', '/sign-up', '/reset', '/verify', '/invite/unknown'].map(path => ({
      ...at(path),
      isDoor: true,
    })),
  ]
}
