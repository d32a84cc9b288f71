// From the limit of the free plan to further executions: 402, its `upgrade`, the checkout, the payment.
import { test } from 'tap'
import { Product } from '../support/product.ts'
import { createWorkflow, execute, returning } from '../support/workflows.ts'

const limit = 2
const product = await Product.start({ environment: { FREE_TIER_EXECUTIONS: String(limit), HOSTS: '2' } })

test('who reaches the limit follows the 402 to a checkout, pays and runs again', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < limit; n++) t.equal((await execute(client, workflow)).status, 201)
  const refused = await execute(client, workflow)
  t.match(refused, { status: 402, body: { limit, current: limit, upgrade: '/api/v1/billing/checkout' } })
  t.match((await client.get('/api/v1/billing/current')).body, {
    plan: 'free',
    executions: { used: limit, limit },
  })
  const checkout = await client.post(refused.body.upgrade)
  t.equal(checkout.status, 201)
  const page = new URL(checkout.body.url).pathname
  t.match((await product.client().get(page)).body, /This is a sandbox/)
  t.equal((await execute(client, workflow)).status, 402, 'a page that is open pays nothing')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await product.client().post(page, 'action=pay', form)).status, 200)
  for (let n = 0; n < 4; n++) t.equal((await execute(client, workflow)).status, 201, 'on every host at once')
  t.match((await client.get('/api/v1/billing/current')).body, {
    ...{ plan: 'pro', executions: { used: limit + 4, limit: null } },
  })
})

test('after the end of the plan the limit holds again, and what was made is there', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = async (kind: string, action: string) => {
    const { url } = (await client.post(`/api/v1/billing/${kind}`)).body
    return product.client().post(new URL(url).pathname, `action=${action}`, form)
  }
  await press('checkout', 'pay')
  for (let n = 0; n < limit + 2; n++) t.equal((await execute(client, workflow)).status, 201)
  await press('portal', 'end')
  t.equal((await execute(client, workflow)).status, 402)
  t.equal((await client.get('/api/v1/executions')).body.length, limit + 2)
  t.equal((await client.get(`/api/v1/workflows/${workflow}`)).status, 200)
})
