// Chance that follows from a seed: the only source of it in the simulation, so that a seed is a whole world.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  }

  /** In [0, 1). Mulberry32, Tommy Ettinger. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.next() * n)
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!
  }

  /** One of the names, as often as its weight says. */
  weighed<N extends string>(weights: { readonly [name in N]: number }): N {
    const entries = Object.entries(weights) as [N, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return entries.at(-1)![0]
  }
}
