// The capacity model: invariants of its simulation and its arithmetic, and points that are known.
import { test } from 'tap'
import { fit } from '../../benchmarks/capacity/fit.ts'
import { simulateGroupCommit } from '../../benchmarks/capacity/group-commit.ts'
import {
  capacityOf,
  cellsFor,
  crowdOf,
  firstOf,
  largestUseful,
  loadOf,
  shardUnevenness,
} from '../../benchmarks/capacity/model.ts'
import { databases, measured } from '../../benchmarks/capacity/parameters.ts'

const costs = { commitUs: 300, turnUs: 25, flushMs: 1 }
const machines = databases['8 cores']!

test('a decision that comes alone is durable after one commit, and nobody shares it', async t => {
  const alone = simulateGroupCommit({ hosts: 4, turnsPerSecond: 8, cores: 2, costs, seconds: 60 })
  t.ok(alone.turnsPerCommit < 1.02)
  t.ok(Math.abs(alone.meanMs - 1.325) < 0.05, `${alone.meanMs} ms`)
})

test('whatever comes in is committed, and commits grow with the load', async t => {
  let before = { turnsPerCommit: 0, meanMs: 0 }
  for (const turnsPerSecond of [100, 1_000, 10_000, 40_000]) {
    const found = simulateGroupCommit({ hosts: 2, turnsPerSecond, cores: 2, costs })
    const committed = found.commitsPerSecond * found.turnsPerCommit
    t.ok(Math.abs(committed / turnsPerSecond - 1) < 0.15, `${committed} of ${turnsPerSecond}`)
    t.ok(found.turnsPerCommit > before.turnsPerCommit && found.meanMs > before.meanMs)
    t.ok(found.turnsPerCommit <= 512 && found.busy <= 1.01 && !found.isOverloaded)
    before = found
  }
})

test('the same load in more hosts makes more commits, and more work', async t => {
  const of = (hosts: number) => simulateGroupCommit({ hosts, turnsPerSecond: 8_000, cores: 8, costs })
  const [few, many] = [of(1), of(16)]
  t.ok(many.commitsPerSecond > 4 * few.commitsPerSecond)
  t.ok(many.busy > few.busy)
})

test('past the work of the fullest commits nothing helps', async t => {
  const most = 1e6 / (costs.turnUs + costs.commitUs / 512)
  const of = (share: number) =>
    simulateGroupCommit({ hosts: 4, turnsPerSecond: share * most, cores: 1, costs })
  t.notOk(of(0.85).isOverloaded)
  t.ok(of(1.2).isOverloaded)
})

test('the same seed gives the same, and another one about the same', async t => {
  const of = (seed: number) => simulateGroupCommit({ hosts: 3, turnsPerSecond: 5_000, cores: 2, costs, seed })
  t.strictSame(of(7), of(7))
  t.ok(Math.abs(of(7).turnsPerCommit / of(8).turnsPerCommit - 1) < 0.1)
})

test('what a node showed under 256 connections follows from the parameters', async t => {
  // Measured: 22,560 decisions a second of one host in commits of 105, 104 us of PostgreSQL an execution.
  const turnsPerSecond = 22_560
  const found = simulateGroupCommit({
    hosts: 1,
    turnsPerSecond,
    cores: 1,
    costs: { ...measured, flushMs: 1.6 },
  })
  t.ok(
    found.turnsPerCommit > 105 / 2 && found.turnsPerCommit < 105 * 2,
    `${found.turnsPerCommit} in a commit`,
  )
  const executionUs = (found.busy * 1e6) / (turnsPerSecond / measured.turnsPerExecution)
  t.ok(executionUs > 104 / 1.5 && executionUs < 104 * 1.5, `${executionUs} us`)
})

test('nodes add up to no more than their sum, and a larger PostgreSQL takes no less', async t => {
  const one = capacityOf({ nodes: 1, machines, measured }).executionsPerSecond
  for (const nodes of [2, 3, 8]) {
    const most = capacityOf({ nodes, machines, measured }).executionsPerSecond
    t.ok(most > one && most <= nodes * one * 1.02, `${nodes} nodes: ${most}`)
    const less = capacityOf({ nodes, machines: databases['2 cores']!, measured }).executionsPerSecond
    t.ok(less <= most * 1.02)
  }
})

test('at the most that a cluster takes nothing is over its bound, and a tenth more is', async t => {
  for (const machines of Object.values(databases)) {
    const cluster = { nodes: 4, machines, measured }
    const most = capacityOf(cluster)
    t.ok(firstOf(most).share <= 1.02)
    t.ok(firstOf(loadOf(cluster, most.executionsPerSecond * 1.1)).share > 1)
  }
})

test('what is forwarded is the share that cannot choose, and none of it stays on one node', async t => {
  const forwarded = (nodes: number, keyedShare: number) =>
    loadOf({ nodes, machines: { ...machines, keyedShare }, measured }, 100).forwarded
  t.equal(forwarded(1, 0.5), 0)
  t.equal(forwarded(2, 1), 0.5)
  t.equal(forwarded(4, 0), 0)
  t.equal(forwarded(4, 0.5), 0.375)
})

test('more nodes than connections or shards allow take nothing', async t => {
  t.equal(capacityOf({ nodes: 16, machines, measured }).executionsPerSecond, 0)
  const roomy = { ...machines, maxConnections: 100_000 }
  const crowded = loadOf({ nodes: 300, machines: roomy, measured }, 1_000)
  t.ok(crowded.used.shards > 1 && crowded.used.links > 1)
})

test('shards are even for one node, and less and less so', async t => {
  t.equal(shardUnevenness(1), 1)
  t.ok(shardUnevenness(3) < 1.2)
  t.ok(shardUnevenness(100) > 1.5)
  t.ok([2, 5, 20].every(nodes => shardUnevenness(nodes) >= 1))
})

test('links and beats grow with the square of the nodes', async t => {
  const [few, many] = [crowdOf(50, measured), crowdOf(100, measured)]
  t.equal(crowdOf(3, measured).links, 3)
  t.ok(many.links > 3.9 * few.links && many.beatsBusy > 2 * few.beatsBusy)
  t.equal(crowdOf(1, measured).linksBusy, 0)
})

test('cells take the load, none is larger than is useful, and one load of a node needs one', async t => {
  const cluster = { machines: databases['2 cores']!, measured }
  const largest = largestUseful(cluster)
  t.strictSame(cellsFor(1_000, cluster, largest), { cells: 1, nodesEach: 1 })
  const load = 1_000 * capacityOf({ ...cluster, nodes: 1 }).executionsPerSecond
  const { cells, nodesEach } = cellsFor(load, cluster, largest)
  t.ok(cells * largest.executionsPerSecond >= load)
  t.ok((cells - 1) * largest.executionsPerSecond < load)
  t.ok(nodesEach <= largest.nodes)
})

test('costs that made the points are found again', async t => {
  const points = [1, 10, 100].map(n => [1, n, 300 + 25 * n] as const)
  const { first, second } = fit(points)
  t.ok(Math.abs(first - 300) < 1e-6 && Math.abs(second - 25) < 1e-6)
})
