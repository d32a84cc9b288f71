// Chance with a seed: the same seed draws the same faults in the same order. Timing stays the machine's.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1): mulberry32. @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)]!
  }

  shuffled<T>(things: readonly T[]): T[] {
    return things
      .map(thing => ({ thing, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ thing }) => thing)
  }
}
