// Counts figures by range, cheap enough for every request and every commit. Hosts fill histograms and send
// them as plain data to the main thread (actors/host-figures.ts); http/ turns them into metrics.

/** How many figures fell into each range, those above the last bound at the end, and their sum. */
export interface Distribution {
  readonly counts: readonly number[]
  readonly sum: number
}

export class Histogram implements Distribution {
  /** Upper ends of the ranges, ascending. */
  readonly bounds: readonly number[]
  #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.#counts = bounds.map(() => 0).concat(0)
  }

  get counts(): readonly number[] {
    return this.#counts
  }

  get sum(): number {
    return this.#sum
  }

  observe(figure: number): void {
    let range = 0
    while (range < this.bounds.length && figure > this.bounds[range]!) range++
    this.#counts[range]!++
    this.#sum += figure
  }

  /** Adds what another one with the same bounds has counted. */
  add({ counts, sum }: Distribution): void {
    counts.forEach((count, range) => {
      this.#counts[range]! += count
    })
    this.#sum += sum
  }

  /** Returns what it counted since the last call, and starts from zero. */
  take(): Distribution {
    const taken = { counts: this.#counts, sum: this.#sum }
    this.#counts = this.#counts.map(() => 0)
    this.#sum = 0
    return taken
  }
}
