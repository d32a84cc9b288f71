// What goes wrong in a host and is tried again: nobody else would hear of it. Told to the main thread, which logs it; of
// each kind at once, and then now and then with its number.
import type { Clock } from './clock.ts'
import type { FromHost } from './frames.ts'
import { Repeats } from './repeats.ts'

export class Troubles {
  readonly #repeats: Repeats
  readonly #send: (head: FromHost) => void

  constructor(clock: Clock, send: (head: FromHost) => void) {
    this.#repeats = new Repeats(clock)
    this.#send = send
  }

  note(what: string, error: unknown): void {
    const times = this.#repeats.count(what)
    if (times === null) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#send({ type: 'trouble', what, reason, times })
  }
}
