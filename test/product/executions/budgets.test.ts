// Budgets over the API: an execution that has used up its own pauses, tells who has to know, and goes on when
// somebody raises it; also after a kill.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, registerServer } from '../../support/workflows.ts'

const product = await restartableProduct()
const tools = await startExampleServer()

/** One after the other: each may change something. */
const add = (id: string) => ({
  id,
  title: id,
  kind: 'tool',
  server: 'example',
  tool: 'slow',
  args: { ms: 0 },
})
const plan = { steps: ['a', 'b', 'c'].map(add) }

async function until<T>(look: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  for (let left = 200; ; left--) {
    const found = await look()
    if (isDone(found)) return found
    if (left === 0) throw new Error(`still ${JSON.stringify(found)}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function begun(client: Client, budget: number | null, own: object = {}) {
  await registerServer(client, 'Example', tools.url)
  const workflow = await createWorkflow(client, plan)
  await client.put(`/api/v1/workflows/${workflow}`, own)
  const body = { inputs: {}, ...(budget !== null && { budget }) }
  const { body: started } = await client.post(`/api/v1/workflows/${workflow}/execute`, body)
  const look = async () => (await client.get(`/api/v1/executions/${started.id}`)).body
  return { id: started.id as string, look }
}

test('an agent gives a budget to execute_workflow', async t => {
  const { client } = await product.signUp()
  const { id: first } = await begun(client, null)
  const { workflowId } = (await client.get(`/api/v1/executions/${first}`)).body
  const params = { name: 'execute_workflow', arguments: { id: workflowId, inputs: {}, budget: 1 } }
  const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const look = async () => (await client.get(`/api/v1/executions/${body.result.structuredContent.id}`)).body
  t.match(await until(look, ({ status }) => status === 'awaiting_approval'), {
    approvals: [{ args: { limit: 1 } }],
  })
})

test('an execution that reaches its budget pauses, asks and tells; raised, it ends well', async t => {
  const { client } = await product.signUp()
  const { id, look } = await begun(client, 2)
  const waiting = await until(look, ({ status }) => status === 'awaiting_approval')
  t.match(waiting, { cu: 2, approvals: [{ stepId: '$budget', args: { limit: 2, used: 2 }, tool: null }] })
  await product.kill()
  await product.start()
  t.match((await look()).status, 'awaiting_approval', 'also after a kill')
  const inbox = () => client.get('/api/v1/notifications')
  const told = await until(inbox, ({ body }) =>
    body.some(({ kind }: { kind: string }) => kind === 'budget.reached'),
  )
  t.match(
    told.body.find(({ kind }: { kind: string }) => kind === 'budget.reached').title,
    /budget is used up/,
  )
  const approval = waiting.approvals[0].id
  const odd = await client.post(`/api/v1/approvals/${approval}`, { decision: 'approve', form: { cu: -5 } })
  t.equal(odd.status, 400)
  const raised = await client.post(`/api/v1/approvals/${approval}`, { decision: 'approve', form: { cu: 2 } })
  t.equal(raised.status, 200)
  t.match(await until(look, ({ status }) => status === 'completed'), { cu: 4 })
  t.match((await client.get(`/api/v1/executions/${id}/steps`)).body.at(-1), { id: 'c', status: 'completed' })
})

test('the workflow has a budget for each execution, and a start can only lower it; denied, it fails', async t => {
  const { client } = await product.signUp()
  const { look } = await begun(client, 1_000, { budget: 3 })
  const waiting = await until(look, ({ status }) => status === 'awaiting_approval')
  t.match(waiting, { cu: 3, approvals: [{ args: { limit: 3 } }] })
  await client.post(`/api/v1/approvals/${waiting.approvals[0].id}`, { decision: 'deny' })
  t.match(await until(look, ({ status }) => status === 'failed'), {
    error: { code: 'budget-exceeded' },
    cu: 3,
  })
})

test('all executions of a workflow share its month, also at once and after a kill', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', tools.url)
  const workflow = await createWorkflow(client, plan)
  await client.put(`/api/v1/workflows/${workflow}`, { monthlyBudget: 20 })
  const starts = Array.from({ length: 8 }, () => client.post(`/api/v1/workflows/${workflow}/execute`, {}))
  await Promise.all(starts)
  await product.kill()
  await product.start()
  const all = async () => (await client.get('/api/v1/executions')).body as { status: string; cu: number }[]
  const rests = (list: { status: string }[]) => list.every(({ status }) => /completed|awaiting/.test(status))
  const list = await until(all, rests)
  const sum = list.reduce((total, { cu }) => total + cu, 0)
  // Those that were refused have the one unit of their start, which no budget has granted.
  const unpaid = list.filter(({ status, cu }) => status !== 'completed' && cu === 1).length
  t.ok(sum - unpaid <= 20, `${sum} units, ${unpaid} refused at once`)
  t.ok(list.some(({ status }) => status === 'awaiting_approval'))
})

test('what a key starts is held to the budget of the key', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', tools.url)
  const workflow = await createWorkflow(client, plan)
  const made = await client.post('/api/v1/apikeys', { name: 'Robot', budget: 6 })
  t.match(made, { status: 201, body: { budget: 6 } })
  const robot = product.client(made.body.key)
  const run = async (by: Client) =>
    (await by.post(`/api/v1/workflows/${workflow}/execute`, {}, { prefer: 'wait=20' })).body
  t.match(await run(robot), { status: 'completed', cu: 4 })
  const second = await robot.post(`/api/v1/workflows/${workflow}/execute`, {})
  const look = async () => (await client.get(`/api/v1/executions/${second.body.id}`)).body
  const waiting = await until(look, ({ status }) => status === 'awaiting_approval')
  t.match(waiting, { cu: 2, approvals: [{ args: { scope: 'key', limit: 6, used: 6 } }] })
  t.match(await run(client), { status: 'completed' }, 'others are not held')
  t.match((await client.get('/api/v1/apikeys')).body, [{ budget: 6 }])
})

test('a budget that is none is refused', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, {
    steps: [{ id: 'r', title: 'r', kind: 'return', value: 1 }],
  })
  for (const budget of [0, -1, 1.5, '3', 1e12]) {
    const answer = await client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: {}, budget })
    t.match(answer, { status: 400, body: { error: /^budget: / } })
  }
  t.equal((await client.put(`/api/v1/workflows/${workflow}`, { budget: 0 })).status, 400)
  t.match((await client.get(`/api/v1/workflows/${workflow}`)).body, { budget: null })
})
