// The HTTP server: a pipeline on an engine. It uses uWebSockets.js where its binary loads, else node:http;
// both pass the same suite (test/contracts/http-engine.ts). main.ts starts it, and closes it on the way down.
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine, EngineOptions } from './engines/engine.ts'
import { startNode } from './engines/node.ts'
import { startUws } from './engines/uws.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import { createRequestIds } from './pipeline/request-id.ts'

export interface ServerOptions {
  readonly pipeline: Pipeline
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
  /** `uws` falls back to `node` where it does not load. Default `uws`. */
  readonly engine?: 'uws' | 'node'
  /** Trusted proxies in front, default 0. */
  readonly trustProxy?: number
  /** Deadline for a whole request to arrive, default 10 s. */
  readonly bodyTimeoutMs?: number
}

export interface HttpServer {
  readonly engine: 'uws' | 'node'
  readonly port: number
  /**
   * Takes no new connections, ends streams, waits for requests under way to get their answers, then drops the
   * rest.
   * @param graceMs how long it waits for them, default 8 s: the whole way down may take 25 s (main.ts)
   */
  close(graceMs?: number): Promise<void>
}

const pollMs = 10

/** @throws {Error} naming host and port, when it cannot listen there */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  const { pipeline, host, port, trustProxy = 0, bodyTimeoutMs = 10_000 } = options
  const engineOptions: EngineOptions = {
    host,
    port,
    trustProxy,
    bodyTimeoutMs,
    requestId: createRequestIds(),
    serve: pipeline.serve,
  }
  const uws = options.engine === 'node' ? null : await startUws(engineOptions)
  const engine = uws ?? (await startNode(engineOptions))
  return {
    engine: uws === null ? 'node' : 'uws',
    port: engine.port,
    close: (graceMs = 8_000) => close(engine, pipeline, graceMs),
  }
}

async function close(engine: Engine, pipeline: Pipeline, graceMs: number): Promise<void> {
  engine.stopListening()
  pipeline.drain()
  const deadline = performance.now() + graceMs
  while (engine.openCount > 0 && performance.now() < deadline) await delay(pollMs)
  await engine.close()
}
