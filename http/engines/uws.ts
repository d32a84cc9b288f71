// The engine on uWebSockets.js: fast, and loose in its parsing, which the guard makes up for. http/server.ts
// starts it. One wrapper owns every handler.
import type { TemplatedApp } from 'uWebSockets.js'
import { engineHeadLimitBytes } from '../pipeline/guard.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { UwsExchange } from './uws-exchange.ts'

/** The used part of the package: its own types lack `_cfg`, and options together with a host. */
interface Uws {
  App(): UwsApp
  us_listen_socket_close(socket: object): void
  us_socket_local_port(socket: object): number
  _cfg(key: string): void
}

interface UwsApp extends Pick<TemplatedApp, 'any' | 'close'> {
  listen(host: string, port: number, options: number, done: (socket: object | false) => void): void
}

/** Listen option of uSockets: without it a second process shares the port and takes half of the requests. */
const exclusivePort = 1

/**
 * @returns null when there is no binary for this Node and machine
 * @throws {Error} when it cannot listen
 */
export async function startUws(options: EngineOptions): Promise<Engine | null> {
  // The library reads this when it loads: largest head in bytes, also of one that arrives in several packets.
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(engineHeadLimitBytes)
  const uws = (await import('uWebSockets.js').catch(() => null)) as unknown as Uws | null
  if (uws === null) return null
  // The only switch for the `uWebSockets: 20` header.
  uws._cfg('silent')
  const app = uws.App()
  const requests = { open: 0 }
  app.any('/*', (res, req) => {
    requests.open++
    const exchange = new UwsExchange(res, req, options, () => requests.open--)
    options.serve(exchange)
    exchange.leaveHandler()
  })
  const socket = await new Promise<object | false>(resolve => {
    app.listen(options.host, options.port, exclusivePort, resolve)
  })
  if (socket === false)
    throw new Error(`cannot listen on ${options.host}:${options.port}: is the port taken? Set another PORT`)
  return {
    port: uws.us_socket_local_port(socket),
    stopListening: () => uws.us_listen_socket_close(socket),
    get openCount() {
      return requests.open
    },
    async close() {
      app.close()
    },
  }
}
