// Workflows whose prompts say what starts them.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { sharedProduct } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()

const create = async (client: Client, name: string, prompt: string) =>
  (await client.post('/api/v1/workflows', { name, prompt })).body

const triggersOf = async (client: Client, id: string) =>
  (await client.get(`/api/v1/workflows/${id}/triggers`)).body

/** The address of a workflow's only hook. */
async function addressOf(client: Client, id: string): Promise<string> {
  const [{ id: trigger }] = await triggersOf(client, id)
  const { body } = await client.post(`/api/v1/workflows/${id}/triggers/${trigger}/rotate`)
  return new URL(body.url).pathname
}

const deliver = (hook: string, body: unknown) => product.client().post(hook, body, { prefer: 'wait=20' })

/** The executions of a workflow, once there is one that has ended. */
const ended = (client: Client, id: string) =>
  until(
    async () => (await client.get(`/api/v1/executions?workflowId=${id}`)).body,
    (list: { finishedAt: number | null }[]) => list.some(({ finishedAt }) => finishedAt !== null),
  )

test('a prompt that says so is started by a hook, whose address rotating it gives', async t => {
  const { client } = await product.signUp()
  const made = await create(client, 'Order', 'When the webhook is called, return {{inputs.amount}}')
  t.match(made, {
    status: 'ready',
    explanation: /^1\. Run this when the hook of this workflow is called\.\n2\. /,
  })
  t.match(await triggersOf(client, made.id), [
    { kind: 'hook', enabled: true, fromPrompt: true, inputs: null },
  ])
  const hook = await addressOf(client, made.id)
  t.match(await deliver(hook, { amount: 40 }), { status: 200, body: { status: 'completed', output: 40 } })

  const say = (prompt: string) => client.put(`/api/v1/workflows/${made.id}`, { prompt })
  await say('When the webhook is called, return {{inputs.total}}')
  t.match(await deliver(hook, { total: 41 }), { body: { output: 41 } }, 'it keeps its address')
  t.match(await say('Frobnicate the whole thing'), { body: { status: 'needs_review' } })
  t.equal((await triggersOf(client, made.id)).length, 1, 'a prompt that is not understood takes nothing away')
  await say('Return {{inputs.total}}')
  t.strictSame(await triggersOf(client, made.id), [])
  t.match(await deliver(hook, { total: 42 }), { status: 404 })

  await client.post(`/api/v1/workflows/${made.id}/versions/1/activate`)
  t.match(await triggersOf(client, made.id), [{ kind: 'hook', fromPrompt: true }])
  t.match(await deliver(await addressOf(client, made.id), { amount: 43 }), { body: { output: 43 } })
  await client.post(`/api/v1/workflows/${made.id}/versions/4/activate`)
  t.strictSame(await triggersOf(client, made.id), [])
})

test('what a person made or changed stays, and is not made twice', async t => {
  const { client } = await product.signUp()
  const { id } = await create(client, 'Own', 'Return 1')
  const path = `/api/v1/workflows/${id}/triggers`
  const byHand = (await client.post(path, { kind: 'hook' })).body
  t.match(byHand, { fromPrompt: false })
  await client.put(`/api/v1/workflows/${id}`, { prompt: 'When the hook is called, return 2' })
  t.match(await triggersOf(client, id), [{ id: byHand.id, fromPrompt: false }])
  await client.put(`/api/v1/workflows/${id}`, { prompt: 'Return 3' })
  t.match(await deliver(new URL(byHand.url).pathname, {}), { body: { output: 3 } })

  const other = await create(client, 'Changed', 'When the hook is called, return 2')
  const [hook] = await triggersOf(client, other.id)
  const verification = { kind: 'bearer', secret: 'correct horse' }
  await client.put(`/api/v1/workflows/${other.id}/triggers/${hook.id}`, { verification })
  await client.post(`/api/v1/workflows/${other.id}/versions`, { prompt: 'Return 3' })
  t.match(await triggersOf(client, other.id), [{ id: hook.id, fromPrompt: false }])
})

test('a workflow that fails starts the one whose prompt says so, with its error', async t => {
  const { client } = await product.signUp()
  const source = await create(client, 'Nightly sync', 'Fail with "out of stock"')
  const prompt =
    'When an execution of Nightly sync fails, return "{{inputs.status}}: {{inputs.error.message}}"'
  const watcher = await create(client, 'Alarm', prompt)
  t.match(await triggersOf(client, watcher.id), [
    { kind: 'completion', workflowId: source.id, on: 'failed', fromPrompt: true },
  ])
  const after = await create(client, 'After', 'After an execution of "Nightly sync" completes, return 1')
  const { id } = await runToEnd(client, source.id)
  t.match(await ended(client, watcher.id), [
    { output: 'failed: out of stock', trigger: { kind: 'completion', ref: id } },
  ])
  t.strictSame((await client.get(`/api/v1/executions?workflowId=${after.id}`)).body, [])
})

test('a workflow that is not there, or not the only one, and an input that no end gives are errors', async t => {
  const { client } = await product.signUp()
  const { id } = await create(client, 'Nightly Sync', 'Return 1')
  const plan = async (prompt: string) => (await client.post('/api/v1/workflows/plan', { prompt })).body
  const said = 'When an execution of Nightly sync fails, return 1'
  t.match(await plan(said), {
    status: 'needs_review',
    diagnostics: [{ code: 'UNKNOWN_WORKFLOW', span: [0, 39], candidates: ['Nightly Sync'] }],
    triggers: [{ kind: 'completion', workflow: 'Nightly sync', on: 'failed', workflowId: undefined }],
  })
  const made = await create(client, 'Alarm', said)
  t.match(made, { status: 'needs_review' })
  t.strictSame(await triggersOf(client, made.id), [])
  const right = 'When an execution of Nightly Sync ends, return {{inputs.region}}'
  t.match(await plan(right), { diagnostics: [{ code: 'BAD_REFERENCE', severity: 'error' }] })
  t.match(await plan('Whenever the workflow Nightly Sync ends, return 1'), {
    status: 'ready',
    diagnostics: [],
    triggers: [{ kind: 'completion', workflow: 'Nightly Sync', workflowId: id, on: 'both' }],
  })
  await create(client, 'Nightly Sync', 'Return 1')
  t.match(await plan('After an execution of Nightly Sync completes, return 1'), {
    status: 'needs_review',
    diagnostics: [{ code: 'AMBIGUOUS_WORKFLOW', candidates: [/^wf_/, /^wf_/] }],
  })
  t.match(await plan(`After an execution of "${id}" completes, return 1`), { status: 'ready' })
  t.match(await plan('Return 1'), { triggers: [] })
})
