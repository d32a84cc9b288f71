// What a user has computed does not hold the others: the product, asked for prompts that take it long.
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'

const product = await sharedProduct()
const path = '/api/v1/workflows/plan'
/** Some 0.1 s of reading, by the planner's own bound. */
const long = `Fetch https://example.com/a ${'and the orders of the customers with the total '.repeat(30)}`

test('while prompts are planned, requests are answered', async t => {
  const { client } = await product.signUp()
  let planned = 0
  const all = Promise.all(
    Array.from({ length: 8 }, async () => {
      t.equal((await client.post(path, { prompt: long })).status, 200)
      planned++
    }),
  )
  let answered = 0
  while (planned < 8) {
    const { ok } = await fetch(`${product.url}/healthz`)
    if (ok && planned < 8) answered++
  }
  await all
  t.ok(answered > 20, `${answered} answers before the last plan`)
})

test('a small prompt does not wait for the large ones of another organization', async t => {
  const [large, small] = [await product.signUp(), await product.signUp()]
  // Together they take several times as long as the second thread needs to begin.
  const length = 40
  let planned = 0
  const all = Promise.all(
    Array.from({ length }, async () => {
      await large.client.post(path, { prompt: long })
      planned++
    }),
  )
  for (let n = 0; n < 3; n++) {
    const { status, body } = await small.client.post(path, { prompt: 'Return 1' })
    t.match({ status, body }, { status: 200, body: { status: 'ready' } })
  }
  t.ok(planned < length, `${planned} of the large ones are done`)
  await all
})

test('whoever asks for too much at once is told so', async t => {
  const { client } = await product.signUp()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => client.post(path, { prompt: 'Return 1' })),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  t.ok(
    [...statuses].every(status => status === 200 || status === 429),
    [...statuses].join(),
  )
  t.equal((await client.post(path, { prompt: 'Return 1' })).status, 200)
})
