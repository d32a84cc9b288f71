// Stands between a client that cannot authenticate, such as the conformance suite, and the server: adds the
// Authorization header and changes nothing else. Host and Origin stay as they were, answers flow through as
// they come, and a client that leaves takes its request upstream with it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BearerProxy {
  readonly url: string
  /** Requests that it has passed on. */
  readonly count: number
  close(): void
}

/** @param upstream origin of the server. @param credential of the header `Authorization: Bearer` */
export async function startBearerProxy(upstream: string, credential: string): Promise<BearerProxy> {
  let count = 0
  const server = createServer((req, res) => {
    count++
    pass(req, res, upstream, credential)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function pass(req: IncomingMessage, res: ServerResponse, upstream: string, credential: string): void {
  const { hostname, port } = new URL(upstream)
  const { connection: _, 'transfer-encoding': chunked, ...headers } = req.headers
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.once('end', () => {
    const body = Buffer.concat(chunks)
    const length = chunked === undefined ? {} : { 'content-length': body.length }
    const onward = request({
      hostname,
      port,
      path: req.url,
      method: req.method,
      headers: { ...headers, ...length, authorization: `Bearer ${credential}` },
    })
    onward.once('response', answer => {
      res.writeHead(answer.statusCode!, answer.headers)
      res.flushHeaders()
      answer.pipe(res)
      answer.once('error', () => res.destroy())
    })
    onward.once('error', () => res.destroy())
    res.once('close', () => onward.destroy())
    onward.end(body)
  })
}
