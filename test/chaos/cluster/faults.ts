// What goes wrong in a cluster, one strike at a time. A strike resolves when its cause is over and nothing
// else is to be done to bring the cluster back; it writes down how long shards had no owner.
import { setTimeout as pause } from 'node:timers/promises'
import type { Violations } from '../checks/violations.ts'
import type { Random } from '../random.ts'
import type { ClusterWorld, Link } from './cluster-world.ts'
import type { LinkState } from './link-proxy.ts'
import { ReplicatedDatabase } from './replicated-database.ts'

export const clusterFaults = ['kill', 'pause', 'cut', 'failover', 'update'] as const
export type ClusterFault = (typeof clusterFaults)[number]

export interface Strikes {
  readonly world: ClusterWorld
  readonly random: Random
  readonly violations: Violations
  readonly pauseMs: number
  /** Ms of each strike, by what was measured. */
  readonly tookMs: Map<string, number[]>
  /** How often each kind struck. */
  readonly struck: Map<string, number>
}

export async function strike(fault: ClusterFault, strikes: Strikes): Promise<void> {
  switch (fault) {
    case 'kill':
      return kill(strikes)
    case 'pause':
      return sleep(strikes)
    case 'cut':
      return cut(strikes)
    case 'failover':
      return failOver(strikes)
    case 'update':
      return update(strikes)
  }
}

async function kill({ world, random, tookMs, struck }: Strikes): Promise<void> {
  const node = random.pick(world.nodes)
  const dead = await world.incarnationsOf(node)
  const began = performance.now()
  await node.kill()
  await world.owned(dead)
  note(tookMs, 'kill: all shards owned', performance.now() - began)
  count(struck, 'kill')
  await node.start()
}

async function sleep({ world, random, pauseMs, tookMs, struck }: Strikes): Promise<void> {
  const node = random.pick(world.nodes)
  const asleep = await world.incarnationsOf(node)
  const began = performance.now()
  node.pause()
  try {
    await world.owned(asleep)
    note(tookMs, 'pause: all shards owned', performance.now() - began)
    await pause(Math.max(0, began + pauseMs - performance.now()))
  } finally {
    node.wake()
  }
  count(struck, 'pause')
  // Its row is gone; it has to notice that, and to join anew.
  const woken = performance.now()
  await world.settled()
  note(tookMs, 'pause: woken node owns again', performance.now() - woken)
}

interface Cut {
  readonly name: string
  readonly state: LinkState
  readonly hits: (link: Link, one: number, other: number) => boolean
}

const atOne = ({ from, to }: Link, one: number) => from === one || to === one

const cuts: readonly Cut[] = [
  { name: 'a node alone, refused', state: 'refuse', hits: atOne },
  { name: 'a node alone, black hole', state: 'hole', hits: atOne },
  { name: 'a node alone, stalled', state: 'stall', hits: atOne },
  { name: 'all links, refused', state: 'refuse', hits: () => true },
  { name: 'all links, black hole', state: 'hole', hits: () => true },
  { name: 'one way, refused', state: 'refuse', hits: ({ from, to }, a, b) => from === a && to === b },
  { name: 'one way, hole there', state: 'hole there', hits: ({ from }, one) => from === one },
  { name: 'one way, hole back', state: 'hole back', hits: ({ from }, one) => from === one },
]

/** How long a link is cut. */
const cutMs = { least: 500, most: 6_000 }

async function cut({ world, random, tookMs, struck }: Strikes): Promise<void> {
  const fewest = Math.min(...cuts.map(({ name }) => struck.get(`cut: ${name}`) ?? 0))
  const { name, state, hits } = random.pick(
    cuts.filter(({ name }) => (struck.get(`cut: ${name}`) ?? 0) === fewest),
  )
  const [one, other] = random.shuffled(world.nodes.map((_, index) => index)) as [number, number]
  const cutOff = world.links.filter(link => hits(link, one, other))
  for (const { proxy } of cutOff) proxy.become(state)
  await pause(random.between(cutMs.least, cutMs.most))
  for (const { proxy } of cutOff) proxy.become('well')
  note(tookMs, 'cut: all shards owned', await world.owned())
  count(struck, `cut: ${name}`)
}

async function failOver({ world, tookMs, struck }: Strikes): Promise<void> {
  const { database } = world
  if (!(database instanceof ReplicatedDatabase)) throw new TypeError('there is no standby')
  const before = (await Promise.all(world.nodes.map(node => world.incarnationsOf(node)))).flat()
  const began = performance.now()
  await database.failOver()
  note(tookMs, 'failover: standby promoted', performance.now() - began)
  await world.owned(before)
  note(tookMs, 'failover: all shards owned', performance.now() - began)
  count(struck, 'failover')
  await world.settled()
  note(tookMs, 'failover: all nodes ready', performance.now() - began)
  await database.addStandby()
}

async function update({ world, violations, tookMs, struck }: Strikes): Promise<void> {
  for (const node of world.nodes) {
    const leaving = await world.incarnationsOf(node)
    const began = performance.now()
    const code = await node.stop()
    await world.owned(leaving)
    note(tookMs, 'update: node gone, all shards owned', performance.now() - began)
    violations.expect('a node that is stopped ends in order', code === 0, () => `${node.name}: ${code}`)
    await node.start()
    await world.settled()
    note(tookMs, 'update: node replaced', performance.now() - began)
  }
  count(struck, 'update')
}

function note(tookMs: Map<string, number[]>, name: string, ms: number): void {
  tookMs.set(name, [...(tookMs.get(name) ?? []), ms])
}

function count(struck: Map<string, number>, name: string): void {
  struck.set(name, (struck.get(name) ?? 0) + 1)
}
