// A slice of `npm run fuzz`: some hundred requests, always the same ones. Those made of the document ask the
// routes, which are the same behind both engines; bytes are the engine's. fuzz.long.ts sends more of both
// kinds to each.
import { type Test, test } from 'tap'
import { newKey, newOwner } from '../probes/people.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { fuzzRaw } from './raw-fuzz.ts'
import { fuzzSchema } from './schema-fuzz.ts'

const seed = 1
const [requests, mutated] = [400, 800]

const start = (t: Test, engine: 'uws' | 'node') =>
  Product.start({
    environment: { HTTP_ENGINE: engine, FREE_TIER_EXECUTIONS: '1000000', LOGIN_FAILURES: '0' },
    t,
  })

async function takesAnyBytes(t: Test, product: Product): Promise<void> {
  const key = await newKey(await newOwner(product))
  const { sent, failures } = await fuzzRaw({ product, seed, requests: mutated, key })
  t.strictSame(failures, [])
  t.equal(sent, mutated)
  t.equal((await product.client(key).get('/api/v1/workflows')).status, 200, 'and it goes on')
}

test('uws: requests made of the document get no 500, and nothing that the document does not name', async t => {
  probes(t, 34, 110)
  const product = await start(t, 'uws')
  const { url: toolServerUrl } = await startExampleServer(t)
  const { sent, failures } = await fuzzSchema({ product, seed, requests, toolServerUrl })
  t.strictSame(failures, [], 'P34 P110')
  t.equal(sent, requests)
  await takesAnyBytes(t, product)
})

test('node: mutated bytes get right answers, and it goes on', async t =>
  takesAnyBytes(t, await start(t, 'node')))
