// Usage by day, workflow, tool and key, counted from what commits wrote: each execution once.
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { modelUsageStore } from '../../../storage/models/model-usage.ts'
import { usageStore } from '../../../storage/usage/usage.ts'
import { usageDays } from '../../../storage/usage/usage-days.ts'
import { startOf } from '../../contracts/journal.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const journal = openJournal({ url: database.url, slot: 0, queries: database })
tap.teardown(() => journal.close())
const usage = usageStore(database)
const { work } = usageDays(database)
const at = (day: number, hour = 12) => Date.UTC(2026, 10, day, hour)
const november = { from: 20261101, to: 20261130 }

interface Run {
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly cu?: number
  readonly key?: string | null
  readonly workflowId?: string
  readonly usage?: object
}

function run(
  organizationId: string,
  { createdAt, finishedAt, cu = 1, key = null, workflowId = 'wf_1', usage }: Run,
) {
  return startOf(organizationId, null, {
    ...{ id: newId('execution'), createdAt, startedAt: createdAt, finishedAt, cu, workflowId },
    status: finishedAt === null ? 'running' : 'completed',
    trigger: JSON.stringify({ kind: 'api', ref: key }),
    usage: usage === undefined ? null : JSON.stringify(usage),
  })
}

function endOf(start: Commit<Projection>, finishedAt: number, cu: number): Commit<Projection> {
  const [projection] = start.projections
  if (projection?.kind !== 'execution' || projection.type !== 'started') throw new Error('no start')
  const { row, origin } = projection
  const change = { ...row, status: 'completed', cu, finishedAt } as const
  return {
    ...start,
    seq: 2,
    at: finishedAt,
    projections: [{ kind: 'execution', type: 'changed', origin, change }],
  }
}

test('executions count on the day of their start, compute units on the day of their end', async t => {
  const { organizationId } = await signUpSomeone(database)
  const key = newId('apiKey')
  const late = run(organizationId, { createdAt: at(20, 23), finishedAt: null, key })
  const tools = { tools: { http_get: 2, shop__buy: 1 }, code: 1, tokens: 2_500 }
  await journal.commit([
    late,
    run(organizationId, { createdAt: at(20), finishedAt: at(20), cu: 9, usage: tools, workflowId: 'wf_2' }),
    run(organizationId, { createdAt: at(21), finishedAt: at(21), cu: 3, usage: { ...tools, tokens: 0 } }),
  ])
  await journal.commit([endOf(late, at(21, 1), 4)])
  await modelUsageStore(database).note(organizationId, {
    ...{ tokens: { input: 900, output: 100 }, cu: 1, at: at(21), isCharged: true, isOfService: false },
  })
  const all = async () => ({
    day: await usage.by(organizationId, 'day', november),
    workflow: await usage.by(organizationId, 'workflow', november),
    key: await usage.by(organizationId, 'key', november),
    tool: await usage.by(organizationId, 'tool', november),
  })
  const expected = {
    day: [
      { day: '2026-11-21', executions: 1, cu: 8, modelTokens: 1_000 },
      { day: '2026-11-20', executions: 2, cu: 9, modelTokens: 2_500 },
    ],
    workflow: [
      { workflowId: 'wf_2', executions: 1, cu: 9, modelTokens: 2_500 },
      { workflowId: 'wf_1', executions: 2, cu: 7, modelTokens: 0 },
      { workflowId: null, executions: 0, cu: 1, modelTokens: 1_000 },
    ],
    key: [
      { keyId: null, executions: 2, cu: 13, modelTokens: 3_500 },
      { keyId: key, executions: 1, cu: 4, modelTokens: 0 },
    ],
    tool: [
      { tool: 'http_get', executions: 2, cu: 4, modelTokens: 0 },
      { tool: 'shop__buy', executions: 2, cu: 2, modelTokens: 0 },
    ],
  }
  t.strictSame(await all(), expected, 'before the chore has counted')
  await work()
  t.strictSame(await all(), expected, 'and after')
  await work()
  t.strictSame(await all(), expected, 'once')
  t.match(await usage.ofMonth(organizationId, at(20)), { executions: 3, cu: 17 }, 'as the month')
})

test('a start that the limit refused is nowhere', async t => {
  const organizationId = newId('organization')
  const refused = startOf(organizationId, 0, { createdAt: at(20), finishedAt: at(20), status: 'completed' })
  t.equal((await journal.commit([refused])).size, 1)
  await work()
  t.strictSame(await usage.by(organizationId, 'day', november), [])
})

test('chores at once count each execution once', async t => {
  const organizationId = newId('organization')
  for (let n = 0; n < 20; n++)
    await journal.commit([run(organizationId, { createdAt: at(20), finishedAt: at(20), cu: 2 })])
  await Promise.all(Array.from({ length: 5 }, () => work()))
  await work()
  t.match(await usage.by(organizationId, 'day', november), [{ executions: 20, cu: 40 }])
})

test('another organization, and other days, are not among them', async t => {
  const [mine, other] = [newId('organization'), newId('organization')]
  await journal.commit([run(other, { createdAt: at(20), finishedAt: at(20) })])
  await work()
  t.strictSame(await usage.by(mine, 'day', november), [])
  t.strictSame(await usage.by(other, 'day', { from: 20261121, to: 20261130 }), [])
  t.equal((await usage.by(other, 'workflow', { from: 20261120, to: 20261120 })).length, 1)
})
