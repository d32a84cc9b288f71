// The restrictions of a key hold on every way that it can start work.
import { test } from 'tap'
import { sharedProduct } from '../../support/product.ts'
import { createWorkflow, execute, returning } from '../../support/workflows.ts'

const product = await sharedProduct()

test('of many starts at once as many begin as the budget of the key holds', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const { body } = await client.post('/api/v1/apikeys', { name: 'Robot', budget: 1 })
  const robot = product.client(body.key)
  const answers = await Promise.all(Array.from({ length: 50 }, () => execute(robot, workflow)))
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  const refused = answers.find(({ status }) => status !== 201)!
  t.match(refused, { status: 402, body: { error: /budget of the API key/ } })
})

test('a hook that a key has made runs on the budget of the key, and ends with it', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const { body } = await client.post('/api/v1/apikeys', { name: 'Robot', budget: 1 })
  const made = await product.client(body.key).post(`/api/v1/workflows/${workflow}/triggers`, { kind: 'hook' })
  const path = new URL(made.body.url).pathname
  t.equal((await client.post(path, {})).status, 202)
  t.equal((await client.post(path, {})).status, 402)
  await client.delete(`/api/v1/apikeys/${body.id}`)
  t.match(await client.post(path, {}), { status: 403, body: { error: /was revoked/ } })
})

test('a key with a budget makes no keys', async t => {
  const { client } = await product.signUp()
  const scopes = ['read', 'write', 'execute', 'admin']
  const { body } = await client.post('/api/v1/apikeys', { name: 'Robot', budget: 1, scopes })
  const robot = product.client(body.key)
  t.equal((await robot.post('/api/v1/apikeys', { name: 'More' })).status, 403)
})
