// The engine on node:http: strict, and slower than uWebSockets.js. http/server.ts starts it where that does
// not load, and for HTTP_ENGINE=node.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { engineHeadLimitBytes, headerCountLimit } from '../pipeline/guard.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { NodeExchange } from './node-exchange.ts'

/** @throws {Error} when it cannot listen */
export async function startNode(options: EngineOptions): Promise<Engine> {
  let open = 0
  /** Connections with a refused request: the parser still reads the rest of the packet. */
  const refused = new WeakSet<Socket>()
  const server = createServer(
    {
      insecureHTTPParser: false,
      maxHeaderSize: engineHeadLimitBytes,
      // The guard must see and answer these itself.
      requireHostHeader: false,
      headersTimeout: options.bodyTimeoutMs,
      requestTimeout: options.bodyTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, options.bodyTimeoutMs),
      // A stream counts as stalled when the client leaves 64 KiB untaken.
      highWaterMark: 65_536,
    },
    (req, res) => {
      if (refused.has(req.socket)) return
      if (!isKnownVersion(req.httpVersion)) return refuse('HPE_INVALID_VERSION', req.socket)
      // HTTP/1.0 has no chunks (RFC 9112, 6.1).
      if (req.httpVersion === '1.0' && req.headers['transfer-encoding'] !== undefined)
        return refuse('', req.socket)
      open++
      res.once('close', () => open--)
      options.serve(new NodeExchange(req, res, options, () => void refused.add(req.socket)))
    },
  )
  // One more than the guard allows, so that the guard refuses.
  server.maxHeadersCount = headerCountLimit + 1
  const refuse = (code: string | undefined, socket: Duplex) => answer(code, socket, options.requestId(''))
  server.on('clientError', ({ code }: { code?: string }, socket) => refuse(code, socket))
  // As uWebSockets.js does: an unknown expectation is no reason to refuse.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('connect', (_req, socket) => refuse('HPE_INVALID_METHOD', socket))
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    stopListening: () => {
      server.close()
      server.closeIdleConnections()
    },
    get openCount() {
      return open
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: Server, { host, port }: EngineOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => {
      reject(new Error(`cannot listen on ${host}:${port}: ${cause.message}. Set another PORT`, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

/** The parser accepts 0.9 and 2.0 as well, though no client sends them in this form. */
function isKnownVersion(version: string): boolean {
  return version === '1.1' || version === '1.0'
}

/**
 * Input that the parser refuses never becomes an Exchange: it is answered here, and the connection is closed.
 */
function answer(code: string | undefined, socket: Duplex, requestId: string): void {
  if (!socket.writable || (socket as Socket).bytesWritten > 0) return void socket.destroy()
  const { status, word, message, extra } = refusals[code ?? ''] ?? refusals['']!
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `X-Request-Id: ${requestId}\r\nX-Error-Code: ${word}\r\n${extra ?? ''}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const refusals: Readonly<Record<string, { status: string; word: string; message: string; extra?: string }>> =
  {
    '': { status: '400 Bad Request', word: 'bad-request', message: 'the request is not valid HTTP/1.1' },
    HPE_INVALID_VERSION: {
      status: '505 HTTP Version Not Supported',
      word: 'bad-request',
      message: 'the request is not HTTP/1.1',
    },
    HPE_HEADER_OVERFLOW: {
      status: '431 Request Header Fields Too Large',
      word: 'header-too-large',
      message: `the head of the request is over ${engineHeadLimitBytes} bytes`,
    },
    HPE_INVALID_METHOD: {
      status: '405 Method Not Allowed',
      word: 'method-not-allowed',
      message: 'this method is not allowed here',
      extra: 'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n',
    },
    ERR_HTTP_REQUEST_TIMEOUT: {
      status: '408 Request Timeout',
      word: 'request-timeout',
      message: 'the request took too long to arrive',
    },
  }
