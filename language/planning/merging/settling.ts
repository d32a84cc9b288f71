// What a person has chosen, while two sides are merged: what was looked up is met. Called by merged-plan.ts.
import type { Chosen } from './choices.ts'

/** By path: the side that a person has chosen. */
export type Settled = ReadonlyMap<string, Chosen>

export class Settling {
  readonly #settled: Settled
  readonly #met = new Set<string>()

  constructor(settled: Settled) {
    this.#settled = settled
  }

  at(path: string): Chosen | undefined {
    const chosen = this.#settled.get(path)
    if (chosen !== undefined) this.#met.add(path)
    return chosen
  }

  /** Was something chosen inside of the value at this path? */
  isWithin(path: string): boolean {
    return [...this.#settled.keys()].some(each => each.startsWith(`${path}.`) || each.startsWith(`${path}[`))
  }

  /** Paths that nobody came by. */
  unmet(): readonly string[] {
    return [...this.#settled.keys()].filter(path => !this.#met.has(path))
  }

  /** Paths at which the other side was chosen. */
  against(side: Chosen): readonly string[] {
    return [...this.#settled].flatMap(([path, chosen]) => (chosen === side ? [] : [path]))
  }
}
