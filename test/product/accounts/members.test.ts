// Members and keys of a running product: whoever loses a right loses it everywhere at once, in requests,
// streams and /rpc.
import { test } from 'tap'
import { modern } from '../../support/lanes.ts'
import type { Client } from '../../support/people/client.ts'
import { addColleague, membersOf, query } from '../../support/people/colleagues.ts'
import { probes } from '../../support/probes.ts'
import { type Account, password, restartableProduct } from '../../support/product.ts'
import { createWorkflow, execute } from '../../support/workflows.ts'

const product = await restartableProduct()

const waiting = { steps: [{ id: 'hold', title: 'Hold', kind: 'wait', event: 'go' }] }

test('a removed member loses requests, keys, streams and /rpc', async t => {
  probes(t, 54, 74)
  const account = await product.signUp()
  const admin = await addColleague(product, account, 'admin')
  const { body: key } = await admin.client.post('/api/v1/apikeys', { name: 'Mine' })
  const holder = product.client(key.key)
  const execution = await held(account)
  const logs = `/api/v1/executions/${execution}/logs`
  const streams = [admin.client, holder].map(client => opened(client, 'GET', logs))
  const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  streams.push(opened(holder, 'POST', '/rpc', body, headers))
  const ends = await Promise.all(streams)
  const removed = await account.client.delete(`${membersOf(account)}/${admin.userId}`)
  t.match(removed.body, { deleted: true, broke: { apiKeys: [{ id: key.id, name: 'Mine' }] } })
  for (const client of [admin.client, holder]) {
    t.equal((await client.get('/api/v1/auth/me')).status, 401, 'P54 P74')
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    t.equal((await client.post('/rpc', list)).status, 401, 'P74 /rpc')
  }
  await Promise.all(ends.map(({ over }) => over))
  t.pass('P74 the streams have ended')
  t.equal(
    (await account.client.get(`/api/v1/executions/${execution}`)).body.status,
    'waiting',
    'the run goes on',
  )
  await account.client.post(`/api/v1/executions/${execution}/cancel`)
})

test('a revoked key is refused by every request that begins after its revocation, and its streams end', async t => {
  probes(t, 50)
  const account = await product.signUp()
  const { body: key } = await account.client.post('/api/v1/apikeys', { name: 'Leaked' })
  const holder = product.client(key.key)
  const execution = await held(account)
  const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const streams = await Promise.all([
    opened(holder, 'GET', `/api/v1/executions/${execution}/logs`),
    opened(holder, 'POST', '/rpc', body, headers),
  ])
  t.equal((await holder.get('/api/v1/workflows')).status, 200)
  t.equal((await account.client.delete(`/api/v1/apikeys/${key.id}`)).status, 200)
  const lanes = Array.from({ length: 50 }, async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 20; i++) statuses.add((await holder.get('/api/v1/workflows')).status)
    return [...statuses]
  })
  for (const statuses of await Promise.all(lanes)) t.strictSame(statuses, [401], 'P50')
  await Promise.all(streams.map(({ over }) => over))
  t.pass('P50 its streams have ended')
  await account.client.post(`/api/v1/executions/${execution}/cancel`)
})

test('what only a member is asked for is named before they are removed', async t => {
  const account = await product.signUp()
  const [asked, other] = [
    await addColleague(product, account, 'member'),
    await addColleague(product, account, 'member'),
  ]
  const gate = (assignees: string[]) => ({
    steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'Go on?', assignees }],
  })
  const alone = [[asked.email.toUpperCase()], [asked.userId, asked.email]]
  const shared = [[asked.email, other.email], ['member'], []]
  const ids: string[] = []
  for (const assignees of [...alone, ...shared]) {
    const { body } = await execute(account.client, await createWorkflow(account.client, gate(assignees)))
    await untilAsked(account.client, body.id)
    ids.push(body.id)
  }
  const path = `${membersOf(account)}/${asked.userId}`
  const { body: impact } = await account.client.get(`${path}/impact`)
  const named = impact.approvals.map(({ executionId }: { executionId: string }) => executionId)
  t.strictSame(named.sort(), ids.slice(0, alone.length).sort())
  t.equal((await asked.client.get(`${path}/impact`)).status, 403)
})

test('an organization that its owner deletes is gone for everybody, and runs nothing any more', async t => {
  const account = await product.signUp()
  const admin = await addColleague(product, account, 'admin')
  const { body: key } = await account.client.post('/api/v1/apikeys', {
    name: 'All',
    scopes: ['read', 'admin'],
  })
  const holder = product.client(key.key)
  const schedule = { cron: '0 9 * * *', timezone: 'UTC' }
  const scheduled = await account.client.post('/api/v1/workflows', {
    name: 'Daily',
    prompt: 'Do it',
    plan: waiting,
    schedule,
  })
  t.equal(scheduled.status, 201)
  const server = { name: 'Example', url: 'http://127.0.0.1:9999/rpc' }
  t.equal((await account.client.post('/api/v1/mcp-servers', server)).status, 201)
  const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['*'] }
  t.equal((await account.client.post('/api/v1/webhooks', webhook)).status, 201)
  const execution = await held(account)
  t.equal((await admin.client.delete('/api/v1/organization')).status, 403, 'an owner only')
  t.equal((await holder.delete('/api/v1/organization')).status, 403, 'and no key')
  t.match((await account.client.delete('/api/v1/organization')).body, {
    id: account.organizationId,
    deleted: true,
  })
  for (const client of [account.client, admin.client, holder]) {
    t.equal((await client.get('/api/v1/auth/me')).status, 401)
  }
  const login = { email: account.email, password }
  t.equal((await product.client().post('/api/v1/auth/login', login)).status, 401)
  const state = 'select status from executions where id = $1'
  const deadline = Date.now() + 60_000
  let rows: { status: string }[] = []
  do rows = await query(product, state, [execution])
  while (rows[0]!.status !== 'cancelled' && Date.now() < deadline)
  t.strictSame(rows, [{ status: 'cancelled' }])
  const kept = 'select schedule_told = schedule_revision as told, schedule from workflows where id = $1'
  const [row] = await query<{ told: boolean; schedule: string }>(product, kept, [scheduled.body.id])
  t.match({ told: row!.told, ...JSON.parse(row!.schedule) }, { told: true, schedule: null })
  const left = `select (select count(*) from tool_servers where organization_id = $1)::int as servers,
    (select count(*) from webhooks where organization_id = $1 and active)::int as webhooks`
  t.strictSame(await query(product, left, [account.organizationId]), [{ servers: 0, webhooks: 0 }])
  t.equal((await product.client().post('/api/v1/auth/signup', login)).status, 201, 'the address is free')
})

test('what an admin does stands in the audit log with who, what and from where, and without secrets', async t => {
  const { client } = await product.signUp()
  const secret = { token: 'ghp_aSecretOfSomebody' }
  const { body: credential } = await client.post('/api/v1/credentials', {
    name: 'github',
    kind: 'bearer',
    secret,
  })
  await client.put('/api/v1/limits', { concurrency: 5 })
  await client.delete(`/api/v1/credentials/${credential.id}`)
  const { body: entries } = await client.get('/api/v1/audit')
  const actions = entries.map(({ action }: { action: string }) => action)
  for (const action of ['credential.created', 'organization.limits-changed', 'credential.deleted']) {
    t.ok(actions.includes(action), action)
  }
  t.match(
    entries.find(({ action }: { action: string }) => action === 'credential.created'),
    {
      actor: { id: /^user_/ },
      target: { type: 'credential', id: credential.id, name: 'github' },
      address: '127.0.0.1',
    },
  )
  t.notOk(JSON.stringify(entries).includes(secret.token))
  const refused = await client.post('/api/v1/credentials', { name: 'github', kind: 'nonsense', secret })
  t.equal(refused.status, 400)
  t.equal((await client.get('/api/v1/audit')).body.length, entries.length, 'what is refused is no act')
})

test('an organization whose end was cut short by a crash is cleared away by the next start', async t => {
  const account = await product.signUp()
  const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['*'] }
  t.equal((await account.client.post('/api/v1/webhooks', webhook)).status, 201)
  const execution = await held(account)
  const [user] = await query<{ id: string }>(product, 'select id from users where email = $1', [
    account.email,
  ])
  await product.kill()
  // As the end of an organization commits it, before anything else is done.
  const end = 'update organizations set deleted_at = 1, ending_by = $2 where id = $1'
  await query(product, end, [account.organizationId, user!.id])
  await product.start()
  const left = `select ending_by, (select status from executions where id = $2) as status,
    (select count(*) from webhooks where organization_id = $1 and active)::int as webhooks
    from organizations where id = $1`
  const deadline = Date.now() + 60_000
  let rows: { status: string; ending_by: string | null }[] = []
  do rows = await query(product, left, [account.organizationId, execution])
  while ((rows[0]!.ending_by !== null || rows[0]!.status !== 'cancelled') && Date.now() < deadline)
  t.strictSame(rows, [{ ending_by: null, status: 'cancelled', webhooks: 0 }])
})

/** An execution that waits for an event. */
async function held({ client }: Account): Promise<string> {
  return (await execute(client, await createWorkflow(client, waiting))).body.id
}

async function untilAsked(client: Client, execution: string): Promise<void> {
  for await (const { event, data } of client.stream(`/api/v1/executions/${execution}/logs`)) {
    if (event === 'status' && data.status === 'awaiting_approval') return
  }
}

/** A stream that has begun; `over` resolves when the server has ended it. */
async function opened(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ over: Promise<void> }> {
  const response = await client.open(method, path, body, { accept: 'text/event-stream', ...headers })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  const reader = response.body!.getReader()
  await reader.read()
  const over = (async () => {
    while (!(await reader.read()).done);
  })()
  return { over }
}
