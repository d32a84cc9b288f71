// One of everything that an organization owns, by the place of its id in a path: `workflows/:id`. Tests of
// tenancy ask for all of them, so that a new route is covered by the samples that are here; a new kind of id
// needs a line.
import { type IdKind, newId } from '../../domain/ids.ts'
import type { Client } from '../support/people/client.ts'
import { query } from '../support/people/colleagues.ts'
import { ByHand } from '../support/people/connecting.ts'
import { type Product, password } from '../support/product.ts'
import { stepsOf, until } from '../support/runs.ts'
import { createWorkflow, execute, registerServer } from '../support/workflows.ts'
import { newMember, type Person } from './people.ts'

/** What stands in a path at one place. */
export interface Sample {
  /** The owner's. */
  readonly own: string
  /** One that never was; null: not an identifier of a resource, but a name within one. */
  readonly unknown: string | null
}

export type Samples = Readonly<Record<string, Sample>>

/** Paths whose parameter names nothing that an organization owns, and why. */
export const unowned: Readonly<Record<string, string>> = {
  'marketplace/tools/:id': 'the catalog is the same for everybody',
  'oauth/:provider': 'identity providers are those of the server',
  'hooks/:token': 'the token is the secret that admits',
  'billing/sandbox/:token': 'the token is the secret that admits',
  'invitations/:token': 'the token is the secret that admits',
  'chat/:id': 'the page of the dashboard is the same for everybody',
  'chat-demo/:file': 'the files of the page are the same for everybody',
}

const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

/** @param toolServerUrl of a tool server that answers */
export async function makeOneOfEach(
  product: Product,
  owner: Person,
  toolServerUrl: string,
): Promise<Samples> {
  const { client, organizationId } = owner
  const make = async (path: string, body: object): Promise<string> =>
    idOf(await client.post(path, body), path)
  const workflow = await createWorkflow(client, asking)
  const execution = (await execute(client, workflow)).body.id
  const bulk = await make('/api/v1/executions/bulk', { action: 'cancel', filter: { status: ['failed'] } })
  const result = await largeResult(product, organizationId)
  const [notification] = await untilSome(client, '/api/v1/notifications')
  const toolServerId = idOf(await registerServer(client, 'Example', toolServerUrl))
  const secret = { name: 'Bank', kind: 'bearer', secret: { token: 'a-token-of-a-bank' } }
  return {
    'workflows/:id': owned(workflow, 'workflow'),
    'triggers/:triggerId': owned(
      await make(`/api/v1/workflows/${workflow}/triggers`, { kind: 'hook' }),
      'trigger',
    ),
    'versions/:version': within('1'),
    'versions/:a': within('1'),
    'diff/:b': within('1'),
    'executions/:id': owned(execution, 'execution'),
    'events/:name': within('paid'),
    'steps/:stepId': within((await stepsOf(client, execution))[0].id),
    'bulk/:id': owned(bulk, 'bulk'),
    'approvals/:id': owned(await pendingApproval(client, execution), 'approval'),
    'messages/:thread': within('rent'),
    'chat/sessions/:id': owned(await make('/api/v1/chat/sessions', { title: 'Rent' }), 'chat'),
    'chat/grants/:id': owned(await grant(product, owner), 'grant'),
    'tool-results/:id': owned(result, 'toolResult'),
    'credentials/:id': owned(await make('/api/v1/credentials', secret), 'credential'),
    'apikeys/:id': owned(await make('/api/v1/apikeys', { name: 'CI' }), 'apiKey'),
    'mcp-servers/:id': owned(toolServerId, 'toolServer'),
    'mcp-servers/:id/tools/:name': within('echo'),
    'connections/:connectionId': owned(await connect(product, owner, toolServerId), 'serverConnection'),
    'sources/:id': owned(
      await make('/api/v1/marketplace/sources', { name: 'Registry', url: `${toolServerUrl}/registry` }),
      'marketplaceSource',
    ),
    'memory/:name': await sharedMemory(client),
    'memory/:key': within('last'),
    ...(await makePeople(product, owner)),
    ...(await makeWebhook(client)),
    // Of the approval that is asked for.
    'notifications/:id': owned(notification!.id, 'notification'),
  }
}

/** It goes by its name. */
async function sharedMemory(client: Client): Promise<Sample> {
  const { status } = await client.post('/api/v1/memory', { name: 'seen', readers: 'all', writers: 'all' })
  if (status !== 201) throw new Error(`/api/v1/memory answered ${status}`)
  return { own: 'seen', unknown: 'never-made' }
}

async function makePeople(product: Product, owner: Person): Promise<Samples> {
  const { client } = owner
  const team = idOf(await client.post('/api/v1/teams', { name: 'Night shift' }), 'teams')
  const member = await newMember(product, owner, 'member')
  await client.post(`/api/v1/teams/${team}/members`, { email: member.email })
  await product.client().post('/api/v1/auth/login', { email: owner.email, password })
  const { body: sessions } = await client.get('/api/v1/auth/sessions')
  const other = sessions.find(({ current }: { current: boolean }) => !current)
  await (await ByHand.register(product.url)).connect(client)
  const [connection] = (await client.get('/api/v1/auth/connections')).body
  return {
    'connections/:id': owned(connection.id, 'connection'),
    'teams/:id': owned(team, 'team'),
    'members/:userId': owned(member.userId, 'user'),
    'sessions/:id': owned(other.id, 'session'),
  }
}

/** Nobody answers there: it was tried all the same. */
async function makeWebhook(client: Client): Promise<Samples> {
  const wishes = { url: 'http://127.0.0.1:2/', events: ['workflow.deleted'] }
  const webhook = idOf(await client.post('/api/v1/webhooks', wishes), 'webhooks')
  await client.delete(`/api/v1/workflows/${await createWorkflow(client, asking)}`)
  const [delivery] = await untilSome(client, `/api/v1/webhooks/${webhook}/deliveries`)
  return {
    'webhooks/:id': owned(webhook, 'webhook'),
    'deliveries/:deliveryId': owned(delivery!.id, 'delivery'),
  }
}

function owned(own: string, kind: IdKind): Sample {
  return { own, unknown: newId(kind) }
}

function within(name: string): Sample {
  return { own: name, unknown: null }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
function idOf({ status, body }: { status: number; body: any }, path = ''): string {
  if (status !== 201) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`)
  return body.id
}

async function pendingApproval(client: Client, execution: string): Promise<string> {
  for await (const { event } of client.stream(`/api/v1/executions/${execution}/logs`)) {
    if (event !== 'status' && event !== 'step') continue
    const { approvals } = (await client.get(`/api/v1/executions/${execution}`)).body
    if (approvals.length > 0) return approvals[0].id
  }
  throw new Error('the execution ended without asking')
}

/** As a host would have written it. */
async function largeResult(product: Product, organizationId: string): Promise<string> {
  const id = newId('toolResult')
  const sql = `insert into tool_results (id, organization_id, body, size_bytes, created_at) values ($1, $2, '{}', 2, 1)`
  await query(product, sql, [id, organizationId])
  return id
}

async function grant(product: Product, { organizationId, userId }: Person): Promise<string> {
  const id = newId('grant')
  const sql = `insert into chat_grants (id, organization_id, owner, tool, created_by, created_at, expires_at)
    values ($1, $2, $3, 'pay', $3, 1, 9000000000000)`
  await query(product, sql, [id, organizationId, userId])
  return id
}

/** As the consent of a person would have made it. */
async function connect(
  product: Product,
  { organizationId, userId }: Person,
  server: string,
): Promise<string> {
  const id = newId('serverConnection')
  const sql = `insert into tool_server_connections (id, organization_id, tool_server_id, user_id, url, issuer, sealed,
      version, created_at)
    select $1, $2, id, $4, url, 'https://auth.example', 'sealed', 1, 1 from tool_servers where id = $3`
  await query(product, sql, [id, organizationId, server, userId])
  return id
}

/** What is in a list, once there is something. */
function untilSome(client: Client, path: string): Promise<{ id: string }[]> {
  return until(
    async () => (await client.get(path)).body,
    list => list.length > 0,
  )
}
