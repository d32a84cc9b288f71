// The near alarms of a host, one per address. Far ones are rows of the journal, found by whoever looks for what falls due
// (runtime/system.ts); a clock that jumps makes an alarm early or late, never lost, since the state is asked what is due.
import type { Clock } from './clock.ts'
import { bounds } from './config.ts'

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

  /** @param at Unix ms, null for none; what was set before for the address is called off */
  set(address: string, at: number | null): void {
    const armed = this.#armed.get(address)
    const now = this.#clock.now()
    // One that should have rung by now is late, because the clock has jumped.
    if (armed && armed.at === at && !armed.hasRung && at > now) return
    armed?.callOff()
    this.#armed.delete(address)
    if (at === null) return
    // It rang and the state still names the same moment: it was early, or there was nothing to decide.
    const isAgain = armed?.hasRung === true && armed.at === at
    const delayMs = Math.max(at - now, isAgain ? bounds.alarmAgainMs : 0)
    if (delayMs <= bounds.alarmHorizonMs) this.#arm(address, at, delayMs)
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
