import { test } from 'tap'
import { Observations, placementBounds } from '../../../runtime/placement/observations.ts'
import type { MemberRow } from '../../../runtime/placement/placement-store.ts'

const { absentMs, silentMs, beatMs, trustMs, cutMs, lookGapMs } = placementBounds

function row(changed: Partial<MemberRow> = {}): MemberRow {
  const member = { incarnation: 1, address: 'a:1', version: '1', isDraining: false }
  return { ...member, beats: 1, quietMs: 0, isPresent: true, ...changed }
}

/** Looks every half second. @returns when it is dead; null: not within the looks */
function deathAfter(looks: readonly MemberRow[]): number | null {
  const observations = new Observations()
  for (const [n, seen] of looks.entries()) {
    observations.look([seen], n * beatMs)
    if (observations.dead(n * beatMs).length > 0) return n * beatMs
  }
  return null
}

test('others wait longer than a node trusts itself', async t => {
  t.ok(silentMs > trustMs)
  t.ok(absentMs > cutMs)
  t.ok(lookGapMs > 2 * beatMs && lookGapMs < silentMs)
})

test('silence is death after its time, and with its session gone after less', async t => {
  t.equal(deathAfter(Array.from({ length: 10 }, () => row())), Math.ceil(silentMs / beatMs) * beatMs)
  const gone = Array.from({ length: 9 }, () => row({ isPresent: false }))
  t.equal(deathAfter([row(), ...gone]), Math.ceil(absentMs / beatMs) * beatMs)
})

test('a session that was never seen says nothing: PostgreSQL may have restarted', async t => {
  const gone = Array.from({ length: 10 }, () => row({ isPresent: false }))
  t.equal(deathAfter(gone), Math.ceil(silentMs / beatMs) * beatMs)
})

test('whoever beats is alive, session or not', async t => {
  t.equal(deathAfter(Array.from({ length: 20 }, (_, n) => row({ beats: n, isPresent: false }))), null)
})

test('the clock of the store may jump as far as it likes', async t => {
  const jumps = [0, 60_000, -60_000, 3_600_000, 0, 5, 10_000]
  t.equal(
    deathAfter(jumps.map((quietMs, n) => row({ beats: n, quietMs }))),
    null,
    'forwards and backwards, while it beats',
  )
  const silent = [row({ quietMs: 1e9 }), ...Array.from({ length: 9 }, () => row({ quietMs: 1e9 }))]
  t.equal(deathAfter(silent), Math.ceil(silentMs / beatMs) * beatMs)
})

test('a beat is at most as old as the look before', async t => {
  const observations = new Observations()
  observations.look([row()], 0)
  observations.look([row({ beats: 2, quietMs: 400, isPresent: false })], 500)
  t.equal(observations.nextDeath(500), 100 + absentMs)
  observations.look([row({ beats: 3, quietMs: 9_000, isPresent: false })], 900)
  t.equal(observations.nextDeath(900), 500 + absentMs)
})

test('after a gap nobody is judged by what was before it', async t => {
  const observations = new Observations()
  observations.look([row()], 0)
  observations.look([row()], 10_000)
  t.strictSame(observations.dead(10_000), [])
  t.equal(observations.nextDeath(10_000), 10_000 + silentMs)
  observations.forget()
  observations.look([row()], 10_100)
  t.equal(observations.nextDeath(10_100), 10_100 + silentMs)
})

test('whoever is not listed any more is forgotten', async t => {
  const observations = new Observations()
  observations.look([row()], 0)
  observations.look([], 500)
  t.equal(observations.nextDeath(500), Infinity)
})
