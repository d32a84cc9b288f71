// The proof by simulation (docs/internals/goals.md, R5): whatever happens to the service, what it promised
// holds.
import tap, { test } from 'tap'
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

test('in every world the laws hold, at every moment and in the end', async t => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= seeds; seed++) {
    const world = await simulate(seed)
    for (const [what, times] of world.counts) counts.set(what, (counts.get(what) ?? 0) + times)
    const { failure } = world
    if (failure)
      t.fail(`seed ${seed}: ${failure.message}\nnpm run simulate -- --seed ${seed} --seeds 1`, { failure })
  }
  for (const what of seen) t.ok((counts.get(what) ?? 0) >= 50, `${what}: ${counts.get(what) ?? 0} times`)
})

test('the same seed gives the same world', async t => {
  for (let seed = 1; seed <= 20; seed++) {
    const [once, again] = [await simulate(seed), await simulate(seed)]
    t.equal(once.hash, again.hash, `seed ${seed}, ${once.tasks} tasks`)
  }
  t.not((await simulate(1)).hash, (await simulate(2)).hash)
})
