// What a chaos run found broken: how often each law, and the first few cases of each in words.

const casesKept = 5

export class Violations {
  readonly counts = new Map<string, number>()
  readonly cases: string[] = []
  /** Laws that were looked at, with how many things each was held against. */
  readonly held = new Map<string, number>()

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** @param describe says what was found instead */
  expect(law: string, isKept: boolean, describe: () => string): void {
    this.held.set(law, (this.held.get(law) ?? 0) + 1)
    if (isKept) return
    const count = (this.counts.get(law) ?? 0) + 1
    this.counts.set(law, count)
    if (count <= casesKept) this.cases.push(`${law}: ${describe()}`)
  }
}
