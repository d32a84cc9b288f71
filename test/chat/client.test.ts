import { test } from 'tap'
import { ChatError } from '../../chat/client/chat-error.ts'
import { ServiceChatClient } from '../../chat/client/client.ts'
import type { ServiceChatConfig } from '../../chat/client/config.ts'
import { ChatDouble } from './chat-double.ts'
import { approvalOf } from './turn.ts'

type Ending = Parameters<typeof ChatDouble.start>[0]

async function world(t: Ending, config: Partial<ServiceChatConfig> = {}) {
  const double = await ChatDouble.start(t)
  const baseUrl = double.url
  const chat = new ServiceChatClient({
    tenantId: 'org_1',
    apiKey: 'sk_1',
    baseUrl,
    retryDelayMs: 1,
    ...config,
  })
  return { double, chat }
}

test('an answer comes as chunks that all have a text, and as a whole', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  const turn = await double.turn()
  t.equal(turn.asked.body['message'], 'Hello')
  turn.say('Hel').tool({ status: 'running' }).say('lo!').done()
  const kinds: string[] = []
  let text = ''
  for await (const chunk of answer) {
    t.type(chunk.text, 'string')
    kinds.push(chunk.type)
    text += chunk.text
  }
  t.strictSame(kinds, ['message', 'text', 'tool', 'text', 'done'])
  t.equal(text, 'Hello!')
  t.equal(await answer.text(), 'Hello!')
  t.equal((await answer.message())?.content, 'Hello!')
})

test('every request names the tenant and bears the key, and a POST has a key of idempotency', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  void (await double.turn()).say('Hi').done()
  await answer.text()
  await chat.history()
  t.equal(double.asked.length, 3)
  for (const { query, headers, method } of double.asked) {
    t.equal(query.get('tenant'), 'org_1')
    t.equal(headers.authorization, 'Bearer sk_1')
    t.equal(headers['idempotency-key'] !== undefined, method === 'POST')
  }
})

test('an answer is asked for at once, and a session is begun once', async t => {
  const { double, chat } = await world(t)
  const answers = [chat.send('One'), chat.send('Two')]
  for (const _ of answers) (await double.turn()).say('Yes').done()
  await Promise.all(answers.map(answer => answer.text()))
  t.equal(double.conversations.size, 1)
  t.equal(chat.sessionId, [...double.conversations.keys()][0])
})

test('what was not streamed of an answer comes as one chunk', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  void (await double.turn()).done({ content: 'All at once' })
  let text = ''
  for await (const chunk of answer) text += chunk.text
  t.equal(text, 'All at once')
})

test('an answer that begins anew says so, and its text is that of the second time', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  void (await double.turn()).say('Wro').restart().say('Right').done()
  let text = ''
  for await (const chunk of answer) text = chunk.type === 'restart' ? '' : text + chunk.text
  t.equal(text, 'Right')
  t.equal(await answer.text(), 'Right')
})

test('an answer whose connection breaks goes on behind its last event, without a chunk twice', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Count')
  const turn = await double.turn()
  turn.say('one ')
  const chunks = answer[Symbol.asyncIterator]()
  await chunks.next()
  t.equal((await chunks.next()).value!.text, 'one ')
  double.cut()
  turn.say('two ')
  t.equal((await chunks.next()).value!.text, 'two ')
  double.cut()
  turn.say('three').done()
  t.equal((await chunks.next()).value!.text, 'three')
  t.equal(await answer.text(), 'one two three')
  t.strictSame(
    double.asked
      .filter(({ path }) => path.endsWith('/events'))
      .map(({ headers }) => headers['last-event-id']),
    ['2', '3'],
  )
})

test('a message that breaks before its first event is stored once', async t => {
  const { double, chat } = await world(t)
  double.refuse(2, { status: 503 }, ({ path }) => path.endsWith('/messages'))
  const answer = chat.send('Hello')
  void (await double.turn()).say('Hi').done()
  t.equal(await answer.text(), 'Hi')
  const sent = double.asked.filter(({ path }) => path.endsWith('/messages'))
  t.equal(sent.length, 3)
  t.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

test('an answer can be stopped, and keeps what there was of it', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Tell me everything')
  const turn = await double.turn()
  turn.say('First')
  await answer.cancel()
  const message = await answer.message()
  t.equal(message?.status, 'cancelled')
  t.equal(await answer.text(), 'First')
})

test('who leaves the loop early ends the reading, not the answer', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  const turn = await double.turn()
  turn.say('Hel')
  for await (const _ of answer) break
  await t.rejects(answer.text(), { name: 'AbortError' })
  turn.say('lo').done()
  t.equal((await chat.history()).at(-1)?.content, 'Hello')
  t.notOk(double.asked.some(({ path }) => path.endsWith('/cancel')))
})

test('after a 401 another token is asked for, once', async t => {
  const tokens = ['old', 'new', 'newer']
  const { double, chat } = await world(t, { apiKey: undefined, getToken: () => tokens.shift()! })
  double.refuse(1, { status: 401 })
  const answer = chat.send('Hello')
  void (await double.turn()).say('Hi').done()
  t.equal(await answer.text(), 'Hi')
  t.strictSame(
    double.asked.map(({ headers }) => headers.authorization),
    ['Bearer old', 'Bearer new', 'Bearer new'],
  )
  double.refuse(9, {
    status: 401,
    body: { error: 'token revoked' },
    headers: { 'X-Error-Code': 'unauthenticated' },
  })
  await t.rejects(chat.history(), {
    name: 'ChatError',
    status: 401,
    code: 'unauthenticated',
    message: 'token revoked',
  })
})

test('a token is asked for again before it expires, and not while it is good', async t => {
  let count = 0
  const lifetimes = [5_000, 3_600_000]
  const getToken = async () => ({ token: `token-${count}`, expiresAt: Date.now() + lifetimes[count++]! })
  const { double, chat } = await world(t, { apiKey: undefined, getToken, sessionId: 'chat_0' })
  double.given('chat_0', [])
  for (let n = 0; n < 3; n++) await chat.history()
  t.strictSame(
    double.asked.map(({ headers }) => headers.authorization),
    ['Bearer token-0', 'Bearer token-1', 'Bearer token-1'],
  )
})

test('a limit is waited for as long as the service says, and is told', async t => {
  const { double, chat } = await world(t)
  const states: string[] = []
  chat.on('connection', ({ state }) => states.push(state))
  double.refuse(1, { status: 429, headers: { 'Retry-After': '0' } })
  const answer = chat.send('Hello')
  void (await double.turn()).say('Hi').done()
  t.equal(await answer.text(), 'Hi')
  t.strictSame([...new Set(states)], ['limited', 'online'])
})

test('a limit of hours is an error at once', async t => {
  const { double, chat } = await world(t)
  double.refuse(9, { status: 429, headers: { 'Retry-After': '7200' } })
  await t.rejects(chat.send('Hello').text(), { name: 'ChatError', retryAfterMs: 7_200_000 })
  t.equal(double.asked.length, 1)
})

test('a refusal is an error with what the service says of it', async t => {
  const { double, chat } = await world(t)
  const body = { error: 'monthly limit of 50 executions reached', limit: 50, current: 50, upgrade: '/plans' }
  double.refuse(9, { status: 402, body, headers: { 'X-Error-Code': 'quota-exceeded' } })
  const error = await chat
    .send('Hello')
    .text()
    .catch(it => it)
  t.ok(error instanceof ChatError)
  t.match(error, { status: 402, code: 'quota-exceeded', message: body.error, body: { limit: 50 } })
})

test('a service that cannot be reached is tried as often as it was said, then it is an error', async t => {
  const states: string[] = []
  let tries = 0
  const refused = async () => {
    tries++
    throw new TypeError('fetch failed')
  }
  const { chat } = await world(t, { fetch: refused, retries: 2 })
  chat.on('connection', ({ state }) => states.push(state))
  await t.rejects(chat.send('Hello').text(), { name: 'ChatError', code: 'unreachable', status: 0 })
  t.equal(tries, 3)
  t.strictSame(states, ['reconnecting', 'reconnecting'])
})

test('while the machine has no network no try is the last one', async t => {
  let tries = 0
  const network = { onLine: false }
  t.intercept(globalThis, 'navigator', { value: network })
  const away = () => {
    network.onLine = ++tries > 6
    return Promise.reject(new TypeError('fetch failed'))
  }
  const { chat } = await world(t, { fetch: away, retries: 2 })
  await t.rejects(chat.session(), { code: 'unreachable' })
  t.equal(tries, 8, 'six without a network, and the two that are left')
})

test('an approval is decided for what was shown, and denied with a reason', async t => {
  const { double, chat } = await world(t, { sessionId: 'chat_0' })
  double.given('chat_0', [])
  const approval = approvalOf({ id: 'apr_7', digest: 'as-shown' })
  const answer = chat.approve(approval, { form: { reason: 'ok' } })
  const turn = await double.turn()
  t.strictSame(turn.asked.body, {
    approval: { id: 'apr_7', digest: 'as-shown', decision: 'approve', form: { reason: 'ok' } },
  })
  turn.say('Paid').done()
  t.equal(await answer.text(), 'Paid')
  const denial = chat.deny('apr_8', 'too much')
  const denied = await double.turn()
  t.strictSame(denied.asked.body, { approval: { id: 'apr_8', decision: 'deny', note: 'too much' } })
  denied.done({ content: 'Not paid' })
  await denial.text()
})

test('listeners hear of an event once, whichever streams brought it', async t => {
  const { double, chat } = await world(t)
  const heard: string[] = []
  for (const name of ['message', 'chunk', 'execution', 'step', 'done'] as const)
    chat.on(name, ({ type }) => heard.push(type))
  const end = new AbortController()
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const reading = (async () => {
    for await (const { type } of chat.events({ signal: end.signal, onOpen: opened.resolve }))
      if (type === 'done') ended.resolve()
  })()
  await opened.promise
  const answer = chat.send('Run it')
  const turn = await double.turn()
  turn.execution({ id: 'exec_1' }).say('Running').done()
  await Promise.all([answer.text(), ended.promise])
  t.strictSame(heard, ['message', 'execution', 'chunk', 'done'])
  end.abort()
  await t.rejects(reading, { name: 'AbortError' })
})

test('after a reset the next message begins another session', async t => {
  const { double, chat } = await world(t)
  for (const text of ['One', 'Two']) {
    const answer = chat.send(text)
    void (await double.turn()).say('Yes').done()
    await answer.text()
    t.strictSame(
      (await chat.history()).map(({ content }) => content),
      [text, 'Yes'],
    )
    chat.reset()
    t.equal(chat.sessionId, null)
    t.strictSame(await chat.history(), [])
  }
  t.equal(double.conversations.size, 2)
})

test('a stream that is asked to come back, or whose token is no longer good, goes on behind its last event', async t => {
  const tokens = ['old', 'new']
  const { double, chat } = await world(t, { apiKey: undefined, getToken: () => tokens.shift() ?? 'last' })
  const answer = chat.send('Hello')
  const turn = await double.turn()
  turn.say('Hel')
  turn.conversation.tell('unauthenticated', {}, { hasId: false })
  turn.conversation.tell('draining', {}, { hasId: false })
  turn.say('lo').done()
  t.equal(await answer.text(), 'Hello')
  t.equal(double.asked.at(-1)!.headers.authorization, 'Bearer new')
})

test('what this version does not know is passed over', async t => {
  const { double, chat } = await world(t)
  const answer = chat.send('Hello')
  const turn = await double.turn()
  turn.conversation.tell('constructor', {})
  turn.conversation.tell('weather', { is: 'fine' })
  turn.say('Hi').done()
  t.equal(await answer.text(), 'Hi')
})

test('a client without a tenant, or without a credential, is refused when it is made', async t => {
  t.throws(() => new ServiceChatClient({ tenantId: '', apiKey: 'sk_1' }), /tenantId/)
  t.throws(() => new ServiceChatClient({ tenantId: 'org_1' }), /apiKey or getToken/)
})

test('a token that cannot be had is asked for again, then it is an error that says so', async t => {
  let asked = 0
  const getToken = async () => {
    if (++asked === 1) throw new Error('our server is down')
    return 'token'
  }
  const { double, chat } = await world(t, { apiKey: undefined, getToken, sessionId: 'chat_0', retries: 1 })
  double.given('chat_0', [])
  t.strictSame(await chat.history(), [])
  const never = await world(t, {
    apiKey: undefined,
    getToken: () => Promise.reject(new Error('nobody')),
    retries: 1,
  })
  await t.rejects(never.chat.send('Hello').text(), {
    code: 'unreachable',
    message: /no token: Error: nobody/,
  })
})

test('the reading of an answer can be ended from outside', async t => {
  const { double, chat } = await world(t)
  const end = new AbortController()
  const answer = chat.send('Hello', { signal: end.signal })
  const turn = await double.turn()
  end.abort()
  await t.rejects(answer.text(), { name: 'AbortError' })
  turn.say('Hi').done()
  t.equal((await chat.history()).at(-1)?.content, 'Hi')
})
