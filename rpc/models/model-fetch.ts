// Gives the AI SDK the guarded outbound client as its fetch: network policy, deadlines, bounds in bytes. A
// body is handed on while it arrives. Used by ai-model.ts.
// 1. It calls the origin of the model's URL and no other.
// 2. A silence within an answer ends it (`idleMs`), as an OutboundError with the code `timeout`.
// 3. What arrives before its reader is ready is handed on as one piece: each costs a walk through the
//    streams of the SDK.
import type { Clock } from '../../runtime/clock.ts'
import { type BodyReader, type Outbound, OutboundError, type OutboundHead } from '../outbound/outbound.ts'
import { Pieces } from '../outbound/pieces.ts'

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
  /** Awaited before more of the body is handed on. */
  readonly ready?: (() => Promise<void>) | undefined
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
  { outbound, clock, times, totalMs, maxBytes, ready }: ModelFetchParts,
  url: string,
  init: RequestInit,
) {
  const { host } = new URL(url)
  const silent = new AbortController()
  const signal = AbortSignal.any([silent.signal, ...(init.signal ? [init.signal] : [])])
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const listening = new Listening(clock, times.idleMs, () => silent.abort())
  const body = new IncomingBody(listening, ready)
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
  readonly #listening: Listening
  readonly #ready: (() => Promise<void>) | undefined
  readonly #pieces = new Pieces()
  #controller!: ReadableStreamDefaultController<Uint8Array>
  /** Wakes the reader, who waits for more. */
  #wake: () => void = () => {}
  /** Nothing more arrives. */
  #isOver = false
  /** Nobody reads on. */
  #isLeft = false

  constructor(listening: Listening, ready: (() => Promise<void>) | undefined) {
    this.#listening = listening
    this.#ready = ready
    this.stream = new ReadableStream(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => this.#handOn(),
        cancel: () => {
          this.#isLeft = true
          this.#close()
        },
      },
      { highWaterMark: 0 },
    )
  }

  get heldBytes(): number {
    return this.#pieces.sizeBytes
  }

  read(chunk: Buffer): boolean {
    if (this.#isOver) return true
    this.#listening.heard()
    this.#pieces.add(chunk)
    this.#wake()
    return false
  }

  end(): void {
    this.#close()
  }

  fail(error: unknown): void {
    if (this.#isOver) return
    this.#isLeft = true
    this.#close()
    this.#controller.error(error)
  }

  async #handOn(): Promise<void> {
    if (this.heldBytes === 0 && !this.#isOver)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    await this.#ready?.()
    if (this.#isLeft) return
    if (this.heldBytes > 0) this.#controller.enqueue(this.#pieces.take())
    if (this.#isOver) this.#controller.close()
  }

  #close(): void {
    this.#isOver = true
    this.#listening.end()
    this.#wake()
  }
}

/** Calls `onSilence` when nothing is heard for so long. */
class Listening {
  readonly #clock: Pick<Clock, 'after'>
  readonly #idleMs: number
  readonly #onSilence: () => void
  #callOff: (() => void) | null = null

  constructor(clock: Pick<Clock, 'after'>, idleMs: number, onSilence: () => void) {
    this.#clock = clock
    this.#idleMs = idleMs
    this.#onSilence = onSilence
  }

  heard(): void {
    this.#callOff?.()
    this.#callOff = this.#clock.after(this.#idleMs, this.#onSilence)
  }

  end(): void {
    this.#callOff?.()
  }
}

function flat(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}
