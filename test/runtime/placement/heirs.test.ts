import { test } from 'tap'
import { heirOf } from '../../../runtime/placement/heirs.ts'
import { type Member, shardCount, shardOf } from '../../../runtime/placement/placement.ts'
import { versionsFit } from '../../../runtime/placement/versions.ts'

const member = (n: number, isDraining = false): Member => {
  return { incarnation: n, address: `10.0.0.${n}:7070`, version: '1.0.0', isDraining }
}
const all = Array.from({ length: shardCount }, (_, shard) => shard)
const heirs = (members: readonly Member[]) => all.map(shard => heirOf(shard, members)?.incarnation ?? null)

test('a node more takes from the others, and gives nothing to any of them', async t => {
  const before = heirs([member(1), member(2)])
  const after = heirs([member(1), member(2), member(3)])
  t.ok(all.every(shard => after[shard] === before[shard] || after[shard] === 3))
})

test('of up to ten nodes each has a share, none twice its part', async t => {
  for (let count = 1; count <= 10; count++) {
    const found = heirs(Array.from({ length: count }, (_, n) => member(n + 1)))
    for (let n = 1; n <= count; n++) {
      const share = found.filter(heir => heir === n).length
      t.ok(share > 0 && share <= Math.max(shardCount / count, 1) * 2, `${share} of ${count}`)
    }
  }
})

test('whoever drains has none, and when all do nobody has', async t => {
  t.notOk(heirs([member(1), member(2, true)]).includes(2))
  t.ok(heirs([member(1, true)]).every(heir => heir === null))
})

test('a node that comes back has the shards that it had, whatever the order of the list', async t => {
  const back = { ...member(1), incarnation: 9 }
  const before = heirs([member(1), member(2)])
  const after = heirs([member(2), back])
  t.ok(all.every(shard => (before[shard] === 1) === (after[shard] === 9)))
  t.ok(!heirs([back, member(1), member(2)]).includes(1), 'of two with one address the later has them')
})

test('addresses of actors are spread over all shards', async t => {
  const counts = new Map<number, number>()
  for (let n = 0; n < 25_600; n++) {
    const shard = shardOf(`exec_${n}`)
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  t.equal(counts.size, shardCount)
  t.ok(Math.max(...counts.values()) < 200)
})

test('two versions fit that are one minor version apart at most', async t => {
  t.ok(versionsFit('1.4.0', '1.4.9'))
  t.ok(versionsFit('1.4.0', '1.5.0') && versionsFit('1.5.0', '1.4.0'))
  t.notOk(versionsFit('1.4.0', '1.6.0'))
  t.notOk(versionsFit('1.4.0', '2.4.0'))
  t.ok(versionsFit('development', 'development'))
  t.notOk(versionsFit('development', '1.0.0'))
})
