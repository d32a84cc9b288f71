// A database that answers and does not write: the service says so, and nobody hangs.
import { Client as Database } from 'pg'
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { createWorkflow, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
const { client } = await product.signUp()
const workflow = await createWorkflow(client, { steps: [{ id: 'answer', kind: 'return', value: 1 }] })
const database = new Database({ connectionString: product.databaseUrl })
await database.connect()
// This session goes on writing.
await database.query('set default_transaction_read_only = off')

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await database.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await database.query('select pg_reload_conf()')
}

const ready = async () => {
  const { status, body } = await product.client().get('/readyz')
  return { status, error: body.error as string | undefined }
}
const lostCommits = async () => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^actor_commits_lost_total (\d+)/m.exec(text)?.[1])
}

test('a database that is read-only is said to be so, and everybody is answered soon', async t => {
  await runToEnd(client, workflow)
  t.equal(await lostCommits(), 0)
  await setReadOnly(true)
  t.teardown(() => database.end())
  const { error } = await until(ready, ({ status }) => status === 503)
  t.match(error, 'database: cannot write: it is read-only')
  const answers = await Promise.all(
    [{}, { Prefer: 'wait=20' }].map(headers =>
      client.post(`/api/v1/workflows/${workflow}/execute`, {}, headers),
    ),
  )
  for (const { status, body } of answers) {
    t.equal(status, 503)
    t.match(body.error, 'the database cannot write at the moment: it is read-only')
  }
  await until(lostCommits, count => count > 0)

  await setReadOnly(false)
  await until(ready, ({ status }) => status === 200)
  t.match(await runToEnd(client, workflow), { status: 'completed' })
})
