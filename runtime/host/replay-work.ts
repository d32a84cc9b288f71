// How much a host would have to replay for one actor, and whether that is enough for a snapshot. The actor's
// activation holds it. It counts events and bytes, not time, so that the same life has the same snapshots,
// also in the simulator.
import { bounds } from '../config.ts'

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

  /** Counts one more entry. */
  add(events: number, bytes: number): void {
    this.#events += events
    this.#bytes += bytes
  }

  /** Counts from zero again: a snapshot was written or restored. @param snapshotBytes 0 without one */
  restart(snapshotBytes: number): void {
    this.#events = 0
    this.#bytes = 0
    this.#snapshotBytes = snapshotBytes
  }

  /** Of the last snapshot and the entries since. */
  get bytes(): number {
    return this.#snapshotBytes + this.#bytes
  }

  /** A snapshot is due only after as many bytes of entries as the last one had: large ones stay rare. */
  get isEnough(): boolean {
    // A snapshot that is too large would hold up its commit.
    if (this.#snapshotBytes + this.#bytes > bounds.largestSnapshotBytes) return false
    const isMuch = this.#events >= this.#afterEvents || this.#bytes >= bounds.snapshotBytes
    return isMuch && this.#bytes >= this.#snapshotBytes
  }
}
