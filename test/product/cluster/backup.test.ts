// A cluster is backed up while it works, lost as a whole, and restored as another cluster: it looks on at
// every node until one command lets it take over, and then everything that was under way comes to its end.
import { join } from 'node:path'
import { test } from 'tap'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { ProductNodes } from '../../support/cluster/product-nodes.ts'
import { operatorCommand } from '../../support/operator-command.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'
import { password } from '../../support/product.ts'
import { until, untilStatus } from '../../support/runs.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'

const environment = { MASTER_KEY: newKey() }
const limit = { timeout: 240_000 }

const enter = (id: string) => ({
  id,
  kind: 'tool',
  server: 'ledger',
  tool: 'enter',
  args: { line: { $: 'inputs.line' } },
})
const plan = { steps: [enter('first'), enter('second'), { id: 'end', kind: 'return', value: 1 }] }

test('a backup of a cluster becomes another cluster, and nothing is done twice', limit, async t => {
  const [originalUrl, copyUrl] = [await freshDatabase(), await emptyDatabase()]
  const ledger = await Ledger.start()
  const original = await ProductNodes.prepare({ count: 2, databaseUrl: originalUrl, environment })
  await original.start()
  const [first, second] = original.nodes
  const { client, email } = await first!.signUp()
  const key = (await client.post('/api/v1/apikeys', { name: 'Key', scopes: ['read', 'execute'] })).body.key
  await client.post('/api/v1/mcp-servers', { name: 'Ledger', url: ledger.url })
  const { body: workflow } = await client.post('/api/v1/workflows', {
    name: 'Entries',
    prompt: 'Enter',
    plan,
  })
  const held = ledger.holdFrom(10)
  const clients = [first!, second!].map(node => node.client(key))
  const running = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const inputs = { line: `line ${n}` }
      return (await clients[n % 2]!.post(`/api/v1/workflows/${workflow.id}/execute`, { inputs })).body
        .id as string
    }),
  )
  await held

  const file = join(first!.directory, 'backup.gz')
  const made = await operatorCommand('backup', [file], { DATABASE_URL: originalUrl, ...environment })
  t.equal(made.code, 0, made.output)
  const over = await operatorCommand('restore', [file], { DATABASE_URL: originalUrl, ...environment })
  t.equal(over.code, 1)
  t.match(
    over.output,
    /restore: a cluster \(process \d+ on .*\) runs on this database: restore into an empty one/,
  )
  t.notMatch(over.output, 'CLUSTER=on', 'whoever restores joins nothing')
  await Promise.all(original.nodes.map(node => node.kill()))
  ledger.release()

  const atCopy = { DATABASE_URL: copyUrl, ...environment }
  const restored = await operatorCommand('restore', [file], atCopy)
  t.equal(restored.code, 0, restored.output)
  const callsBefore = ledger.calls.length
  const copy = await ProductNodes.prepare({ count: 2, databaseUrl: copyUrl, environment })
  for (const node of copy.nodes) await node.start()
  for (const node of copy.nodes) {
    const readiness = await node.client().get('/readyz')
    t.equal(readiness.status, 503)
    t.match(readiness.body.error, /restored copy/)
    const reader = node.client(key)
    t.equal((await reader.get(`/api/v1/executions/${running[0]}`)).status, 200, 'it can be read')
    t.equal((await reader.post(`/api/v1/workflows/${workflow.id}/execute`, {})).status, 503)
  }
  t.equal(ledger.calls.length, callsBefore, 'nobody was called')

  const activated = await operatorCommand('restore', ['--activate'], atCopy)
  t.equal(activated.code, 0, activated.output)
  for (const node of copy.nodes)
    await until(
      () => node.client().get('/readyz'),
      ({ status }) => status === 200,
    )
  await copy.settled()
  const [one, other] = copy.nodes.map(node => node.client(key))
  for (const [n, id] of running.entries()) await untilStatus(n % 2 ? one! : other!, id, 'completed')
  t.strictSame(
    running.flatMap(id => [`${id}/first`, `${id}/second`]).filter(each => !ledger.entries.has(each)),
    [],
    'every step was carried out, under the key that it had before',
  )
  t.equal(ledger.entries.size, running.length * 2, 'and nothing else')
  const login = await copy.nodes[1]!.client().post('/api/v1/auth/login', { email, password })
  t.equal(login.status, 200)
})
