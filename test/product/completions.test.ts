// Workflows that start when executions of others end.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { Product, sharedProduct } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
interface Ended {
  readonly output: unknown
  readonly finishedAt: number | null
}

const failing = { steps: [{ id: 'stop', title: 'Stop', kind: 'fail', message: 'out of stock' }] }

const listen = (client: Client, workflow: string, body: object) =>
  client.post(`/api/v1/workflows/${workflow}/triggers`, { kind: 'completion', ...body })

/** Executions of a workflow, once there are so many that have ended. */
function ended(client: Client, workflow: string, count: number) {
  return until(
    async () => (await client.get(`/api/v1/executions?workflowId=${workflow}`)).body,
    (list: Ended[]) => list.filter(({ finishedAt }) => finishedAt !== null).length >= count,
  )
}

test('the end of an execution starts what listens to it, with inputs that it maps', async t => {
  const { client } = await product.signUp()
  const source = await createWorkflow(client, returning({ $: 'inputs.total' }))
  const target = await createWorkflow(client, returning({ $: 'inputs' }))
  const broken = await createWorkflow(client, failing)
  const inputs = { total: 'execution.output', how: 'execution.status' }
  const made = await listen(client, target, { workflowId: source, inputs })
  t.match(made, { status: 201, body: { kind: 'completion', workflowId: source, on: 'completed', url: null } })
  const why = { why: 'execution.error.message', how: 'execution.status' }
  await listen(client, target, { workflowId: broken, on: 'failed', inputs: why })
  await listen(client, target, { workflowId: source, on: 'failed' })
  const first = await runToEnd(client, source, { total: 7 })
  t.match(await ended(client, target, 1), [
    { output: { total: 7, how: 'completed' }, trigger: { kind: 'completion', ref: first.id } },
  ])
  const second = await runToEnd(client, broken)
  t.match((await ended(client, target, 2))[0], {
    ...{ output: { why: 'out of stock', how: 'failed' }, trigger: { kind: 'completion', ref: second.id } },
  })
})

test('while the newest version needs review, a completion goes on with the one that was live before', async t => {
  const { client } = await product.signUp()
  const source = await createWorkflow(client, returning(7))
  const target = await createWorkflow(client, returning('first'))
  await listen(client, target, { workflowId: source })
  await client.put(`/api/v1/workflows/${target}`, { prompt: 'Frobnicate the whole thing' })
  await runToEnd(client, source)
  t.match(await ended(client, target, 1), [{ output: 'first', workflowVersion: 1 }])
})

test('whoever deletes a workflow is told, before and after, what its end starts', async t => {
  const { client } = await product.signUp()
  const source = await createWorkflow(client, returning(7))
  const target = await createWorkflow(client, returning(8))
  const path = `/api/v1/workflows/${source}`
  const nothing = { runBy: [], starts: [] }
  t.strictSame((await client.get(`${path}/users`)).body, nothing)
  await listen(client, target, { workflowId: source })
  const users = { runBy: [], starts: [{ id: target, name: 'Test' }] }
  t.strictSame((await client.get(`${path}/users`)).body, users)
  t.match(await client.delete(path), { status: 200, body: { id: source, deleted: true, usedBy: users } })
  const other = await client.delete(`/api/v1/workflows/${target}`)
  t.strictSame(other.body, { id: target, deleted: true, usedBy: nothing })
})

test('each end starts once, also when the server is killed meanwhile', async t => {
  const own = await Product.start({ t })
  const { client } = await own.signUp()
  const source = await createWorkflow(client, returning({ $: 'inputs.n' }))
  const target = await createWorkflow(client, returning({ $: 'inputs.n' }))
  await listen(client, target, { workflowId: source, inputs: { n: 'execution.output' } })
  const count = 60
  for (let n = 0; n < count; n++) {
    await execute(client, source, { n })
    if (n === count / 2) {
      await own.kill()
      await own.start()
    }
  }
  const all = await until(
    async () => (await client.get(`/api/v1/executions?workflowId=${target}&limit=100`)).body,
    (list: Ended[]) => list.filter(({ finishedAt }) => finishedAt !== null).length >= count,
  )
  t.strictSame(
    all.map(({ output }) => output).sort((a, b) => Number(a) - Number(b)),
    Array.from({ length: count }, (_, n) => n),
  )
})

test('workflows that trigger each other end, and the trigger says why', async t => {
  const { client } = await product.signUp()
  const loop = await createWorkflow(client, returning(1))
  const { id } = (await listen(client, loop, { workflowId: loop })).body
  await runToEnd(client, loop)
  const path = `/api/v1/workflows/${loop}/triggers/${id}`
  const { lastError } = await until(
    async () => (await client.get(path)).body,
    trigger => trigger.lastError !== null,
  )
  t.match(lastError, { message: /chain of 10 executions/, at: Number })
  t.equal((await ended(client, loop, 11)).length, 11)
})

test('what cannot be started is noted on its trigger, and holds up no other', async t => {
  const { client } = await product.signUp()
  const source = await createWorkflow(client, returning({ a: 1 }))
  const target = await createWorkflow(client, returning({ $: 'inputs.a' }))
  const { id } = (await listen(client, target, { workflowId: source, inputs: { a: 'execution.output.b' } }))
    .body
  const other = await createWorkflow(client, returning(2))
  await listen(client, other, { workflowId: source })
  await runToEnd(client, source)
  await ended(client, other, 1)
  const trigger = (await client.get(`/api/v1/workflows/${target}/triggers/${id}`)).body
  t.match(trigger, { lastError: { message: /^inputs\.a: / } })
  const changed = await client.put(`/api/v1/workflows/${target}/triggers/${id}`, {
    inputs: { a: 'execution.output.a' },
  })
  t.match(changed, { status: 200, body: { lastError: null } })
  await runToEnd(client, source)
  t.match(await ended(client, target, 1), [{ output: 1 }])
})
