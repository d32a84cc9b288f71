// Tools of a language model in the protocols of other clients, with those clients: a scripted model over the
// real protocol, and a tool server that writes down every call.
import { HttpAgent } from '@ag-ui/client'
import { MessageSchema } from '@ag-ui/core/schemas'
import { Chat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
  validateUIMessages,
} from 'ai'
import tap, { test } from 'tap'
import { Product } from '../../support/product.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import * as model from '../../support/servers/model-server.ts'
import { registerServer } from '../../support/workflows.ts'
import { until } from './conversation.ts'

const server = await model.startModelServer(tap)
const product = await Product.start({
  environment: { MODEL_URL: server.url, MODEL_NAME: 'small', MODEL_API_KEY: 'sk-of-the-service-1' },
})
const enter = (line: string) => model.toolCall('ledger__enter', JSON.stringify({ line }))

async function opened() {
  const ledger = await Ledger.start()
  const { client } = await product.signUp()
  await registerServer(client, 'Ledger', ledger.url)
  const scopes = ['read', 'write', 'execute', 'chat']
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Page', scopes })).body
  const headers = { Authorization: `Bearer ${key}` }
  const url = (protocol: string) => `${product.url}/api/v1/chat/messages?protocol=${protocol}`
  return { ledger, headers, url }
}

test('the AI SDK asks its user before a tool is called, and goes on in the same message', async t => {
  const { ledger, headers, url } = await opened()
  const chat = new Chat({
    transport: new DefaultChatTransport({ api: url('ai-sdk'), headers }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  const tools = (): any[] => chat.messages[1]!.parts.filter(({ type }) => type === 'dynamic-tool')
  server.say(model.toolCall('list_workflows', '{}'), enter('one'))
  await chat.sendMessage({ text: 'enter one, please' })
  t.match(tools(), [
    { toolName: 'list_workflows', state: 'output-available' },
    { toolName: 'ledger__enter', input: { line: 'one' }, state: 'approval-requested' },
  ])
  t.not(tools()[1].toolCallId, tools()[1].approval.id, 'it is the approval of that call')
  t.equal(ledger.entries.size, 0)
  server.say(model.text('It is entered.'))
  await chat.addToolApprovalResponse({ id: tools()[1].approval.id, approved: true })
  await until(() => chat.status === 'ready' && tools()[1].state !== 'approval-responded')
  t.match(tools(), [{}, { toolName: 'ledger__enter', state: 'output-available', output: { line: 'one' } }])
  t.equal(tools().length, 2)
  t.match(chat.messages[1]!.parts.at(-1), { type: 'text', text: 'It is entered.' })
  t.equal(chat.messages.length, 2)
  t.equal(ledger.entries.size, 1)
  const history = async () => {
    const path = `${product.url}/api/v1/chat/messages/${chat.id}?protocol=ai-sdk`
    return (await (await fetch(path, { headers })).json()) as { messages: UIMessage[] }
  }
  const { messages } = await history()
  await validateUIMessages({ messages })
  t.match(messages, [
    { role: 'user', parts: [{ type: 'text', text: 'enter one, please' }] },
    { role: 'assistant', parts: [{ state: 'output-available' }, { state: 'output-available' }] },
    { role: 'user', parts: [{ text: 'Approve' }] },
    { role: 'assistant', parts: [{ output: { line: 'one' } }, { text: 'It is entered.' }] },
  ])

  server.say(enter('two'))
  await chat.sendMessage({ text: 'and two' })
  const denied = chat.messages[3]!.parts.find(({ type }) => type === 'dynamic-tool')
  server.say(model.text('As you like.'))
  const { id } = (denied as { approval: { id: string } }).approval
  await chat.addToolApprovalResponse({ id, approved: false, reason: 'not now' })
  await until(() => chat.status === 'ready' && chat.messages[3]!.parts.some(({ type }) => type === 'text'))
  t.match(
    chat.messages[3]!.parts.find(({ type }) => type === 'dynamic-tool'),
    { state: 'output-denied' },
  )
  t.equal(ledger.entries.size, 1)
  const later = (await history()).messages
  await validateUIMessages({ messages: later })
  t.match(later[5]!.parts[0], { state: 'output-denied', approval: { approved: false, reason: 'not now' } })
})

test('an AG-UI client is interrupted before a tool is called, and resumes', async t => {
  const { ledger, headers, url } = await opened()
  const agent = new HttpAgent({ url: url('ag-ui'), headers })
  agent.addMessage({ id: 'first', role: 'user', content: 'enter one, please' })
  server.say(model.toolCall('list_workflows', '{}'), enter('one'))
  await agent.runAgent()
  const [interrupt, ...others] = agent.pendingInterrupts
  t.strictSame(others, [])
  const calls = () =>
    agent.messages.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
  t.match(calls(), [
    { function: { name: 'list_workflows' } },
    { id: interrupt!.toolCallId, function: { name: 'ledger__enter', arguments: '{"line":"one"}' } },
  ])
  t.equal(ledger.entries.size, 0)
  server.say(model.text('It is entered.'))
  const payload = { approved: true, args: { line: 'won' } }
  await agent.runAgent({ resume: [{ interruptId: interrupt!.id, status: 'resolved', payload }] })
  t.equal(calls().length, 2)
  t.match(
    agent.messages.find(message => message.role === 'tool' && message.toolCallId === interrupt!.toolCallId),
    { content: /won/ },
  )
  t.match(agent.messages.at(-1), { role: 'assistant', content: 'It is entered.' })
  t.strictSame([...ledger.entries.values()], [{ line: 'won' }])
  const path = `${product.url}/api/v1/chat/messages/${agent.threadId}?protocol=ag-ui`
  const { messages } = (await (await fetch(path, { headers })).json()) as { messages: object[] }
  for (const message of messages) MessageSchema.parse(message)
  t.match(
    messages.filter(message => (message as { role: string }).role === 'tool'),
    [{}, { toolCallId: interrupt!.toolCallId, content: /won/ }],
  )
  const ids = messages.map(message => (message as { id: string }).id)
  t.equal(new Set(ids).size, ids.length)
})
