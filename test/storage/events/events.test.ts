import { Client } from 'pg'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { columnsOf } from '../../../domain/work/approval-subject.ts'
import type { ApprovalProjection, Projection } from '../../../domain/work/projection.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { EventSubscribers } from '../../../storage/events/event-subscribers.ts'
import { eventStore, settleEvents } from '../../../storage/events/events.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { at, originOf, startOf } from '../../contracts/journal.ts'
import { freshDatabase } from '../../support/postgres.ts'

const url = await freshDatabase()
const queries = new HostConnection(url)
const other = new Client(url)
await other.connect()
const hearing = newId('organization')
await other.query(
  `insert into organizations (id, name, plan, created_at) values ('${hearing}', 'Example', 'free', 1)`,
)
await other.query(`insert into webhooks (id, organization_id, url, events, active, sealed_secret, created_by, created_at,
  position, listens_since, revision, told) values ('wh_1', '${hearing}', 'http://a.example', '{*}', true, '', 'user_1', 1, 0, 1, 1, 1)`)
const facts = new CachedFacts()
const subscribers = new EventSubscribers(queries, facts)
const journal = openJournal({ url, slot: 0, queries, subscribers })
tap.teardown(() => Promise.all([journal.close(), queries.close(), other.end()]))

const events = eventStore(queries)
let position = 0

/** Settles, and reads what is new. */
async function news() {
  while ((await settleEvents(queries, 2)).taken > 0);
  const read = await events.read(position, 1_000)
  position = read.at(-1)?.position ?? position
  return read
}
const told = async () => (await news()).map(({ type, resource }) => `${type} ${resource}`)

/** A start that has ended in the same commit. */
function ended(organizationId: string, status: 'completed' | 'failed', limit: number | null = null) {
  const error = status === 'failed' ? '{"message":"no","step":null,"code":"x"}' : null
  const output = status === 'completed' ? '{"a":"\\u0000\'"}' : null
  return startOf(organizationId, limit, { status, output, error, startedAt: at + 1, finishedAt: at + 1 })
}

test('an execution of an organization with webhooks is told when it begins and when it ends', async t => {
  const commit = ended(hearing, 'completed')
  await journal.commit([commit])
  const [started, completed] = await news()
  t.match(started, { type: 'execution.started', organizationId: hearing, resource: commit.address })
  t.match(JSON.parse(started!.body).data, {
    id: commit.address,
    status: 'running',
    output: null,
    finishedAt: null,
  })
  const body = JSON.parse(completed!.body)
  t.match(body, {
    id: completed!.id,
    type: 'execution.completed',
    organizationId: hearing,
    createdAt: at + 1,
  })
  t.match(body.data, {
    id: commit.address,
    workflowId: 'wf_1',
    status: 'completed',
    output: { a: "\u0000'" },
  })
})

test('an organization without webhooks is told of failures only', async t => {
  const organizationId = newId('organization')
  const failed = ended(organizationId, 'failed')
  await journal.commit([ended(organizationId, 'completed'), failed])
  t.strictSame(await told(), [`execution.failed ${failed.address}`])
})

test('a start that is refused is not told, but that the limit is reached, once', async t => {
  const refused = ended(hearing, 'completed', 0)
  const granted = ended(hearing, 'completed')
  t.strictSame([...(await journal.commit([refused, granted])).keys()], [0])
  await journal.commit([ended(hearing, 'completed', 0)])
  t.strictSame(await told(), [
    `execution.started ${granted.address}`,
    `execution.completed ${granted.address}`,
    `usage.limit_reached ${hearing}`,
  ])
})

test('a large output is left out', async t => {
  await journal.commit([
    startOf(hearing, null, {
      status: 'completed',
      output: `"${'x'.repeat(20_000)}"`,
      startedAt: at + 1,
      finishedAt: at + 1,
    }),
  ])
  t.match(JSON.parse((await news())[1]!.body).data, { output: null, outputOmitted: true })
})

test('approvals are told in the order of their execution, with and without webhooks', async t => {
  const organizationId = newId('organization')
  const start = startOf(organizationId, null)
  const row = {
    ...{ id: newId('approval'), organizationId, message: 'Go?' },
    ...columnsOf({ kind: 'execution', executionId: start.address, stepId: 'ask' }),
    ...{
      tool: null,
      args: null,
      digest: 'd',
      assignees: '["admin"]',
      form: null,
      status: 'pending' as const,
    },
    ...{ requestedAt: at, expiresAt: null, decidedArgs: null, decidedAt: null, decidedBy: null, note: null },
  }
  const decision = {
    ...{ id: row.id, kind: row.kind, executionId: row.executionId, stepId: row.stepId },
    ...{ sessionId: null, callId: null },
    status: 'denied' as const,
    decidedAt: at,
    decidedBy: 'user_1',
    note: 'no',
    decidedArgs: null,
  }
  const projection: ApprovalProjection = {
    kind: 'approvals',
    requested: [row],
    decided: [],
    origin: originOf(organizationId),
  }
  const asked: Commit<Projection> = { ...start, seq: 3, projections: [projection] }
  await journal.commit([start])
  await journal.commit([asked])
  await journal.commit([
    { ...asked, seq: 5, projections: [{ ...projection, requested: [], decided: [decision] }] },
  ])
  const read = await news()
  t.strictSame(
    read.map(({ type, resource }) => [type, resource]),
    [
      ['approval.requested', start.address],
      ['approval.decided', start.address],
    ],
  )
  t.match(JSON.parse(read[0]!.body).data, {
    id: row.id,
    message: 'Go?',
    assignees: ['admin'],
    status: 'pending',
  })
  const about = { id: row.id, kind: 'execution', executionId: start.address, stepId: 'ask' }
  t.match(JSON.parse(read[1]!.body).data, {
    ...{ ...about, status: 'denied', decidedBy: 'user_1', note: 'no' },
    ...{ decidedArgs: null, decidedArgsOmitted: false },
  })
})

test('an event whose transaction is still under way is told later, and behind what was read before', async t => {
  const one = { organizationId: hearing, type: 'workflow.created', data: {} } as const
  await other.query('begin')
  await other.query(`insert into event_outbox (id, organization_id, type, resource, created_at, body)
    values ('evt_late', '${hearing}', 'workflow.created', 'late', 1, '{}')`)
  await events.publish({ ...one, resource: 'early' })
  t.strictSame(await told(), ['workflow.created early'])
  await other.query('commit')
  t.strictSame(await told(), ['workflow.created late'])
})

test('while one node settles, others give no positions', async t => {
  await journal.commit([ended(hearing, 'completed')])
  await other.query('begin')
  await settleEvents(
    { query: async (statement, values) => (await other.query({ ...statement, values: [...values] })).rows },
    1,
  )
  t.strictSame(await settleEvents(queries, 100), { taken: 0, organizationIds: [] })
  await other.query('commit')
  t.equal((await news()).length, 2)
})

test('an event that is published twice is told once', async t => {
  const event = {
    id: newId('event'),
    organizationId: hearing,
    type: 'usage.limit_reached',
    resource: 'r',
    data: {},
  } as const
  await events.publish(event)
  await events.publish(event)
  t.equal((await news()).length, 1)
  await events.publish(event)
  t.equal((await news()).length, 0)
})

test('a webhook that is made is known to the next commit', async t => {
  const organizationId = newId('organization')
  await other.query(
    `insert into organizations (id, name, plan, created_at) values ('${organizationId}', 'New', 'free', 1)`,
  )
  await journal.commit([ended(organizationId, 'completed')])
  await other.query(`insert into webhooks (id, organization_id, url, events, active, sealed_secret, created_by, created_at,
    position, listens_since, revision, told) values ('wh_2', '${organizationId}', 'http://a.example', '{*}', true, '', 'user_1', 1, 0, 1, 1, 1)`)
  facts.receive({ type: 'webhooks', organizationId, id: newId('webhook') })
  await journal.commit([ended(organizationId, 'completed')])
  t.equal((await news()).length, 2)
})
