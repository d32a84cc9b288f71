// The master key is exchanged while the product runs: whatever happens to the command on the way, every
// secret is read.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { test } from 'tap'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { GuardedApi } from '../../support/guarded-api.ts'
import { startOperatorCommand } from '../../support/operator-command.ts'
import type { Client } from '../../support/people/client.ts'
import { query } from '../../support/people/colleagues.ts'
import { Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

const api = await GuardedApi.start()

/** `npm run rotate-keys`, beside the product. */
function rotateKeys({ directory }: Product, environment: Record<string, string> = {}, ...args: string[]) {
  return startOperatorCommand('rotate-keys', args, { DATA_DIR: directory, ...environment })
}

async function fill(client: Client, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const secret = { token: `token-number-${i}` }
    const { status } = await client.post('/api/v1/credentials', { name: `c${i}`, kind: 'bearer', secret })
    if (status !== 201) throw new Error(`credential ${i}: ${status}`)
  }
}

/** A workflow that sends one of the credentials. */
function sending(client: Client, name: string): Promise<string> {
  const args = { url: `${api.url}/`, credential: name }
  return createWorkflow(client, {
    steps: [{ id: 'call', title: 'Call', kind: 'tool', tool: 'http_get', args }],
  })
}

test('a rotation that is killed, and begun again, loses nothing, and the server reads all the while', async t => {
  const product = await Product.start({ t })
  const { client } = await product.signUp()
  await fill(client, 300)
  const workflows = await Promise.all(['c0', 'c150', 'c299'].map(name => sending(client, name)))
  const allAreRead = async () => {
    for (const [i, name] of ['0', '150', '299'].entries()) {
      t.match(await runToEnd(client, workflows[i]!), { status: 'completed' })
      t.equal(api.last.headers['authorization'], `Bearer token-number-${name}`)
    }
  }
  await allAreRead()

  const keys = () => readFileSync(join(product.directory, 'master-key'), 'utf8').trim().split('\n')
  const release = await lockCredential(product, 'c298')
  const first = rotateKeys(product, {}, '--new-key')
  // It comes to the locked row after two batches, and waits.
  await until(
    () => distinctKeys(product),
    count => count === 2,
  )
  await allAreRead()
  first.child.kill('SIGKILL')
  await first.ended
  await release()
  t.equal(keys().length, 2)
  await allAreRead()
  await client.post('/api/v1/credentials', {
    name: 'later',
    kind: 'bearer',
    secret: { token: 'later-token' },
  })

  const again = await rotateKeys(product).ended
  t.equal(again.code, 0, again.output)
  t.match(again.output, /nothing is sealed by [0-9a-f]{16} any more/)
  t.equal(await distinctKeys(product), 1)
  await allAreRead()

  await product.stop()
  writeFileSync(join(product.directory, 'master-key'), `${keys()[0]}\n`)
  await product.start()
  await allAreRead()
})

test('a server with another key does not start, and says which it needs; with both it rotates', async t => {
  const [old, fresh] = [newKey(), newKey()]
  const { directory } = await startAndStop({ t, environment: { MASTER_KEY: old } })
  const wrong = await Product.prepare({ t, directory, environment: { MASTER_KEY: fresh } })
  const ending = await wrong.run()
  t.not(ending.code, 0)
  t.match(ending.stderr, /the master key does not fit the database: it is sealed by the key [0-9a-f]{16}/)
  t.notMatch(ending.stdout + ending.stderr, new RegExp(`${escaped(old)}|${escaped(fresh)}`))

  const keys = { MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old }
  const both = await Product.start({ t, directory, environment: keys })
  const rotated = await rotateKeys(both, keys).ended
  t.equal(rotated.code, 0, rotated.output)
  await both.stop()
  await startAndStop({ t, directory, environment: { MASTER_KEY: fresh } })
})

async function startAndStop(options: Parameters<typeof Product.start>[0]): Promise<Product> {
  const product = await Product.start(options)
  await product.stop()
  return product
}

function escaped(text: string): string {
  return text.replace(/[+/=]/g, '\\$&')
}

/** Holds a row, as a slow transaction would. @returns to let it go */
async function lockCredential(product: Product, name: string): Promise<() => Promise<void>> {
  const database = new Database({ connectionString: product.databaseUrl })
  await database.connect()
  await database.query('begin')
  await database.query('select 1 from credentials where name = $1 for update', [name])
  return () => database.end()
}

/** How many keys seal the credentials. */
async function distinctKeys(product: Product): Promise<number> {
  const [row] = await query<{ n: string }>(
    product,
    `select count(distinct split_part(sealed_secret, '.', 2)) as n from credentials`,
  )
  return Number(row!.n)
}
