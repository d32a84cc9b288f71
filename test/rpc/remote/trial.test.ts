// Which protocol a server speaks, found out from real answers, strange ones among them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Test, test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { ToolServerProtocol } from '../../../domain/tools/tool-server.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import { modernServer } from '../../support/servers/modern-server.ts'
import { serve, serveRaw } from '../loopback.ts'
import {
  type Answer,
  type Asked,
  call,
  given,
  limits,
  listTool,
  notReady,
  rpcError,
  targetAt,
  textPart,
} from './given.ts'

const tools = [{ name: 'list', inputSchema: { type: 'object' } }]

/** A plain server: what it does with a method that it does not know is the test's matter. */
function plain(unknown: (asked: Asked, response: ServerResponse) => void): Answer {
  return (asked, response) => {
    if (asked.method === 'tools/list') return { tools }
    if (asked.method === 'tools/call') return { done: true }
    unknown(asked, response)
    return undefined
  }
}

const strange: [string, (asked: Asked, response: ServerResponse) => void][] = [
  ['a JSON-RPC error', ({ id }, response) => response.end(rpcError(id, -32601))],
  ['an error without an id', (_, response) => response.end(rpcError(null, -32600))],
  ['404 and JSON-RPC', ({ id }, response) => response.writeHead(404).end(rpcError(id, -32601))],
  ['404 and a page', (_, response) => response.writeHead(404).end('<h1>Not found</h1>')],
  ['400 and nothing', (_, response) => response.writeHead(400).end()],
  ['405', (_, response) => response.writeHead(405).end()],
  ['500 and a stack trace', (_, response) => response.writeHead(500).end('TypeError: undefined')],
  ['200 and a page', (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')],
  ['200 and nothing', (_, response) => response.end()],
  ['202', (_, response) => response.writeHead(202).end()],
  ['the connection closed', (_, response) => response.destroy()],
  ['null', ({ id }, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null }))],
  [
    'the tools',
    ({ id }, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools } })),
  ],
  [
    'everything that it was sent',
    (asked, response) => response.end(JSON.stringify({ jsonrpc: '2.0', ...asked })),
  ],
]

for (const [what, unknown] of strange) {
  test(`a server that answers ${what} to what it does not know is plain`, async t => {
    const { target, servers } = await given(t, plain(unknown), { protocol: null })
    t.match(await servers.list(target, limits), { ok: true, protocol: 'plain', tools: [{ name: 'list' }] })
    t.strictSame(await servers.call(target, listTool, call), { ok: true, output: { done: true } })
  })
}

test('a server that never answers what it does not know is plain, within the deadline', async t => {
  const { target, servers } = await given(
    t,
    plain(() => {}),
    { protocol: null },
  )
  t.match(await servers.list(target, { timeoutMs: 3_000 }), { ok: true, protocol: 'plain' })
})

test('the example server is plain', async t => {
  const example = spawn(process.execPath, ['examples/tool-server.ts'], { env: { ...process.env, PORT: '0' } })
  t.teardown(() => example.kill())
  const [line] = (await once(example.stdout, 'data')) as [Buffer]
  const listing = await servers(t).list(targetAt(/http:\S+/.exec(line.toString())![0], null), limits)
  t.match(listing, { ok: true, protocol: 'plain', tools: [{ name: 'echo' }, { name: 'add' }, {}] })
})

test('a modern server is asked once, and known from then on', async t => {
  const calls: { method: string }[] = []
  const listener = modernServer({ tools, call: () => ({ content: [textPart('done')] }) }, calls as [])
  const { origin } = await serve(t, listener)
  const remote = servers(t)
  const target = targetAt(origin, null)
  t.match(await remote.list(target, limits), { ok: true, protocol: 'modern', ttlMs: 60_000 })
  t.strictSame(await remote.call(target, listTool, call), { ok: true, output: 'done' })
  t.strictSame(
    calls.map(({ method }) => method),
    ['server/discover', 'tools/list', 'tools/call'],
  )
})

test('a registered protocol needs no trial', async t => {
  for (const protocol of ['plain', 'mcp', 'modern'] as const) {
    const { methods, target, servers } = await given(t, changing({ current: protocol }), { protocol })
    t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' }, protocol)
    t.notOk(methods().includes('server/discover'), protocol)
  }
})

test('a verdict of long ago is tried again when tools are listed, and whenever somebody wants it', async t => {
  const { methods, target, servers } = await given(t, changing({ current: 'modern' }), { protocol: 'plain' })
  const day = 24 * 60 * 60 * 1_000
  const old = { ...target, protocolAt: Date.now() - day - 1_000 }
  t.match(await servers.list(old, limits), { ok: true, protocol: 'modern' })
  t.strictSame(methods(), ['server/discover', 'tools/list'])
  t.match(await servers.list({ ...target, protocolAt: Date.now() }, { ...limits, isAnew: true }), {
    ok: true,
    protocol: 'modern',
  })
  t.strictSame(methods().slice(2), ['server/discover', 'tools/list'])
})

const eras = ['modern', 'mcp', 'plain'] as const
const changes = eras.flatMap(from => eras.filter(to => to !== from).map(to => [from, to] as const))

for (const [from, to] of changes) {
  test(`a server that was ${from} and is ${to} now is found out by listing`, async t => {
    const era: Changing = { current: from }
    const { target, servers } = await given(t, changing(era), { protocol: from })
    t.match(await servers.list(target, limits), { ok: true, protocol: from })
    era.current = to
    t.match(await servers.list(target, limits), { ok: true, protocol: to })
    t.match(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  })

  test(`a server that was ${from} and is ${to} now is found out by its answer to a call`, async t => {
    const era: Changing = { current: from }
    const { asked, target, servers } = await given(t, changing(era), { protocol: from })
    t.match(await servers.call(target, listTool, call), { ok: true, output: 'done' })
    era.current = to
    t.match(await servers.call(target, listTool, call), { ok: true, output: 'done' })
    const before = asked.length
    t.match(await servers.call(target, listTool, call), { ok: true, output: 'done' })
    t.equal(asked.length, before + 1, 'it is known from then on')
  })
}

test('a mark that its new protocol does not allow makes a tool useless, and is said to', async t => {
  const inputSchema = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }
  for (const protocol of ['plain', 'mcp', 'modern'] as const) {
    const { methods, target, servers } = await given(t, changing({ current: 'modern' }), { protocol })
    t.match(await servers.call(target, { ...listTool, inputSchema }, call), {
      ok: false,
      error: {
        code: 'bad-schema',
        message: /^tool server "Orders" has an inputSchema of list .*x-mcp-header of a/,
      },
    })
    t.notOk(methods().slice(1).includes('tools/call'), protocol)
  }
})

test('a server that speaks a version of MCP that nobody knows says so', async t => {
  const { target, servers } = await given(
    t,
    ({ method }) => (method === 'initialize' ? { protocolVersion: '2099-01-01' } : { tools: [] }),
    { protocol: 'mcp' },
  )
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: { code: 'bad-answer', message: /speaks MCP 2099-01-01, which is none of 2025-11-25/ },
  })
})

const outOfReach: [string, number, Json][] = [
  ['401', 401, { code: 'bad-answer', message: 'tool server "Orders" answered 401' }],
  ['429', 429, { code: 'rate-limited', retryable: true }],
  ['503', 503, { code: 'server-failed', retryable: true }],
]
for (const [title, status, error] of outOfReach) {
  test(`a server that answers ${title} is asked one question`, async t => {
    const { asked, target, servers } = await given(
      t,
      (_, response) => void response.writeHead(status).end(),
      {
        protocol: null,
      },
    )
    t.match(await servers.list(target, limits), { ok: false, error })
    t.equal(asked.length, 1)
  })
}

test('calls of an unknown server at the same time share one trial', async t => {
  const { methods, target, servers } = await given(t, changing({ current: 'modern' }), { protocol: null })
  await Promise.all(Array.from({ length: 10 }, () => servers.call(target, listTool, call)))
  t.equal(methods().filter(method => method === 'server/discover').length, 1)
})

test('who waits for a trial waits as long as it may, and the trial goes on for the others', async t => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { methods, target, servers } = await given(
    t,
    async (asked, response) => {
      if (asked.method === 'server/discover') await mayAnswer
      return changing({ current: 'modern' })(asked, response)
    },
    { protocol: null },
  )
  const leave = new AbortController()
  const stays = servers.call(target, listTool, call)
  const leaves = servers.call(target, listTool, { ...call, signal: leave.signal })
  t.match(await servers.call(target, listTool, { ...call, timeoutMs: 50 }), notReady)
  leave.abort()
  t.match(await leaves, { ok: false, error: { code: 'aborted', retryable: false } })
  answer()
  t.match(await stays, { ok: true })
  t.strictSame(methods(), ['server/discover', 'tools/call'])
})

test('a server that is not there is unreachable for every protocol', async t => {
  const { origin } = await serveRaw(t, socket => socket.resetAndDestroy())
  const listing = await servers(t).list(targetAt(origin, null), limits)
  t.match(listing, { ok: false, error: { code: 'reset', retryable: true } })
})

interface Changing {
  current: ToolServerProtocol
}

/** Strict in whatever it speaks at the moment. */
function changing(era: Changing): Answer {
  const result = (method: string) =>
    method === 'tools/list'
      ? { resultType: 'complete', tools }
      : { resultType: 'complete', content: [textPart('done')] }
  let sessions = 0
  return ({ id, method, params, headers }, response) => {
    const isModern = headers['mcp-protocol-version'] === '2026-07-28'
    const isKnown = method === 'tools/list' || method === 'tools/call'
    switch (era.current) {
      case 'modern': {
        const meta = (params?.['_meta'] ?? {}) as { readonly [key: string]: Json }
        if (!isModern || meta['io.modelcontextprotocol/protocolVersion'] === undefined)
          return void response.writeHead(400).end(rpcError(id, -32020))
        if (method === 'server/discover') return { supportedVersions: ['2026-07-28'] }
        if (!isKnown) return void response.writeHead(404).end(rpcError(id, -32601))
        return result(method)
      }
      case 'mcp':
        if (method === 'initialize') {
          response.setHeader('mcp-session-id', `session-${++sessions}`)
          return { protocolVersion: '2025-06-18', capabilities: {} }
        }
        if (headers['mcp-session-id'] !== `session-${sessions}`)
          return void response.writeHead(400).end(rpcError(null, -32000, 'No valid session ID provided'))
        if (method.startsWith('notifications/')) return void response.writeHead(202).end()
        return result(method)
      case 'plain':
        // One that minds headers that it does not know, unlike most.
        if (!isKnown || isModern || headers['mcp-session-id'] !== undefined)
          return void response.writeHead(404).end('Not found')
        return result(method)
    }
  }
}

function servers(t: Test) {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  return createRemoteServers(outbound)
}
