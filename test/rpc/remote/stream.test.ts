// Replies that come as server-sent events, and what comes with them.
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { test } from 'tap'
import { ReplyStream } from '../../../rpc/remote/event-stream.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import { keptBy, ownBuffer } from '../outbound/kept-bytes.ts'
import { type Asked, call, event, given, limits, listTool, textPart } from './given.ts'

function stream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
}
const done = { content: [textPart('done')] }

test('the reply ends the call although the stream goes on, which is then closed', async t => {
  const closed = Promise.withResolvers<void>()
  const { target, servers } = await given(t, ({ id }, response) => {
    stream(response).write(event({ id, result: done }))
    response.on('close', () => closed.resolve())
    return undefined
  })
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  await closed.promise
})

test('a stream that ends after the reply leaves its connection for the next call', async t => {
  const ports = new Set<number | undefined>()
  const { target, servers } = await given(t, ({ id }, response) => {
    ports.add(response.socket!.remotePort)
    stream(response).end(event({ id, result: done }))
    return undefined
  })
  for (let i = 0; i < 20; i++) await servers.call(target, listTool, call)
  t.ok(ports.size < 20, `${ports.size} connections for 20 calls`)
})

test('a stream without the reply is a bad answer', async t => {
  for (const text of [
    '',
    ': nothing\n\n',
    'data: {}\n\n',
    event({ id: 99, result: 1 }),
    'data: {"jsonrpc"',
  ]) {
    const { target, servers } = await given(t, (_, response) => void stream(response).end(text))
    t.match(await servers.call(target, listTool, call), {
      ok: false,
      error: { code: 'bad-answer', message: 'tool server "Orders" answered a stream without the reply' },
    })
  }
})

test('a stream that breaks off is a broken connection', async t => {
  const { target, servers } = await given(t, (_, response) => {
    stream(response).write(': so far\n\n', () => response.socket!.resetAndDestroy())
    return undefined
  })
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: { code: 'reset', retryable: true },
  })
})

test('an event without end is cut at the limit', async t => {
  const { target, servers } = await given(t, (_, response) => {
    const chunk = 'x'.repeat(65_536)
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) {}
    }
    stream(response).write('data: ')
    response.on('drain', pour)
    pour()
    return undefined
  })
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: { code: 'too-large', retryable: false },
  })
})

test('progress is passed on as long as it rises, and only for the call that it belongs to', async t => {
  const { target, servers } = await given(
    t,
    ({ id, method, params }, response) => {
      if (method === 'initialize') return { protocolVersion: '2025-06-18' }
      if (method.startsWith('notifications/')) return void response.writeHead(202).end()
      const { progressToken } = params['_meta'] as { readonly progressToken: number }
      const say = (progress: object) =>
        response.write(event({ method: 'notifications/progress', params: progress }))
      stream(response)
      say({ progressToken, progress: 0.5, total: 2, message: 'one\nline' })
      say({ progressToken, progress: 0.5 })
      say({ progressToken: 'another', progress: 7 })
      say({ progressToken, progress: 'more' })
      say({ progressToken, progress: 1 })
      response.end(event({ id, result: done }))
      return undefined
    },
    { protocol: 'mcp' },
  )
  const heard: ToolProgress[] = []
  await servers.call(target, listTool, { ...call, onProgress: one => heard.push(one) })
  t.strictSame(heard, [
    { type: 'progress', done: 0.5, total: 2, message: 'one line' },
    { type: 'progress', done: 1, total: null, message: null },
  ])
})

test('what a tool says is bounded', async t => {
  const { target, servers } = await given(t, ({ id }, response) => {
    stream(response)
    const data = 'x'.repeat(20_000)
    for (let i = 0; i < 2_000; i++) {
      const params = i === 0 ? { level: 'shout', data } : { level: 'info', data: i }
      response.write(event({ method: 'notifications/message', params }))
    }
    response.end(event({ id, result: done }))
    return undefined
  })
  const heard: ToolProgress[] = []
  await servers.call(target, listTool, { ...call, onProgress: one => heard.push(one) })
  t.equal(heard.length, 1_000)
  t.match(heard[0], { type: 'log', level: 'info', logger: null })
  t.ok(JSON.stringify(heard[0]).length < 9_000)
})

test('what a tool says that nests without end is left out', async t => {
  const { target, servers } = await given(t, ({ id }, response) => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const log = event({ method: 'notifications/message', params: { level: 'info', data: 'deep' } })
    stream(response).write(log.replace('"deep"', deep) + log)
    response.end(event({ id, result: done }))
    return undefined
  })
  const heard: ToolProgress[] = []
  const result = await servers.call(target, listTool, { ...call, onProgress: one => heard.push(one) })
  t.strictSame(result, { ok: true, output: 'done' })
  t.match(heard, [{ type: 'log', data: 'deep' }])
  t.equal(heard.length, 1)
})

test('what is held of a stream is its unfinished line and the data of its unfinished event', t => {
  const reader = new ReplyStream(1, () => {})
  for (const [text, heldBytes] of [
    [': a comment', 11],
    [' of two reads\ndata: 12345\n: and', 5 + 5],
    [' another\n', 5],
    ['data: 678\nda', 5 + 1 + 3 + 2],
    ['ta\n\n: next', 6],
    ['\n', 0],
  ] as const) {
    reader.read(Buffer.from(text))
    t.equal(reader.heldBytes, heldBytes, JSON.stringify(text))
  }
  t.end()
})

test('of reads that are mostly something else a stream keeps no more than it holds', t => {
  const reader = new ReplyStream(1, () => {})
  const read = `: ${'x'.repeat(65_000)}\ndata: "held"\nid: ${'y'.repeat(100)}`
  const keptBytes = keptBy(() => {
    for (let n = 0; n < 500; n++) reader.read(ownBuffer(read))
  })
  t.ok(reader.heldBytes < 10_000)
  t.ok(keptBytes < 4 * 1024 * 1024, `${keptBytes} bytes for ${reader.heldBytes}`)
  t.end()
})

test('a request of the server is refused, and a sign of life is given', async t => {
  const heard: Asked[] = []
  const both = Promise.withResolvers<void>()
  const { target, servers } = await given(
    t,
    async (asked, response) => {
      if (asked.method === 'initialize') return { protocolVersion: '2025-06-18' }
      if (asked.method === undefined) heard.push(asked)
      if (heard.length === 3) both.resolve()
      if (asked.method !== 'tools/call') return void response.writeHead(202).end()
      stream(response)
      response.write(event({ id: 'e1', method: 'elicitation/create', params: {} }))
      response.write(event({ id: 7, method: 'sampling/createMessage', params: {} }))
      response.write(event({ id: 'p', method: 'ping' }))
      await both.promise
      response.end(event({ id: asked.id, result: done }))
      return undefined
    },
    { protocol: 'mcp' },
  )
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  const byId = new Map(heard.map(answer => [answer.id as unknown, answer]))
  t.match(byId.get('e1'), { error: { code: -32601, message: 'Method not found: elicitation/create' } })
  t.match(byId.get(7), { error: { code: -32601 } })
  t.match(byId.get('p'), { result: {} })
})

test('a server that asks without end is answered a few times', async t => {
  let answered = 0
  const { target, servers } = await given(
    t,
    (asked, response) => {
      if (asked.method === 'initialize') return { protocolVersion: '2025-06-18' }
      if (asked.method === undefined) answered++
      if (asked.method !== 'tools/call') return void response.writeHead(202).end()
      stream(response)
      for (let id = 0; id < 500; id++) response.write(event({ id: `r${id}`, method: 'roots/list' }))
      response.end(event({ id: asked.id, result: done }))
      return undefined
    },
    { protocol: 'mcp' },
  )
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  // Stands in line behind whatever was sent before.
  await servers.list(target, limits)
  t.ok(answered <= 20, `${answered} answers`)
})

test('a server that says that its tools changed is heard', async t => {
  const changed: string[] = []
  const { target, servers } = await given(
    t,
    ({ id }, response) => {
      stream(response).write(event({ method: 'notifications/tools/list_changed' }))
      response.end(event({ id, result: done }))
      return undefined
    },
    { onToolsChanged: ({ id }) => changed.push(id) },
  )
  await servers.call(target, listTool, call)
  t.strictSame(changed, ['srv_1'])
})

test('a list may come as events too', async t => {
  const { target, servers } = await given(
    t,
    ({ id }, response) => void stream(response).end(event({ id, result: { tools: [{ name: 'list' }] } })),
  )
  t.match(await servers.list(target, limits), { ok: true, tools: [{ name: 'list' }] })
})

test('an event stream is read the same, however it is cut into pieces', t => {
  const reply = { jsonrpc: '2.0', id: 1, result: 'ünïcode ✓' }
  const lines = JSON.stringify(reply, null, 1)
    .split('\n')
    .map(line => `data:${line}`)
  const ends = fc.constantFrom('\n', '\r', '\r\n')
  fc.assert(
    fc.property(ends, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (end, sizes) => {
      const text = [
        ': hello',
        'id: 4',
        '',
        'data: {"jsonrpc":"2.0","method":"x"}',
        '',
        ...lines,
        '',
        '',
      ].join(end)
      const bytes = Buffer.from(text)
      const others: unknown[] = []
      const reader = new ReplyStream(1, message => others.push(message))
      for (let at = 0, i = 0; at < bytes.length && reader.reply === null; i++) {
        const size = sizes[i % sizes.length]!
        reader.read(bytes.subarray(at, at + size))
        at += size
      }
      return JSON.stringify(reader.reply?.message) === JSON.stringify(reply) && others.length === 1
    }),
  )
  t.end()
})
