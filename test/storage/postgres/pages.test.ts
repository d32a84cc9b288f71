// Pages of rows with values of any size: what a page brings from the database, and what it shows.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { pageBounds } from '../../../domain/page.ts'
import { fitPage } from '../../../http/pipeline/page-bytes.ts'
import { approvalStore } from '../../../storage/executions/approvals.ts'
import { executionStore } from '../../../storage/executions/executions.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { pagesOf } from '../../support/pages.ts'

const database = await openTestDatabase()
/** Of the rows that came from the database since it was set. */
let bytesCame = 0
const counted = {
  async query(...of: Parameters<Database['query']>) {
    const rows = await database.query(...of)
    bytesCame += Buffer.byteLength(JSON.stringify(rows))
    return rows
  },
} as unknown as Database
const executions = executionStore(counted)
const approvals = approvalStore(counted)
const workflows = workflowStore(database)

/** Texts by their lengths: large ones are compressed once, and copied as they are. */
const texts = { name: '', text: 'create table test_texts (length int primary key, text text)' }
await database.query(texts, [])

const made = new Set<number>()

async function makeText(length: number): Promise<void> {
  if (made.has(length)) return
  made.add(length)
  const text = `insert into test_texts select $1::int, '"' || repeat('x', $1::int - 2) || '"'`
  await database.query({ name: 'test.make-text', text }, [length])
}

const { bytes, valueBytes, previewLength } = pageBounds
const whole = 8 * 1_024 * 1_024

test('100 outputs of 8 MiB come from the database as previews, and each is whole by itself', async t => {
  const organizationId = newId('organization')
  const ids = await insertExecutions(organizationId, 100, () => whole)
  bytesCame = 0
  const { items, next } = await executions.search(organizationId, {}, { limit: 100 })
  t.ok(bytesCame < bytes, `${bytesCame} bytes came`)
  t.strictSame([items.map(({ id }) => id), next], [ids.toReversed(), null])
  const [first] = items
  t.strictSame([first!.output, first!.inputs], [null, { amount: 1 }])
  t.strictSame(first!.truncated, [
    {
      field: 'output',
      preview: `"${'x'.repeat(previewLength - 1)}`,
      sizeBytes: whole,
      link: `/api/v1/executions/${ids.at(-1)}`,
    },
  ])
  t.equal(String((await executions.get(organizationId, ids[0]!)).output).length, whole - 2)
})

test('pages of executions end by bytes or rows, and joined they are the list', {
  timeout: 60_000,
}, async t => {
  const organizationId = newId('organization')
  // As large as a value may be, one byte more, and whatever lies between small and large.
  const sizes = [valueBytes, valueBytes + 1, 10, 40_000, 3, valueBytes, valueBytes, 65_000, 50_000, whole]
  const ids = await insertExecutions(organizationId, 90, n => sizes[n % sizes.length]!)
  for (const limit of [1, 17, 89, 90, 91, 100]) {
    const pages = await pagesOf(async request => {
      bytesCame = 0
      const page = await executions.search(organizationId, {}, request)
      t.ok(bytesCame < bytes + 2 * valueBytes + 100_000, `${bytesCame} bytes came`)
      const { texts, next } = fitPage(page)
      t.ok(texts.join().length + 2 <= bytes && texts.length > 0, `${texts.length} items`)
      return { items: page.items.slice(0, texts.length), next, cursorAfter: page.cursorAfter }
    }, limit)
    t.strictSame(
      pages.flat().map(({ id }) => id),
      ids.toReversed(),
      `by ${limit}`,
    )
    t.ok(pages.every(({ length }) => length > 0))
  }
  const { items } = await executions.search(organizationId, {}, { limit: 3, cursor: null })
  t.ok(items.every(({ output, truncated }) => (output === null) === truncated.length > 0))
})

test('approvals in a list of executions are those that there is room for', async t => {
  const organizationId = newId('organization')
  const ids = await insertExecutions(organizationId, 3, () => 3, 'awaiting_approval')
  const [many, large, few] = ids as [string, string, string]
  await insertApprovals(organizationId, many, 1_000, 10)
  await insertApprovals(organizationId, large, 1, whole)
  await insertApprovals(organizationId, few, 2, 10)
  bytesCame = 0
  const { items } = await executions.search(organizationId, {}, { limit: 10 })
  t.ok(bytesCame < 60_000, `${bytesCame} bytes came`)
  t.strictSame(
    items.map(({ id, truncated }) => [id, truncated.map(({ field }) => field)]),
    [
      [few, []],
      [large, ['approvals']],
      [many, ['approvals']],
    ],
  )
  const shown = items.map(item => item.approvals.length)
  t.strictSame(shown.slice(0, 2), [2, 0])
  t.ok(shown[2]! > 10 && shown[2]! < 100, `${shown[2]} are shown`)
  t.match(items[1]!.truncated, [{ sizeBytes: Number, preview: '[{"stepId":"ask","message":"May I?"' }])
  t.ok(items[1]!.truncated[0]!.sizeBytes > whole)
  t.equal((await executions.get(organizationId, many)).approvals.length, 1_000)
})

test('pages of approvals end by bytes, and joined they are the list', async t => {
  const organizationId = newId('organization')
  await insertApprovals(organizationId, newId('execution'), 40, valueBytes - 100)
  await insertApprovals(organizationId, newId('execution'), 3, whole)
  bytesCame = 0
  const pages = await pagesOf(request => approvals.list(organizationId, null, request), 50)
  t.ok(bytesCame < 4 * bytes && pages.length > 2, `${pages.length} pages`)
  const all = pages.flat()
  t.strictSame([all.length, new Set(all.map(({ id }) => id)).size], [43, 43])
  t.match(all[0], { args: null, truncated: [{ field: 'args', link: `/api/v1/approvals/${all[0]!.id}` }] })
  t.strictSame(all[3]!.truncated, [])
})

test('a workflow that is too large for a list has no plan there, and is whole by itself', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const made = []
  for (const length of [10, valueBytes, 30_000]) {
    const content = { prompt: 'Do it', compilation: compilationOf('x'.repeat(length)), createdBy: userId }
    made.push(await workflows.create(organizationId, { name: 'Report', ...content }))
  }
  const { items, next } = await workflows.list(organizationId, { limit: 3 })
  t.equal(next, null)
  t.strictSame(
    items.map(({ id, truncated }) => [id, truncated.length]),
    made.map(({ id }, n) => [id, n === 1 ? 1 : 0]).reverse(),
  )
  const [, large] = made
  t.match(items[1], { plan: { steps: [] }, inputsSchema: { type: 'object' } })
  t.match(items[1]!.truncated, [{ field: 'plan', link: `/api/v1/workflows/${large!.id}` }])
  t.strictSame((await workflows.get(organizationId, large!.id)).plan, large!.plan)
  const [version] = (await workflows.versions(organizationId, large!.id, { limit: 1 })).items
  t.match(version!.truncated, [{ field: 'plan', link: `/api/v1/workflows/${large!.id}/versions/1` }])
})

test('pages of workflows and of their versions end by bytes, and joined they are the list', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'Do it', compilation: compilationOf('x'.repeat(60_000)), createdBy: userId }
  const { id } = await workflows.create(organizationId, { name: 'Report', ...content })
  for (let n = 2; n <= 40; n++) await workflows.createVersion(organizationId, id, { ...content, note: null })
  const versions = await pagesOf(request => workflows.versions(organizationId, id, request), 100)
  t.strictSame(
    versions.flat().map(({ version }) => version),
    Array.from({ length: 40 }, (_, n) => 40 - n),
  )
  t.ok(versions.length > 2, `${versions.length} pages`)
  for (let n = 2; n <= 40; n++) await workflows.create(organizationId, { name: 'Report', ...content })
  const pages = await pagesOf(request => workflows.list(organizationId, request), 100)
  t.equal(new Set(pages.flat().map(each => each.id)).size, 40)
  t.equal(pages.flat().length, 40)
  t.ok(pages.length > 2, `${pages.length} pages`)
})

/** @param sizeOf bytes of the output of each, as JSON. @returns their ids, the oldest first */
async function insertExecutions(
  organizationId: string,
  count: number,
  sizeOf: (n: number) => number,
  status = 'completed',
): Promise<string[]> {
  const ids = []
  for (let n = 0; n < count; n++) {
    const id = newId('execution')
    ids.push(id)
    const text = `insert into executions values ($1, $2, 'wf_any', 'Report', 3, 'wfv_any', $3,
      '{"kind":"api","ref":null}', '{"amount":1}', (select text from test_texts where length = $4), null, 4, $5, $5, $5)`
    await makeText(sizeOf(n))
    const values = [id, organizationId, status, sizeOf(n), n]
    await database.query({ name: 'test.insert-execution', text }, values)
  }
  return ids
}

/** @param size bytes of the arguments of each */
async function insertApprovals(
  organizationId: string,
  executionId: string,
  count: number,
  size: number,
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('approval'))
  const text = `insert into approvals (id, organization_id, kind, execution_id, step_id, message, args, digest, assignees, status,
      requested_at)
    select id, $2, 'execution', $3, 'ask', 'May I?', text, 'd', '[]', 'pending', 1
    from unnest($1::text[]) as ids(id), test_texts where length = $4`
  await makeText(size)
  await database.query({ name: 'test.insert-approvals', text }, [ids, organizationId, executionId, size])
}
