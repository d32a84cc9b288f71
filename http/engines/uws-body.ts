// The body of a request of uWebSockets.js. It is collected from the head on, even when nobody wants it,
// because data without a listener is lost. Its size is Content-Length, which the guard has checked, or
// bounded here where it comes in chunks. A body that arrives too slowly is cut off together with its
// connection.
import type { HttpResponse } from 'uWebSockets.js'
import { bodyLimitBytes } from '../pipeline/guard.ts'

export class UwsBody {
  readonly #timer: NodeJS.Timeout
  #chunks: Uint8Array[] = []
  #isComplete = false
  #isDropped = false
  #sizeBytes = 0
  #done: ((bytes: Uint8Array | null) => void) | null = null

  constructor(res: HttpResponse, timeoutMs: number) {
    this.#timer = setTimeout(() => res.close(), timeoutMs)
    res.onData((chunk, isLast) => this.#take(new Uint8Array(chunk), isLast))
  }

  /** @param done gets null when the body is larger than one may be */
  read(done: (bytes: Uint8Array | null) => void): void {
    if (this.#isTooLarge) done(null)
    else if (this.#isComplete) done(Buffer.concat(this.#chunks))
    else this.#done = done
  }

  get #isTooLarge(): boolean {
    return this.#sizeBytes > bodyLimitBytes
  }

  /** The request is over: the rest is read and dropped. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#isDropped = true
    this.#chunks = []
  }

  /** @param chunk valid only during the call */
  #take(chunk: Uint8Array, isLast: boolean): void {
    if (this.#isDropped || this.#isTooLarge) return
    this.#sizeBytes += chunk.byteLength
    if (this.#isTooLarge) {
      this.#chunks = []
      return this.#done?.(null)
    }
    if (isLast) {
      this.#isComplete = true
      clearTimeout(this.#timer)
      // Most bodies arrive in one piece and somebody waits for them: these are not copied.
      if (this.#chunks.length === 0 && this.#done !== null) return this.#done(chunk)
    }
    this.#chunks.push(chunk.slice())
    if (isLast) this.#done?.(Buffer.concat(this.#chunks))
  }
}
