import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import {
  type ExecutionFilter,
  type ExecutionSort,
  executionSorts,
} from '../../../domain/work/execution-filter.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { countExecutions, findExecutions } from '../../../storage/executions/execution-search.ts'
import { SearchIndex } from '../../../storage/executions/search-index.ts'
import { searchLag } from '../../../storage/executions/search-lag.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { originOf, startOf } from '../../contracts/journal.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const queries = new HostConnection(database.url)
const journal = openJournal({ url: database.url, slot: 0, queries })
const index = new SearchIndex(database)

tap.teardown(() => Promise.all([journal.close(), queries.close()]))

const base = Date.UTC(2026, 10, 21)

interface Given {
  readonly status?: ExecutionStatus
  readonly createdAt?: number
  readonly durationMs?: number
  readonly [column: string]: unknown
}

/** Executions as the journal's commits write them, in the search table unless that is left out. */
class Executions {
  readonly organizationId: string
  readonly ids: string[] = []

  constructor(organizationId = newId('organization')) {
    this.organizationId = organizationId
  }

  async add(
    { createdAt = base + this.ids.length, durationMs, ...row }: Given,
    isIndexed = true,
  ): Promise<string> {
    const finishedAt = durationMs === undefined ? null : createdAt + durationMs
    const commit = startOf(this.organizationId, null, { createdAt, startedAt: createdAt, finishedAt, ...row })
    await journal.commit([commit])
    this.ids.push(commit.address)
    if (isIndexed) await catchUp()
    return commit.address
  }

  /** Which of those that were added, by their place. */
  async find(filter: ExecutionFilter, sort?: ExecutionSort): Promise<number[]> {
    const { ids } = await findExecutions(database, this.organizationId, filter, { limit: 50, sort })
    const found = ids.map(id => this.ids.indexOf(id))
    return sort === undefined ? found.toSorted() : found
  }
}

async function catchUp(): Promise<void> {
  while ((await index.take(100)) > 0);
}

test('a text is found in the name, the inputs, the output and the error, by words in any case', async t => {
  const given = new Executions()
  await given.add({ workflowName: 'Monthly Invoices' })
  await given.add({
    inputs: JSON.stringify({ mail: 'Anna.Smith@acme.example', note: 'one\ntwo\\three "four"' }),
  })
  await given.add({ status: 'completed', output: '{"city":"Zürich"}' })
  await given.add({ status: 'failed', error: '{"message":"card_declined: 4711-x"}' })
  t.strictSame(await given.find({ q: 'invoices' }), [0])
  t.strictSame(await given.find({ q: 'anna SMITH' }), [1], 'parts of an address')
  t.strictSame(await given.find({ q: 'smith@acme.example' }), [1], 'an address as it is written')
  for (const word of ['one', 'two', 'three', 'four']) t.strictSame(await given.find({ q: word }), [1], word)
  t.strictSame(await given.find({ q: 'zürich' }), [2])
  t.strictSame(await given.find({ q: 'zu\u0308rich' }), [2], 'the same letter, written in two')
  await given.add({ inputs: '{"name":"Mu\u0308ller","city":"東京タワー"}' })
  t.strictSame(await given.find({ q: 'müller' }), [4])
  t.strictSame(await given.find({ q: '東京' }), [4], 'two characters of a script without blanks')
  t.strictSame(await given.find({ q: 'declined 4711' }), [3])
  t.strictSame(await given.find({ q: 'decl' }), [3], 'the beginning of the last word')
  t.strictSame(await given.find({ q: 'decl 4711' }), [], 'but not of others')
  t.strictSame(await given.find({ q: 'invoices zürich' }), [], 'all words have to be there')
})

test('a text that is no word, and one that is made to do harm, find nothing', async t => {
  const given = new Executions()
  await given.add({ inputs: '{"alpha":"beta"}' })
  const texts = [
    '',
    ' ',
    '%_%',
    '%lph%',
    `'`,
    '\\',
    '"',
    '\u0001',
    '=org',
    '=org:',
    'status=running',
    '=status:running',
    'org',
  ]
  const operators = [`zzz' | 'alpha`, 'zzz | alpha', '!zzz', 'alp:*&zzz', 'alpha <-> zzz', '!!', '(', ':*']
  for (const q of [...texts, ...operators]) t.strictSame(await given.find({ q }), [], q)
  for (const tool of [`x' | '=status:running`, '\\', "'"]) t.strictSame(await given.find({ tool }), [], tool)
})

test('long words and long texts are cut, and are found by what is left', async t => {
  const given = new Executions()
  const long = 'x'.repeat(100_000)
  await given.add({
    inputs: JSON.stringify({ first: long, last: 'beyond' }),
    output: `"${'word '.repeat(50_000)}"`,
  })
  t.strictSame(await given.find({ q: 'first' }), [0])
  t.strictSame(await given.find({ q: 'x'.repeat(200) }), [0])
  t.strictSame(await given.find({ q: 'beyond' }), [])
})

test('every filter keeps what it says, alone and together', async t => {
  const given = new Executions()
  const trigger = (kind: string) => JSON.stringify({ kind, ref: null })
  await given.add({ status: 'completed', durationMs: 100, trigger: trigger('api'), workflowId: 'wf_a' })
  await given.add({ status: 'failed', durationMs: 200, trigger: trigger('schedule'), workflowId: 'wf_a' })
  await given.add({ status: 'running', trigger: trigger('schedule'), workflowId: 'wf_b' })
  await given.add({ status: 'failed', durationMs: 300, trigger: trigger('api'), workflowId: 'wf_b' })
  t.strictSame(await given.find({}), [0, 1, 2, 3])
  t.strictSame(await given.find({ status: ['failed', 'running'] }), [1, 2, 3])
  t.strictSame(await given.find({ trigger: 'schedule' }), [1, 2])
  t.strictSame(await given.find({ trigger: 'schedule', status: ['failed', 'completed'] }), [1])
  t.strictSame(await given.find({ minDurationMs: 200 }), [1, 3])
  t.strictSame(await given.find({ minDurationMs: 100, maxDurationMs: 200 }), [0, 1])
  t.strictSame(await given.find({ maxDurationMs: 250, workflowId: 'wf_b' }), [])
  t.strictSame(await given.find({ createdAfter: base + 1, createdBefore: base + 3, q: 'report' }), [1, 2])
  t.strictSame(await given.find({ status: ['failed'], workflowId: 'wf_b', q: 'report' }), [3])
  t.equal(await countExecutions(database, given.organizationId, { status: ['failed'] }), 2)
  t.equal(await countExecutions(database, given.organizationId, { q: 'report', trigger: 'api' }), 2)
  t.equal(await countExecutions(database, given.organizationId, { q: '?' }), 0)
})

test('a tool is found wherever the plan has it', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const step = { title: 'Call', kind: 'tool', args: {} } as const
  const plan = {
    steps: [
      { ...step, id: 'get', tool: 'http_get', server: null },
      {
        ...({ id: 'each', title: 'Each', kind: 'foreach', over: '[1]', as: 'item', concurrency: 1 } as const),
        steps: [{ ...step, id: 'pay', tool: 'Pay', server: 'shop' }],
      },
    ],
  }
  const compilation = { ...compilationOf(''), plan }
  const content = { prompt: '', createdBy: userId, note: null, compilation }
  const workflows = workflowStore(database)
  const workflow = await workflows.create(organizationId, { name: 'Tools', ...content })
  const { versionId } = await workflows.active(organizationId, workflow.id)
  const given = new Executions(organizationId)
  await given.add({ versionId })
  await given.add({ inputs: '{"text":":tool:http_get http_get"}' })
  t.strictSame(await given.find({ tool: 'http_get' }), [0])
  t.strictSame(await given.find({ tool: 'shop__Pay' }), [0])
  t.strictSame(await given.find({ tool: 'Pay' }), [])
})

test('each order has its pages, without gap or repeat, also among equals', async t => {
  const given = new Executions()
  for (let n = 0; n < 7; n++)
    await given.add(
      { createdAt: base + (n >> 1), durationMs: (n * 5) % 3, inputs: '{"word":"same"}' },
      n === 6,
    )
  await given.add({ inputs: '{"word":"same"}' })
  const keys: Record<ExecutionSort, (n: number) => number> = {
    '-createdAt': n => -(n >> 1),
    createdAt: n => n >> 1,
    '-durationMs': n => -((n * 5) % 3),
    '-finishedAt': n => -((n >> 1) + ((n * 5) % 3)),
  }
  for (const filter of [{}, { q: 'same' }] as ExecutionFilter[]) {
    for (const sort of executionSorts) {
      const pages: string[][] = []
      let cursor: string | null = null
      do {
        const found = await findExecutions(database, given.organizationId, filter, { limit: 3, sort, cursor })
        pages.push([...found.ids])
        cursor = found.next
      } while (cursor !== null)
      const places = pages
        .flat()
        .map(id => given.ids.indexOf(id))
        .filter(place => place < 7)
      t.strictSame(places.toSorted(), [0, 1, 2, 3, 4, 5, 6], sort)
      const order = places.map(keys[sort])
      t.strictSame(
        order,
        order.toSorted((a, b) => a - b),
        sort,
      )
      t.equal(pages.flat().length, sort.endsWith('createdAt') ? 8 : 7, `${sort}: those that have one`)
    }
  }
})

test('what is beyond the newest rows is found by its words', async t => {
  const given = new Executions()
  await given.add({ inputs: '{"needle":1}', createdAt: 1 })
  await database.query(
    {
      name: '',
      text: `insert into execution_search select 'exec_' || n, $1, $2::int8 + n, null, null, array_to_tsvector(array['=' || $1])
        from generate_series(1, 3000) n`,
    },
    [given.organizationId, base],
  )
  t.strictSame(await given.find({ q: 'needle' }), [0])
})

test('a cursor of another order is refused', async t => {
  const given = new Executions()
  for (let n = 0; n < 2; n++) await given.add({ durationMs: n })
  const { next } = await findExecutions(database, given.organizationId, {}, { limit: 1 })
  await t.rejects(
    findExecutions(database, given.organizationId, {}, { limit: 1, sort: '-durationMs', cursor: next }),
    { code: 'validation-failed' },
  )
})

test('the index takes every commit once, also what has changed since', async t => {
  const given = new Executions()
  const id = await given.add({ status: 'running' })
  t.strictSame(await given.find({ q: 'late', status: ['completed'] }), [])
  const projection: Projection = {
    ...{ kind: 'execution', type: 'changed', origin: originOf(given.organizationId) },
    change: {
      ...{
        id,
        organizationId: given.organizationId,
        status: 'completed',
        output: '"late"',
        error: null,
        cu: 1,
        usage: null,
      },
      ...{ createdAt: base, startedAt: base, finishedAt: base + 5 },
    },
  }
  const commit: Commit<Projection> = {
    ...{ address: id, seq: 3, at: base, body: '[{}]' },
    projections: [projection],
  }
  await journal.commit([commit])
  await catchUp()
  t.strictSame(await given.find({ q: 'late', status: ['completed'] }), [0])
  t.strictSame(await given.find({ q: 'report', status: ['running'] }), [])
  t.equal(await index.take(100), 0, 'nothing is left')
})

test('the search is behind a moment until it knows what was committed before, whatever comes after', async t => {
  const lag = searchLag(queries)
  t.equal(await lag.moment({ status: ['failed'], workflowId: newId('workflow'), createdBefore: 1 }), null)
  const given = new Executions()
  await given.add({}, false)
  const moments: string[] = []
  const filters: ExecutionFilter[] = [
    ...[{ q: 'x' }, { trigger: 'api' as const }, { tool: 'x' }, { minDurationMs: 1 }, { maxDurationMs: 1 }],
  ]
  for (const filter of filters) moments.push((await lag.moment(filter))!)
  for (const moment of moments) t.equal(await lag.hasReached(moment), false)
  await catchUp()
  await given.add({}, false)
  for (const moment of moments) t.equal(await lag.hasReached(moment), true)
  t.equal(await lag.hasReached((await lag.moment({ q: 'x' }))!), false)
  await catchUp()
})

test('a start that was refused leaves nothing to be found', async t => {
  const organizationId = newId('organization')
  await journal.commit([startOf(organizationId, 0)])
  await catchUp()
  t.strictSame((await findExecutions(database, organizationId, { q: 'report' }, { limit: 9 })).ids, [])
})

test('what is no id of a workflow finds nothing', async t => {
  const given = new Executions()
  await given.add({})
  for (const workflowId of [given.organizationId, `${given.organizationId}:status:running`, '', "'"]) {
    t.strictSame(await given.find({ workflowId }), [], workflowId)
    t.strictSame(await given.find({ workflowId, q: 'report' }), [], workflowId)
  }
})

test('another organization finds nothing', async t => {
  const given = new Executions()
  await given.add({ inputs: '{"secret":1}' })
  t.strictSame((await findExecutions(database, newId('organization'), { q: 'secret' }, { limit: 9 })).ids, [])
})
