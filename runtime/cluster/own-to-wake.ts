// Whom a node of a cluster wakes: of all the addresses that the database lists those that are its own. The
// system's scans (runtime/system/waking.ts) see pages as full as those of the database.
import type { FindToWake } from '../system/waking.ts'

export function ownToWake(toWake: FindToWake, owns: (address: string) => boolean): FindToWake {
  return async (which, after, limit) => {
    const found: string[] = []
    for (let last = after; ; ) {
      const page = await toWake(which, last, limit)
      found.push(...page.filter(owns))
      if (page.length < limit || found.length >= limit) return found.slice(0, limit)
      last = page.at(-1)!
    }
  }
}
