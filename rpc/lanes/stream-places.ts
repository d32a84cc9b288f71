// Bounds the streams that one credential keeps open (GET, `subscriptions/listen`): each costs a socket, a
// feed and a heartbeat. Used by lanes.ts.
import { Failure } from '../../domain/failure.ts'
import type { LaneAnswer } from './lane-answer.ts'

/** More than any client has tabs and sessions. */
export const streamLimit = 100

export class StreamPlaces {
  /** Open streams per principal. */
  readonly #open = new Map<string, number>()

  /**
   * Returns the answer; a lasting stream takes a place until it ends.
   * @throws {Failure} rate-limited: no place is free; the stream has been closed
   */
  hold(principal: string, answer: LaneAnswer): LaneAnswer {
    if (answer.type !== 'stream' || answer.isLasting !== true) return answer
    const { source } = answer
    const count = this.#open.get(principal) ?? 0
    if (count >= streamLimit) {
      source.over?.()
      const message = `${streamLimit} streams of this credential are open on /rpc, the most that may be: close one first`
      throw new Failure('rate-limited', message, { limit: streamLimit, retryAfterMs: 1_000 })
    }
    this.#open.set(principal, count + 1)
    const held = {
      ...(source.isTransient && { isTransient: source.isTransient }),
      open: source.open.bind(source),
      farewell: () => source.farewell?.() ?? null,
      over: () => {
        source.over?.()
        this.#leave(principal)
      },
    }
    return { ...answer, source: held }
  }

  #leave(principal: string): void {
    const rest = this.#open.get(principal)! - 1
    if (rest === 0) this.#open.delete(principal)
    else this.#open.set(principal, rest)
  }
}
