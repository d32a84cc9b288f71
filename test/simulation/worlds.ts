// Worlds by their seeds, and what enough of them must have seen.
import type { Test } from 'tap'
import { simulate } from './simulate.ts'

/** What a proof must have seen, or it proves nothing. */
export const seen = [
  ...['committed', 'slow', 'lost-before', 'lost-after', 'late'].map(outcome => `commit ${outcome}`),
  ...['ok', 'slow', 'retryable', 'busy', 'fatal', 'unreachable', 'reply-lost', 'reset', 'garbage'].map(
    outcome => `tool ${outcome}`,
  ),
  ...[
    'read lost',
    'seq taken',
    'start refused',
    'kill a host',
    'crash',
    'kill after a commit',
    'stop',
    'jump',
  ],
  ...['start', 'cancel', 'decide', 'event', 'continue', 'fork', 'echo'],
  ...['attempt-failed', 'step-parked', 'step-recovered', 'step-skipped', 'wait-started', 'event-received'],
  ...['approval-requested', 'approval-voted', 'approval-decided', 'ended'],
  ...['child-started', 'child-abandoned', 'child-cancelled', 'parent-told', 'tool failed-after-effect'],
  ...['follower-told', 'follower heard', 'chat answered'],
  ...['item given', 'item given to a retry', 'counted', 'compared'],
  ...['schedule', 'set', 'fell-due', 'run-begun', 'run-started', 'run-refused', 'run-ended'],
]

/** What is enough of each. */
export const oftenEnough = 50

/** How often a proof about clusters must have seen these at least. */
export const seenInClusters = {
  ...{ crash: 10, stop: 5, leave: 3, join: 5, 'pause a node': 15, 'pause at a commit': 15, 'kill a host': 5 },
  ...{ 'cut a way': 8, 'cut a link': 5, 'heal the links': 8, 'end a session': 8, 'seq taken': 5 },
  ...{ 'database away': 2, 'database away for a node': 10, 'commit lost-after': 20 },
  ...{ start: 100, decide: 100, 'approval-decided': 50, ended: 100, 'chat answered': 20, 'run-ended': 5 },
  ...{ 'item given': 60, counted: 5, compared: 10 },
}

/** Simulates the seeds 1 to `most`. @returns how often each thing happened */
export async function holdLaws(t: Test, most: number, nodes: 'any' | 0): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const flags = nodes === 0 ? '' : ` --nodes ${nodes}`
  for (let seed = 1; seed <= most; seed++) {
    const world = await simulate(seed, { nodes })
    for (const [what, times] of world.counts) counts.set(what, (counts.get(what) ?? 0) + times)
    const { failure } = world
    if (failure)
      t.fail(`seed ${seed}: ${failure.message}\nnpm run simulate -- --seed ${seed}${flags}`, { failure })
  }
  return counts
}
