import { Random } from '../simulation/random.ts'

/** The same order for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = new Random(seed)
  return items
    .map(item => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
