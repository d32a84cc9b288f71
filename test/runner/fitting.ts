// Which of the longer proofs run where there is not time for all.
import type { Group } from './groups.ts'

/**
 * Seconds that each takes on two quiet processors beside another one, measured; those that find most in a
 * second stand first.
 */
const seconds: Readonly<Record<string, number>> = {
  'test/simulation/simulation.long.ts': 240,
  'test/chaos/chaos.long.ts': 260,
  'test/chaos/cluster/cluster.long.ts': 220,
  'test/product/chat/races.long.ts': 200,
  'test/planner/corpus.long.ts': 150,
  'test/planner/played/played.long.ts': 20,
  'test/planner/laws/laws.long.ts': 40,
  'test/planner/laws/lost-words.long.ts': 40,
  'test/planner/laws/missing-tools.long.ts': 60,
  'test/planner/laws/mutants.long.ts': 40,
  'test/planner/laws/values.long.ts': 30,
  'test/planner/laws/verbs.long.ts': 40,
  'test/planner/corpus/sentences.long.ts': 30,
  'test/language/notation/laws.long.ts': 60,
  'test/stall/stall.long.ts': 120,
  'test/fuzz/fuzz.long.ts': 250,
  'test/probes/ids.long.ts': 100,
  'test/simulation/placement/placement.long.ts': 200,
  'test/simulation/mutants.long.ts': 900,
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
