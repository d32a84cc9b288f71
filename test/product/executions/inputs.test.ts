// The inputs that a plan declares, at every door through which an execution starts.
import { test } from 'tap'
import { plain } from '../../support/people/agent.ts'
import { sharedProduct } from '../../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()

const inputs = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Whom to greet', examples: ['Ada'] },
    word: { type: 'string', default: 'Hello' },
  },
}
const greeting = { inputs, ...returning({ $t: '${inputs.word}, ${inputs.name}' }) }

test('the API fills what is missing with its default, and refuses what does not fit', async t => {
  const { client } = await product.signUp()
  const id = await createWorkflow(client, greeting)
  const { inputsSchema, plan } = (await client.get(`/api/v1/workflows/${id}`)).body
  t.strictSame(inputsSchema, { ...inputs, required: ['name'] })
  t.strictSame(plan.inputs, inputs, 'the plan is kept as it was sent')
  const ended = await runToEnd(client, id, { name: 'Ada' })
  t.match(ended, { output: 'Hello, Ada', inputs: { name: 'Ada', word: 'Hello' } })
  t.match(await runToEnd(client, id, { name: 'Ada', word: 'Bye' }), { output: 'Bye, Ada' })
  const path = `/api/v1/workflows/${id}/execute`
  t.match(await client.post(path, { inputs: {} }), { status: 400, body: { error: /inputs\.name/ } })
  t.match(await client.post(path, { inputs: { name: 'Ada', word: 7 } }), { status: 400 })
  t.match(await client.post(`/api/v1/workflows/${id}/dry-run`, { inputs: { name: 'Ada' } }), {
    body: { output: 'Hello, Ada' },
  })
})

test('so do tools of /rpc, hooks and the steps of other workflows', async t => {
  const { client } = await product.signUp()
  const request = { name: 'Greet', prompt: 'Greet', plan: greeting, tool: true }
  const { id } = (await client.post('/api/v1/workflows', request)).body
  const called = await plain(client, 'tools/call', { name: 'run_greet', arguments: { name: 'Ada' } })
  t.match(called.result, { content: [{ text: /Hello, Ada/ }] })

  const { url } = (await client.post(`/api/v1/workflows/${id}/triggers`, { kind: 'hook' })).body
  const hook = new URL(url).pathname
  const delivered = await product.client().post(hook, { name: 'Grace' }, { prefer: 'wait=20' })
  t.match(delivered, { body: { output: 'Hello, Grace' } })

  const child = { id: 'child', kind: 'workflow', workflow: 'Greet', inputs: { name: 'Bob' } }
  const parent = await createWorkflow(client, {
    steps: [child, { id: 'end', kind: 'return', value: { $: 'steps.child' } }],
  })
  t.match(await runToEnd(client, parent), { output: 'Hello, Bob' })
})

test('a schedule needs no input that has a default', async t => {
  const { client } = await product.signUp()
  const id = await createWorkflow(client, greeting)
  const at = (given: object) =>
    client.put(`/api/v1/workflows/${id}`, { schedule: { cron: '0 9 * * *', timezone: 'UTC', inputs: given } })
  t.match(await at({}), { status: 400, body: { error: /schedule\.inputs\.name/ } })
  t.match(await at({ name: 'Ada' }), { status: 200, body: { startable: { ok: true } } })
})
