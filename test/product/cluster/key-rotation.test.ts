// The master key of a cluster is exchanged node by node, as docs/operate/keys-and-rotation.md says: at every
// moment each node reads what any of them has sealed.
import { randomBytes } from 'node:crypto'
import { test } from 'tap'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { GuardedApi } from '../../support/guarded-api.ts'
import { operatorCommand } from '../../support/operator-command.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

const api = await GuardedApi.start()
const databaseUrl = await freshDatabase()
const [old, fresh] = [newKey(), newKey()]
const shared = {
  ...{ DATABASE_URL: databaseUrl, CLUSTER: 'on', HOSTS: '1' },
  CLUSTER_SECRET: randomBytes(24).toString('hex'),
  APP_URL: `http://127.0.0.1:${await freePort()}`,
}
const addresses = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`] as const
const limit = { timeout: 240_000 }
type Keys = Readonly<Record<string, string>>
const oldAlone: Keys = { MASTER_KEY: old }
const both: Keys = { MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old }
const freshAlone: Keys = { MASTER_KEY: fresh }

const startNode = (place: 0 | 1, keys: Keys) =>
  Product.start({ environment: { ...shared, ...keys, NODE_ADDRESS: addresses[place] } })

const rotateKeys = (keys: Keys) => operatorCommand('rotate-keys', [], { DATABASE_URL: databaseUrl, ...keys })

test('a master key is exchanged node by node, and no secret is unreadable at any node', limit, async t => {
  let a = await startNode(0, oldAlone)
  let b = await startNode(1, oldAlone)
  const person = { email: 'ada@example.com', password: 'correct horse battery' }
  const { token } = (await a.client().post('/api/v1/auth/signup', person)).body
  const workflows = new Map<string, string>()
  /** Each node seals one more, and each reads all that there are. */
  async function sealAndRead(when: string) {
    for (const product of [a, b]) {
      const name = `c${workflows.size}`
      const credential = { name, kind: 'bearer', secret: { token: `token-${name}` } }
      t.equal((await product.client(token).post('/api/v1/credentials', credential)).status, 201)
      const args = { url: `${api.url}/${name}`, credential: name }
      const steps = [{ id: 'call', title: 'Call', kind: 'tool', tool: 'http_get', args }]
      workflows.set(name, await createWorkflow(product.client(token), { steps }))
    }
    await readAll(when)
  }
  async function readAll(when: string) {
    api.received.length = 0
    const runs = [a, b].flatMap((product, place) =>
      [...workflows].map(async ([name, workflow]) => {
        const run = await runToEnd(product.client(token), workflow)
        t.match(run, { status: 'completed' }, `${when}: ${name} at node ${place}`)
      }),
    )
    await Promise.all(runs)
    t.equal(api.received.length, 2 * workflows.size)
    for (const { path, headers } of api.received)
      t.equal(headers['authorization'], `Bearer token-${path.slice(1)}`)
  }
  await sealAndRead('with the old key')

  await a.stop()
  a = await startNode(0, both)
  await sealAndRead('the first node has the new key')
  const early = await rotateKeys(both)
  t.equal(early.code, 1, early.output)
  t.match(
    early.output,
    new RegExp(`nothing was changed.*\\n +node ${addresses[1]} lacks the key [0-9a-f]{16}`),
  )
  t.notMatch(early.output, 'any more')
  await sealAndRead('after a rotation that came too early')

  await b.stop()
  b = await startNode(1, both)
  await sealAndRead('both nodes have both keys')
  const rotated = await until(
    () => rotateKeys(both),
    ({ code }) => code === 0,
  )
  t.match(rotated.output, /nothing is sealed by [0-9a-f]{16} any more/)
  await sealAndRead('after the rotation')

  await a.stop()
  a = await startNode(0, freshAlone)
  await b.stop()
  b = await startNode(1, freshAlone)
  await sealAndRead('with the new key alone')
})
