// A slice of the proof by simulation (simulation.long.ts) for every run of the tests.
import tap, { test } from 'tap'
import { simulate } from './simulate.ts'
import { holdLaws } from './worlds.ts'

/** However busy the machine is, ms. */
tap.setTimeout(600_000)

test('in every world the laws hold, at every moment and in the end', async t => {
  const counts = await holdLaws(t, 60, 0)
  for (const what of ['start', 'crash', 'stop', 'kill a host', 'ended', 'approval-decided', 'commit late'])
    t.ok((counts.get(what) ?? 0) > 0, `${what}: ${counts.get(what) ?? 0} times`)
})

test('they hold for the nodes of a cluster, which own each shard once', async t => {
  const counts = await holdLaws(t, 4, 'any')
  for (const what of ['start', 'pause a node', 'ended'])
    t.ok((counts.get(what) ?? 0) > 0, `${what}: ${counts.get(what) ?? 0} times`)
})

test('the same seed gives the same world', async t => {
  for (let seed = 1; seed <= 5; seed++) {
    const [once, again] = [await simulate(seed), await simulate(seed)]
    t.equal(once.hash, again.hash, `seed ${seed}, ${once.tasks} tasks`)
  }
  t.not((await simulate(1)).hash, (await simulate(2)).hash)
})

test('the same seed gives the same cluster', async t => {
  for (const seed of [12]) {
    const [once, again] = [await simulate(seed, { nodes: 3 }), await simulate(seed, { nodes: 3 })]
    t.equal(once.hash, again.hash, `seed ${seed}, ${once.tasks} tasks`)
  }
})
