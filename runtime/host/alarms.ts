// The timers of a host's near alarms, one per address; the host sets them after each turn.
// 1. Only alarms within `alarmHorizonMs` have a timer. Later ones are rows; the system wakes their actors
//    when they come near (runtime/system/waking.ts).
// 2. An alarm only asks the state what is due. A clock that jumps makes it early or late, never lost.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'

interface Armed {
  readonly at: number
  readonly hasRung: boolean
  readonly callOff: () => void
}

export class Alarms {
  readonly #clock: Clock
  readonly #ring: (address: string) => void
  readonly #armed = new Map<string, Armed>()

  constructor(clock: Clock, ring: (address: string) => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /** Replaces the alarm of the address. @param at Unix ms, null for none */
  set(address: string, at: number | null): void {
    const armed = this.#armed.get(address)
    const now = this.#clock.now()
    // A timer whose time has passed is late, because the clock jumped: it is armed anew.
    if (armed && armed.at === at && !armed.hasRung && at > now) return
    armed?.callOff()
    this.#armed.delete(address)
    if (at === null) return
    // It rang and the state still names this time: it was early, or changed nothing.
    const isAgain = armed?.hasRung === true && armed.at === at
    const delayMs = Math.max(at - now, isAgain ? bounds.alarmAgainMs : 0)
    if (delayMs <= bounds.alarmHorizonMs) this.#arm(address, at, delayMs)
  }

  /** Calls off the alarms of these addresses. */
  drop(isDropped: (address: string) => boolean): void {
    for (const [address, { callOff }] of this.#armed) {
      if (!isDropped(address)) continue
      callOff()
      this.#armed.delete(address)
    }
  }

  clear(): void {
    for (const { callOff } of this.#armed.values()) callOff()
    this.#armed.clear()
  }

  #arm(address: string, at: number, delayMs: number): void {
    const callOff = this.#clock.after(delayMs, () => {
      this.#armed.set(address, { at, hasRung: true, callOff: () => {} })
      this.#ring(address)
    })
    this.#armed.set(address, { at, hasRung: false, callOff })
  }
}
