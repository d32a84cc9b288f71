// What workflows keep between runs, against the product: a second run, a dry run, a retry, a child, and kills
// before the claim, between it and the journal, and after.
import { Client as Sql } from 'pg'
import { type Test, test } from 'tap'
import { restartableProduct } from '../../support/product.ts'
import { path, untilStatus } from '../../support/runs.ts'
import { createWorkflow, execute, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()

const taking = (onFail: 'keep' | 'release') => ({
  id: 'new',
  kind: 'tool',
  tool: 'only_new',
  args: { list: { $: 'inputs.orders' }, by: 'id', onFail },
})
const failing = {
  id: 'check',
  kind: 'tool',
  tool: 'calculate',
  args: { expression: { $: 'inputs.formula' } },
}
const answering = { id: 'answer', kind: 'return', value: { $: 'steps.new' } }
const orders = [{ id: 'A-1' }, { id: 'A-2' }]

test('a second run of the same list gives nothing, and one with a new row that row', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, { steps: [taking('keep'), answering] })
  const first = await runToEnd(client, workflow, { orders })
  t.match(first, { status: 'completed', output: orders, cu: 2 })
  t.strictSame((await runToEnd(client, workflow, { orders })).output, [])
  t.strictSame((await runToEnd(client, workflow, { orders: [...orders, { id: 'A-3' }] })).output, [
    { id: 'A-3' },
  ])
  const other = await createWorkflow(client, { steps: [taking('keep'), answering] })
  t.strictSame((await runToEnd(client, other, { orders })).output, orders, 'another workflow')
})

test('a dry run says what would be new, and takes nothing', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, { steps: [taking('release'), answering] })
  const dryRun = () => client.post(`/api/v1/workflows/${workflow}/dry-run`, { inputs: { orders } })
  for (let n = 0; n < 2; n++)
    t.match((await dryRun()).body, {
      ...{ status: 'completed', output: orders, reads: 1 },
      effects: [{ step: 'new', kind: 'tool', name: 'only_new', effect: 'write' }],
      steps: [{ id: 'new', source: 'real' }, {}],
    })
  t.strictSame((await runToEnd(client, workflow, { orders })).output, orders)
  t.match((await dryRun()).body, { output: [] })
})

test('a backtest claims and counts nothing, also where another version calls for more', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, { steps: [taking('keep'), answering] })
  await runToEnd(client, workflow, { orders })
  const counting = { id: 'count', kind: 'tool', tool: 'count_up', args: { key: 'n' } }
  const path = `/api/v1/workflows/${workflow}`
  await client.post(`${path}/versions`, { plan: { steps: [taking('release'), counting, answering] } })
  const kept = (await client.get(`${path}/memory`)).body
  t.equal(kept.length, 2)
  t.match((await client.post(`${path}/backtest`, { version: 1 })).body, {
    ...{ executions: 1, same: 1, runs: [{ output: { after: orders } }] },
  })
  t.match((await client.post(`${path}/backtest`, { version: 2 })).body, { executions: 1, skipped: 0 })
  t.strictSame((await client.get(`${path}/memory`)).body, kept)
})

test('a failed run leaves its items to its retry, also those of a workflow that it runs', async t => {
  const { client } = await product.signUp()
  const inner = await createWorkflow(client, { steps: [taking('release'), failing, answering] })
  const run = { id: 'run', kind: 'workflow', workflow: inner, inputs: { $: 'inputs' } }
  const outer = { steps: [run, { id: 'answer', kind: 'return', value: { $: 'steps.run' } }] }
  for (const workflow of [inner, await createWorkflow(client, outer)]) {
    const mine = orders.map(({ id }) => ({ id: `${id} ${workflow}` }))
    const failed = await runToEnd(client, workflow, { orders: mine, formula: '1 / 0' })
    t.equal(failed.status, 'failed', JSON.stringify(failed))
    const stranger = await runToEnd(client, workflow, { orders: mine, formula: '1' })
    t.match(stranger, { status: 'completed', output: [] }, 'nobody else gets them')
    const body = { inputs: { orders: mine, formula: '1' } }
    const retried = await client.post(`${path(failed.id)}/retry`, body)
    t.match(await untilStatus(client, retried.body.id, 'completed'), { output: mine })
  }
})

test('a kill -9 between the claim and the journal loses no item and gives none twice', {
  timeout: 180_000,
}, async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, { steps: [taking('keep'), answering] })
  await runToEnd(client, workflow, { orders: [] })
  const sql = await connected(t)
  await sql.query('begin')
  await sql.query('select from memories where id = $1 for update', [workflow])
  const { id } = (await execute(client, workflow, { orders })).body
  await untilWaiting(sql)
  // The claim goes on, and its result finds no way into the journal.
  const journal = await connected(t)
  await journal.query('begin')
  await journal.query('lock table journal in share mode')
  await sql.query('commit')
  await untilAnswered(sql, id)
  await product.kill()
  // PostgreSQL would go on with the commit of a client that is dead, once the lock is gone.
  await sql.query(endCommits)
  t.notOk((await stepEvents(sql, id)).includes('step-completed'))
  await journal.query('rollback')
  await Promise.all([sql.end(), journal.end()])
  await product.start()
  t.match(await untilStatus(client, id, 'completed'), { output: orders })
  t.strictSame((await runToEnd(client, workflow, { orders })).output, [])
})

test('a kill -9 before the claim is made loses no item and gives none twice', {
  timeout: 180_000,
}, async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, { steps: [taking('keep'), answering] })
  await runToEnd(client, workflow, { orders: [] })
  const sql = await connected(t)
  await sql.query('begin')
  await sql.query('select from memories where id = $1 for update', [workflow])
  const { id } = (await execute(client, workflow, { orders })).body
  await untilWaiting(sql)
  await product.kill()
  // PostgreSQL would make the claim of a client that is dead, once the lock is gone.
  await sql.query(endClaims)
  await sql.query('rollback')
  const { rows } = await sql.query('select from memory_answers where execution_id = $1', [id])
  t.equal(rows.length, 0)
  await sql.end()
  await product.start()
  t.match(await untilStatus(client, id, 'completed'), { output: orders })
  t.strictSame((await runToEnd(client, workflow, { orders })).output, [])
})

test('a kill -9 after the answer is in the journal takes nothing again', { timeout: 180_000 }, async t => {
  const { client } = await product.signUp()
  const asking = { id: 'ask', kind: 'approval', message: 'Go on?' }
  const workflow = await createWorkflow(client, { steps: [taking('keep'), asking, answering] })
  const { id } = (await execute(client, workflow, { orders })).body
  const { approvals } = await untilStatus(client, id, 'awaiting_approval')
  await product.kill()
  await product.start()
  t.equal((await client.post(`/api/v1/approvals/${approvals[0].id}`, { decision: 'approve' })).status, 200)
  t.match(await untilStatus(client, id, 'completed'), { output: orders })
  const again = (await execute(client, workflow, { orders })).body
  const { approvals: second } = await untilStatus(client, again.id, 'awaiting_approval')
  await client.post(`/api/v1/approvals/${second[0].id}`, { decision: 'approve' })
  t.strictSame((await untilStatus(client, again.id, 'completed')).output, [])
})

const endClaims = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where wait_event_type = 'Lock' and query like '%take_from_memory%' and pid <> pg_backend_pid()`

const endCommits = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where application_name like 'troupe journal%'`

async function connected(t: Test): Promise<Sql> {
  const sql = new Sql(product.databaseUrl)
  sql.on('error', () => {})
  await sql.connect()
  t.teardown(() => sql.end().catch(() => {}))
  return sql
}

/** A claim waits for the lock. */
async function untilWaiting(sql: Sql): Promise<void> {
  await until(
    sql,
    `select count(*)::int as found from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%take_from_memory%'`,
  )
}

async function untilAnswered(sql: Sql, id: string): Promise<void> {
  await until(sql, `select count(*)::int as found from memory_answers where execution_id = '${id}'`)
}

async function until(sql: Sql, found: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while ((await sql.query(found)).rows[0].found === 0) {
    if (Date.now() > deadline) throw new Error(`nothing came of: ${found}`)
    await sql.query('select pg_sleep(0.02)')
  }
}

async function stepEvents(sql: Sql, id: string): Promise<string> {
  const { rows } = await sql.query('select body from journal where address = $1', [id])
  return rows.map(({ body }) => body).join('\n')
}
