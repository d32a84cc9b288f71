// Servers on loopback for the tests of what goes out: a real node:http server, or a raw socket that says
// anything.
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'

export interface Loopback {
  readonly origin: string
  /** Connections accepted so far. */
  readonly connections: () => number
}

interface Closing {
  teardown(end: () => Promise<void>): unknown
}

/** An HTTP server that ends with the test. */
export function serve(t: Closing, listener: RequestListener): Promise<Loopback> {
  return listen(t, createServer({ keepAliveTimeout: 60_000 }, listener))
}

/** A server that speaks no HTTP unless `speak` does. */
export function serveRaw(t: Closing, speak: (socket: Socket) => void): Promise<Loopback> {
  return listen(t, createRawServer(speak))
}

async function listen(t: Closing, server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', socket => {
    accepted++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, connections: () => accepted }
}
