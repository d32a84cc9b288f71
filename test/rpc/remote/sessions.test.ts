// Sessions of MCP 2025: against the official SDK's server, and against one that forgets.
import type { ServerResponse } from 'node:http'
import { type Test, test } from 'tap'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import { sdkServer } from '../../support/servers/sdk-server.ts'
import { serve } from '../loopback.ts'
import {
  type Asked,
  call,
  event,
  given,
  limits,
  listTool,
  notReady,
  rpcError,
  targetAt,
  textPart,
} from './given.ts'

async function givenSdk(t: Test) {
  const sdk = sdkServer()
  const { origin } = await serve(t, sdk.listener)
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const servers = createRemoteServers(outbound)
  const target = targetAt(`${origin}/mcp`, null)
  const listing = await servers.list(target, limits)
  if (!listing.ok) throw new Error(listing.error.message)
  const tool = (name: string) => listing.tools.find(one => one.name === name)!
  return { ...sdk, servers, listing, tool, target: { ...target, protocol: listing.protocol } }
}

test('the SDK server is spoken to in one session', async t => {
  const { servers, sessions, listing, target, tool } = await givenSdk(t)
  t.match(listing, { protocol: 'mcp', refused: [] })
  t.strictSame(
    listing.tools.map(({ name }) => name),
    ['add', 'work', 'wait', 'ask', 'fail'],
  )
  t.match(tool('add'), { effect: 'read', annotations: { readOnlyHint: true, idempotentHint: true } })
  const sum = await servers.call(target, tool('add'), { ...call, args: { a: 1, b: 2 } })
  t.strictSame(sum, { ok: true, output: { sum: 3 } })
  t.match(await servers.call(target, tool('fail'), { ...call, args: {} }), {
    ok: false,
    error: { code: 'tool-failed', message: 'no such order' },
  })
  t.equal(sessions.size, 1)
})

test('a session that the SDK server has forgotten is opened once more', async t => {
  const { servers, sessions, target, tool } = await givenSdk(t)
  sessions.clear()
  const sum = await servers.call(target, tool('add'), { ...call, args: { a: 1, b: 2 } })
  t.strictSame(sum, { ok: true, output: { sum: 3 } })
  t.equal(sessions.size, 1)
})

test('closing ends the session of the SDK server', async t => {
  const { servers, sessions } = await givenSdk(t)
  t.equal(sessions.size, 1)
  await servers.close()
  t.equal(sessions.size, 0)
})

test('what a tool of the SDK server says while it works is passed on', async t => {
  const { servers, target, tool } = await givenSdk(t)
  const heard: ToolProgress[] = []
  const result = await servers.call(target, tool('work'), {
    ...call,
    args: {},
    onProgress: progress => heard.push(progress),
  })
  t.strictSame(result, { ok: true, output: 'done' })
  t.strictSame(heard, [
    ...[1, 2, 3].map(done => ({ type: 'progress', done, total: 3, message: `step ${done}` })),
    { type: 'log', level: 'warning', data: { left: 0 }, logger: 'work' },
  ])
})

test('a cancelled call is cancelled at the SDK server', async t => {
  const { servers, target, tool, waiting, cancelled } = await givenSdk(t)
  const cancel = new AbortController()
  const result = servers.call(target, tool('wait'), { ...call, args: {}, signal: cancel.signal })
  await waiting
  cancel.abort()
  t.match(await result, { ok: false, error: { code: 'aborted' } })
  await cancelled
})

test('a person whom the SDK server asks for is not there', async t => {
  const { servers, target, tool } = await givenSdk(t)
  t.match(await servers.call(target, tool('ask'), { ...call, args: {} }), {
    ok: false,
    error: { code: 'tool-failed', message: /does not support/ },
  })
})

/** Streamable HTTP with sessions, replies as events. Forgets its session at the nth request in one. */
function forgetful({ forgetsAt, status = 404 }: { forgetsAt: number | null; status?: number }) {
  let opened = 0
  let asked = 0
  let valid: string | null = null
  return ({ id, method, headers, verb }: Asked, response: ServerResponse): undefined => {
    const reply = (message: object) => {
      response.setHeader('content-type', 'text/event-stream')
      response.end(event({ id, ...message }))
    }
    if (verb === 'DELETE') return void response.writeHead(405).end()
    if (method === 'initialize') {
      valid = `session-${++opened}`
      response.setHeader('mcp-session-id', valid)
      return void reply({ result: { protocolVersion: '2025-06-18', capabilities: {} } })
    }
    if (headers['mcp-session-id'] === undefined)
      return void response.writeHead(400).end(rpcError(null, -32000, 'not initialized'))
    if (++asked === forgetsAt) valid = null
    if (headers['mcp-session-id'] !== valid)
      return void response.writeHead(status).end(rpcError(null, -32000, 'Bad Request: no valid session'))
    if (method.startsWith('notifications/')) return void response.writeHead(202).end()
    return void reply({
      result: method === 'tools/list' ? { tools: [{ name: 'list' }] } : { content: [textPart('done')] },
    })
  }
}

test('a server that demands initialize is given a session, once', async t => {
  const { asked, methods, target, servers } = await given(t, forgetful({ forgetsAt: null }), {
    protocol: null,
  })
  t.match(await servers.list(target, limits), { ok: true, protocol: 'mcp', tools: [{ name: 'list' }] })
  const known = { ...target, protocol: 'mcp' } as const
  t.strictSame(await servers.call(known, listTool, call), { ok: true, output: 'done' })
  const opening = ['server/discover', 'initialize', 'notifications/initialized']
  t.strictSame(methods(), [...opening, 'tools/list', 'tools/call'])
  t.equal(asked[1]!.params['protocolVersion'], '2025-11-25')
  t.equal(asked.at(-1)!.headers['mcp-protocol-version'], '2025-06-18')
  t.equal(asked.at(-1)!.headers['mcp-session-id'], 'session-1')
})

for (const status of [404, 400]) {
  test(`a session that is forgotten with ${status} is opened once more, for all that were in it`, async t => {
    const options = { protocol: 'mcp' } as const
    const { methods, target, servers } = await given(t, forgetful({ forgetsAt: 2, status }), options)
    const results = await Promise.all(Array.from({ length: 5 }, () => servers.call(target, listTool, call)))
    t.strictSame(results, Array(5).fill({ ok: true, output: 'done' }))
    t.equal(methods().filter(method => method === 'initialize').length, 2)
  })
}

test('a session that opens slowly is opened for all, whatever time and patience they have', async t => {
  const { promise: mayOpen, resolve: open } = Promise.withResolvers<void>()
  const { methods, target, servers } = await given(
    t,
    async ({ method }) => {
      if (method === 'initialize') await mayOpen
      return method === 'initialize' ? { protocolVersion: '2025-06-18' } : { content: [textPart('done')] }
    },
    { protocol: 'mcp' },
  )
  const hurried = servers.call(target, listTool, { ...call, timeoutMs: 50 })
  const leave = new AbortController()
  const leaves = servers.call(target, listTool, { ...call, signal: leave.signal })
  const stays = servers.call(target, listTool, call)
  t.match(await hurried, notReady)
  leave.abort()
  const left = { ok: false, error: { code: 'aborted', retryable: false } }
  t.match(await leaves, left)
  t.match(await servers.call(target, listTool, { ...call, signal: leave.signal }), left)
  open()
  t.strictSame(await stays, { ok: true, output: 'done' })
  t.strictSame(methods(), ['initialize', 'notifications/initialized', 'tools/call'])
})

test('a server that refuses every session ends the call', async t => {
  const { methods, target, servers } = await given(
    t,
    ({ method }, response) => {
      if (method === 'initialize') {
        response.setHeader('mcp-session-id', 'always')
        return { protocolVersion: '2025-06-18' }
      }
      return void response.writeHead(404).end()
    },
    { protocol: 'mcp' },
  )
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: { code: 'bad-answer', message: 'tool server "Orders" answered 404' },
  })
  t.ok(methods().filter(method => method === 'tools/call').length <= 2)
})

test('a server without session ids is spoken to without them', async t => {
  const { asked, target, servers } = await given(
    t,
    ({ method }) =>
      method === 'initialize' ? { protocolVersion: '2025-03-26' } : { content: [textPart('done')] },
    { protocol: 'mcp' },
  )
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  t.equal(asked.at(-1)!.headers['mcp-session-id'], undefined)
  t.equal(asked.at(-1)!.headers['mcp-protocol-version'], '2025-03-26')
})

test('a call that is cancelled or late is cancelled in the session, by its id', async t => {
  for (const ending of ['abort', 'deadline']) {
    const cancelled = Promise.withResolvers<Asked>()
    const cancel = new AbortController()
    const { asked, target, servers } = await given(
      t,
      (one, response) => {
        if (one.method === 'initialize') return { protocolVersion: '2025-06-18' }
        if (one.method === 'tools/call' && ending === 'abort') cancel.abort()
        if (one.method === 'notifications/cancelled') cancelled.resolve(one)
        if (one.method.startsWith('notifications/')) response.writeHead(202).end()
        return undefined
      },
      { protocol: 'mcp' },
    )
    const timeoutMs = ending === 'abort' ? 30_000 : 1_000
    const result = await servers.call(target, listTool, { ...call, timeoutMs, signal: cancel.signal })
    t.match(result, { ok: false, error: { code: ending === 'abort' ? 'aborted' : 'timeout' } })
    const { params } = await cancelled.promise
    t.equal(params['requestId'], asked.find(({ method }) => method === 'tools/call')!.id)
  }
})
