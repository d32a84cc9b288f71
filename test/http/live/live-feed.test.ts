// One live stream without a server: what it sends, when, and to whom.
import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import type { Change } from '../../../domain/news/change.ts'
import { mostChanges } from '../../../domain/news/gathered-changes.ts'
import { type LiveChanges, LiveEvents } from '../../../domain/news/live-events.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { LiveFeed, paceMs } from '../../../http/live/live-feed.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'

const owner: Caller = {
  ...{ organizationId: 'org_1', userId: 'user_1', role: 'owner', key: null, sessionId: 'sess_1' },
}
const run = (id: string, status: 'running' | 'completed' = 'running'): Change => ({
  ...{ type: 'execution', id, workflowId: 'wf_1', status },
})

function open(caller: Caller = owner, authenticate: () => Caller = () => caller) {
  const clock = new SimulatedClock()
  const life = { wakes: 0, unread: async () => 3 }
  const feed = new LiveFeed(caller, {
    ...{ authenticate, clock },
    unread: () => life.unread(),
    wake: () => void life.wakes++,
  })
  async function next() {
    const [event] = await feed.pull()
    if (event === undefined) return null
    const data = JSON.parse(event.data)
    LiveEvents[event.event as keyof typeof LiveEvents].parse(data)
    return { ...event, data }
  }
  return { feed, clock, life, next }
}

/** What it sends of these changes. */
async function told(caller: Caller, ...changes: readonly Change[]): Promise<LiveChanges> {
  const { feed, next, clock } = open(caller)
  await next()
  for (const change of changes) feed.take(change)
  clock.advance(paceMs)
  return (await next())?.data
}

test('it begins with who reads, then has nothing until something changes', async t => {
  const { feed, next, clock, life } = open()
  t.match(await next(), {
    ...{ id: 1, event: 'hello' },
    data: { userId: 'user_1', organizationId: 'org_1', role: 'owner' },
  })
  t.equal(await next(), null)
  feed.take(run('exec_1'))
  clock.advance(0)
  t.equal(life.wakes, 1)
  t.match(await next(), { id: 2, event: 'changes', data: { executions: [{ id: 'exec_1' }], more: false } })
})

test('of one thing only the last change is sent, in the order of the last changes, four times a second', async t => {
  const { feed, next, clock, life } = open()
  await next()
  feed.take(run('exec_1'))
  clock.advance(0)
  await next()
  for (const id of ['exec_1', 'exec_2', 'exec_3']) feed.take(run(id))
  feed.take(run('exec_1', 'completed'))
  t.equal(await next(), null, 'not yet')
  clock.advance(paceMs - 1)
  t.equal(life.wakes, 1)
  clock.advance(1)
  t.equal(life.wakes, 2)
  t.strictSame((await next())!.data.executions, [
    { id: 'exec_2', workflowId: 'wf_1', status: 'running' },
    { id: 'exec_3', workflowId: 'wf_1', status: 'running' },
    { id: 'exec_1', workflowId: 'wf_1', status: 'completed' },
  ])
})

test('a reader that takes nothing costs a bounded number of entries, and learns that there were more', async t => {
  const ids = Array.from({ length: 3 * mostChanges }, (_, n) => `exec_${n}`)
  const { executions, more } = await told(owner, ...ids.map(id => run(id)), run('exec_0', 'completed'))
  t.equal(executions.length, mostChanges)
  t.equal(more, true)
  t.match(executions.at(-1), { id: 'exec_0', status: 'completed' }, 'and what it holds is up to date')
  t.equal((await told(owner, { type: 'missed' })).more, true)
})

test('it tells what the role and the scopes of a key may read, and of inboxes and chats their own', async t => {
  const everything: readonly Change[] = [
    run('exec_1'),
    { type: 'approval', id: 'apr_1', executionId: 'exec_1', status: 'pending' },
    { type: 'workflow', id: 'wf_1', isTool: false },
    { type: 'tools' },
    { type: 'tool-server', id: 'srv_1' },
    { type: 'webhook', id: 'wh_1' },
    { type: 'chat', id: 'chat_1', owner: 'user_1' },
    { type: 'chat', id: 'chat_2', owner: 'user_2' },
    { type: 'notifications', userId: 'user_1' },
  ]
  const all = {
    executions: [{ id: 'exec_1', workflowId: 'wf_1', status: 'running' }],
    approvals: [{ id: 'apr_1', executionId: 'exec_1', status: 'pending' }],
    ...{ workflows: ['wf_1'], toolServers: ['srv_1'], webhooks: ['wh_1'], chats: ['chat_1'] },
    notifications: { unread: 3 },
    more: false,
  }
  t.match(await told(owner, ...everything), all)
  t.match(await told({ ...owner, role: 'viewer' }, ...everything), { ...all, webhooks: [] })
  const key = { id: 'key_1', scopes: ['read'] as const }
  t.match(await told({ ...owner, key, sessionId: null }, ...everything), { ...all, webhooks: [], chats: [] })
  t.equal(await told(owner, { type: 'notifications', userId: 'user_2' }), undefined)
})

test('an inbox that cannot be counted is told as more', async t => {
  const { feed, next, clock, life } = open()
  await next()
  life.unread = async () => {
    throw new Failure('unavailable', 'the database is away')
  }
  feed.take({ type: 'notifications', userId: 'user_1' })
  clock.advance(0)
  t.match((await next())!.data, { notifications: null, more: true })
})

test('a new role is greeted again and reads everything again; a refusal ends the stream', async t => {
  let answer: () => Caller = () => ({ ...owner, role: 'viewer' })
  const { feed, next, clock } = open(owner, () => answer())
  await next()
  feed.take({ type: 'webhook', id: 'wh_1' })
  await feed.recheck('signed-out')
  t.match(await next(), { event: 'hello', data: { role: 'viewer' } })
  clock.advance(paceMs)
  t.match((await next())!.data, { webhooks: [], more: true })
  answer = () => {
    throw new Failure('unavailable', 'the database is away')
  }
  await feed.recheck('signed-out')
  t.equal(await next(), null, 'a database that is away ends nothing')
  answer = () => {
    throw new Failure('unauthenticated', 'no')
  }
  feed.take(run('exec_1'))
  await feed.recheck('removed')
  t.match(await next(), { event: 'end', data: { reason: 'removed' }, isLast: true })
})

test('a reader is not woken a part of a millisecond too early', async t => {
  const { feed, next, clock, life } = open()
  await next()
  feed.take(run('exec_1'))
  clock.advance(0)
  await next()
  clock.work(-0.4)
  feed.take(run('exec_2'))
  t.equal(await next(), null)
  clock.advance(paceMs)
  t.equal(await next(), null, 'a part of a millisecond is missing')
  clock.advance(paceMs)
  t.match(await next(), { data: { executions: [{ id: 'exec_2' }] } })
  t.equal(life.wakes, 2)
})

test('a closed stream wakes nobody', async t => {
  const { feed, next, clock, life } = open()
  await next()
  feed.take(run('exec_1'))
  feed.close()
  clock.advance(paceMs)
  t.equal(life.wakes, 0)
})
