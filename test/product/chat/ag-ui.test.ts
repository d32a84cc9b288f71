// The chat in AG-UI 1.0, with the protocol's own client over HTTP, which checks every event and its order:
// messages, executions, approvals as interrupts, leaving, reloads and errors.
import { type AgentSubscriber, HttpAgent } from '@ag-ui/client'
import { HttpAgent as EarlierAgent } from 'ag-ui-client-0'
import { test } from 'tap'
import { sharedProduct } from '../../support/product.ts'
import { returning } from '../../support/workflows.ts'
import { finish, guarded, lengthy, lingering, named, sessionsOf, until } from './conversation.ts'

const product = await sharedProduct()
const address = '/api/v1/chat/messages?protocol=ag-ui'

async function newcomer() {
  const { client } = await product.signUp()
  const scopes = ['read', 'write', 'execute', 'chat']
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Page', scopes })).body
  return { client, key: key as string }
}

function agentWith(key: string, { path = address, ...config }: { path?: string; threadId?: string } = {}) {
  return new HttpAgent({ ...config, url: product.url + path, headers: { Authorization: `Bearer ${key}` } })
}

async function opened() {
  const account = await newcomer()
  return { ...account, agent: agentWith(account.key) }
}

/** Says something, and hears the events of the run. */
async function say(agent: HttpAgent, content: string) {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content })
  return run(agent)
}

async function run(agent: HttpAgent, parameters: Parameters<HttpAgent['runAgent']>[0] = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  type Loose = any
  const events: Loose[] = []
  const listener: AgentSubscriber = { onEvent: ({ event }) => void events.push(event) }
  const { newMessages, result } = await agent.runAgent(parameters, listener)
  return { events, newMessages: newMessages as Loose[], result, last: events.at(-1) }
}

test('a message gets its answer, and the next one goes on in the same session', async t => {
  const { agent, client } = await opened()
  const { events, newMessages, last, result } = await say(agent, 'help')
  t.match(events[0], { type: 'RUN_STARTED', threadId: agent.threadId, metadata: { sessionId: /^chat_/ } })
  t.match(newMessages, [{ role: 'assistant', content: /list workflows/ }])
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'success' } })
  t.match(events, [{}, {}, {}, {}, { type: 'CUSTOM', name: 'choices' }, {}])
  await say(agent, 'list workflows')
  const [session, ...others] = await sessionsOf(client)
  t.match(session, { id: events[0].metadata.sessionId, messageCount: 4 })
  t.strictSame(others, [])
  const stored = (await client.get(`/api/v1/chat/sessions/${session.id}/messages`)).body
  t.equal(stored[1].id, newMessages[0].id, 'the answer has the id that it has here')
  t.equal(result.messageId, newMessages[0].id)
})

test('an execution is an activity, which becomes what the execution becomes', async t => {
  const { agent, client } = await opened()
  await named(client, 'Greeting', returning('hello there'))
  const { newMessages } = await say(agent, 'run Greeting')
  const [activity, ...others] = newMessages.filter(({ role }) => role === 'activity')
  t.match(activity, { id: /^exec_/, activityType: 'execution' })
  t.match(activity.content, { workflowName: 'Greeting', status: 'completed' })
  t.strictSame(others, [])
  t.ok(newMessages.some(({ role, content }) => role === 'assistant' && /hello there/.test(content)))
})

test('an approval interrupts the run, and is granted by the run that resumes it', async t => {
  const { agent, client } = await opened()
  await named(client, 'Payday', guarded)
  const { last, events } = await say(agent, 'run Payday')
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'interrupt' } })
  t.ok(events.some(({ type, name }) => type === 'CUSTOM' && name === 'step'))
  const [interrupt] = agent.pendingInterrupts
  t.match(interrupt, { id: /^apr_/, reason: 'approval', message: 'Pay the invoice?' })
  t.match(interrupt!.responseSchema, { type: 'object', required: ['approved'] })
  const resume = [{ interruptId: interrupt!.id, status: 'resolved' as const, payload: { approved: true } }]
  const resumed = await run(agent, { resume })
  t.match(resumed.last, { outcome: { type: 'success' } })
  t.strictSame(agent.pendingInterrupts, [])
  t.ok(resumed.newMessages.some(({ content }) => /paid/.test(content)))
  t.match((await client.get(`/api/v1/approvals/${interrupt!.id}`)).body, { status: 'approved' })
})

test('an interrupt is answered with a denial, or passed over so that it goes on waiting', async t => {
  const { agent, client } = await opened()
  await named(client, 'Payday', guarded)
  await say(agent, 'run Payday')
  const interruptId = agent.pendingInterrupts[0]!.id
  agent.addMessage({ id: 'another', role: 'user', content: 'help' })
  const other = await run(agent, { resume: [{ interruptId, status: 'cancelled' }] })
  t.match(other.newMessages, [{ content: /list workflows/ }])
  t.match((await client.get(`/api/v1/approvals/${interruptId}`)).body, { status: 'pending' })
  const payload = { decision: 'deny', note: 'too much' }
  await run(agent, { resume: [{ interruptId, status: 'resolved', payload }] })
  t.match((await client.get(`/api/v1/approvals/${interruptId}`)).body, { status: 'denied', note: 'too much' })
})

test('two interrupts that are resumed together are both decided', async t => {
  const { agent, client } = await opened()
  const branch = (id: string) => ({ steps: [{ id, kind: 'approval', message: `${id}?` }] })
  const both = { id: 'both', kind: 'parallel', branches: [branch('north'), branch('south')] }
  await named(client, 'Directions', { steps: [both] })
  await say(agent, 'run Directions')
  t.equal(agent.pendingInterrupts.length, 2)
  const resume = agent.pendingInterrupts.map(({ id }) => {
    return { interruptId: id, status: 'resolved' as const, payload: { approved: true } }
  })
  const { last } = await run(agent, { resume })
  t.match(last, { outcome: { type: 'success' } })
  t.match((await client.get('/api/v1/approvals')).body, [{ status: 'approved' }, { status: 'approved' }])
})

test('what is too long for an interrupt is approved only with the digest of all of it, and denied without', async t => {
  const { agent, client } = await opened()
  await named(client, 'Payday', lengthy)
  await say(agent, 'run Payday')
  const [interrupt] = agent.pendingInterrupts
  t.match(interrupt!.message, /… \d+ more characters\n\nThis is too long to be approved here/)
  t.match(interrupt!.responseSchema, { properties: { digest: { type: 'string' } } })
  const resumed = (payload: object) =>
    run(agent, { resume: [{ interruptId: interrupt!.id, status: 'resolved', payload }] })
  await t.rejects(resumed({ approved: true }), { message: /too long to be approved here/ })
  const path = `/api/v1/approvals/${interrupt!.id}`
  const { status, digest } = (await client.get(path)).body
  t.equal(status, 'pending')
  t.match((await resumed({ approved: true, digest })).last, { outcome: { type: 'success' } })
  t.match((await client.get(path)).body, { status: 'approved' })
})

test('a decision that does not work is an error of the run, in the words of the service', async t => {
  const { agent, client } = await opened()
  await named(client, 'Payday', guarded)
  await say(agent, 'run Payday')
  const [interrupt] = agent.pendingInterrupts
  await client.post(`/api/v1/approvals/${interrupt!.id}`, { decision: 'deny' })
  const payload = { approved: true }
  const { last } = await run(agent, {
    resume: [{ interruptId: interrupt!.id, status: 'resolved', payload }],
  })
  t.match(last, { type: 'RUN_ERROR', code: 'failed', message: /did not work/ })
})

test('a page that is reloaded in the middle of an answer gets all of it', async t => {
  const { agent, client, key } = await opened()
  await named(client, 'Slow', lingering)
  const said = say(agent, 'run Slow')
  await until(() => agent.messages.some(({ role }) => role === 'activity'))
  agent.abortRun()
  await said
  const headers = { Authorization: `Bearer ${key}` }
  const path = `/api/v1/chat/messages/${agent.threadId}/stream?protocol=ag-ui`
  const reloaded = new HttpAgent({
    url: product.url + path,
    headers,
    threadId: agent.threadId,
    fetch: (url, { body: _, method: __, ...init }) => fetch(url, init),
  })
  const resumed = run(reloaded)
  await until(() => reloaded.messages.some(({ role }) => role === 'activity'))
  await finish(client)
  const { newMessages, last } = await resumed
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'success' } })
  t.ok(newMessages.some(({ content }) => /finished at last/.test(content)))
  const calm = await fetch(product.url + path, { headers })
  t.equal(calm.status, 204, 'without an answer under way there is nothing')
})

test('who aborts ends the answer when the address says so', async t => {
  const { client, key } = await newcomer()
  await named(client, 'Slow', lingering)
  const agent = agentWith(key, { path: `${address}&onLeave=cancel` })
  const said = say(agent, 'run Slow')
  await until(() => agent.messages.some(({ role }) => role === 'activity'))
  agent.abortRun()
  await said
  const [session] = await sessionsOf(client)
  const answer = async () => (await client.get(`/api/v1/chat/sessions/${session.id}/messages`)).body[1]
  await until(async () => (await answer()) !== undefined)
  t.match(await answer(), { status: 'cancelled' })
})

test('an answer that somebody cancels is a cancelled run', async t => {
  const { agent, client } = await opened()
  await named(client, 'Slow', lingering)
  const said = say(agent, 'run Slow')
  await until(() => agent.messages.some(({ role }) => role === 'activity'))
  const [session] = await sessionsOf(client)
  await client.post(`/api/v1/chat/sessions/${session.id}/cancel`)
  t.match((await said).last, { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
})

test('a session about one workflow runs no other', async t => {
  const { client, key } = await newcomer()
  await named(client, 'Greeting', returning('hello there'))
  const [{ id: workflowId }] = (await client.get('/api/v1/workflows')).body
  await say(agentWith(key, { path: `${address}&workflowId=${workflowId}` }), 'help')
  t.match(await sessionsOf(client), [{ workflowId }])
  const unknown = '/api/v1/chat/messages?protocol=ag-ui&workflowId=wf_01h455vb4pex5vsknk084sn02q'
  const body = { threadId: 'other', runId: 'r', messages: [{ role: 'user', content: 'help' }] }
  t.match(await client.post(unknown, body), { status: 404 })
  t.equal((await sessionsOf(client)).length, 1)
})

test('the client of 0.0.59, which CopilotKit and assistant-ui have, reads the same', async t => {
  const { client, key } = await newcomer()
  await named(client, 'Payday', guarded)
  const agent = new EarlierAgent({
    url: product.url + address,
    headers: { Authorization: `Bearer ${key}` },
    initialMessages: [{ id: 'first', role: 'user', content: 'run Payday' }],
  })
  const { newMessages } = await agent.runAgent()
  t.match(newMessages, [{ role: 'activity' }, { role: 'assistant', content: /Pay the invoice/ }])
  const [interrupt] = agent.pendingInterrupts
  const resume = [{ interruptId: interrupt!.id, status: 'resolved' as const, payload: { approved: true } }]
  const resumed = await agent.runAgent({ resume })
  t.ok(resumed.newMessages.some(({ content }) => /paid/.test(String(content))))
})

test('a body that is none of this protocol is refused with the name of the field', async t => {
  const { client } = await newcomer()
  const said = (content: unknown) => ({
    ...{ threadId: 'c', runId: 'r' },
    messages: [null, { role: 'user', content }].slice(1),
  })
  const resumed = (...resume: object[]) => ({ threadId: 'c', runId: 'r', messages: [], resume })
  const resolved = (payload: unknown) => ({ interruptId: 'apr_1', status: 'resolved', payload })
  const refused: readonly (readonly [object, string])[] = [
    [{ message: 'hello' }, 'threadId: expected string'],
    [{ threadId: 'c', messages: [] }, 'runId: expected string'],
    [{ threadId: 'c', runId: 'r' }, 'messages: expected array'],
    [{ threadId: 'c', runId: 'r', messages: [] }, 'messages: expected a message of the user'],
    [{ threadId: 'c', runId: 'r', messages: [{}, { role: 'tool' }] }, 'messages.1.role: '],
    [said(undefined), 'messages.0.content: '],
    [said(''), 'messages.0.content: expected a message with something in it'],
    [said([{ type: 'image' }]), 'messages.0.content.0.type: expected text'],
    [said([{ type: 'text', text: 4 }]), 'messages.0.content.0.text: expected string'],
    [said([]), 'messages.0.content: expected a message with something in it'],
    [resumed({ interruptId: 'apr_1' }), 'resume.0.status: '],
    [resumed({ status: 'resolved' }), 'resume.0.interruptId: '],
    [resumed(resolved(undefined)), 'resume.0.payload: '],
    [resumed(resolved({})), 'resume.0.payload.approved: expected boolean'],
    [resumed(resolved({ decision: 'perhaps' })), 'resume.0.payload.decision: '],
  ]
  for (const [body, message] of refused) {
    const { status, body: answer } = await client.post(address, body)
    t.equal(status, 400)
    t.equal(answer.error.slice(0, message.length), message)
  }
  t.strictSame(await sessionsOf(client), [], 'no session was opened')
})
