// Chat sessions over HTTP: their lists, messages and streams, and what a message may and may not be.
import { type Test, test } from 'tap'
import {
  answerTo,
  messagesOf,
  openSession,
  press,
  say,
  session,
  sessions,
  textOf,
  untilMessages,
} from '../../support/chat.ts'
import { answersOf } from '../../support/pages.ts'
import { eventsOf, type StreamedEvent } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { path, until, untilStatus } from '../../support/runs.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { registerServer, returning } from '../../support/workflows.ts'

const product = await sharedProduct()

/** With the workflows "Greet", which ends at once, "Enter", which waits for the ledger, and "Gated". */
async function people() {
  const account = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(account.client, 'Ledger', ledger.url)
  const make = async (name: string, plan: object) =>
    (await account.client.post('/api/v1/workflows', { name, prompt: name, plan })).body.id as string
  const greet = await make('Greet', returning('hello there'))
  const enter = await make('Enter', { steps: [entry] })
  const gated = await make('Gated', { steps: [{ ...entry, approval: { message: 'Enter rent?' } }] })
  return { ...account, ledger, greet, enter, gated }
}

const entry = { id: 'enter', kind: 'tool', server: 'ledger', tool: 'enter', args: { line: 'rent' } }

/** Reads a stream until an event is found, and leaves. */
async function upTo(events: AsyncIterable<StreamedEvent>, isIt: (event: StreamedEvent) => boolean) {
  const seen: StreamedEvent[] = []
  for await (const event of events) {
    seen.push(event)
    if (isIt(event)) return seen
  }
  throw new Error(`the stream ended after ${JSON.stringify(seen)}`)
}

test('a session is opened, shown, renamed and deleted', async t => {
  const { client } = await product.signUp()
  const opened = await client.post(sessions, { title: 'Rent' })
  t.match(opened, {
    status: 201,
    body: { id: /^chat_/, title: 'Rent', workflowId: null, lastMessageAt: null, messageCount: 0 },
  })
  const { id } = opened.body
  t.strictSame((await client.get(session(id))).body, opened.body)
  t.match(await client.put(session(id), { title: 'Rents' }), { status: 200, body: { id, title: 'Rents' } })
  t.match((await client.get(session(id))).body, { title: 'Rents' })
  t.strictSame((await client.delete(session(id))).body, { id, deleted: true })
  for (const answer of [
    await client.get(session(id)),
    await client.get(`${session(id)}/messages`),
    await client.get(`${session(id)}/events`),
    await client.put(session(id), { title: 'Again' }),
    await client.delete(session(id)),
    await client.post(`${session(id)}/cancel`),
    await say(client, id, 'help'),
  ])
    t.match(answer, { status: 404, body: { error: 'chat session not found' } })
  t.strictSame((await client.get(sessions)).body, [])
})

test('sessions are listed newest first, page by page, and found by all words of one text', async t => {
  const { client } = await product.signUp()
  const ids: string[] = []
  for (const title of ['Rent of May', 'Rent of June', 'Wages'])
    ids.unshift(await openSession(client, { title }))
  await say(client, ids[0]!, 'what about the overdue invoices of Zanzibar')
  const idsOf = async (query: string) =>
    (await client.get(`${sessions}?${query}`)).body.map(({ id }: { id: string }) => id)
  t.strictSame(await idsOf(''), ids)
  t.strictSame(
    (await answersOf(client, `${sessions}?limit=1`))
      .flatMap(({ body }) => body)
      .map(({ id }: { id: string }) => id),
    ids,
  )
  t.strictSame(await idsOf('q=rent'), [ids[1], ids[2]])
  t.strictSame(await idsOf('q=RENT%20june'), [ids[1]])
  t.strictSame(await idsOf('q=zanzibar%20invoices'), [ids[0]])
  t.strictSame(
    await idsOf('q=wages%20zanzibar'),
    [],
    'one word in the title and one in a message are no text',
  )
  t.strictSame(await idsOf('q=%27%29%20or%201%3D1--%20%26%20%7C%20%21'), [])
  t.strictSame(await idsOf('q=%20%20'), ids)
  for (const query of ['limit=0', 'limit=1e9', 'limit=abc', 'cursor=%00', `q=${'a'.repeat(501)}`])
    t.match(await client.get(`${sessions}?${query}`), { status: 400, body: { error: String } }, query)
})

test('a message gets its answer at once, and both are stored', async t => {
  const { client } = await people()
  const id = await openSession(client)
  const answer = await say(client, id, 'run "Greet"')
  t.match(answer, {
    status: 201,
    body: {
      ...{ id: /^msg_/, sessionId: id, role: 'user', status: 'complete', content: 'run "Greet"' },
      reply: {
        id: /^msg_/,
        role: 'assistant',
        status: 'complete',
        content: /hello there/,
        executionId: /^exec_/,
      },
    },
  })
  const { reply, ...message } = answer.body
  t.strictSame(await messagesOf(client, id), [message, reply])
  t.match((await client.get(path(reply.executionId))).body, {
    status: 'completed',
    trigger: { kind: 'chat', ref: id },
  })
  const shown = (await client.get(session(id))).body
  t.match(shown, { messageCount: 2, lastMessageAt: reply.createdAt })
  t.ok(shown.title, 'the session has got a title')
  t.match(await client.post(`${session(id)}/messages`, { content: 'list my workflows' }), {
    status: 201,
    body: { content: 'list my workflows', reply: { content: /Greet/ } },
  })
})

test('an answer streams: the message, what is said and run, and the stored answer; then the stream ends', async t => {
  const { client } = await people()
  const id = await openSession(client)
  const events = await Array.fromAsync(answerTo(client, id, { message: 'run "Greet"' }))
  const names = events.map(({ event }) => event)
  t.equal(names[0], 'message')
  t.equal(names.at(-1), 'done')
  const [message, done] = [events[0]!.data.message, events.at(-1)!.data.message]
  t.match(message, { role: 'user', content: 'run "Greet"' })
  t.match(done, { role: 'assistant', status: 'complete', content: /hello there/ })
  t.equal(textOf(events), done.content, 'the chunks are the answer')
  t.ok(
    events.some(({ event, data }) => event === 'execution' && data.execution.id === done.executionId),
    names.join(),
  )
  const numbers = events.filter(({ id }) => id !== null).map(({ id }) => id!)
  t.strictSame(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
    'ids rise',
  )
  t.strictSame(await messagesOf(client, id), [message, done])
})

test('the messages of a session are read from the newest back, in pages, and before one', async t => {
  const { client } = await product.signUp()
  const id = await openSession(client)
  for (let n = 1; n <= 5; n++) await say(client, id, `help ${n}`)
  const all = await messagesOf(client, id)
  t.equal(all.length, 10)
  t.strictSame(
    all.map(({ role }: { role: string }) => role),
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  )
  const first = await client.get(`${session(id)}/messages?limit=4`)
  t.strictSame(first.body, all.slice(6), 'the newest come last')
  const next = /<(.*)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  t.strictSame((await client.get(next)).body, all.slice(2, 6))
  const before = (query: string) => client.get(`${session(id)}/messages?${query}`)
  t.strictSame((await before(`before=${all[2].id}`)).body, all.slice(0, 2))
  t.strictSame((await before(`before=${all[9].id}&limit=1`)).body, [all[8]])
  t.match(await before('before=msg_no'), { status: 404, body: { error: String } })
  t.strictSame((await before(`before=${all[0].id}`)).body, [])
  t.equal((await before('limit=101')).status, 400)
})

test('a page of long messages stays within a megabyte, and leads on', async t => {
  const { client } = await product.signUp()
  const id = await openSession(client)
  const long = `help ${'€'.repeat(19_000)}`
  await Promise.all(Array.from({ length: 18 }, () => say(client, id, long)))
  const found: unknown[] = []
  let next: string | undefined = `${session(id)}/messages?limit=100`
  while (next !== undefined) {
    const answer = await client.get(next)
    t.ok(JSON.stringify(answer.body).length <= 1024 * 1024)
    found.unshift(...answer.body)
    next = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  t.equal(found.length, 36)
})

test('messages are answered one at a time, in their order', async t => {
  const { client, ledger } = await people()
  const id = await openSession(client)
  const held = ledger.holdFrom(1)
  const first = say(client, id, 'run "Enter"')
  await held
  const second = say(client, id, 'list my workflows')
  await untilMessages(client, id, 2)
  const rejected = await client.post(`${session(id)}/messages`, { message: 'help', onBusy: 'reject' })
  t.match(rejected, { status: 409, body: { error: /under way/ } })
  ledger.release()
  const [entered, listed] = [await first, await second]
  t.match(entered.body.reply, { status: 'complete', content: /rent/ })
  t.match(listed.body.reply, { content: /Greet/ })
  const messages = await messagesOf(client, id)
  t.strictSame(
    messages.map((each: { id: string }) => each.id),
    [entered.body.id, listed.body.id, entered.body.reply.id, listed.body.reply.id],
  )
})

test('a message may interrupt the answer under way, and an answer may be cancelled; its execution goes on', async t => {
  const { client, ledger } = await people()
  const id = await openSession(client)
  const held = ledger.holdFrom(1)
  const first = say(client, id, 'run "Enter"')
  await held
  const words = client.post(`${session(id)}/messages`, { message: 'list my workflows', onBusy: 'interrupt' })
  t.match((await first).body.reply, { status: 'cancelled' })
  t.match((await words).body.reply, { status: 'complete', content: /Greet/ })

  ledger.release()
  const other = await openSession(client)
  const heldAgain = ledger.holdFrom(ledger.calls.length + 1)
  const streamed = Array.fromAsync(answerTo(client, other, { message: 'run "Enter"' }))
  await heldAgain
  t.match(await client.post(`${session(other)}/cancel`), { status: 200, body: { id: other } })
  t.match((await streamed).at(-1), { event: 'done', data: { message: { status: 'cancelled' } } })
  t.equal(
    (await client.post(`${session(other)}/cancel`)).status,
    200,
    'with no answer under way it does nothing',
  )
  ledger.release()
  for (const each of [id, other]) {
    const [execution] = (await client.get(`/api/v1/executions/search?limit=100`)).body.filter(
      ({ trigger }: { trigger: { ref: string } }) => trigger.ref === each,
    )
    await untilStatus(client, execution.id, 'completed')
  }
})

test('another reader follows from now on, and a stream resumes in the middle of an answer without a gap', async t => {
  const { client, ledger } = await people()
  const id = await openSession(client)
  await say(client, id, 'help')
  const abandon = new AbortController()
  const tab = await client.open('GET', `${session(id)}/events`)
  const seen: StreamedEvent[] = []
  const following = (async () => {
    for await (const event of eventsOf(tab)) {
      seen.push(event)
      if (event.event === 'end') return
    }
  })()
  const held = ledger.holdFrom(1)
  const begun = upTo(answerTo(client, id, { message: 'run "Enter"' }), ({ event }) => event === 'execution')
  await held
  const first = (await begun).filter(({ id }) => id !== null)
  const last = first.at(-1)!.id!
  const late = await client.open('GET', `${session(id)}/events`)
  const lateSeen = upTo(eventsOf(late), ({ event }) => event === 'done')
  ledger.release()
  const isDone = ({ event }: StreamedEvent) => event === 'done'
  const rest = await upTo(client.stream(`${session(id)}/events`, { 'last-event-id': String(last) }), isDone)
  const numbered = [...first, ...rest.filter(({ id }) => id !== null)]
  const afresh = await upTo(client.stream(`${session(id)}/events?after=${first[0]!.id! - 1}`), isDone)
  t.strictSame(
    numbered,
    afresh.filter(({ id }) => id !== null),
    'both parts are the whole',
  )
  t.equal(textOf(numbered), rest.at(-1)!.data.message.content)
  const lateEvents = await lateSeen
  t.equal(
    textOf(lateEvents),
    rest.at(-1)!.data.message.content,
    'who comes late gets the answer from its beginning',
  )
  await client.delete(session(id))
  await following
  t.strictSame(
    seen.filter(({ id }) => id !== null).slice(0, -1),
    numbered,
    'the other tab has seen the same, and nothing of before',
  )
  abandon.abort()
  for (const after of ['-1', 'abc', '1e3', '9'.repeat(30), '100000'])
    t.equal(
      (await client.get(`${session(await openSession(client))}/events?after=${after}`)).status,
      400,
      after,
    )
})

test('a deleted session ends its streams', async t => {
  const { client, ledger } = await people()
  const id = await openSession(client)
  const held = ledger.holdFrom(1)
  const answer = Array.fromAsync(answerTo(client, id, { message: 'run "Enter"' }))
  await untilMessages(client, id, 1)
  const plain = say(client, id, 'help')
  await held
  await untilMessages(client, id, 2)
  const events = client.stream(`${session(id)}/events`)
  // The stream is open when it has said something: an answer is under way, and so is an execution.
  t.notOk((await events.next()).done)
  await client.delete(session(id))
  t.equal((await Array.fromAsync(events)).at(-1)!.event, 'end')
  t.equal((await answer).at(-1)!.event, 'end')
  t.match(await plain, { status: 404 })
  ledger.release()
  const [execution] = (await client.get('/api/v1/executions')).body
  await untilStatus(client, execution.id, 'completed')
})

test('an approval is decided by its card, is shown as it is now, and its result follows', async t => {
  const { client, gated, ledger } = await people()
  for (const [decision, status] of [
    ['approve', 'approved'],
    ['deny', 'denied'],
  ] as const) {
    const id = await openSession(client)
    const { reply } = (await say(client, id, 'run "Gated"')).body
    const [{ approval }] = reply.parts.filter(({ type }: { type: string }) => type === 'approval')
    t.match(approval, { status: 'pending', args: { line: 'rent' }, executionId: reply.executionId })
    const decided = await press(client, id, approval.id, decision)
    t.match(decided, { status: 201, body: { role: 'user', reply: { status: 'complete' } } })
    const shown = (await messagesOf(client, id)).flatMap(({ parts }: { parts: { approval?: object }[] }) =>
      parts.flatMap(part => part.approval ?? []),
    )
    t.match(shown[0], { id: approval.id, status })
    await untilStatus(client, reply.executionId, decision === 'approve' ? 'completed' : 'failed')
    t.match((await press(client, id, approval.id, 'deny')).body.reply, { status: 'failed', content: String })
    t.match(
      (await say(client, id, 'list my workflows')).body.reply,
      { content: /Gated/ },
      'the session goes on',
    )
  }
  t.equal(ledger.calls.length, 1)
  t.ok(gated)
})

test('a result that comes while nobody is connected is a message later, once', async t => {
  const { client, gated } = await people()
  const id = await openSession(client)
  const { reply } = (await say(client, id, 'run "Gated"')).body
  const [{ approval }] = reply.parts.filter(({ type }: { type: string }) => type === 'approval')
  t.equal((await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })).status, 200)
  const [, , news, ...others] = await untilMessages(client, id, 3)
  t.match(news, { role: 'assistant', executionId: reply.executionId, content: /rent/ })
  await say(client, id, 'help')
  t.strictSame(others, [])
  t.equal((await messagesOf(client, id)).length, 5)
  t.ok(gated)
})

test('what cannot be read is refused in one sentence, and the session goes on', async t => {
  const { client, greet } = await people()
  const id = await openSession(client)
  const send = (body: unknown, headers = {}) => client.post(`${session(id)}/messages`, body, headers)
  const bad: readonly unknown[] = [
    {},
    { message: '' },
    { message: '  \n ' },
    { message: 5 },
    { message: 'a', content: 'b' },
    { message: 'a', approval: { id: 'apr_1', decision: 'approve' } },
    { message: 'a'.repeat(20_001) },
    { message: 'a\0b' },
    { message: 'a', onBusy: 'maybe' },
    { approval: { id: 'apr_1', decision: 'perhaps' } },
    { approval: { decision: 'approve' } },
    '{"message": "\\ud800"}',
    '{"message": ',
    '[]',
    '\u0001\u0002',
  ]
  for (const body of bad)
    refused(t, await send(body), 400, typeof body === 'string' ? body : JSON.stringify(body).slice(0, 60))
  refused(t, await send('{"message":"help"}', { 'content-type': 'text/plain' }), 415, 'no JSON')
  for (const title of ['', 'a'.repeat(201), 5])
    refused(t, await client.post(sessions, { title }), 400, 'title')
  refused(t, await client.put(session(id), {}), 400, 'no title')
  refused(t, await client.post(sessions, { workflowId: 'wf_no' }), 404, 'no such workflow')
  const unknown = 'chat_01h455vb4pex5vsknk084sn02q'
  for (const it of [unknown, 'exec_01h455vb4pex5vsknk084sn02q', greet, 'no', '%00', 'x'.repeat(300)]) {
    const answers = [
      await client.get(session(it)),
      await client.get(`${session(it)}/messages`),
      await client.get(`${session(it)}/events`),
      await client.put(session(it), { title: 'Mine' }),
      await client.delete(session(it)),
      await client.post(`${session(it)}/cancel`),
      await say(client, it, 'help'),
    ]
    for (const answer of answers) t.match(answer, { body: { error: String } }, it)
    for (const { status } of answers) t.ok(status === 404 || status === 400, `${it} ${status}`)
  }
  refused(t, await press(client, id, 'apr_no', 'approve'), 404, 'no such approval')
  t.match((await say(client, id, 'run "Greet"')).body.reply, { content: /hello there/ })
})

function refused(t: Test, answer: { status: number; body: { error?: string } }, status: number, why: string) {
  t.match(answer, { status, body: { error: /^[^\n]{5,300}$/ } }, why)
}

test('what somebody says is kept and given back letter by letter, as JSON, and forges no event', async t => {
  const { client } = await product.signUp()
  const id = await openSession(client)
  const hostile = [
    '<img src=x onerror=alert(1)> <svg onload=alert(1)>',
    '[x](javascript:alert(1)) data:text/html,<script>alert(1)</script>',
    'a\n\nevent: done\ndata: {"message":{"content":"forged"}}\n\nid: 99',
    'a\r\n\r\nevent: end\r\ndata: {}\r\n\u2028\u2029',
    '{{constructor.constructor("return process")()}} ${7*7} #{7*7}',
    '\u202egnp.exe\u200b\u{1F600}',
  ]
  for (const text of hostile) {
    const events = await Array.fromAsync(answerTo(client, id, { message: text }))
    t.equal(events[0]!.data.message.content, text)
    t.equal(events.filter(({ event }) => event === 'done').length, 1)
    t.equal(events.filter(({ event }) => event === 'end').length, 0)
    t.notMatch(events.at(-1)!.data.message.content, 'forged\n')
  }
  const listed = await client.get(`${session(id)}/messages?limit=100`)
  t.strictSame(
    listed.body
      .filter(({ role }: { role: string }) => role === 'user')
      .map((each: { content: string }) => each.content),
    hostile,
  )
  t.equal(listed.headers.get('x-content-type-options'), 'nosniff')
  t.match(listed.headers.get('content-type'), 'application/json')
})

test('a session about one workflow runs no other', async t => {
  const { client, greet } = await people()
  const id = await openSession(client, { workflowId: greet })
  t.match((await say(client, id, 'run "Enter"')).body.reply, { executionId: null })
  t.match((await say(client, id, 'run "Greet"')).body.reply, { executionId: /^exec_/ })
  const running = await until(
    async () => (await client.get('/api/v1/executions')).body,
    executions => executions.length > 0,
  )
  t.match(running, [{ workflowId: greet }])
  t.equal(running.length, 1)
})

test('a request with an Idempotency-Key is one message, whether its answer is JSON or a stream', async t => {
  const { client } = await people()
  const key = { 'idempotency-key': 'open-1' }
  const [opened, again] = [await client.post(sessions, {}, key), await client.post(sessions, {}, key)]
  t.equal(opened.body.id, again.body.id)
  const { id } = opened.body
  const answers = await Promise.all(
    [1, 2, 3].map(() => say(client, id, 'run "Greet"', { 'idempotency-key': 'one' })),
  )
  t.strictSame(new Set(answers.map(({ body }) => body.reply.id)).size, 1)
  t.equal((await messagesOf(client, id)).length, 2)
  const streamed = () =>
    Array.fromAsync(answerTo(client, id, { message: 'run "Greet"' }, { 'idempotency-key': 'two' }))
  const [first, second] = await Promise.all([streamed(), streamed()])
  const third = await streamed()
  const numbered = (events: readonly StreamedEvent[]) => events.filter(({ id }) => id !== null)
  t.strictSame(numbered(second), numbered(first))
  t.strictSame(numbered(third), numbered(first))
  t.equal((await messagesOf(client, id)).length, 4)
  t.equal((await client.get('/api/v1/executions')).body.length, 2)
  const clash = await say(client, id, 'something else', { 'idempotency-key': 'two' })
  t.match(clash, { status: 409, body: { error: /Idempotency-Key/ } })
})

test('whoever watches a session sees its new title, and approvals when they are asked for and decided', async t => {
  const { client } = await people()
  const id = await openSession(client)
  const watched = Array.fromAsync(client.stream(`${session(id)}/events?after=0`))
  const { reply } = (await say(client, id, 'run "Gated"')).body
  const [{ approval }] = reply.parts.filter(({ type }: { type: string }) => type === 'approval')
  await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'deny', note: 'not now' })
  await untilMessages(client, id, 3)
  await client.put(session(id), { title: 'Rent of May' })
  await client.delete(session(id))
  const events = await watched
  const told = events.filter(({ event }) => event === 'approval')
  t.match(told, [
    { id: null, data: { approval: { id: approval.id, status: 'pending' } } },
    { id: null, data: { approval: { id: approval.id, status: 'denied', note: 'not now' } } },
  ])
  t.equal(told.length, 2)
  const titles = events.flatMap(({ event, data }) => (event === 'session' ? [data.session] : []))
  t.match(titles, [{ id, title: 'Rent of May', messageCount: 3 }])
  t.equal(titles.length, 1)
})
