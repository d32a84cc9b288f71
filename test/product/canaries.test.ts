// A version that is tried on a share of executions.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { sharedProduct } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
const failing = { steps: [{ id: 'stop', title: 'Stop', kind: 'fail', message: 'out of stock' }] }

/** A workflow whose version 1 is active, with another as version 2. */
async function twoVersions(client: Client, second: object) {
  const id = await createWorkflow(client, returning(1))
  const path = `/api/v1/workflows/${id}`
  await client.post(`${path}/versions`, { prompt: 'Do it otherwise', plan: second })
  await client.post(`${path}/versions/1/activate`)
  const activate = (percent?: number) => client.post(`${path}/versions/2/activate`, percent && { percent })
  const canary = async () => (await client.get(`${path}/canary`)).body
  return { id, path, activate, canary }
}

test('a share of the executions runs the version that is tried, and both are compared', async t => {
  const { client } = await product.signUp()
  const { id, path, activate, canary } = await twoVersions(client, returning(2))
  t.match(await canary(), { percent: null, canary: null, active: { version: 1 }, ended: null })
  t.match(await activate(50), { status: 200, body: { version: 1 } }, 'the active version stays')
  const outputs = new Map<number, number>()
  for (let n = 0; n < 60; n++) {
    const { output, workflowVersion } = await runToEnd(client, id)
    t.equal(output, workflowVersion)
    outputs.set(output, (outputs.get(output) ?? 0) + 1)
  }
  t.ok(outputs.get(1)! > 10 && outputs.get(2)! > 10, JSON.stringify([...outputs]))
  t.match(await canary(), {
    percent: 50,
    active: { version: 1, executions: outputs.get(1), completed: outputs.get(1), failed: 0, successRate: 1 },
    canary: { version: 2, executions: outputs.get(2), completed: outputs.get(2), avgDurationMs: Number },
  })
  t.equal((await client.post('/api/v1/executions', { workflowId: id, version: 1 })).body.workflowVersion, 1)
  t.match(await activate(), { status: 200, body: { version: 2 } })
  t.match(await canary(), {
    percent: null,
    active: { version: 2 },
    canary: null,
    ended: { reason: 'replaced', version: 2 },
  })
  t.equal((await runToEnd(client, id)).output, 2)
  const same = await client.post(`${path}/versions/2/activate`, { percent: 10 })
  t.match(same, { status: 409, body: { error: /is the active one/ } })
})

test('a version that is tried has the memory of the workflow, and so has the one after it', async t => {
  const { client } = await product.signUp()
  const counting = (by: number) => ({
    steps: [
      { id: 'count', kind: 'tool', tool: 'count_up', args: { key: 'n', by } },
      { id: 'new', kind: 'tool', tool: 'only_new', args: { list: { $: 'inputs.list' }, onFail: 'keep' } },
      { id: 'answer', kind: 'return', value: [{ $: 'steps.count' }, { $: 'steps.new' }] },
    ],
  })
  const id = await createWorkflow(client, counting(1))
  const path = `/api/v1/workflows/${id}`
  await client.post(`${path}/versions`, { plan: counting(100) })
  await client.post(`${path}/versions/1/activate`)
  const run = async (version: number, item: string) => {
    const start = { workflowId: id, version, inputs: { list: ['first', item] } }
    const { output } = (await client.post('/api/v1/executions', start, { prefer: 'wait=20' })).body
    return output
  }
  t.strictSame(await run(1, 'a'), [1, ['first', 'a']])
  await client.post(`${path}/versions/2/activate`, { percent: 50 })
  t.strictSame(await run(2, 'b'), [101, ['b']], 'the one that is tried')
  t.strictSame(await run(1, 'c'), [102, ['c']], 'the active one')
  await client.post(`${path}/versions/2/activate`)
  t.strictSame(await run(2, 'a'), [202, []])
  t.equal((await client.get(`${path}/memory?q=item`)).body.length, 4)
})

test('the same request starts the same version', async t => {
  const { client } = await product.signUp()
  const { path, activate } = await twoVersions(client, returning(2))
  await activate(50)
  for (let n = 0; n < 10; n++) {
    const start = () => client.post(`${path}/execute`, { inputs: {} }, { 'idempotency-key': `same-${n}` })
    t.strictSame((await start()).body.workflowVersion, (await start()).body.workflowVersion)
  }
})

test('a sub-workflow and a hook take the share as well', async t => {
  const { client } = await product.signUp()
  const { id, path, activate } = await twoVersions(client, returning(2))
  await activate(99)
  const running = { steps: [{ id: 'run', title: 'Run', kind: 'workflow', workflow: id, inputs: {} }] }
  const parent = await createWorkflow(client, running)
  const hook = new URL((await client.post(`${path}/triggers`, { kind: 'hook' })).body.url).pathname
  const outputs = []
  for (let n = 0; n < 4; n++) {
    outputs.push((await runToEnd(client, parent)).output)
    outputs.push((await client.post(hook, {}, { prefer: 'wait=20' })).body.output)
  }
  t.ok(outputs.filter(output => output === 2).length >= 4, JSON.stringify(outputs))
})

test('a version that fails more than the active one is ended by itself, and people are told', async t => {
  const { client } = await product.signUp()
  const { id, activate, canary } = await twoVersions(client, failing)
  await activate(50)
  const ended = await until(
    async () => {
      await execute(client, id)
      return (await canary()).ended
    },
    found => found !== null,
  )
  t.match(ended, { reason: 'failing', version: 2, percent: 50, canary: { version: 2, completed: 0 } })
  t.ok(ended.canary.failed >= 20)
  t.match(await canary(), { percent: null, canary: null, active: { version: 1 } })
  for (let n = 0; n < 5; n++) t.equal((await runToEnd(client, id)).output, 1)
  const told = await until(
    async () => (await client.get('/api/v1/notifications')).body,
    (list: { kind: string }[]) => list.some(({ kind }) => kind === 'canary.failing'),
  )
  const notice = told.find(({ kind }: { kind: string }) => kind === 'canary.failing')
  t.match(notice, { title: /^Version 2 of Test failed too often/, link: `/workflows/${id}` })
})

test('what cannot be tried is refused', async t => {
  const { client } = await product.signUp()
  const { path } = await twoVersions(client, returning(2))
  for (const percent of [0, 101, 1.5, 'x'])
    t.match(await client.post(`${path}/versions/2/activate`, { percent }), {
      status: 400,
      body: { error: /^percent: / },
    })
  t.equal((await client.post(`${path}/versions/9/activate`, { percent: 5 })).status, 404)
  await client.post(`${path}/versions`, { prompt: 'Flurbelize the grommets' })
  await client.post(`${path}/versions/1/activate`)
  t.equal((await client.post(`${path}/versions/3/activate`, { percent: 5 })).status, 409)
})
