// The live stream against the running service: what is told to whom, and how it ends.
import { test } from 'tap'
import type { LiveChanges } from '../../domain/news/live-events.ts'
import { streamsAtMost } from '../../http/live/live-streams.ts'
import { type Client, eventsOf, type StreamedEvent } from '../support/people/client.ts'
import { addColleague, membersOf } from '../support/people/colleagues.ts'
import { type Account, password, sharedProduct } from '../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
const events = '/api/v1/events'
const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

/** A stream after its first event. */
async function openLive(client: Client) {
  const response = await client.open('GET', events, undefined, { accept: 'text/event-stream' })
  if (response.status !== 200) throw new Error(`${events} answered ${response.status}`)
  const stream = eventsOf(response)
  const seen: StreamedEvent[] = []
  async function next(): Promise<StreamedEvent | undefined> {
    const { value } = await stream.next()
    if (value !== undefined) seen.push(value)
    return value
  }
  const hello = (await next())!
  return {
    hello,
    seen,
    next,
    /** Reads on until a `changes` holds. */
    async until(holds: (changes: LiveChanges) => boolean): Promise<LiveChanges> {
      for (;;) {
        const event = await next()
        if (event === undefined) throw new Error('the stream ended')
        if (event.event === 'changes' && holds(event.data)) return event.data
      }
    },
    /** All that comes until the server ends the stream. */
    async rest(): Promise<StreamedEvent[]> {
      while ((await next()) !== undefined);
      return seen
    },
    leave: () => stream.return(undefined),
  }
}

async function login({ email }: Pick<Account, 'email'>): Promise<Client> {
  const { body } = await product.client().post('/api/v1/auth/login', { email, password })
  return product.client(body.token)
}

test('a run is told from its start to its end, in order, and never to another organization', async t => {
  const { client, organizationId } = await product.signUp()
  const stranger = await product.signUp()
  const [live, foreign] = [await openLive(client), await openLive(stranger.client)]
  t.match(live.hello, { id: 1, event: 'hello', data: { organizationId, role: 'owner' } })
  const workflow = await createWorkflow(client, returning('done'))
  await live.until(({ workflows }) => workflows.includes(workflow))
  const { id } = await runToEnd(client, workflow)
  await live.until(({ executions }) =>
    executions.some(run => run.id === id && run.workflowId === workflow && run.status === 'completed'),
  )
  const own = await createWorkflow(stranger.client, returning('done'))
  await foreign.until(({ workflows }) => workflows.includes(own))
  t.notOk(JSON.stringify(foreign.seen).includes(id))
  t.notOk(JSON.stringify(foreign.seen).includes(workflow))
  const ids = live.seen.map(event => event.id)
  t.strictSame(
    ids,
    Array.from({ length: ids.length }, (_, n) => n + 1),
  )
  await Promise.all([live.leave(), foreign.leave()])
})

test('an approval is told when it is asked for and when it is decided, and the inbox with it', async t => {
  const { client } = await product.signUp()
  const live = await openLive(client)
  const { id: executionId } = (
    await client.post(`/api/v1/workflows/${await createWorkflow(client, asking)}/execute`, { inputs: {} })
  ).body
  const told = () =>
    live.seen.flatMap(({ event, data }) => (event === 'changes' ? [data as LiveChanges] : []))
  const statuses = () => told().flatMap(({ approvals }) => approvals.map(({ status }) => status))
  const unread = () => told().flatMap(({ notifications }) => notifications?.unread ?? [])
  await live.until(() => statuses().length === 1 && unread().length === 1)
  const [asked] = told().flatMap(({ approvals }) => approvals)
  t.match(asked, { executionId, status: 'pending' })
  await client.post(`/api/v1/approvals/${asked!.id}`, { decision: 'approve' })
  await live.until(() => statuses().length === 2 && unread().at(-1) === 0)
  t.strictSame(statuses(), ['pending', 'approved'])
  t.strictSame(unread(), [1, 0])
  await live.leave()
})

test('many changes at once are told by id, at most two hundred at a time', async t => {
  const { client } = await product.signUp()
  const live = await openLive(client)
  const workflow = await createWorkflow(client, returning('done'))
  const runs = await Promise.all(Array.from({ length: 300 }, () => runToEnd(client, workflow)))
  const ended = new Set<string>()
  await live.until(({ executions, more }) => {
    t.ok(executions.length <= 200)
    t.equal(new Set(executions.map(({ id }) => id)).size, executions.length)
    for (const { id, status } of executions) if (status === 'completed') ended.add(id)
    return more || runs.every(({ id }) => ended.has(id))
  })
  await live.leave()
})

test('a member hears nothing of webhooks, and of chats and notifications only their own', async t => {
  const account = await product.signUp()
  const { client } = account
  const colleague = await addColleague(product, account, 'viewer')
  const [admin, viewer] = [await openLive(client), await openLive(colleague.client)]
  await client.post('/api/v1/webhooks', { url: 'https://example.com/', events: ['execution.failed'] })
  await client.post('/api/v1/chat/sessions', {})
  await admin.until(({ webhooks }) => webhooks.length === 1)
  const session = (await client.post('/api/v1/chat/sessions', {})).body.id
  await admin.until(({ chats }) => chats.includes(session))
  const workflow = await createWorkflow(client, returning('done'))
  await viewer.until(({ workflows }) => workflows.includes(workflow))
  for (const { data, event } of viewer.seen)
    if (event === 'changes') t.match(data, { webhooks: [], chats: [], notifications: null })
  await Promise.all([admin.leave(), viewer.leave()])
})

test('signing out ends the streams of that session and of no other', async t => {
  const account = await product.signUp()
  const other = await login(account)
  const [first, second, kept] = await Promise.all([
    ...[openLive(account.client), openLive(account.client)],
    openLive(other),
  ])
  await account.client.post('/api/v1/auth/logout')
  for (const live of [first!, second!])
    t.match((await live.rest()).at(-1), { event: 'end', data: { reason: 'signed-out' } })
  const workflow = await createWorkflow(other, returning('done'))
  await kept!.until(({ workflows }) => workflows.includes(workflow))
  await kept!.leave()
})

test('a removed member and a revoked key are out at once', async t => {
  const account = await product.signUp()
  const { client } = account
  const colleague = await addColleague(product, account, 'member')
  const live = await openLive(colleague.client)
  t.equal((await client.delete(`${membersOf(account)}/${colleague.userId}`)).status, 200)
  t.match((await live.rest()).at(-1), { event: 'end', data: { reason: 'removed' } })
  const key = (await client.post('/api/v1/apikeys', { name: 'Screen' })).body
  const screen = await openLive(product.client(key.key))
  await client.delete(`/api/v1/apikeys/${key.id}`)
  t.match((await screen.rest()).at(-1), { event: 'end', data: { reason: 'signed-out' } })
})

test('a new role is told to its streams', async t => {
  const account = await product.signUp()
  const colleague = await addColleague(product, account, 'member')
  const live = await openLive(colleague.client)
  await account.client.put(`${membersOf(account)}/${colleague.userId}`, { role: 'viewer' })
  t.match(await live.next(), { event: 'hello', data: { role: 'viewer' } })
  await live.leave()
})

test('one person has a bounded number of streams, and a place is free when one is left', async t => {
  const { client } = await product.signUp()
  const open = await Promise.all(Array.from({ length: streamsAtMost }, () => openLive(client)))
  const refused = await client.get(events)
  t.equal(refused.status, 429)
  t.match(refused.body.error, /20 live streams/)
  await open[0]!.leave()
  let again = await client.open('GET', events)
  while (again.status === 429) {
    await again.text()
    again = await client.open('GET', events)
  }
  t.equal(again.status, 200)
  await again.body?.cancel()
  await Promise.all(open.slice(1).map(live => live.leave()))
})

test('a key that may only chat hears nothing', async t => {
  const { client } = await product.signUp()
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Page', scopes: ['chat'] })).body
  t.equal((await product.client(key).get(events)).status, 403)
})
