// Executions as tasks of MCP clients, and approvals that the user of a client decides.
import { test } from 'tap'
import { Agent, type Anything, plain, withElicitation, withTasks } from '../../support/people/agent.ts'
import type { Client } from '../../support/people/client.ts'
import { addColleague } from '../../support/people/colleagues.ts'
import { sharedProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { pausing, registerServer, returning } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()
const asking = { ...withTasks, ...withElicitation }

const gatedEcho = {
  steps: [
    {
      ...{ id: 'say', kind: 'tool', server: 'example', tool: 'echo', args: { text: 'rent' } },
      approval: { message: 'Say it?' },
    },
    { id: 'answer', kind: 'return', value: { $: 'steps.say' } },
  ],
}

test('a client with tasks gets a task, and its result when the workflow has ended', async t => {
  const { client } = await product.signUp()
  await offer(client, 'Hello', returning({ said: 'hello' }))
  const agent = new Agent(client, withTasks)
  const created = await agent.call('run_hello')
  t.match(created, { resultType: 'task', taskId: /^exec_/, ttlMs: null, pollIntervalMs: Number })
  const task = await untilTask(agent, created.taskId, 'completed')
  t.match(task, { resultType: 'complete', result: { structuredContent: { said: 'hello' } } })
  t.match(new Date(task.createdAt).toISOString(), task.createdAt)
})

test('execute_workflow is a task too, whose result is the execution', async t => {
  const { client } = await product.signUp()
  const id = await offer(client, 'Hello', returning('hello'))
  const agent = new Agent(client, withTasks)
  const { taskId } = await agent.call('execute_workflow', { id, inputs: {} })
  const { result } = await untilTask(agent, taskId, 'completed')
  t.match(result.structuredContent, { id: taskId, status: 'completed', output: 'hello' })
})

test('a workflow that failed is a task that completed with an error', async t => {
  const { client } = await product.signUp()
  await offer(client, 'Fail', { steps: [{ id: 'stop', kind: 'fail', message: 'no more apples' }] })
  const agent = new Agent(client, withTasks)
  const { taskId } = await agent.call('run_fail')
  t.match(await untilTask(agent, taskId, 'completed'), {
    result: { isError: true, content: [{ text: 'no more apples' }] },
  })
})

test('a task is cancelled with its execution, and a cancel of one that has ended is acknowledged', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  await offer(client, 'Slow', pausing(60_000))
  const agent = new Agent(client, withTasks)
  const { taskId } = await agent.call('run_slow')
  t.match(await untilMessage(agent, taskId), { status: 'working', statusMessage: /example__slow/ })
  const acknowledged = await agent.ask('tasks/cancel', { taskId })
  t.match(acknowledged, { resultType: 'complete' })
  t.notOk('taskId' in acknowledged)
  t.match(await agent.ask('tasks/get', { taskId }), { status: 'cancelled' })
  t.match(await agent.ask('tasks/cancel', { taskId }), { resultType: 'complete' })
  t.equal((await client.get(`/api/v1/executions/${taskId}`)).body.status, 'cancelled')
})

test('an approval is a question of the task, and the answer decides it', async t => {
  const { client } = await gated()
  const agent = new Agent(client, asking)
  const { taskId } = await agent.call('run_gated')
  const { inputRequests } = await untilTask(agent, taskId, 'input_required')
  const [[approvalId, question]] = Object.entries(inputRequests) as [[string, Anything]]
  t.match(question, { method: 'elicitation/create', params: { mode: 'form' } })
  t.match(question.params.message, /^Tool: example__echo.*"text": "rent".*Question: "Say it\?"$/s)
  t.match(question.params.requestedSchema, { properties: { decision: { enum: ['approve', 'deny'] } } })
  const answer = { action: 'accept', content: { decision: 'approve', note: 'fine' } }
  const unknown = { 'unknown-key': { action: 'accept' } }
  t.match(await agent.ask('tasks/update', { taskId, inputResponses: unknown }), { resultType: 'complete' })
  t.match(await agent.ask('tasks/get', { taskId }), { status: 'input_required' })
  await agent.ask('tasks/update', { taskId, inputResponses: { [approvalId]: answer } })
  t.match(await untilTask(agent, taskId, 'completed'), { result: { content: [{ text: /rent/ }] } })
  const userId = (await client.get('/api/v1/auth/me')).body.id
  t.match((await client.get(`/api/v1/approvals/${approvalId}`)).body, {
    status: 'approved',
    decidedBy: userId,
    note: 'fine',
  })
  await agent.ask('tasks/update', { taskId, inputResponses: { [approvalId]: answer } })
  const late = { taskId, inputResponses: { [approvalId]: { action: 'decline' } } }
  t.match(await agent.response('tasks/update', late), {
    error: { code: -32602, message: /approved/, data: { code: 'conflict' } },
  })
})

test('of many answers at once one decides, and nobody is told that another one did', async t => {
  const { client } = await gated()
  const agent = new Agent(client, asking)
  const { taskId } = await agent.call('run_gated')
  const { inputRequests } = await untilTask(agent, taskId, 'input_required')
  const [key] = Object.keys(inputRequests) as [string]
  const answer = (decision: string) => {
    const inputResponses = { [key]: { action: 'accept', content: { decision } } }
    return agent.response('tasks/update', { taskId, inputResponses })
  }
  const decisions = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'approve' : 'deny'))
  const responses = await Promise.all(decisions.map(answer))
  const { status } = (await client.get(`/api/v1/approvals/${key}`)).body
  for (const [n, response] of responses.entries()) {
    const won = status === (decisions[n] === 'approve' ? 'approved' : 'denied')
    t.match(
      response,
      won ? { result: { resultType: 'complete' } } : { error: { data: { code: 'conflict' } } },
    )
  }
  await untilTask(agent, taskId, 'completed')
})

test('declining denies, closing the question decides nothing, and an answer that does not fit is named', async t => {
  const { client } = await gated()
  const agent = new Agent(client, asking)
  const { taskId } = await agent.call('run_gated')
  const { inputRequests } = await untilTask(agent, taskId, 'input_required')
  const [key] = Object.keys(inputRequests) as [string]
  const answer = (response: object) =>
    agent.response('tasks/update', { taskId, inputResponses: { [key]: response } })
  await answer({ action: 'cancel' })
  t.match(await agent.ask('tasks/get', { taskId }), { status: 'input_required' })
  t.match(await answer({ action: 'accept', content: { decision: 'yes' } }), {
    error: { code: -32602, message: /decision/ },
  })
  await answer({ action: 'decline' })
  t.match(await untilTask(agent, taskId, 'completed'), {
    result: { isError: true, content: [{ text: /denied/ }] },
  })
})

test('a client without tasks is asked in the call itself', async t => {
  const { client } = await gated()
  const agent = new Agent(client, withElicitation)
  const asked = await agent.call('run_gated')
  t.match(asked, { resultType: 'input_required', requestState: String })
  const [key] = Object.keys(asked.inputRequests) as [string]
  const { requestState } = asked
  const bad = { inputResponses: { [key]: { action: 'accept', content: {} } }, requestState }
  const again = await agent.call('run_gated', {}, bad)
  t.match(again, { resultType: 'input_required' })
  t.match(again.inputRequests[key].params.message, /not taken: content.decision/)
  const good = {
    inputResponses: { [key]: { action: 'accept', content: { decision: 'approve' } } },
    requestState,
  }
  t.match(await agent.call('run_gated', {}, good), { resultType: 'complete', content: [{ text: /rent/ }] })
  const executions = (await client.get('/api/v1/executions')).body
  t.equal(executions.length, 1, 'all rounds are one execution')
})

test('a client that cannot be asked is told what is waited for', async t => {
  const { client } = await gated()
  const { result } = await plain(client, 'tools/call', { name: 'run_gated', arguments: {} })
  t.match(result, {
    content: [{ text: /waits for approval: apr_\w+, tool example__echo, "Say it\?"/ }],
    _meta: { 'troupe/execution': { status: 'awaiting_approval' } },
  })
})

test('an approval is asked of those who may decide it', async t => {
  const account = await product.signUp()
  const { client } = account
  const boss = await addColleague(product, account, 'admin')
  const approval = { id: 'ask', kind: 'approval', message: 'Go on?', assignees: [boss.email] }
  await offer(client, 'Ask', { steps: [approval] })
  const agent = new Agent(client, asking)
  const { taskId } = await agent.call('run_ask')
  await until(
    async () => (await client.get(`/api/v1/executions/${taskId}`)).body,
    it => it.status === 'awaiting_approval',
  )
  t.match(await agent.ask('tasks/get', { taskId }), { status: 'working', statusMessage: /Go on\?/ })
  const bossAgent = new Agent(boss.client, asking)
  const { inputRequests } = await bossAgent.ask('tasks/get', { taskId })
  const [key] = Object.keys(inputRequests) as [string]
  const narrow = (await client.post('/api/v1/apikeys', { name: 'Narrow', tools: ['run_ask'] })).body.key
  t.match(await new Agent(product.client(narrow), asking).ask('tasks/get', { taskId }), { status: 'working' })
  const accept = { [key]: { action: 'accept', content: { decision: 'approve' } } }
  t.match(await agent.response('tasks/update', { taskId, inputResponses: accept }), {
    error: { data: { code: 'forbidden' } },
  })
  await bossAgent.ask('tasks/update', { taskId, inputResponses: accept })
  await untilTask(agent, taskId, 'completed')
})

test('of several votes each is asked for once', async t => {
  const account = await product.signUp()
  const colleague = await addColleague(product, account, 'member')
  await offer(account.client, 'Ask', {
    steps: [{ id: 'ask', kind: 'approval', message: 'Go on?', quorum: 2 }],
  })
  const [first, second] = [new Agent(account.client, asking), new Agent(colleague.client, asking)]
  const { taskId } = await first.call('run_ask')
  const { inputRequests } = await untilTask(first, taskId, 'input_required')
  const [key] = Object.keys(inputRequests) as [string]
  const inputResponses = { [key]: { action: 'accept', content: { decision: 'approve' } } }
  await first.ask('tasks/update', { taskId, inputResponses })
  t.match(await first.ask('tasks/get', { taskId }), { status: 'working' })
  t.match(await second.ask('tasks/get', { taskId }), { status: 'input_required' })
  await second.ask('tasks/update', { taskId, inputResponses })
  await untilTask(first, taskId, 'completed')
})

test('a form is part of the question, and what is filled in part of the output', async t => {
  const { client } = await product.signUp()
  const form = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }
  await offer(client, 'Ask', {
    steps: [
      { id: 'ask', kind: 'approval', message: 'How much?', form },
      { id: 'answer', kind: 'return', value: { $: 'steps.ask.form' } },
    ],
  })
  const agent = new Agent(client, asking)
  const { taskId } = await agent.call('run_ask')
  const { inputRequests } = await untilTask(agent, taskId, 'input_required')
  const [[key, question]] = Object.entries(inputRequests) as [[string, Anything]]
  t.match(question.params.requestedSchema.properties.amount, { type: 'number' })
  const answer = (content: object) =>
    agent.response('tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content } } })
  t.match(await answer({ decision: 'approve' }), { error: { message: /amount/ } })
  await answer({ decision: 'approve', amount: 5 })
  t.match(await untilTask(agent, taskId, 'completed'), { result: { structuredContent: { amount: 5 } } })
})

test('a narrowed key sees what its tools have started, one with get_execution all', async t => {
  const { client } = await product.signUp()
  await offer(client, 'One', returning(1))
  await offer(client, 'Two', returning(2))
  const agent = new Agent(client, withTasks)
  const { taskId } = await agent.call('run_one')
  const keyed = async (tools: readonly string[]) => {
    const { key } = (await client.post('/api/v1/apikeys', { name: 'Narrow', tools })).body
    return new Agent(product.client(key), withTasks)
  }
  t.match(await (await keyed(['run_one'])).ask('tasks/get', { taskId }), { taskId })
  t.match(await (await keyed(['get_execution'])).ask('tasks/get', { taskId }), { taskId })
  const other = await keyed(['run_two'])
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    t.match(await other.response(method, { taskId, inputResponses: {} }), { error: { code: -32602 } })
  }
  const uri = `troupe://executions/${taskId}`
  t.match(await other.response('resources/read', { uri }), { error: { code: -32602 } })
})

test('a task of another organization is one that never was', async t => {
  const { client } = await gated()
  const { taskId } = await new Agent(client, asking).call('run_gated')
  const stranger = new Agent((await product.signUp()).client, asking)
  for (const id of [taskId, 'exec_01h455vb4pex5vsknk084sn02q', 'x']) {
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await stranger.response(method, { taskId: id, inputResponses: {} })
      t.match(error, { code: -32602, message: `params.taskId: there is no task ${id}` })
    }
  }
})

async function gated(): Promise<{ client: Client }> {
  const { client } = await product.signUp()
  await registerServer(client, 'Example', example.url)
  await offer(client, 'Gated', gatedEcho)
  return { client }
}

/** A workflow that is marked as a tool. */
async function offer(client: Client, name: string, plan: object): Promise<string> {
  const { body } = await client.post('/api/v1/workflows', { name, prompt: 'Do it', plan, tool: true })
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
  return body.id
}

function untilTask(agent: Agent, taskId: string, status: string) {
  return until(
    () => agent.ask('tasks/get', { taskId }),
    task => task.status === status,
  )
}

function untilMessage(agent: Agent, taskId: string) {
  return until(
    () => agent.ask('tasks/get', { taskId }),
    ({ statusMessage }) => statusMessage.includes('__'),
  )
}
