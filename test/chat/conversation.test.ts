import { test } from 'tap'
import type { ChatEvent } from '../../chat/client/wire.ts'
import { Conversation } from '../../chat/conversation/conversation.ts'
import { reduce, withHistory } from '../../chat/conversation/reduce.ts'
import { type ConversationState, emptyState } from '../../chat/conversation/state.ts'
import { ChatDouble } from './chat-double.ts'
import { approvalOf, executionOf } from './turn.ts'

const said = { sessionId: 'chat_1', status: 'complete', parts: [], executionId: null, createdAt: 1 } as const
const mine = { ...said, id: 'msg_1', role: 'user', content: 'Hello' } as const
const answer = { ...said, id: 'msg_2', role: 'assistant', content: 'Hi there' } as const
const after = (...events: readonly object[]): ConversationState =>
  events.reduce<ConversationState>(
    (state, event) => reduce(state, { id: null, ...event } as ChatEvent),
    emptyState,
  )
const texts = ({ messages }: ConversationState) =>
  messages.map(({ content, progress }) => `${progress}: ${content}`)

test('an answer grows by its chunks and is replaced by what is stored', async t => {
  const growing = [{ type: 'message', message: mine, answerId: 'msg_2' }, chunk('Hi '), chunk('there')]
  t.strictSame(texts(after(...growing)), ['stored: Hello', 'streaming: Hi there'])
  t.equal(after(...growing).isAnswering, true)
  const done = after(...growing, { type: 'done', message: answer })
  t.strictSame(texts(done), ['stored: Hello', 'stored: Hi there'])
  t.equal(done.isAnswering, false)
})

test('an answer that begins anew has lost what it said', async t => {
  const state = after(chunk('Wrong'), { type: 'restart', messageId: 'msg_2' }, chunk('Right'))
  t.strictSame(texts(state), ['streaming: Right'])
})

test('what is stored is not taken back by an older event', async t => {
  const stored = after({ type: 'done', message: answer })
  for (const event of [chunk('again'), { type: 'restart', messageId: 'msg_2' }])
    t.strictSame(texts(reduce(stored, { id: null, ...event } as ChatEvent)), ['stored: Hi there'])
})

test('a message that is shown before it is stored is shown once', async t => {
  const sending = { ...mine, id: 'unsent-1', progress: 'sending' } as const
  const state = reduce(
    { ...emptyState, messages: [sending] },
    { type: 'message', id: '1', message: mine, answerId: 'msg_2' },
  )
  t.strictSame(texts(state), ['stored: Hello'])
  t.equal(state.messages[0]!.id, 'msg_1')
})

test('a message that was not sent stays last', async t => {
  const unsent = { ...mine, id: 'unsent-1', content: 'Later', progress: 'unsent' } as const
  const state = reduce({ ...emptyState, messages: [unsent] }, { type: 'done', id: '1', message: answer })
  t.strictSame(texts(state), ['stored: Hi there', 'unsent: Later'])
})

test('a run and its steps are as they were heard of last', async t => {
  const step = { id: 'a', title: 'Read', status: 'running' }
  const state = after(
    { type: 'step', executionId: 'exec_1', step },
    { type: 'execution', execution: executionOf({ id: 'exec_1' }) },
    { type: 'step', executionId: 'exec_1', step },
    { type: 'step', executionId: 'exec_1', step: { ...step, status: 'completed' } },
    { type: 'execution', execution: executionOf({ id: 'exec_1', status: 'completed' }) },
  )
  t.match(state.executions, {
    exec_1: { execution: { status: 'completed' }, steps: [{ status: 'completed' }] },
  })
  t.equal(state.executions['exec_1']!.steps.length, 1)
})

test('an approval is as it was heard of last', async t => {
  const state = after(
    { type: 'approval', approval: approvalOf({}) },
    { type: 'approval', approval: approvalOf({ status: 'denied' }) },
  )
  t.equal(state.approvals['apr_1']!.status, 'denied')
})

test('history stands before what came since, and says nothing twice', async t => {
  const state = withHistory(after(chunk('Hi ')), [mine], false)
  t.strictSame(texts(state), ['stored: Hello', 'streaming: Hi '])
  t.equal(withHistory(emptyState, [mine], false).isAnswering, true, 'somebody waits for an answer')
  t.equal(withHistory(emptyState, [mine, answer], false).isAnswering, false)
  const older = withHistory(after({ type: 'done', message: answer }), [mine], true)
  t.strictSame(texts(older), ['stored: Hello', 'stored: Hi there'])
  t.strictSame(texts(withHistory(older, [mine, answer], false)), texts(older))
})

test('a conversation sends when its stream is open, so no answer is too quick for it', async t => {
  const double = await ChatDouble.start(t)
  const chat = new Conversation({ tenantId: 'org_1', apiKey: 'sk_1', baseUrl: double.url, retryDelayMs: 1 })
  t.teardown(() => chat.reset())
  const shown = until(
    chat,
    ({ messages }) => messages.at(-1)?.role === 'assistant' && !chat.state.isAnswering,
  )
  void chat.send('Hello')
  t.strictSame(texts(chat.state), ['sending: Hello'])
  void (await double.turn()).say('Hi').done()
  await shown
  t.strictSame(texts(chat.state), ['stored: Hello', 'stored: Hi'])
  t.strictSame(
    double.asked.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`),
    ['POST sessions', 'GET events', 'POST messages'],
  )
})

test('a message that is refused can be sent again, and an error can be taken away', async t => {
  const double = await ChatDouble.start(t)
  const chat = new Conversation({ tenantId: 'org_1', apiKey: 'sk_1', baseUrl: double.url, retryDelayMs: 1 })
  t.teardown(() => chat.reset())
  double.refuse(1, { status: 402, body: { error: 'limit reached', upgrade: 'javascript:1' } }, isMessage)
  await chat.send('Hello')
  t.strictSame(texts(chat.state), ['unsent: Hello'])
  t.match(chat.state, { isAnswering: false, error: { message: 'limit reached', upgrade: null } })
  chat.dismissError()
  t.equal(chat.state.error, null)
  const again = chat.retry(chat.state.messages[0]!.id)
  void (await double.turn()).done({ content: 'Hi' })
  await again
  await until(chat, ({ messages }) => messages.length === 2)
  t.strictSame(texts(chat.state), ['stored: Hello', 'stored: Hi'])
})

function chunk(text: string): object {
  return { type: 'chunk', messageId: 'msg_2', text }
}

const isMessage = ({ path }: { path: string }) => path.endsWith('/messages')

async function until(chat: Conversation, isSo: (state: ConversationState) => boolean): Promise<void> {
  if (isSo(chat.state)) return
  await new Promise<void>(resolve => {
    const end = chat.subscribe(() => {
      if (!isSo(chat.state)) return
      end()
      resolve()
    })
  })
}
