// A node that does not reach PostgreSQL says that it is no member and has nothing, and serves again when it
// has been let in.
import { Client } from 'pg'
import { test } from 'tap'
import { ProductNodes } from '../../support/cluster/product-nodes.ts'
import { CommandLine } from '../../support/people/command-line.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'
import { until } from '../../support/runs.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

const databaseUrl = await freshDatabase()
const name = new URL(databaseUrl).pathname.slice(1)
const beside = new Client(await emptyDatabase())
const cluster = await ProductNodes.prepare({ count: 1, databaseUrl })
await cluster.start()
const [node] = cluster.nodes
const { client } = await node!.signUp()
const state = async () => (await node!.client().get('/api/v1/cluster')).body
const gauges = async () => {
  const { body } = await node!.client().get('/metrics')
  return Object.fromEntries(
    ['cluster_member', 'cluster_shards_owned', 'cluster_shards_unowned'].map(gauge => {
      return [gauge, Number(new RegExp(`^${gauge} (\\d+)$`, 'm').exec(body)?.[1])]
    }),
  )
}

async function letIn(isIn: boolean): Promise<void> {
  await beside.query(`alter database ${name} allow_connections ${isIn}`)
  if (isIn) return
  await beside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

test('a node without PostgreSQL has no shards, and says so', { timeout: 180_000 }, async t => {
  await beside.connect()
  t.teardown(() => beside.end())
  t.teardown(() => letIn(true))
  const shell = new CommandLine({ TROUPE_URL: node!.url })
  t.match(await state(), { isMember: true, nodes: [{ status: 'active', shards: 256 }] })
  t.notMatch((await shell.run('nodes')).stderr, 'no member')

  await letIn(false)
  const cut = await until(state, ({ isMember }) => !isMember)
  t.match(cut, {
    nodes: [{ status: 'unreachable', shards: 0, isSelf: true }],
    shards: { total: 256, unowned: 256 },
  })
  t.strictSame(await gauges(), { cluster_member: 0, cluster_shards_owned: 0, cluster_shards_unowned: 256 })
  const said = await shell.run('nodes')
  t.match(said.stderr, /this node is no member at the moment/)
  t.match(said.stderr, /256 of 256 shards have no node/)
  t.match(said.stdout, /unreachable +0 /)

  await letIn(true)
  await until(state, ({ isMember, shards }) => isMember && shards.unowned === 0)
  t.strictSame(await gauges(), { cluster_member: 1, cluster_shards_owned: 256, cluster_shards_unowned: 0 })
  const workflow = await createWorkflow(client, { steps: [{ id: 'end', kind: 'return', value: 1 }] })
  t.match(await runToEnd(client, workflow), { status: 'completed', output: 1 })
})
