// Reports failures that a host tries again, which nobody else would hear of, to the main thread, which logs
// them. Of each kind it reports the first at once, then one every `troubleMs` with their number.
import type { Clock } from '../clock.ts'
import { Repeats } from '../process/repeats.ts'
import type { FromHost } from '../system/frames.ts'

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
