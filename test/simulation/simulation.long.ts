// The proof by simulation (docs/internals/goals.md, R5): whatever happens to the service, what it promised
// holds.
import tap, { test } from 'tap'
import { holdLaws, oftenEnough, seen, seenInClusters } from './worlds.ts'

/** More of them: `npm run simulate -- --seeds 100000`. */
const seeds = 2_000
/** Worlds of clusters of one to five nodes. More: `npm run simulate -- --nodes any --seeds 10000`. */
const clusterSeeds = 120

/** However busy the machine is, ms. */
tap.setTimeout(900_000)

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
