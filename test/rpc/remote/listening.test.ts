// The stream on which a server with a session says that its tools have changed.
import type { ServerResponse } from 'node:http'
import { type Test, test } from 'tap'
import { event, given } from './given.ts'

const initialized = (listChanged: boolean) => ({
  ...{ protocolVersion: '2025-06-18', capabilities: { tools: { listChanged } } },
  serverInfo: { name: 'x', version: '1' },
})

/** @param onStream answers the GET */
async function listening(t: Test, onStream: (response: ServerResponse) => void, listChanged = true) {
  const { asked, target, servers } = await given(
    t,
    ({ method, verb }, response) => {
      if (verb === 'GET') return void onStream(response)
      if (method === 'initialize') {
        response.setHeader('mcp-session-id', 's1')
        return initialized(listChanged)
      }
      response.writeHead(202).end()
      return undefined
    },
    { protocol: 'mcp' },
  )
  const gets = () => asked.filter(({ verb }) => verb === 'GET')
  const ending = new AbortController()
  t.teardown(() => ending.abort())
  const listen = (onToolsChanged = () => {}) =>
    servers.listen(target, { signal: ending.signal, onToolsChanged })
  return { ending, gets, listen }
}

const sse = { 'content-type': 'text/event-stream' }
const changed = event({ method: 'notifications/tools/list_changed' })

test('each word of a server that its tools have changed is heard, until the stream ends', async t => {
  const { gets, listen } = await listening(t, response => {
    response.writeHead(200, sse)
    response.write(changed)
    response.write(event({ id: 7, method: 'ping' }))
    response.write(event({ method: 'notifications/message', params: {} }))
    response.end(changed)
  })
  let heard = 0
  t.equal(await listen(() => heard++), 'ended')
  t.equal(heard, 2)
  t.match(gets(), [{ headers: { 'mcp-session-id': 's1', accept: /text\/event-stream/ } }])
})

test('a stream is closed when nobody listens any more', async t => {
  const closed = Promise.withResolvers<void>()
  const { ending, listen } = await listening(t, response => {
    response.once('close', () => closed.resolve())
    response.writeHead(200, sse)
    response.write(changed)
  })
  await listen(() => ending.abort())
  await closed.promise
})

test('a server that declares no changes is not asked, and one without a stream says so', async t => {
  const silent = await listening(t, response => void response.end(), false)
  t.equal(await silent.listen(), 'none')
  t.strictSame(silent.gets(), [])
  const without = await listening(t, response => void response.writeHead(405).end())
  t.equal(await without.listen(), 'none')
  const failing = await listening(t, response => void response.writeHead(503).end())
  t.equal(await failing.listen(), 'failed')
})

test('few streams are open at a time to one origin', async t => {
  const opened = Array.from({ length: 16 }, () => Promise.withResolvers<void>())
  let count = 0
  const { ending, listen } = await listening(t, response => {
    response.writeHead(200, sse).flushHeaders()
    opened[count++]?.resolve()
  })
  const all = opened.map(() => listen())
  await Promise.all(opened.map(({ promise }) => promise))
  t.equal(await listen(), 'none')
  ending.abort()
  await Promise.all(all)
  t.equal(count, 16)
})
