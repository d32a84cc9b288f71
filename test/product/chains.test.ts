// Executions that start others: all that descend from one are bounded, whatever the way, and the many ends of
// one organization hold up no other.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'

const limit = 20
const product = await Product.start({ environment: { CHAIN_LIMIT: String(limit) } })

interface Listed {
  readonly status: string
}

const listen = (client: Client, workflow: string) =>
  client.post(`/api/v1/workflows/${workflow}/triggers`, {
    kind: 'completion',
    workflowId: workflow,
    on: 'both',
  })

const executionsOf = async (client: Client, workflow: string): Promise<Listed[]> =>
  (await client.get(`/api/v1/executions?workflowId=${workflow}&limit=100`)).body

const refusal = (client: Client, workflow: string, trigger: string) =>
  until(
    async () => (await client.get(`/api/v1/workflows/${workflow}/triggers/${trigger}`)).body,
    found => found.lastError !== null && /no more are started/.test(found.lastError.message),
  )

test('a workflow with two completion triggers on itself starts as many as one execution may lead to', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const { id } = (await listen(client, workflow)).body
  await listen(client, workflow)
  await runToEnd(client, workflow)
  const { lastError } = await refusal(client, workflow, id)
  t.match(lastError.message, new RegExp(`led to ${limit} executions`))
  // Starts that were let in before may still be on their way.
  const all = await until(
    () => executionsOf(client, workflow),
    list => list.length > limit,
  )
  t.equal(all.length, limit + 1)
})

const posting = (url: string) => ({
  steps: [
    {
      ...{ id: 'again', title: 'Again', kind: 'tool', tool: 'http_request' },
      args: { url, method: 'POST', body: {}, headers: { 'Troupe-Chain': 'forged' }, allowErrorStatus: true },
    },
  ],
})

test('a workflow that calls its own hook descends from its first execution, whatever header it sends', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const made = (await client.post(`/api/v1/workflows/${workflow}/triggers`, { kind: 'hook' })).body
  const url = made.url.replace(/^https?:\/\/[^/]+/, product.url)
  const plan = posting(url)
  const changed = await client.put(`/api/v1/workflows/${workflow}`, { prompt: 'Do it', plan })
  t.equal(changed.status, 200)
  await client.post(new URL(url).pathname, {})
  await refusal(client, workflow, made.id)
  t.equal((await executionsOf(client, workflow)).length, limit + 1)
})

test('a webhook of the service that calls a hook of it stays in the chain of its execution', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const hook = { kind: 'hook', inputs: {} }
  const made = (await client.post(`/api/v1/workflows/${workflow}/triggers`, hook)).body
  const url = made.url.replace(/^https?:\/\/[^/]+/, product.url)
  const { status } = await client.post('/api/v1/webhooks', { url, events: ['execution.completed'] })
  t.equal(status, 201)
  await runToEnd(client, workflow)
  await refusal(client, workflow, made.id)
  t.equal((await executionsOf(client, workflow)).length, limit + 1)
})

test('sub-workflows count among what an execution leads to', async t => {
  const { client } = await product.signUp()
  const child = await createWorkflow(client, returning(1))
  const parent = await createWorkflow(client, {
    steps: [
      {
        ...{ id: 'all', title: 'All', kind: 'foreach', over: 'inputs.items', as: 'item' },
        steps: [{ id: 'one', title: 'One', kind: 'workflow', workflow: child, inputs: {} }],
      },
    ],
  })
  const few = await runToEnd(client, parent, { items: Array.from({ length: limit }, (_, n) => n) })
  t.match(few, { status: 'completed' })
  const many = await runToEnd(client, parent, { items: Array.from({ length: limit + 1 }, (_, n) => n) })
  t.match(many, { status: 'failed', error: { message: /no more are started/ } })
})

test('the many ends of one organization hold up no other', async t => {
  const { client: busy } = await product.signUp()
  const { client: quiet } = await product.signUp()
  const [source, watched] = [
    await createWorkflow(busy, returning(1)),
    await createWorkflow(quiet, returning(1)),
  ]
  const [target, told] = [await createWorkflow(busy, returning(2)), await createWorkflow(quiet, returning(2))]
  const on = (workflowId: string) => ({ kind: 'completion', workflowId })
  await busy.post(`/api/v1/workflows/${target}/triggers`, on(source))
  await quiet.post(`/api/v1/workflows/${told}/triggers`, on(watched))
  const count = 400
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => execute(busy, source)))
  await execute(quiet, watched)
  await until(
    () => executionsOf(quiet, told),
    list => list.length === 1,
  )
  const { body } = await busy.get(`/api/v1/executions?workflowId=${target}&limit=100`)
  t.ok(body.length > 0)
})
