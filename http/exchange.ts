// One request and its one answer, as the pipeline sees them. A port: http/engines/ implements it on
// uWebSockets.js and on node:http, test/contracts/http-engine.ts holds both to the same laws.
//   1. Everything of the request is readable at any time, also after an await.
//   2. A request with a body in chunks is the last of its connection: what follows the end of its chunks, as
//      the engine reads it, is never another request.
//   3. Exactly one of `send`, `refuse` and `stream` is called. After the client has left, they do nothing.

import type { Span } from '../runtime/tracing/tracing.ts'

/** What a handler may know of the request beyond its validated parts. */
export interface IncomingRequest {
  /** The request's id: a well-formed `X-Request-Id`, else a new one. Every answer carries it. */
  readonly id: string
  /** As sent. Every method that a route can have is in upper case. */
  readonly method: string
  /** Raw path: ASCII, begins with `/`, percent-encoded, without the query. */
  readonly path: string
  /** Raw query without `?`; empty when there is none. */
  readonly query: string
  /** IP address of the client in text, past the trusted proxies. */
  readonly clientAddress: string
  /** The span of the request, when requests are traced; set by the pipeline before a handler sees it. */
  span?: Span | null
  /** All headers as received, flat: name in lower case, value, name, value, ... */
  readonly fields: HeaderList
  /** Value of the first header of this name, empty when there is none. @param name in lower case */
  header(name: string): string
  /** Calls back once when the client leaves before its whole answer is sent, or has left already. */
  onClose(listener: () => void): void
}

/** Headers, flat: name, value, name, value, ... Values of an answer hold no CR, LF or NUL. */
export type HeaderList = readonly string[]

export interface Exchange extends IncomingRequest {
  /** `performance.now()` when its head had been read. */
  readonly receivedAt: number
  /**
   * Collects the request body. The guard has judged its length, where the head says it. Called at most once.
   * @param done gets the bytes, which are valid only during the call, or null when they are more than a body
   *   may have; it is not called when the client leaves
   */
  readBody(done: (bytes: Uint8Array | null) => void): void
  /** Sends a whole answer; for HEAD its headers and length only. @param close ends the connection after it */
  send(status: number, headers: HeaderList, body: string | Uint8Array, close?: boolean): void
  /**
   * Answers a request whose framing is not to be trusted, and closes the connection: what follows on it is
   * not read as another request. Called in the turn of the event loop in which the request came; the answer
   * may go out later.
   */
  refuse(status: number, headers: HeaderList, body: string): void
  /** Sends the headers and leaves the body open. */
  stream(status: number, headers: HeaderList): OpenBody
}

/** The body of a streamed answer. Nothing happens on it after `end` or after the client has left. */
export interface OpenBody {
  /** @returns false when the client does not keep up: write no more until `onDrain` calls back */
  write(chunk: string): boolean
  onDrain(listener: () => void): void
  /** Ends the answer in order. */
  end(): void
  /** Drops the connection, with whatever was not taken from it. */
  abort(): void
}
