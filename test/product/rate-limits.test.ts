// Rate limits of a process: they hold over a kill, a restart and a change of the engine, as long as their
// minute runs.
import { type Test, test } from 'tap'
import type { Answer } from '../support/people/client.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'

const limit = 10
/** A machine so slow that a restart takes a whole minute gets some more tries. */
const mostTries = 5

test('the eleventh request to an auth path is 429, also after kill -9 and on the other engine (P62)', async t => {
  probes(t, 62)
  const environment = { RATE_LIMIT_AUTH: String(limit) }
  let product = await Product.start({ environment: { ...environment, HTTP_ENGINE: 'uws' } })
  const { directory } = product
  for (let n = 1; n <= mostTries; n++) {
    const endsAt = await fill(product)
    await product.kill()
    const engine = n % 2 === 1 ? 'node' : 'uws'
    product = await Product.start({ environment: { ...environment, HTTP_ENGINE: engine }, directory })
    const after = await guess(product)
    if (after.status === 401 && Date.now() >= endsAt) continue
    refused(t, after)
    t.equal(after.status, 429, 'P62 after a restart, on the other engine')
    t.equal((await product.client().get('/healthz')).status, 200, 'health is not counted')
    return
  }
  t.fail(`no restart within a minute in ${mostTries} tries`)

  /** Guesses until the bucket is full. @returns the earliest end of its minute, in Unix ms */
  async function fill(full: Product): Promise<number> {
    for (let n = 0; ; n++) {
      const answer = await guess(full)
      const remaining = Number(answer.headers.get('ratelimit-remaining'))
      if (answer.status === 429) {
        refused(t, answer)
        t.ok(n <= limit, `${n} were let through`)
        // The header is rounded up.
        return Date.now() + (Number(answer.headers.get('ratelimit-reset')) - 1) * 1_000
      }
      t.equal(answer.status, 401)
      t.ok(remaining < limit)
    }
  }
})

function guess(product: Product): Promise<Answer> {
  return product.client('wrong').get('/api/v1/auth/me')
}

function refused(t: Test, { status, headers, body }: Answer): void {
  t.equal(status, 429)
  t.match(headers.get('retry-after'), /^([1-9]|[1-5][0-9]|60)$/)
  t.strictSame([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], [String(limit), '0'])
  t.strictSame(Object.keys(body), ['error'])
}
