// Places for calls of one server: so many at once, and a bounded line of those that wait. Used by
// stdio-server.ts.
import type { WaitEnd, Waiter } from '../within-deadline.ts'

export class Places {
  readonly #places: number
  readonly #waitingAtMost: number
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(places: number, waitingAtMost: number) {
    this.#places = places
    this.#free = places
    this.#waitingAtMost = waitingAtMost
  }

  get areUnused(): boolean {
    return this.#free === this.#places
  }

  /** @returns a function that gives the place back; or why there is none */
  enter({ deadline, signal }: Waiter): Promise<(() => void) | WaitEnd | 'full'> | (() => void) | 'full' {
    if (this.#free > 0) {
      this.#free--
      return this.#leave
    }
    if (this.#waiting.size >= this.#waitingAtMost) return 'full'
    return new Promise(resolve => {
      const end = (result: (() => void) | WaitEnd) => {
        this.#waiting.delete(take)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(result)
      }
      const take = () => end(this.#leave)
      const abort = () => end('aborted')
      const timer =
        deadline === undefined ? undefined : setTimeout(() => end('timeout'), deadline - Date.now())
      signal?.addEventListener('abort', abort)
      this.#waiting.add(take)
      if (signal?.aborted) abort()
    })
  }

  /** A place goes to who has waited longest. */
  readonly #leave = (): void => {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else next()
  }
}
