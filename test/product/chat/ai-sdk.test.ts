// The chat in the protocol of the AI SDK, with the client that `useChat` is made of, over HTTP: messages,
// executions, approvals, leaving, reloads and errors.
import { Chat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
  validateUIMessages,
} from 'ai'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { returning } from '../../support/workflows.ts'
import { finish, guarded, lengthy, lingering, named, sessionsOf, until } from './conversation.ts'

const product = await sharedProduct()
const address = '/api/v1/chat/messages?protocol=ai-sdk'

interface Wanted {
  readonly id?: string
  readonly path?: string
  readonly messages?: UIMessage[]
}

/** A client of a new organization, or of the one whose key is given. */
async function opened(wanted: Wanted = {}, known?: { client: Client; key: string }) {
  const account = known ?? (await newcomer())
  const chat = chatWith(account.key, wanted)
  return { ...account, chat }
}

async function newcomer() {
  const { client } = await product.signUp()
  const scopes = ['read', 'write', 'execute', 'chat']
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Page', scopes })).body
  return { client, key: key as string }
}

function chatWith(key: string, { path = address, ...init }: Wanted) {
  const headers = { Authorization: `Bearer ${key}` }
  const transport = new DefaultChatTransport({ api: product.url + path, headers })
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses
  return new Chat({ ...init, transport, sendAutomaticallyWhen })
}

function textOf(message: UIMessage | undefined): string {
  return message?.parts.map(part => (part.type === 'text' ? part.text : '')).join('') ?? ''
}

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
type Loose = any

function partsOf(message: UIMessage | undefined, type: string): Loose[] {
  return message?.parts.filter(part => part.type === type) ?? []
}

test('a message gets its answer, and the next one goes on in the same session', async t => {
  const { chat, client } = await opened()
  await chat.sendMessage({ text: 'help' })
  t.match(chat, { status: 'ready', error: undefined })
  t.match(chat.messages[1], { role: 'assistant', metadata: { sessionId: /^chat_/ } })
  t.match(textOf(chat.messages[1]), /list workflows/)
  t.ok(partsOf(chat.messages[1], 'data-choices')[0].data.length > 0)
  await chat.sendMessage({ text: 'list workflows' })
  t.equal(chat.messages.length, 4)
  const [session, ...others] = await sessionsOf(client)
  t.match(session, { id: (chat.messages[1]!.metadata as Loose).sessionId, messageCount: 4 })
  t.strictSame(others, [])
  const stored = (await client.get(`/api/v1/chat/sessions/${session.id}/messages`)).body
  t.equal(stored[1].id, chat.messages[1]!.id, 'the answer has the id that it has here')
  t.equal(stored[3].content, textOf(chat.messages[3]))
})

test('a request that comes twice, at once or later, is one message, and each gets its answer', async t => {
  const { client, key } = await opened()
  await named(client, 'Greeting', returning('hello there'))
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = async (text: string, more: object = {}) => {
    const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text }] }]
    const body = JSON.stringify({ id: 'twice', messageId: 'm1', messages, ...more })
    return (await fetch(product.url + address, { method: 'POST', headers, body })).text()
  }
  const [first, second] = await Promise.all([send('run Greeting'), send('run Greeting')])
  const third = await send('run Greeting')
  const idIn = (stream: string) => /"type":"start","messageId":"(msg_\w+)"/.exec(stream)?.[1]
  t.match(first, /hello there/)
  t.match(idIn(first), /^msg_/)
  t.strictSame([second, third].map(idIn), [idIn(first), idIn(first)])
  t.match([second, third], [/hello there/, /hello there/])
  const runs = async () => (await client.get('/api/v1/executions')).body.length
  t.equal(await runs(), 1)
  const again = { trigger: 'regenerate-message', messageId: undefined }
  await send('run Greeting', again)
  await send('run Greeting', again)
  t.equal(await runs(), 3, 'another answer is asked for')
  t.not(idIn(await send('help')), idIn(first), 'an edited message is another one')
})

test('an execution is a data part, which becomes what the execution becomes', async t => {
  const { chat, client } = await opened()
  await named(client, 'Greeting', returning('hello there'))
  await chat.sendMessage({ text: 'run Greeting' })
  const executions = partsOf(chat.messages[1], 'data-execution')
  t.match(executions, [{ id: /^exec_/, data: { workflowName: 'Greeting', status: 'completed' } }])
  t.equal(executions.length, 1)
  t.match(textOf(chat.messages[1]), /hello there/)
})

test('an approval is asked for as that of a tool call, and granted', async t => {
  const { chat, client } = await opened()
  await named(client, 'Payday', guarded)
  await chat.sendMessage({ text: 'run Payday' })
  const [asked] = partsOf(chat.messages[1], 'dynamic-tool')
  t.match(asked, { state: 'approval-requested', title: 'Pay the invoice?' })
  t.match(asked.approval, { id: /^apr_/, requestReason: 'Pay the invoice?' })
  await chat.addToolApprovalResponse({ id: asked.approval.id, approved: true })
  await until(() => partsOf(chat.messages[1], 'dynamic-tool')[0].state === 'output-available')
  await until(() => chat.status === 'ready')
  t.match(partsOf(chat.messages[1], 'data-execution').at(-1).data, { status: 'completed' })
  t.match(textOf(chat.messages[1]), /paid/)
  t.equal(chat.messages.length, 2, 'the answer went on in the same message')
  t.match((await client.get(`/api/v1/approvals/${asked.approval.id}`)).body, { status: 'approved' })
})

test('what is long is approved with the descriptor that the client has of all of it, and not without', async t => {
  const { chat, client, key } = await opened()
  await named(client, 'Payday', lengthy)
  await chat.sendMessage({ text: 'run Payday' })
  const [asked] = partsOf(chat.messages[1], 'dynamic-tool')
  const { id } = asked.approval
  const approval = { id, approved: true }
  const part = { ...asked, state: 'approval-responded', approval }
  const blind = { id: chat.id, messageId: 'm', messages: [{ id: 'm', role: 'assistant', parts: [part] }] }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(blind) }
  const refused = await fetch(product.url + address, sent)
  t.equal(refused.status, 409)
  t.match(await refused.text(), /too long to be approved here/)
  t.match((await client.get(`/api/v1/approvals/${id}`)).body, { status: 'pending' })
  await chat.addToolApprovalResponse({ id, approved: true })
  await until(() => chat.status === 'ready' && chat.messages.length === 2)
  await until(async () => (await client.get(`/api/v1/approvals/${id}`)).body.status === 'approved')
})

test('an approval is denied, with the reason as its note', async t => {
  const { chat, client } = await opened()
  await named(client, 'Payday', guarded)
  await chat.sendMessage({ text: 'run Payday' })
  const { id } = partsOf(chat.messages[1], 'dynamic-tool')[0].approval
  await chat.addToolApprovalResponse({ id, approved: false, reason: 'too much' })
  await until(() => partsOf(chat.messages[1], 'dynamic-tool')[0].state === 'output-denied')
  await until(() => chat.status === 'ready')
  t.match((await client.get(`/api/v1/approvals/${id}`)).body, { status: 'denied', note: 'too much' })
})

test('two approvals that are answered together are both decided', async t => {
  const { chat, client } = await opened()
  const branch = (id: string) => ({ steps: [{ id, kind: 'approval', message: `${id}?` }] })
  const both = { id: 'both', kind: 'parallel', branches: [branch('north'), branch('south')] }
  await named(client, 'Directions', { steps: [both] })
  await chat.sendMessage({ text: 'run Directions' })
  const asked = partsOf(chat.messages[1], 'dynamic-tool').map(part => part.approval.id)
  t.equal(asked.length, 2)
  for (const id of asked) await chat.addToolApprovalResponse({ id, approved: true })
  const states = () => partsOf(chat.messages[1], 'dynamic-tool').map(part => part.state)
  await until(() => chat.status === 'ready' && !states().includes('approval-responded'))
  t.strictSame(states(), ['output-available', 'output-available'])
  const { body } = await client.get('/api/v1/approvals?status=approved')
  t.strictSame(body.map(({ id }: { id: string }) => id).sort(), asked.sort())
})

test('an approval is answered where it stands, also after more was said', async t => {
  const { chat, client } = await opened()
  await named(client, 'Payday', guarded)
  await chat.sendMessage({ text: 'run Payday' })
  await chat.sendMessage({ text: 'help' })
  const { id } = partsOf(chat.messages[1], 'dynamic-tool')[0].approval
  await chat.addToolApprovalResponse({ id, approved: true })
  await chat.sendMessage()
  t.equal(partsOf(chat.messages[1], 'dynamic-tool')[0].state, 'output-available')
  t.match(textOf(chat.messages[1]), /paid/)
  t.equal(chat.messages.length, 4)
})

test('a client may send the messages that count alone', async t => {
  const { client, key } = await newcomer()
  await named(client, 'Payday', guarded)
  const transport = new DefaultChatTransport({
    api: product.url + address,
    headers: { Authorization: `Bearer ${key}` },
    prepareSendMessagesRequest: ({ id, messages, messageId, trigger, body }) => {
      const answered = messages.filter(message => message.id === messageId)
      return { body: { ...body, id, messageId, trigger, messages: [...answered, ...messages.slice(-1)] } }
    },
  })
  const chat = new Chat({ transport })
  await chat.sendMessage({ text: 'run Payday' })
  await chat.sendMessage({ text: 'help' })
  const { id } = partsOf(chat.messages[1], 'dynamic-tool')[0].approval
  await chat.addToolApprovalResponse({ id, approved: true })
  await chat.sendMessage()
  t.equal(partsOf(chat.messages[1], 'dynamic-tool')[0].state, 'output-available')
  await chat.regenerate()
  t.equal(chat.status, 'ready')
  t.match(textOf(chat.messages.at(-1)), /list workflows/)
  const [session] = await sessionsOf(client)
  t.equal(session.messageCount, 8)
})

test('a decision that does not work is an error of the chat, in the words of the service', async t => {
  const { chat, client } = await opened()
  await named(client, 'Payday', guarded)
  await chat.sendMessage({ text: 'run Payday' })
  const { id } = partsOf(chat.messages[1], 'dynamic-tool')[0].approval
  await client.post(`/api/v1/approvals/${id}`, { decision: 'deny' })
  await chat.addToolApprovalResponse({ id, approved: true })
  await until(() => chat.status === 'error')
  t.match(chat.error?.message, /did not work/)
  t.match(partsOf(chat.messages[1], 'dynamic-tool')[0], { state: 'output-error', errorText: /did not work/ })
})

test('a page that is reloaded in the middle of an answer gets all of it', async t => {
  const { chat, client, key } = await opened()
  await named(client, 'Slow', lingering)
  const sent = chat.sendMessage({ text: 'run Slow' })
  await until(() => partsOf(chat.messages[1], 'data-execution').length > 0)
  await chat.stop()
  await sent
  const history = async () => (await client.get(`/api/v1/chat/messages/${chat.id}?protocol=ai-sdk`)).body
  const { messages } = await history()
  t.match(messages, [{ role: 'user', parts: [{ type: 'text', text: 'run Slow' }] }])
  const reloaded = chatWith(key, { id: chat.id, messages })
  const resumed = reloaded.resumeStream()
  await until(() => reloaded.status === 'streaming')
  await finish(client)
  await resumed
  t.equal(reloaded.status, 'ready')
  t.equal(reloaded.messages.length, 2)
  t.equal(reloaded.messages[1]!.id, chat.messages[1]!.id)
  t.match(partsOf(reloaded.messages[1], 'data-execution'), [{ data: { status: 'completed' } }])
  t.match(textOf(reloaded.messages[1]), /finished at last/)
  const after = (await history()).messages
  await validateUIMessages({ messages: after })
  t.equal(after[1].id, reloaded.messages[1]!.id)
  t.equal(textOf(after[1]), textOf(reloaded.messages[1]))
  t.strictSame((await client.get('/api/v1/chat/messages/unknown?protocol=ai-sdk')).body, { messages: [] })
  const calm = chatWith(key, { id: chat.id, messages: reloaded.messages })
  await calm.resumeStream()
  t.match(calm, { status: 'ready', error: undefined }, 'without an answer under way there is nothing')
})

test('who stops ends the answer when the address says so, and only then', async t => {
  const { client, key } = await newcomer()
  await named(client, 'Slow', lingering)
  const chat = chatWith(key, { path: `${address}&onLeave=cancel` })
  const sent = chat.sendMessage({ text: 'run Slow' })
  await until(() => partsOf(chat.messages[1], 'data-execution').length > 0)
  await chat.stop()
  await sent
  const [session] = await sessionsOf(client)
  const answer = async () => (await client.get(`/api/v1/chat/sessions/${session.id}/messages`)).body[1]
  await until(async () => (await answer()) !== undefined)
  t.match(await answer(), { id: chat.messages[1]!.id, status: 'cancelled' })
})

test('an answer that somebody cancels ends its stream', async t => {
  const { chat, client } = await opened()
  await named(client, 'Slow', lingering)
  const sent = chat.sendMessage({ text: 'run Slow' })
  await until(() => partsOf(chat.messages[1], 'data-execution').length > 0)
  const [session] = await sessionsOf(client)
  await client.post(`/api/v1/chat/sessions/${session.id}/cancel`)
  await sent
  t.match(chat, { status: 'ready', error: undefined })
})

test('an address can be that of one session, or the chat can have its id', async t => {
  const { client, key } = await newcomer()
  const { id } = (await client.post('/api/v1/chat/sessions', {})).body
  const path = `/api/v1/chat/sessions/${id}/messages?protocol=ai-sdk`
  const chat = chatWith(key, { path })
  await chat.sendMessage({ text: 'help' })
  await chat.resumeStream()
  t.equal(chat.status, 'ready')
  const other = chatWith(key, { id })
  await other.sendMessage({ text: 'help' })
  t.equal(other.status, 'ready')
  t.match(await sessionsOf(client), [{ id, messageCount: 4 }])
})

test('what is refused before the stream is refused as everywhere', async t => {
  const { chat } = await opened({ id: 'chat_01h455vb4pex5vsknk084sn02q' })
  await chat.sendMessage({ text: 'help' })
  t.equal(chat.status, 'error')
  t.match(chat.error?.message, '{"error":"chat session not found"}')
  const stranger = chatWith('sk_wrong', {})
  await stranger.sendMessage({ text: 'help' })
  t.match(stranger.error?.message, /"error"/)
  await chat.resumeStream()
  t.match(chat.error?.message, '{"error":"chat session not found"}')
})

test('the same id means another session to another owner, and a new one after it is deleted', async t => {
  const [mine, yours] = [await opened({ id: 'shared' }), await opened({ id: 'shared' })]
  await mine.chat.sendMessage({ text: 'help' })
  await yours.chat.sendMessage({ text: 'help' })
  const [session] = await sessionsOf(mine.client)
  t.match(await sessionsOf(yours.client), [{ messageCount: 2 }])
  t.not((await sessionsOf(yours.client))[0].id, session.id)
  await mine.client.delete(`/api/v1/chat/sessions/${session.id}`)
  await mine.chat.sendMessage({ text: 'help' })
  t.equal(mine.chat.status, 'ready')
  const [next, ...others] = await sessionsOf(mine.client)
  t.not(next.id, session.id)
  t.strictSame(others, [])
})

test('a body that is none of this protocol is refused with the name of the field', async t => {
  const { client } = await newcomer()
  const said = (...parts: object[]) => ({ id: 'c', messages: [{ id: 'm', role: 'user', parts }] })
  const answered = (approval: unknown) => {
    const part = { type: 'dynamic-tool', state: 'approval-responded', toolCallId: 't', approval }
    return { id: 'c', messages: [{}, { id: 'm', role: 'assistant', parts: [{ type: 'text' }, part] }] }
  }
  const refused: readonly (readonly [object, string])[] = [
    [{ message: 'hello' }, 'id: expected string'],
    [{ id: '', messages: [{}] }, 'id: '],
    [{ id: 'c' }, 'messages: expected array'],
    [{ id: 'c', messages: [] }, 'messages: '],
    [{ id: 'c', messages: ['hello'] }, 'messages.0: '],
    [{ id: 'c', messages: [{}, {}] }, 'messages.1.id: expected string'],
    [{ id: 'c', messages: [{ id: 'm', role: 'system', parts: [] }] }, 'messages.0.role: '],
    [said(), 'messages.0.parts: expected a message with something in it'],
    [said({ type: 'text', text: ' ' }), 'messages.0.parts: expected a message with something in it'],
    [said({ type: 'text', text: 'x'.repeat(20_001) }), 'messages.0.parts: expected at most 20000'],
    [said({ type: 'text' }), 'messages.0.parts.0.text: expected string'],
    [said({ text: 'x' }), 'messages.0.parts.0.type: expected string'],
    [said({ type: 'text', text: 'x' }, { type: 'file' }), 'messages.0.parts.1.type: expected text'],
    [answered(undefined), 'messages.1.parts.1.approval: '],
    [answered({ id: 'apr_1' }), 'messages.1.parts.1.approval.approved: '],
    [{ id: 'c', messages: [{ id: 'm', role: 'assistant', parts: [] }] }, 'messages.0: expected a message of'],
  ]
  for (const [body, message] of refused) {
    const { status, body: answer } = await client.post(address, body)
    t.equal(status, 400)
    t.equal(answer.error.slice(0, message.length), message)
  }
  t.match(await client.post('/api/v1/chat/messages', {}), { status: 400, body: { error: /^protocol: / } })
  t.match(await client.post('/api/v1/chat/messages?protocol=none', {}), { status: 400 })
  t.strictSame(await sessionsOf(client), [], 'no session was opened')
})
