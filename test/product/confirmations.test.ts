// What a person confirms before a plan by an agent starts by itself: who may, what of, and until when.
import { test } from 'tap'
import { Agent, plain, withElicitation } from '../support/people/agent.ts'
import type { Client } from '../support/people/client.ts'
import { ByHand } from '../support/people/connecting.ts'
import { sharedProduct } from '../support/product.ts'
import { ChangingServer } from '../support/servers/changing-server.ts'
import { registerServer, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()

const order = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
const refund = { name: 'refund', description: 'Refunds an order', inputSchema: order }
const destroy = { ...refund, name: 'destroy', annotations: { destructiveHint: true } }
const path = '/api/v1/workflows'

const calling = (tool: string, order: number) => ({
  steps: [{ id: 'call', kind: 'tool', server: 'orders', tool, args: { order } }],
})

/** An agent keeps a plan. */
async function made(client: Client, plan: object, more: object = {}) {
  const args = { name: 'Made', prompt: 'Refund order 7', plan, ...more }
  const { result } = await plain(client, 'tools/call', { name: 'create_workflow', arguments: args })
  return result.structuredContent as { id: string; status: string }
}

/** Starts it by another workflow: nobody watches it. */
async function runUnattended(client: Client, workflow: string) {
  const steps = [{ id: 'run', kind: 'workflow', workflow, inputs: {} }]
  const body = { name: 'Outer', prompt: 'Run it', plan: { steps } }
  return runToEnd(client, (await client.post(path, body)).body.id)
}

const confirmationOf = async (client: Client, id: string) =>
  (await client.get(`${path}/${id}/confirmation`)).body
const waits = { status: 'failed', error: { code: 'workflow-needs-review' } }

test('what an agent planned starts by itself once a person has ticked what it destroys', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund, destroy)
  await registerServer(client, 'Orders', server.url)
  const assumptions = [{ step: 'call', text: 'Order 7 is meant', options: ['Order 8'] }]
  const said = { quotes: { call: 'refund order 7' }, assumptions }
  const { id } = await made(client, calling('destroy', 7), said)
  t.match((await client.get(`${path}/${id}`)).body, { plannedBy: 'agent', acceptance: { acceptedAt: null } })
  t.match(await runUnattended(client, id), waits)
  const { result } = await plain(client, 'tools/call', {
    name: 'execute_workflow',
    arguments: { id, inputs: {} },
  })
  t.match(result.structuredContent, { id: /^exec_/ }, 'whoever names it may run it')
  await runToEnd(client, id)

  const shown = await confirmationOf(client, id)
  t.match(shown, { accepted: false, required: true })
  const [effect, assumed] = shown.entries
  t.match(effect, { id: 'effect:call', severity: 'tick', tool: 'orders__destroy', quote: 'Refund order 7' })
  t.match(effect.says, 'order: 7 (in the request)')
  t.match(assumed, { kind: 'assumption', options: ['Order 8'] })
  const planned = await client.post(`${path}/plan`, {
    prompt: 'Refund order 7',
    plan: calling('destroy', 7),
    ...said,
  })
  t.match(planned.body.confirmation, { accepted: false, required: false })
  t.match(planned.body.confirmation.entries[0].says, 'order: 7 (in your words)', 'of a person')

  const accept = (body: object, by = client) => by.post(`${path}/${id}/accept`, body)
  const { digest } = shown
  t.match(await accept({ digest }), { status: 400, body: { error: /^entries: .*missing: effect:call/ } })
  t.match(await accept({ digest, entries: ['effect:call', 'no'] }), {
    status: 400,
    body: { error: /has no no/ },
  })
  t.equal((await accept({ digest: '0'.repeat(64), entries: ['effect:call'] })).status, 409)
  t.match(await accept({ digest, entries: ['effect:call'] }), {
    status: 200,
    body: { acceptance: { acceptedAt: Number } },
  })
  t.match(await confirmationOf(client, id), { digest, accepted: true })
  t.match(await runUnattended(client, id), { status: 'completed' })
  t.equal(server.callsOf('destroy'), 3)
})

test('what an agent says in words starts by itself once a person has confirmed it', async t => {
  const { client } = await product.signUp()
  const tool = async (name: string, args: object) =>
    (await plain(client, 'tools/call', { name, arguments: args })).result.structuredContent
  const prompt = 'Return 1.'
  for (const plannedBy of [undefined, 'reader', 'author']) {
    const { id } = await tool('create_workflow', { name: 'Made', prompt, ...(plannedBy && { plannedBy }) })
    t.match((await client.get(`${path}/${id}`)).body, {
      plannedBy: 'agent',
      acceptance: { acceptedAt: null },
    })
    t.match(await runUnattended(client, id), waits)
  }
  const own = (await client.post(path, { name: 'Own', prompt, plannedBy: 'reader' })).body
  t.match(own, { plannedBy: 'reader', acceptance: null })
  await tool('update_workflow', { id: own.id, prompt: 'Return 2.', plannedBy: 'reader' })
  t.match(await runUnattended(client, own.id), waits)
  t.match(await tool('plan_workflow', { prompt, detail: true }), { confirmation: { required: true } })

  const daily = 'Every day at 9:00, return 1.'
  const { id } = await tool('create_workflow', { name: 'Daily', prompt: daily })
  t.match((await client.get(`${path}/${id}`)).body, { schedule: { cron: '0 9 * * *' } })
  const shown = await confirmationOf(client, id)
  t.match(shown.entries, [{ kind: 'schedule', times: Array }])
  t.equal((await client.post(`${path}/${id}/accept`, { digest: shown.digest })).status, 200)
  const schedule = { cron: '* * * * *', timezone: 'UTC' }
  const unseen: [string, object][] = [
    ['update_workflow', { id, schedule }],
    ['create_workflow', { name: 'Made', prompt, plan: returning(1), schedule }],
  ]
  for (const [name, args] of unseen) {
    const { result } = await plain(client, 'tools/call', { name, arguments: args })
    t.match(result, { isError: true, content: [{ text: /schedule: say in `start` of the plan/ }] }, name)
  }
  t.match((await client.get(`${path}/${id}`)).body, { schedule: { cron: '0 9 * * *' } })
})

test('a client that sends the digest of the explanation confirms where nothing is to be ticked', async t => {
  const { client } = await product.signUp()
  const { id } = await made(client, returning(1))
  const { digest } = (await client.get(`${path}/${id}`)).body.acceptance
  t.equal((await client.post(`${path}/${id}/accept`, { digest })).status, 200)
  t.match(await runUnattended(client, id), { status: 'completed' })
})

test('a person confirms, or a key that an admin gave the scope; no key with a budget, no chat', async t => {
  const { client } = await product.signUp()
  const { id } = await made(client, returning(1))
  const { digest } = await confirmationOf(client, id)
  const accept = async (key: object) => {
    const { body } = await client.post('/api/v1/apikeys', { name: 'Robot', ...key })
    return product.client(body.key).post(`${path}/${id}/accept`, { digest })
  }
  for (const scopes of [undefined, ['read', 'write', 'execute', 'admin', 'chat'], ['chat']])
    t.match(await accept({ scopes }), { status: 403, body: { error: /the scope confirm/ } })
  const both = { name: 'Robot', scopes: ['confirm'], budget: 5 }
  t.match(await client.post('/api/v1/apikeys', both), { status: 400, body: { error: /budget/ } })
  const admin = await client.post('/api/v1/apikeys', { name: 'Admin', scopes: ['read', 'admin'] })
  const more = { name: 'More', scopes: ['confirm'] }
  t.equal(
    (await product.client(admin.body.key).post('/api/v1/apikeys', more)).status,
    403,
    'no key gives it on',
  )
  t.equal((await accept({ scopes: ['confirm'] })).status, 200)
})

test('a tool that an admin accepts as another one has to be confirmed again', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund)
  const { id: serverId } = (await registerServer(client, 'Orders', server.url)).body
  const { id } = await made(client, calling('refund', 7))
  const before = await confirmationOf(client, id)
  await client.post(`${path}/${id}/accept`, { digest: before.digest })
  t.match(await runUnattended(client, id), { status: 'completed' })

  server.tools = [{ ...refund, annotations: { destructiveHint: true } } as typeof refund]
  const tools = `/api/v1/mcp-servers/${serverId}`
  await client.post(`${tools}/refresh`)
  t.equal((await client.post(`${tools}/tools/refund/accept`, { pin: 'another' })).status, 409)
  t.match(await confirmationOf(client, id), { accepted: true }, 'what is refused reopens nothing')
  const drifted = (await client.get(tools)).body.tools[0]
  t.equal((await client.post(`${tools}/tools/refund/accept`, { pin: drifted.drift.pin })).status, 200)
  const after = await confirmationOf(client, id)
  t.match(after, { accepted: false, required: true })
  t.not(after.digest, before.digest)
  t.equal((await client.post(`${path}/${id}/accept`, { digest: before.digest })).status, 409)
  t.match(await runUnattended(client, id), waits)
  const { body } = await client.get('/api/v1/audit?action=workflow.reopened')
  t.match(body, [{ target: { type: 'workflow', id }, details: { tools: ['orders__refund'] } }])
})

test('another server under the name of one has to be confirmed again', async t => {
  const { client } = await product.signUp()
  const [first, second] = [await ChangingServer.start(t, refund), await ChangingServer.start(t, refund)]
  const { id: serverId } = (await registerServer(client, 'Orders', first.url)).body
  const { id } = await made(client, calling('refund', 7))
  const accept = async () => {
    const { digest, entries } = await confirmationOf(client, id)
    const ticked = entries.filter(({ severity }: { severity: string }) => severity === 'tick')
    const read = { digest, entries: ticked.map((entry: { id: string }) => entry.id) }
    t.equal((await client.post(`${path}/${id}/accept`, read)).status, 200)
  }
  await accept()
  const server = `/api/v1/mcp-servers/${serverId}`
  const before = (await client.get(`${path}/${id}`)).body
  t.equal((await client.put(server, { name: 'Shop', url: first.url })).status, 200)
  t.match(await client.get(`${path}/${id}`), { body: { updatedAt: before.updatedAt } }, 'it is the same')
  t.equal((await client.put(server, { url: second.url })).status, 200)
  t.match(await confirmationOf(client, id), { accepted: false })
  t.match(await runUnattended(client, id), waits)
  await accept()
  t.match(await runUnattended(client, id), { status: 'completed' })
  t.equal((await client.delete(server)).status, 200)
  t.equal((await registerServer(client, 'Orders', first.url)).status, 201)
  t.match(await confirmationOf(client, id), { accepted: false })
  t.match(await runUnattended(client, id), waits)
  t.strictSame([first.callsOf('refund'), second.callsOf('refund')], [0, 1])
})

test('what a person sends as a plan starts by itself, and can be looked at', async t => {
  const { client } = await product.signUp()
  const own = { name: 'Own', prompt: 'Answer 1', plan: returning(1) }
  const { id } = (await client.post(path, own)).body
  t.match((await client.get(`${path}/${id}`)).body, { plannedBy: 'author', acceptance: null })
  const shown = await confirmationOf(client, id)
  t.match(shown, { required: false, accepted: false })
  t.equal((await client.post(`${path}/${id}/accept`, { digest: shown.digest })).status, 409)
  t.match(await runUnattended(client, id), { status: 'completed' })
})

/** What the client of an agent says to a question that confirm_workflow has asked. */
function answered(agent: Agent, id: string, { requestState }: { requestState: string }, content: object) {
  const inputResponses = { confirmation: { action: 'accept', content } }
  return agent.call('confirm_workflow', { id }, { inputResponses, requestState })
}

test('the person of an agent confirms in a question of their client; the agent by itself does not', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, destroy)
  await registerServer(client, 'Orders', server.url)
  const { id } = await made(client, calling('destroy', 7))
  const alone = await new Agent(client).call('confirm_workflow', { id })
  t.match(alone, {
    isError: true,
    content: [{ text: /asks its person nothing.*signed in.*scope confirm.*\/workflows\/wf_/ }],
  })
  t.match((await plain(client, 'tools/call', { name: 'confirm_workflow', arguments: { id } })).result, {
    isError: true,
  })

  const agent = new Agent(client, withElicitation)
  const asked = await agent.call('confirm_workflow', { id })
  const { params } = asked.inputRequests.confirmation
  t.match(params.message, /orders__destroy removes or overwrites something/)
  t.match(
    params.message,
    new RegExp(`Workflow: "Made" \\(${id}\\)\nPage: .*/workflows/${id}\n.*your agent says it: "Refund`),
  )
  t.match(params.requestedSchema.properties.tick_1, { title: /\(step call\)$/ })
  const unticked = await answered(agent, id, asked, { decision: 'confirm' })
  t.match(unticked, { inputRequests: { confirmation: { params: { message: /not ticked/ } } } })
  const confirming = { decision: 'confirm', tick_1: true }
  const declined = await answered(agent, id, unticked, { ...confirming, decision: 'not now' })
  t.match(declined.structuredContent, { accepted: false })
  t.match(await confirmationOf(client, id), { accepted: false })
  for (const used of [asked, unticked])
    t.match(await answered(agent, id, used, confirming), {
      inputRequests: { confirmation: { params: { message: /was answered before/ } } },
    })
  t.match(await confirmationOf(client, id), { accepted: false }, 'a question is answered once')
  const again = await agent.call('confirm_workflow', { id })
  t.match((await answered(agent, id, again, confirming)).structuredContent, { accepted: true })
  t.match(await confirmationOf(client, id), { accepted: true })
  const { body } = await client.get('/api/v1/audit?action=workflow.accepted')
  t.match(body, [{ target: { id }, details: { by: 'elicitation' } }])
})

test('an application is believed what its person says: with their consent, or a key of the scope', async t => {
  const { client } = await product.signUp()
  const connected = await (await ByHand.register(product.url)).connect(client)
  const robot = async (scopes?: string[]) =>
    (await client.post('/api/v1/apikeys', { name: 'Robot', ...(scopes && { scopes }) })).body.key
  const { id } = await made(client, returning(1))
  const plainly = new Agent(product.client(await robot()), withElicitation)
  t.match(await plainly.call('confirm_workflow', { id }), {
    isError: true,
    content: [{ text: /the key needs the scope confirm.*\/workflows\/wf_/ }],
  })
  for (const credential of [await robot(['read', 'write', 'confirm']), connected.access_token]) {
    const { id } = await made(client, returning(1))
    const agent = new Agent(product.client(credential), withElicitation)
    const asked = await agent.call('confirm_workflow', { id })
    const said = await answered(agent, id, asked, { decision: 'confirm' })
    t.match(said.structuredContent, { accepted: true })
  }
})
