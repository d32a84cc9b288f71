// Gives the AI SDK the guarded outbound client as its fetch: network policy, deadlines, bounds in bytes. A
// body is handed on while it arrives. Used by ai-model.ts.
// 1. It calls the origin of the model's URL and no other.
// 2. A silence within an answer ends it (`idleMs`), as an OutboundError with the code `timeout`.
import type { Clock } from '../../runtime/clock.ts'
import { type BodyReader, type Outbound, OutboundError, type OutboundHead } from '../outbound/outbound.ts'

export interface ModelTimes {
  readonly connectMs: number
  /** Until the answer begins. A large model may think for long. */
  readonly firstByteMs: number
  /** Longest silence within an answer. */
  readonly idleMs: number
}

export const modelTimes: ModelTimes = { connectMs: 5_000, firstByteMs: 60_000, idleMs: 30_000 }

export interface ModelFetchParts {
  readonly outbound: Outbound
  readonly clock: Pick<Clock, 'after'>
  readonly url: string
  readonly times: ModelTimes
  /** Of the whole call, retries not included. */
  readonly totalMs: number
  readonly maxBytes: number
}

export function modelFetch(parts: ModelFetchParts): typeof fetch {
  const { origin, host } = new URL(parts.url)
  return async (input, init = {}) => {
    const url = String(input)
    if (URL.parse(url)?.origin !== origin)
      throw new OutboundError('bad-url', host, `the model is at ${host} and nowhere else`)
    return send(parts, url, init)
  }
}

function send(
  { outbound, clock, times, totalMs, maxBytes }: ModelFetchParts,
  url: string,
  init: RequestInit,
) {
  const { host } = new URL(url)
  const silent = new AbortController()
  const signal = AbortSignal.any([silent.signal, ...(init.signal ? [init.signal] : [])])
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const body = new IncomingBody(clock, times.idleMs, () => silent.abort())
  const timeouts = { connectMs: times.connectMs, firstByteMs: times.firstByteMs, totalMs }
  const openBody = (head: OutboundHead) => {
    // What is no success is short, and read as a whole.
    if (head.status !== 200) return null
    resolve(new Response(body.stream, { status: head.status, headers: new Headers(head.headers) }))
    return body
  }
  outbound
    .request({
      ...{ method: init.method === 'GET' ? 'GET' : 'POST', url, headers: flat(init.headers), signal },
      ...{ body: typeof init.body === 'string' ? init.body : undefined, timeouts, maxBytes, openBody },
    })
    .then(
      answer => {
        const content = answer.body.length === 0 ? null : new Uint8Array(answer.body)
        resolve(new Response(content, { status: answer.status, headers: new Headers(answer.headers) }))
        body.end()
      },
      (error: unknown) => {
        const isSilence = silent.signal.aborted
        const told = isSilence ? new OutboundError('timeout', host, `${host} fell silent`) : error
        reject(told)
        body.fail(told)
      },
    )
  return promise
}

/** The body as the outbound client reads it, and as a stream. */
class IncomingBody implements BodyReader {
  readonly stream: ReadableStream<Uint8Array>
  readonly #clock: Pick<Clock, 'after'>
  readonly #idleMs: number
  readonly #onSilence: () => void
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #callOff: (() => void) | null = null
  #isOver = false

  constructor(clock: Pick<Clock, 'after'>, idleMs: number, onSilence: () => void) {
    this.#clock = clock
    this.#idleMs = idleMs
    this.#onSilence = onSilence
    this.stream = new ReadableStream(
      {
        start: controller => {
          this.#controller = controller
        },
        cancel: () => {
          this.#close()
        },
      },
      { highWaterMark: 64 * 1024, size: chunk => chunk?.length ?? 0 },
    )
  }

  get heldBytes(): number {
    return this.#isOver ? 0 : Math.max(0, 64 * 1024 - (this.#controller.desiredSize ?? 0))
  }

  read(chunk: Buffer): boolean {
    if (this.#isOver) return true
    this.#listen()
    this.#controller.enqueue(new Uint8Array(chunk))
    return false
  }

  end(): void {
    if (this.#isOver) return
    this.#close()
    this.#controller.close()
  }

  fail(error: unknown): void {
    if (this.#isOver) return
    this.#close()
    this.#controller.error(error)
  }

  #listen(): void {
    this.#callOff?.()
    this.#callOff = this.#clock.after(this.#idleMs, this.#onSilence)
  }

  #close(): void {
    this.#isOver = true
    this.#callOff?.()
  }
}

function flat(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}
