// The proof by simulation (docs/internals/goals.md, R5): whatever happens to the service, what it promised
// holds.
import tap, { type Test, test } from 'tap'
import { simulate } from './simulate.ts'

/** More of them: `npm run simulate -- --seeds 100000`. */
const seeds = 2_000

/** However busy the machine is, ms. */
tap.setTimeout(600_000)

/** What a proof must have seen, or it proves nothing. */
const seen = [
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
  ...['schedule', 'set', 'fell-due', 'run-begun', 'run-started', 'run-refused', 'run-ended'],
]

/** What is enough of each. */
const oftenEnough = 50

/** Worlds of clusters of one to five nodes. More: `npm run simulate -- --nodes any --seeds 10000`. */
const clusterSeeds = 80

/** How often a proof about clusters must have seen these at least. */
const seenInClusters = {
  ...{ crash: 10, stop: 5, leave: 3, join: 5, 'pause a node': 15, 'pause at a commit': 15, 'kill a host': 5 },
  ...{ 'cut a way': 8, 'cut a link': 5, 'heal the links': 8, 'end a session': 8, 'seq taken': 5 },
  ...{ 'database away': 2, 'database away for a node': 10, 'commit lost-after': 20 },
  ...{ start: 100, decide: 100, 'approval-decided': 50, ended: 100, 'chat answered': 20, 'run-ended': 5 },
}

test('in every world the laws hold, at every moment and in the end', async t => {
  const counts = await holdLaws(t, seeds, 0)
  for (const what of seen)
    t.ok((counts.get(what) ?? 0) >= oftenEnough, `${what}: ${counts.get(what) ?? 0} times`)
})

test('they hold for the nodes of a cluster, which own each shard once', async t => {
  const counts = await holdLaws(t, clusterSeeds, 'any')
  for (const [what, least] of Object.entries(seenInClusters))
    t.ok((counts.get(what) ?? 0) >= least, `${what}: ${counts.get(what) ?? 0} times`)
})

test('the same seed gives the same world', async t => {
  for (let seed = 1; seed <= 20; seed++) {
    const [once, again] = [await simulate(seed), await simulate(seed)]
    t.equal(once.hash, again.hash, `seed ${seed}, ${once.tasks} tasks`)
  }
  t.not((await simulate(1)).hash, (await simulate(2)).hash)
})

test('the same seed gives the same cluster', async t => {
  for (const seed of [12, 13, 14]) {
    const [once, again] = [await simulate(seed, { nodes: 3 }), await simulate(seed, { nodes: 3 })]
    t.equal(once.hash, again.hash, `seed ${seed}, ${once.tasks} tasks`)
  }
})

async function holdLaws(t: Test, most: number, nodes: 'any' | 0): Promise<Map<string, number>> {
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
