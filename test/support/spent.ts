// What is good for one use, in memory (storage/requests/spent.ts).
import type { Spent } from '../../storage/requests/spent.ts'

export function spentHere(): Spent {
  const used = new Set<string>()
  return {
    async spend(what) {
      const isFirst = !used.has(what)
      used.add(what)
      return isFirst
    },
  }
}
