// How long a node trusts itself: from when it sent its last beat that counted, never from when the answer
// came. So a process that was paused finds its deadline passed before it does anything, whichever of its
// tasks runs first.
import type { Clock } from '../clock.ts'
import { placementBounds } from './observations.ts'
import type { PlacementEvents } from './placement.ts'

export class OwnDeadline {
  readonly #clock: Clock
  readonly #events: Pick<PlacementEvents, 'lapsed' | 'renewed'>
  #sentAt = -Infinity
  #at = -Infinity
  /** As the engine has heard last. */
  #isLapsed = true
  #cancel = () => {}

  constructor(clock: Clock, events: Pick<PlacementEvents, 'lapsed' | 'renewed'>) {
    this.#clock = clock
    this.#events = events
  }

  get at(): number {
    return this.#at
  }

  get isAhead(): boolean {
    return this.#clock.elapsed() < this.#at
  }

  /** A beat that was sent then has counted. */
  renew(sentAt: number): void {
    this.#sentAt = sentAt
    this.#set(sentAt + placementBounds.trustMs)
  }

  /** The session is gone: others wait less long. */
  cut(): void {
    this.#set(Math.min(this.#at, this.#sentAt + placementBounds.cutMs))
  }

  /** No member any more. */
  end(): void {
    this.#sentAt = -Infinity
    this.#set(-Infinity)
  }

  #set(at: number): void {
    this.#cancel()
    this.#at = at
    this.#events.renewed?.(at)
    this.#tell()
    if (!this.isAhead) return
    // A timer may ring a little before its time.
    this.#cancel = this.#clock.after(Math.ceil(at - this.#clock.elapsed()) + 1, () => this.#tell())
  }

  #tell(): void {
    const isLapsed = !this.isAhead
    if (isLapsed === this.#isLapsed) return
    this.#isLapsed = isLapsed
    this.#events.lapsed(isLapsed)
  }
}
