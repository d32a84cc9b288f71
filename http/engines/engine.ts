// What an HTTP engine is. Two implement it: uws.ts (uWebSockets.js) and node.ts (node:http). An engine
// parses, makes an Exchange of each request, and hands it to `serve`, which answers.
import type { Exchange } from '../exchange.ts'

export interface EngineOptions {
  /** `127.0.0.1`, `::`, ... */
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
  /** Trusted proxies in front, see http/pipeline/client-address.ts. */
  readonly trustProxy: number
  /** Deadline for the body after its head; then the connection is dropped. */
  readonly bodyTimeoutMs: number
  readonly requestId: (sent: string) => string
  readonly serve: (exchange: Exchange) => void
}

export interface Engine {
  /** The port that it listens on. */
  readonly port: number
  /** Takes no new connections; open ones stay. */
  stopListening(): void
  /** Requests without a complete answer, streams included. */
  readonly openCount: number
  /** Drops every connection. */
  close(): Promise<void>
}

/** @throws {Error} naming host and port, when it cannot listen there */
export type StartEngine = (options: EngineOptions) => Promise<Engine>

/** Value of the first header of a name in a flat list, empty when there is none. */
export function headerOf(fields: readonly string[], name: string): string {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1]!
  return ''
}
