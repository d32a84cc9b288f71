// The engine on node:http: slower than uWebSockets.js, and strict. Used where that does not load, and by HTTP_ENGINE=node.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { headerCountLimit, headLimitBytes } from '../guard.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { NodeExchange } from './node-exchange.ts'

/** @throws {Error} when it cannot listen */
export async function startNode(options: EngineOptions): Promise<Engine> {
  let open = 0
  const server = createServer(
    {
      insecureHTTPParser: false,
      maxHeaderSize: headLimitBytes,
      // The guard wants to see and to answer these itself.
      requireHostHeader: false,
      headersTimeout: options.bodyTimeoutMs,
      requestTimeout: options.bodyTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, options.bodyTimeoutMs),
      // A stream counts as stalled when the client leaves 64 KiB untaken.
      highWaterMark: 65_536,
    },
    (req, res) => {
      open++
      res.once('close', () => open--)
      options.serve(new NodeExchange(req, res, options))
    },
  )
  // One more than the guard lets pass, so that it is the guard that refuses.
  server.maxHeadersCount = headerCountLimit + 1
  server.on('clientError', refuse)
  server.on('connect', (_req, socket) => refuse({ code: 'HPE_INVALID_METHOD' }, socket))
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

/** What the parser does not take never becomes an Exchange: it is answered here, and the connection closed. */
function refuse({ code }: { code?: string | undefined }, socket: Duplex): void {
  if (!socket.writable || (socket as Socket).bytesWritten > 0) return void socket.destroy()
  const { status, word, message, extra } = refusals[code ?? ''] ?? refusals['']!
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `X-Error-Code: ${word}\r\n${extra ?? ''}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const refusals: Readonly<Record<string, { status: string; word: string; message: string; extra?: string }>> =
  {
    '': { status: '400 Bad Request', word: 'bad-request', message: 'the request is not valid HTTP/1.1' },
    HPE_HEADER_OVERFLOW: {
      status: '431 Request Header Fields Too Large',
      word: 'header-too-large',
      message: `the head of the request is over ${headLimitBytes} bytes`,
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
