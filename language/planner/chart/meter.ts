// What the reading of one prompt costs, counted and not timed: the same prompt and tools give the same
// answer on any machine. Where it is spent, nothing is guessed from what was found so far.

export interface Meter {
  /** In attempts of a part at a place, some microseconds each. */
  work: number
  readonly limit: number
}

/** The prompt can be read in too many ways. */
export class TooMuch {}

export function spend(meter: Meter, work: number): void {
  meter.work += work
  // No Error: nobody looks at its stack.
  if (meter.work > meter.limit) throw new TooMuch()
}

/** What it gives as long as the work lasts. */
export function asFarAsPaid<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return otherwise
  }
}

export function unlimited(): Meter {
  return { work: 0, limit: Number.POSITIVE_INFINITY }
}
