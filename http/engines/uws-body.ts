// The body of a request of uWebSockets.js. It is collected from the head on, even when nobody wants it,
// because data without a listener is lost. Its size is Content-Length, which the guard has checked. A body
// that arrives too slowly is cut off together with its connection.
import type { HttpResponse } from 'uWebSockets.js'

export class UwsBody {
  readonly #timer: NodeJS.Timeout
  #chunks: Uint8Array[] = []
  #isComplete = false
  #isDropped = false
  #done: ((bytes: Uint8Array) => void) | null = null

  constructor(res: HttpResponse, timeoutMs: number) {
    this.#timer = setTimeout(() => res.close(), timeoutMs)
    res.onData((chunk, isLast) => this.#take(new Uint8Array(chunk), isLast))
  }

  read(done: (bytes: Uint8Array) => void): void {
    if (this.#isComplete) done(Buffer.concat(this.#chunks))
    else this.#done = done
  }

  /** The request is over: the rest is read and dropped. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#isDropped = true
    this.#chunks = []
  }

  /** @param chunk valid only during the call */
  #take(chunk: Uint8Array, isLast: boolean): void {
    if (this.#isDropped) return
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
