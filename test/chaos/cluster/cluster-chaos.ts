// A chaos run with three nodes from its beginning to its verdict: one living cluster, load through HAProxy,
// and a fault again and again. After each the cluster has to be whole and every node has to serve before the
// next one. At the end journal, rows, ledger and streams are held against each other.
import { setTimeout as pause } from 'node:timers/promises'
import { prefixes } from '../../../domain/ids.ts'
import { guard } from '../../support/guard.ts'
import { temporaryDirectory } from '../chaos-database.ts'
import { judge, type Verdict } from '../checks/verdict.ts'
import { Violations } from '../checks/violations.ts'
import { Load } from '../load.ts'
import { populate } from '../populate.ts'
import { Random } from '../random.ts'
import { bystander } from '../workflows.ts'
import { ClusterWorld } from './cluster-world.ts'
import { type ClusterFault, type Strikes, strike } from './faults.ts'
import { Followers, followed } from './followers.ts'
import { SpreadClient } from './spread-client.ts'

export interface ClusterChaosOptions {
  readonly faults: readonly ClusterFault[]
  /** Of each fault. */
  readonly times: number
  readonly seed: number
  /** Starts a second. */
  readonly rate: number
  readonly pauseMs: number
  /** Executions that are followed at once. */
  readonly readers: number
  readonly say: (line: string) => void
}

export interface ClusterOutcome {
  readonly options: ClusterChaosOptions
  readonly strikes: Strikes
  readonly load: Load
  readonly followers: Followers
  readonly verdict: Verdict
  readonly settledMs: number
  readonly violations: Violations
}

/** Whoever is stuck does not get on for this long after everything works again. */
const stuckMs = 60_000
/** Every node serves again after this, or is broken. */
const serveMs = 60_000
/** Between a cluster that is whole and the next fault. */
const calmMs = { least: 200, most: 1_500 }

export class ClusterChaos {
  readonly #options: ClusterChaosOptions
  readonly #directory = temporaryDirectory()
  readonly #guard = guard(this.#directory)
  readonly #begun: (() => unknown)[] = []

  constructor(options: ClusterChaosOptions) {
    this.#options = options
  }

  async run(): Promise<ClusterOutcome> {
    const { faults, seed, rate, readers, pauseMs, say } = this.#options
    const isReplicated = faults.includes('failover')
    const world = await ClusterWorld.start(this.#directory, isReplicated, stop => this.#begun.unshift(stop))
    const { edge, nodes, database, ledger } = world
    const { key, ids } = await populate({ url: edge.url, database, ledger, others: [followed] })
    const client = new SpreadClient(
      edge.url,
      nodes.map(({ url }) => url),
      key,
    )
    const load = new Load(client, ids, new Random(seed + 1))
    const followers = new Followers(client, ids.get(followed.name)!, load, new Random(seed + 2))
    const violations = new Violations()
    const [tookMs, struck] = [new Map<string, number[]>(), new Map<string, number>()]
    const strikes: Strikes = { world, random: new Random(seed), violations, pauseMs, tookMs, struck }

    const over = new AbortController()
    const others = [load.run(rate, over.signal), followers.run(readers, over.signal)]
    const probe = { key, workflowId: ids.get(bystander.name)! }
    await this.#strikeAll(strikes, load, probe)
    over.abort()
    say('waiting for what was accepted to end')
    const settledMs = await settled(world, load)
    await load.end()
    followers.end()
    await Promise.all(others)

    say('holding journal, rows, ledger and streams against each other')
    const server = { deaths: [] }
    const verdict = await judge({ world: { server, database, ledger }, load, groups: [], violations })
    await followers.check(violations).catch(error => {
      for (const { name, said } of nodes) say(`${name}: ${said}`)
      throw error
    })
    for (const { unasked, name } of nodes) {
      const found = () => unasked.join('\n')
      violations.expect(
        'a node dies only when it is killed',
        unasked.length === 0,
        () => `${name}: ${found()}`,
      )
    }
    return { options: this.#options, strikes, load, followers, verdict, settledMs, violations }
  }

  /** Ends everything that was started, however far it came. */
  async stop(): Promise<void> {
    for (const stop of this.#begun.splice(0)) await stop()
    await this.#guard.end()
  }

  async #strikeAll(strikes: Strikes, load: Load, probe: Probe): Promise<void> {
    const { faults, times, say } = this.#options
    const { world, random } = strikes
    await pause(1_000)
    for (let n = 1; n <= times; n++) {
      for (const fault of faults) {
        await strike(fault, strikes)
        await world.settled()
        await everyNodeServes(strikes, probe)
        say(`${fault} ${n} of ${times}: ${load.accepted.size} accepted, ${saidOf(strikes, fault)}`)
        await pause(random.between(calmMs.least, calmMs.most))
      }
    }
  }
}

interface Probe {
  readonly key: string
  readonly workflowId: string
}

/** Of as many executions as are started at each node, some live on every node. */
const probes = 4

/** Asked at once: a slow node takes no time from the others. */
async function everyNodeServes({ world, violations, tookMs }: Strikes, probe: Probe): Promise<void> {
  const began = performance.now()
  const serves = async (node: (typeof world.nodes)[number]) => {
    const client = node.client(probe.key)
    const path = `/api/v1/workflows/${probe.workflowId}/execute`
    const ask = () => client.post(path, { inputs: {} }, { prefer: 'wait=5' }).catch(() => null)
    let served = 0
    let last = 'no answer'
    while (served < probes && performance.now() - began < serveMs) {
      const answer = await ask()
      if (answer?.body?.status === 'completed') served++
      else last = `${answer?.status} ${JSON.stringify(answer?.body)}`
    }
    violations.expect('every node serves after a fault', served === probes, () => `${node.name}: ${last}`)
  }
  await Promise.all(world.nodes.map(serves))
  const name = 'whole again: every node has served'
  tookMs.set(name, [...(tookMs.get(name) ?? []), performance.now() - began])
}

/** Until everything has ended, or nothing gets on any more. @returns ms that it took */
async function settled({ database }: ClusterWorld, load: Load): Promise<number> {
  const began = Date.now()
  let fewest = Number.POSITIVE_INFINITY
  for (let movedAt = began; Date.now() < movedAt + stuckMs; await pause(200)) {
    const [row] = await database.query<{ count: string }>(
      `select (select count(*) from executions where finished_at is null)
        + (select count(*) from wakeups where starts_with(address, '${prefixes.execution}_')) as count`,
    )
    const left = Number(row!.count)
    if (left === 0 && !load.isBusy) break
    if (left < fewest) movedAt = Date.now()
    fewest = Math.min(fewest, left)
  }
  return Date.now() - began
}

function saidOf({ tookMs }: Strikes, fault: ClusterFault): string {
  return [...tookMs]
    .filter(([name]) => name.startsWith(fault))
    .map(([name, took]) => `${name.slice(fault.length + 2)} after ${Math.round(took.at(-1)!)} ms`)
    .join(', ')
}
