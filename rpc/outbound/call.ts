// One request on the wire, as undici drives it. Made by outbound.ts.
// 1. It collects the answer, or passes its body to a reader.
// 2. It enforces the limits of time and size.
// 3. It settles once.
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type BodyReader, flatHeaders, type OutboundHead, type RawAnswer } from './answer.ts'
import { type AnswerBudget, type AnswerReader, freeBytes, turnMs } from './budget.ts'
import type { Deadlines, HasDeadline } from './deadlines.ts'
import { OutboundError, type OutboundErrorCode, toOutboundError } from './outbound-error.ts'
import { Pieces } from './pieces.ts'

export interface CallLimits {
  readonly connectMs: number
  readonly firstByteMs: number
  /** On the clock of performance.now(). */
  readonly endsAt: number
  readonly maxBytes: number
  /** At least maxBytes; for answers that are not compressed. */
  readonly largeBytes: number
}

export interface CallParts {
  readonly method: string
  readonly host: string
  readonly limits: CallLimits
  readonly signal: AbortSignal | undefined
  readonly openBody: ((head: OutboundHead) => BodyReader | null) | undefined
  readonly deadlines: Deadlines
  readonly budget: AnswerBudget
}

/** `draining`: the call has settled, and reads the rest of the answer to keep the connection. */
type Stage = 'connecting' | 'waiting' | 'reading' | 'draining' | 'settled'

/** For the rest of an answer that nobody waits for. */
const drainMs = 500

export class OutboundCall implements Dispatcher.DispatchHandler, HasDeadline, AnswerReader {
  readonly #parts: CallParts
  readonly #resolve: (answer: RawAnswer) => void
  readonly #reject: (error: OutboundError) => void
  #stage: Stage = 'connecting'
  /** When the present stage times out. */
  #stageEndsAt: number
  #controller: Dispatcher.DispatchController | null = null
  #head: OutboundHead = { status: 0, headers: {} }
  #reader: BodyReader | null = null
  readonly #body = new Pieces()
  #sizeBytes = 0
  /** As reported to the budget. */
  #heldBytes = 0

  constructor(
    parts: CallParts,
    resolve: (answer: RawAnswer) => void,
    reject: (error: OutboundError) => void,
  ) {
    this.#parts = parts
    this.#resolve = resolve
    this.#reject = reject
    this.#stageEndsAt = Math.min(performance.now() + parts.limits.connectMs, parts.limits.endsAt)
    parts.deadlines.add(this)
    parts.signal?.addEventListener('abort', this)
  }

  get host(): string {
    return this.#parts.host
  }

  /** The caller's signal. */
  handleEvent(): void {
    this.#fail('aborted', 'was called, and the call was given up')
  }

  checkDeadline(now: number): void {
    if (now < this.#stageEndsAt) return
    const { connectMs, firstByteMs, endsAt } = this.#parts.limits
    if (this.#stage === 'draining') this.#endDraining()
    else if (now >= endsAt) this.#fail('timeout', 'did not answer completely before the deadline of the call')
    else if (this.#stage === 'connecting')
      this.#fail('timeout', `gave no free connection within ${connectMs} ms`)
    else if (this.#stage === 'waiting')
      this.#fail('timeout', `did not begin to answer within ${firstByteMs} ms`)
    else this.#fail('timeout', `took more than ${turnMs} ms for a large answer`)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stage === 'settled') {
      controller.abort(new Error('settled before it was sent'))
      return
    }
    this.#controller = controller
    this.#stage = 'waiting'
    const { firstByteMs, endsAt } = this.#parts.limits
    this.#stageEndsAt = Math.min(performance.now() + firstByteMs, endsAt)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#stage === 'settled') return
    const { method, limits, openBody } = this.#parts
    this.#head = { status, headers: flatHeaders(headers) }
    this.#stage = 'reading'
    this.#stageEndsAt = limits.endsAt
    // The answer to HEAD has a length and no body.
    if (method !== 'HEAD' && Number(headers['content-length']) > limits.largeBytes) this.#failTooLarge()
    // A compressed body is collected, because limits count decoded bytes.
    else if (openBody && headers['content-encoding'] === undefined) this.#reader = openBody(this.#head)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stage === 'settled') return
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes > this.#parts.limits.largeBytes) {
      if (this.#stage === 'draining') this.#endDraining()
      else this.#failTooLarge()
    } else if (this.#stage === 'reading') this.#take(chunk)
  }

  onResponseEnd(): void {
    if (this.#stage === 'draining') return this.#release()
    if (!this.#settle()) return
    this.#resolve({ ...this.#head, body: this.#body.take() })
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#stage === 'draining') return this.#release()
    const isUnanswered = this.#stage !== 'reading'
    if (this.#settle()) this.#reject(toOutboundError(error, this.host, isUnanswered))
  }

  /** Called by the budget, perhaps while undici parses another answer, when it cannot resume this one. */
  goOn(forMs: number | null): void {
    const { endsAt } = this.#parts.limits
    this.#stageEndsAt = forMs === null ? endsAt : Math.min(performance.now() + forMs, endsAt)
    setImmediate(() => {
      if (this.#stage === 'reading') this.#controller?.resume()
    })
  }

  #take(chunk: Buffer): void {
    if (this.#reader === null) this.#body.add(chunk)
    else if (this.#reader.read(chunk)) return this.#drain()
    const { budget, limits } = this.#parts
    const before = this.#heldBytes
    this.#heldBytes = this.#reader?.heldBytes ?? this.#sizeBytes
    if (this.#heldBytes <= freeBytes) this.#stageEndsAt = limits.endsAt
    if (!budget.change(this, before, this.#heldBytes)) this.#controller?.pause()
  }

  /** The reader needs no more. */
  #drain(): void {
    if (!this.#settle()) return
    this.#stage = 'draining'
    this.#stageEndsAt = performance.now() + drainMs
    this.#parts.deadlines.add(this)
    this.#resolve({ ...this.#head, body: Buffer.alloc(0) })
  }

  #endDraining(): void {
    this.#release()
    this.#controller?.abort(new Error('nobody waits for the rest'))
  }

  #failTooLarge(): void {
    this.#fail('too-large', `answered with more than ${this.#parts.limits.largeBytes} bytes`)
  }

  #fail(code: OutboundErrorCode, what: string): void {
    const isUnanswered = this.#stage !== 'reading'
    if (!this.#settle()) return
    const error = new OutboundError(code, this.host, `${this.host} ${what}`, { isUnanswered })
    this.#reject(error)
    this.#controller?.abort(error)
  }

  /** True the first time. */
  #settle(): boolean {
    if (this.#stage === 'settled' || this.#stage === 'draining') return false
    this.#release()
    this.#parts.signal?.removeEventListener('abort', this)
    return true
  }

  #release(): void {
    this.#stage = 'settled'
    this.#parts.deadlines.delete(this)
    this.#parts.budget.leave(this, this.#heldBytes)
    this.#heldBytes = 0
  }
}
