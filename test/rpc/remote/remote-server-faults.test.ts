// The ways in which a tool server can be bad (goal R4 of docs/internals/goals.md), in every protocol, each
// against a real socket: the call ends by
// its deadline with an error that names the server and what it did.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { type Test, test } from 'tap'
import type { ToolError } from '../../../domain/tools/tool.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import { probes } from '../../support/probes.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'
import { serve, serveRaw } from '../loopback.ts'
import { call as anyCall, listTool, targetAt } from './given.ts'

const protocols = ['plain', 'mcp', 'modern'] as const
type Protocol = (typeof protocols)[number]

/** Ends a call whose failure is not its being late; a late one ends by `shortMs`. */
const longMs = 30_000
const shortMs = 400

async function call(t: Test, url: string, protocol: Protocol, timeoutMs = longMs): Promise<ToolError> {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const servers = createRemoteServers(outbound)
  const result = await servers.call(targetAt(url, protocol), listTool, { ...anyCall, timeoutMs })
  if (result.ok) throw new Error(`expected a failure, got ${JSON.stringify(result.output)}`)
  t.match(result.error.message, /^tool server "Orders" /, 'P92 the call ends and names the server')
  return result.error
}

/** A server that does what a session needs to begin, and is bad to the call itself. */
function bad(t: Test, speak: (socket: Socket, id: number) => void) {
  return serveRaw(t, socket => {
    let request = ''
    socket.on('data', chunk => {
      request += chunk
      const [head, body = ''] = request.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head!)?.[1])
      if (Buffer.byteLength(body) < length) return
      request = ''
      const { id, method } = JSON.parse(body)
      const session = { protocolVersion: '2025-11-25', capabilities: {} }
      if (method === 'initialize') socket.write(http('200 OK', [], reply(id, session)))
      else if (method === 'tools/call') speak(socket, id)
      else socket.write(http('202 Accepted', [], ''))
    })
  })
}

function http(status: string, headers: readonly string[], body: string | Buffer): Buffer {
  const head = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from(body)])
}

const reply = (id: unknown, result: unknown = { content: [] }) =>
  JSON.stringify({ jsonrpc: '2.0', id, result })

for (const protocol of protocols) {
  const fault = (title: string, run: (t: Test) => Promise<unknown>) =>
    test(`${protocol}: ${title}`, async t => {
      probes(t, 92)
      await run(t)
    })

  fault('a server that is not there is unreachable, and the call may be tried again', async t => {
    const gone = createServer()
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise(resolve => gone.close(resolve))
    t.match(await call(t, `http://127.0.0.1:${port}`, protocol), {
      code: 'unreachable',
      message: /could not be reached/,
      retryable: true,
    })
  })

  fault('a server that accepts and says nothing times out', async t => {
    const { origin } = await bad(t, () => {})
    t.match(await call(t, origin, protocol, shortMs), { code: 'timeout', retryable: true })
  })

  for (const type of ['application/json', 'text/event-stream']) {
    fault(`a server that drips its answer times out: ${type}`, async t => {
      const { origin } = await bad(t, socket => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`)
        const timer = setInterval(() => socket.write(' '), 10)
        socket.on('close', () => clearInterval(timer))
      })
      t.match(await call(t, origin, protocol, shortMs), { code: 'timeout', retryable: true })
    })

    fault(`an answer without end is cut at the limit: ${type}`, async t => {
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const { origin } = await bad(t, socket => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk)) {}
        }
        socket.on('drain', pour)
        pour()
      })
      t.match(await call(t, origin, protocol), { code: 'too-large', retryable: false })
    })
  }

  fault('a status of 500 is named, and the call may be tried again', async t => {
    const { origin } = await bad(t, socket => socket.end(http('500 Oops', [], 'stack trace')))
    t.match(await call(t, origin, protocol), {
      code: 'server-failed',
      message: /answered 500$/,
      retryable: true,
    })
  })

  fault('a status of 429 is named with its Retry-After, and the call may be tried again', async t => {
    const { origin } = await bad(t, socket => socket.end(http('429 Slow', ['retry-after: 7'], '')))
    t.match(await call(t, origin, protocol), {
      code: 'rate-limited',
      message: /answered 429 \(retry after 7\)/,
      retryable: true,
      retryAfterMs: 7_000,
    })
  })

  fault('an answer of 100 MB is refused', async t => {
    const { origin } = await bad(t, socket => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * 1024 * 1024}\r\n\r\n`)
      for (let sent = 0; sent < 32; sent++) socket.write(Buffer.alloc(65_536, 32))
    })
    t.match(await call(t, origin, protocol), { code: 'too-large', retryable: false })
  })

  fault('a gzip bomb is refused', async t => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32))
    const { origin } = await bad(t, socket => socket.end(http('200 OK', ['content-encoding: gzip'], bomb)))
    t.match(await call(t, origin, protocol), { code: 'too-large', retryable: false })
  })

  fault('a connection that is reset may be tried again', async t => {
    const { origin } = await bad(t, socket => socket.resetAndDestroy())
    t.match(await call(t, origin, protocol), { code: 'reset', retryable: true })
  })

  fault('a redirect is not followed', async t => {
    let followed = 0
    const elsewhere = await serve(t, (_request, response) => {
      followed++
      response.end(reply(1))
    })
    for (const status of ['302 Found', '307 Temporary Redirect']) {
      const { origin } = await bad(t, socket =>
        socket.end(http(status, [`location: ${elsewhere.origin}`], '')),
      )
      t.match(await call(t, origin, protocol), { code: 'redirect', retryable: false })
    }
    t.equal(followed, 0)
  })

  fault('a server that cannot do TLS is named', async t => {
    const { origin } = await serveRaw(t, socket => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    })
    const url = origin.replace('http:', 'https:')
    t.match(await call(t, url, protocol), { code: 'bad-tls', retryable: false })
  })

  fault('a certificate that nobody vouches for is named', async t => {
    const server = createTlsServer({ cert: certificate, key: certificateKey })
    await new Promise<void>(resolve => server.on('tlsClientError', () => {}).listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    t.match(await call(t, `https://127.0.0.1:${port}`, protocol), {
      code: 'bad-tls',
      message: /SELF_SIGNED|UNABLE_TO_VERIFY/,
      retryable: false,
    })
  })

  for (const [title, bodyOf, message] of badAnswers()) {
    fault(`a server that answers ${title} is told from one that works`, async t => {
      const { origin } = await bad(t, (socket, id) =>
        socket.end(http('200 OK', ['content-type: application/json'], bodyOf(id))),
      )
      t.match(await call(t, origin, protocol), { code: 'bad-answer', message, retryable: false })
    })
  }
}

function badAnswers(): [string, (id: number) => string, RegExp][] {
  const deep = '['.repeat(100) + ']'.repeat(100)
  return [
    ['what is not JSON', () => '<html>hello</html>', /not JSON: <html>hello/],
    ['half of a reply', id => reply(id).slice(0, -3), /not JSON/],
    ['a reply with another id', () => reply(99), /with the id 99 to the request \d+$/],
    ['a reply without an id', () => reply(undefined), /with the id none to the request \d+$/],
    ['two replies in a row', id => reply(id) + reply(id), /not JSON/],
    ['a batch of two replies', id => `[${reply(id)},${reply(id)}]`, /2 replies to one request/],
    ['nothing', () => '', /empty body/],
    ['no JSON-RPC', () => '{"ok":true}', /not a JSON-RPC 2.0 response/],
    ['neither result nor error', id => `{"jsonrpc":"2.0","id":${id}}`, /neither a result nor an error/],
    [
      'result and error',
      id => `{"jsonrpc":"2.0","id":${id},"result":1,"error":null}`,
      /neither a result nor an error/,
    ],
    ['a result nested too deep', id => reply(id).replace('[]', deep), /nested deeper/],
  ]
}
