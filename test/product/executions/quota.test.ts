// The monthly limit of the free plan, counted exactly.
import { test } from 'tap'
import { Product } from '../../support/product.ts'
import { createWorkflow, execute, returning } from '../../support/workflows.ts'

const limit = 3
const product = await Product.start({ environment: { FREE_TIER_EXECUTIONS: String(limit), HOSTS: '2' } })

test('past the limit a start is 402 and says how things stand', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < limit; n++) t.equal((await execute(client, workflow)).status, 201)
  const refused = await execute(client, workflow)
  t.equal(refused.status, 402)
  t.equal(refused.headers.get('x-error-code'), 'quota-exceeded')
  const { error, ...facts } = refused.body
  t.match(error, /3/)
  t.strictSame(facts, { limit, current: limit, upgrade: '/api/v1/billing/checkout' })
  t.equal((await client.get('/api/v1/executions')).body.length, limit, 'what was refused is not there')
})

test('of fifty starts at once with one left, one is accepted', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 1; n < limit; n++) await execute(client, workflow)
  const answers = await Promise.all(Array.from({ length: 50 }, () => execute(client, workflow)))
  const statuses = answers.map(({ status }) => status)
  t.equal(statuses.filter(status => status === 201).length, 1)
  t.equal(statuses.filter(status => status === 402).length, 49)
  t.equal((await client.get('/api/v1/executions')).body.length, limit)
})

test('what was refused for another reason does not count', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, {
    steps: [{ id: 'a', kind: 'return', value: { $: 'inputs.a' } }],
  })
  for (let n = 0; n < limit + 1; n++) t.equal((await execute(client, workflow)).status, 400)
  for (let n = 0; n < limit; n++) t.equal((await execute(client, workflow, { a: n })).status, 201)
})

test('a limit is that of one organization, and outlives a restart', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < limit; n++) await execute(client, workflow)
  const { client: other } = await product.signUp()
  t.equal((await execute(other, await createWorkflow(other, returning(1)))).status, 201)
  await product.stop()
  await product.start()
  t.equal((await execute(client, workflow)).status, 402)
})
