// How much an actor would have to replay if it left memory now, and when that is enough to keep its state beside its
// entries. Told by events and bytes, not by a clock: the same life has the same snapshots, also in the simulator.
import { bounds } from './config.ts'

export class ReplayWork {
  readonly #afterEvents: number
  /** Since the last snapshot. */
  #events = 0
  #bytes = 0
  /** Size of the last snapshot; 0 without one. */
  #snapshotBytes = 0

  constructor(afterEvents: number = bounds.snapshotEvents) {
    this.#afterEvents = afterEvents
  }

  /** An entry more. */
  add(events: number, bytes: number): void {
    this.#events += events
    this.#bytes += bytes
  }

  /** The state is kept as of now. */
  restart(snapshotBytes: number): void {
    this.#events = 0
    this.#bytes = 0
    this.#snapshotBytes = snapshotBytes
  }

  /** A snapshot costs no more than the entries since the last one did, so that large states are not written all the time. */
  get isEnough(): boolean {
    // What is too large would hold up the commit that it is part of.
    if (this.#snapshotBytes + this.#bytes > bounds.largestSnapshotBytes) return false
    const isMuch = this.#events >= this.#afterEvents || this.#bytes >= bounds.snapshotBytes
    return isMuch && this.#bytes >= this.#snapshotBytes
  }
}
