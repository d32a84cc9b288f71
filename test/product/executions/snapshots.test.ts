// What a long execution goes on from after a crash: its state beside the journal, or its entries when that is
// not there.
import { Client as Database } from 'pg'
import { test } from 'tap'
import { restartableProduct } from '../../support/product.ts'
import { path, untilStatus } from '../../support/runs.ts'
import { createWorkflow, execute } from '../../support/workflows.ts'

const product = await restartableProduct()

/** Some 1,500 events, then it waits. */
const plan = {
  steps: [
    { id: 'kept', kind: 'set', value: 'as it was' },
    {
      id: 'all',
      kind: 'foreach',
      over: 'inputs.list',
      as: 'item',
      steps: ['a', 'b', 'c'].map(id => ({ id, kind: 'set', value: { $: 'item' } })),
    },
    { id: 'hold', kind: 'wait', event: 'go' },
    { id: 'answer', kind: 'return', value: { $: 'steps.kept' } },
  ],
}

test('after a crash a long execution goes on from its snapshot, and without one from its entries', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, plan)
  const inputs = { list: Array.from({ length: 500 }, (_, n) => n) }
  const starts = await Promise.all([1, 2].map(() => execute(client, workflow, inputs)))
  const [kept, lost] = starts.map(({ body }) => body.id)
  for (const id of [kept, lost]) await untilStatus(client, id, 'waiting')
  await product.kill()

  const sql = new Database(product.databaseUrl)
  await sql.connect()
  // A mark that only somebody who reads the snapshot can see.
  const marked = await sql.query(
    `update snapshots set body = replace(body, 'as it was', 'as it was kept') where address = $1`,
    [kept],
  )
  const removed = await sql.query('delete from snapshots where address = $1', [lost])
  await sql.end()
  t.strictSame([marked.rowCount, removed.rowCount], [1, 1])

  await product.start()
  for (const id of [kept, lost]) t.equal((await client.post(`${path(id)}/events/go`)).status, 200)
  t.equal((await untilStatus(client, kept, 'completed')).output, 'as it was kept')
  t.equal((await untilStatus(client, lost, 'completed')).output, 'as it was')
})
