// A slice of `npm run fuzz` on each engine: a few thousand requests, always the same ones.
import { test } from 'tap'
import { newKey, newOwner } from '../probes/people.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { fuzzRaw } from './raw-fuzz.ts'
import { fuzzSchema } from './schema-fuzz.ts'

const seed = 1

for (const engine of ['uws', 'node'] as const) {
  test(`${engine}: requests made of the document get no 500, and nothing that the document does not name`, async t => {
    probes(t, 34, 110)
    const environment = { HTTP_ENGINE: engine, FREE_TIER_EXECUTIONS: '1000000', LOGIN_FAILURES: '0' }
    const product = await Product.start({ environment, t })
    const { url: toolServerUrl } = await startExampleServer(t)
    const { sent, failures } = await fuzzSchema({ product, seed, requests: 1_000, toolServerUrl })
    t.strictSame(failures, [], 'P34 P110')
    t.equal(sent, 1_000)
    const key = await newKey(await newOwner(product))
    const raw = await fuzzRaw({ product, seed, requests: 2_000, key })
    t.strictSame(raw.failures, [])
    t.equal(raw.sent, 2_000)
    t.equal((await product.client(key).get('/api/v1/workflows')).status, 200, 'and it goes on')
  })
}
