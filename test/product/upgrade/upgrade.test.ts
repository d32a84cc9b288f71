// A database of an older version goes on with the code of today: it is loaded as that version left it when it
// was killed, the product starts on it, and everything that was under way is asked for over HTTP.
import tap, { test } from 'tap'
import { Agent } from '../../support/people/agent.ts'
import { emptyDatabase } from '../../support/postgres.ts'
import { Product } from '../../support/product.ts'
import { path, until, untilStatus } from '../../support/runs.ts'
import { execute, runToEnd } from '../../support/workflows.ts'
import { loadFixture } from './fixture.ts'
import { Outside, outsideUrl } from './outside.ts'
import { appPort, environment } from './scenario.ts'

const version = 'c69dea1'

const outside = await Outside.start()
tap.teardown(() => outside.close())
const url = await emptyDatabase()
const facts = await loadFixture(version, url)
const product = await Product.prepare({ environment: { ...environment, DATABASE_URL: url } })
product.port = appPort
await product.start()
const login = await product
  .client()
  .post('/api/v1/auth/login', { email: facts.email, password: facts.password })
const client = product.client(login.body.token)
const linesOf = (line: string) => outside.calls.filter(call => call.line === line)

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
type Part = any

test('its owner signs in with the password, and finds the workflows', async t => {
  t.equal(login.status, 200)
  t.equal(login.body.user.organization.id, facts.organizationId)
  for (const id of Object.values(facts.workflows))
    t.match((await client.get(`/api/v1/workflows/${id}`)).body, { id, status: 'ready', version: /^\d+$/ })
})

test('a call that was under way is made again under its key, and the execution ends', async t => {
  const { body } = await client.get(`/api/v1/executions?workflowId=${facts.workflows.held}`)
  t.match(await untilStatus(client, body[0].id, 'completed'), { output: { line: 'held' } })
  const [call] = linesOf('held')
  t.match(call!.idempotencyKey, body[0].id)
})

test('what waits for a time or an event wakes, each once', async t => {
  const { timer, event } = facts.executions
  t.match((await client.get(path(event))).body, { status: 'waiting' })
  t.equal((await client.post(`${path(event)}/events/go`, {})).status, 200)
  for (const id of [timer, event]) await untilStatus(client, id, 'completed')
  t.equal(linesOf('after the event').length, 1)
  t.equal(linesOf('after the time').length, 1)
})

test('an approval that was asked for is decided, and the tool is called then', async t => {
  const id = facts.executions.approved
  const { approvals } = (await client.get(path(id))).body
  t.equal(linesOf('approved').length, 0)
  const decided = await client.post(`/api/v1/approvals/${approvals[0].id}`, { decision: 'approve' })
  t.match(decided, { status: 200, body: { status: 'approved' } })
  await untilStatus(client, id, 'completed')
  t.equal(linesOf('approved').length, 1)
})

test('a key works with its scopes, its tools, and what is left of its budget', async t => {
  const limited = product.client(facts.keys.limited)
  t.equal((await limited.get('/api/v1/workflows')).status, 200)
  t.equal(
    (await limited.post('/api/v1/workflows', { name: 'x', prompt: 'x' })).status,
    403,
    'it may not write',
  )
  t.strictSame((await new Agent(limited).toolNames()).sort(), ['get_workflow', 'list_workflows'])
  const keys = (await client.get('/api/v1/apikeys')).body as Part[]
  t.match(
    keys.find(({ name }) => name === 'Limited'),
    { scopes: ['read', 'execute'], budget: null },
  )
  t.match(
    keys.find(({ name }) => name === 'Robot'),
    { budget: 4 },
  )
  const robot = product.client(facts.keys.robot)
  t.match(await runToEnd(robot, facts.workflows.two), { status: 'completed' })
  const next = await execute(robot, facts.workflows.two)
  const refusal = { status: 402, body: { error: /4 compute units a month, .* 4 are used/ } }
  t.match(next, refusal, 'what was spent before counts')
})

test('the budget of a month has what was spent, and the schedule its time', async t => {
  const monthly = (await client.get(`/api/v1/workflows/${facts.workflows.monthly}`)).body
  t.match(monthly, { monthlyBudget: 4 })
  t.match(await runToEnd(client, facts.workflows.monthly), { status: 'completed', cu: facts.monthly })
  const more = await execute(client, facts.workflows.monthly)
  const held = await untilStatus(client, more.body.id, 'awaiting_approval')
  t.match(held, { approvals: [{ args: { scope: 'workflow', limit: 4 } }] }, 'what was spent before counts')
  const { schedule } = (await client.get(`/api/v1/workflows/${facts.workflows.scheduled}`)).body
  t.match(schedule, { cron: '0 9 * * *', timezone: 'UTC' })
  t.ok(schedule.next[0] > Date.now())
})

test('a hook takes deliveries at the address that its sender has', async t => {
  const taken = await product.client().post(facts.hook, { amount: 7 }, { prefer: 'wait=20' })
  t.match(taken, { status: 200, body: { status: 'completed', output: { amount: 7 } } })
})

test('a credential is opened, and a connection renews its tokens', async t => {
  t.match(await runToEnd(client, facts.workflows.secured), {
    status: 'completed',
    output: { line: 'secured' },
  })
  t.match(await runToEnd(client, facts.workflows.accounts), {
    status: 'completed',
    output: { line: 'accounts' },
  })
  t.equal(outside.refreshes, 1)
  const servers = (await client.get('/api/v1/mcp-servers')).body as Part[]
  t.strictSame(servers.map(({ url: at }) => at).sort(), [
    `${outsideUrl}/accounts`,
    `${outsideUrl}/rpc`,
    `${outsideUrl}/secured`,
  ])
})

test('an application that was connected calls tools, and renews its tokens', async t => {
  const call = (token: string) => new Agent(product.client(token)).toolNames()
  t.ok((await call(facts.tokens.access_token)).includes('execute_workflow'))
  const fields = {
    ...{ grant_type: 'refresh_token', refresh_token: facts.tokens.refresh_token },
    client_id: facts.application,
  }
  const renewed = await fetch(`${product.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  t.equal(renewed.status, 200)
  const { access_token, scope } = (await renewed.json()) as Part
  t.equal(scope, facts.tokens.scope)
  t.ok((await call(access_token)).includes('execute_workflow'))
})

test('a chat goes on: the answer that was under way, the grant for good, and the approval that was asked', async t => {
  const sessionOf = (id: string) => `/api/v1/chat/sessions/${id}`
  const [, answer] = await until(
    async () => (await client.get(`${sessionOf(facts.chats.thinking)}/messages`)).body as Part[],
    messages => messages.length >= 2,
  )
  t.equal(answer.content, 'Thought.')
  t.match((await client.get('/api/v1/chat/grants')).body, [{ tool: 'ledger__enter' }])
  const fresh = (await client.post('/api/v1/chat/sessions', {})).body.id
  const granted = await client.post(`${sessionOf(fresh)}/messages`, { message: 'enter granted' })
  t.equal(granted.body.reply.content, 'Done.', 'it is not asked again')
  const { pending, asking } = facts.chats
  const decided = await client.post(`${sessionOf(asking)}/messages`, {
    approval: { id: pending, decision: 'approve' },
  })
  t.match(decided.body, { reply: { content: 'Done.' } })
  t.equal(linesOf('asked').length, 1)
})
