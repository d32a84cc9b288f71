// Which of the longer proofs run where there is not time for all.
import type { Group } from './groups.ts'

/**
 * Seconds that each takes on two quiet processors beside another one, measured; those that find most in a
 * second stand first.
 */
const seconds: Readonly<Record<string, number>> = {
  'test/simulation/simulation.long.ts': 150,
}

/** A proof that nobody has measured. */
const unknown = 120

/** @returns those that `jobs` at once can end within the minutes, and the files of the others */
export function fitting(groups: readonly Group[], jobs: number, minutes: number) {
  const ends = Array.from({ length: jobs }, () => 0)
  const rank = ([file = '']: Group) => Object.keys(seconds).indexOf(file) + 1 || Number.POSITIVE_INFINITY
  const fits: Group[] = []
  const leftOut: string[] = []
  for (const group of groups.toSorted((a, b) => rank(a) - rank(b))) {
    const end = Math.min(...ends) + group.reduce((sum, file) => sum + (seconds[file] ?? unknown), 0)
    if (end > minutes * 60) leftOut.push(...group)
    else {
      fits.push(group)
      ends[ends.indexOf(Math.min(...ends))] = end
    }
  }
  return { fits, leftOut }
}
