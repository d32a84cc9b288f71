// Whatever happens to nodes and their database, no shard has two owners and none is forgotten.
import tap, { test } from 'tap'
import { simulatePlacement } from './simulate-placement.ts'

/** More of them: `npm run simulate:placement -- --seeds 10000`. */
const seeds = 40

/** However busy the machine is, ms. */
tap.setTimeout(300_000)

test('in every world the laws hold', async t => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= seeds; seed++) {
    const world = await simulatePlacement(seed)
    for (const [what, times] of world.counts) counts.set(what, (counts.get(what) ?? 0) + times)
    if (world.failure) t.fail(`seed ${seed}: ${world.failure.message}`, { failure: world.failure })
  }
  for (const what of ['kill', 'pause', 'cut', 'away', 'stop', 'answer', 'commit'])
    t.ok((counts.get(what) ?? 0) >= 10, `${what}: ${counts.get(what) ?? 0} times`)
})

test('the same seed gives the same world', async t => {
  for (let seed = 1; seed <= 2; seed++)
    t.equal((await simulatePlacement(seed)).hash, (await simulatePlacement(seed)).hash, `seed ${seed}`)
})
