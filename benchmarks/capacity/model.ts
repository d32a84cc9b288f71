// The capacity model: how many executions a second a cluster can take, and what ends first. One cluster is
// some nodes on one PostgreSQL; cells are clusters that share nothing, with the organizations spread over
// them. Each resource is a share of what there is of it; the group commit is simulated (group-commit.ts), all
// else is arithmetic. Pure: parameters in, figures out.
import { heirOf } from '../../runtime/placement/heirs.ts'
import { shardCount } from '../../runtime/placement/placement.ts'
import { type GroupCommitResult, simulateGroupCommit } from './group-commit.ts'
import { type Machines, type Measured, product } from './parameters.ts'

export interface Cluster {
  readonly nodes: number
  readonly measured: Measured
  readonly machines: Machines
}

/**
 * What may end: each is used up at 1.
 * - node: the busiest thread of the fullest node, or all its processors, at `busiest`.
 * - database: the work that PostgreSQL cannot be spared, however large commits grow, at `busiest`.
 * - delay: from a decision until it is durable, at `mostDelayMs`. How busy PostgreSQL is says little: hosts
 *   commit as often as it lets them, and gather more when it lets them less.
 * - log: the bytes of its write-ahead log. - connections: `max_connections`.
 * - links: beats to all other nodes, at a tenth of a core.
 * - shards: a node without one takes nothing that is spread by hash.
 */
export const resources = ['node', 'database', 'delay', 'log', 'connections', 'links', 'shards'] as const
export type Resource = (typeof resources)[number]

export interface Load {
  readonly executionsPerSecond: number
  readonly used: Readonly<Record<Resource, number>>
  readonly commits: GroupCommitResult
  /** Share of the executions that are asked for at a node that does not have them. */
  readonly forwarded: number
  /** The fullest node's part of the load, divided by the mean. */
  readonly unevenness: number
  /** Of PostgreSQL's processors: beats of all nodes. */
  readonly beatsBusy: number
  /** Of one core of a node: beats to all other nodes. */
  readonly linksBusy: number
  readonly walMbPerSecond: number
  readonly connections: number
}

const mostOfLinks = 0.1

/** A cluster under a load. */
export function loadOf(cluster: Cluster, executionsPerSecond: number): Load {
  const { nodes, measured, machines } = cluster
  const { databaseCores, hosts, busiest } = machines
  const turnsPerSecond = executionsPerSecond * measured.turnsPerExecution
  const commits = simulateGroupCommit({
    ...{ hosts: nodes * hosts, turnsPerSecond, cores: databaseCores, costs: measured },
  })
  const beatsBusy = beatUsPerSecond(nodes, measured) / (databaseCores * 1e6)
  const leastUs =
    executionsPerSecond * measured.vacuumUs +
    turnsPerSecond * (measured.turnUs + measured.commitUs / product.actorsPerCommit)
  const leastBusy = leastUs / (databaseCores * 1e6) + beatsBusy
  const forwarded = machines.keyedShare * (1 - 1 / nodes)
  const unevenness = 1 + machines.keyedShare * (shardUnevenness(nodes) - 1)
  const linksBusy = linkUsPerSecond(nodes, measured) / 1e6
  const ofFullest = ((executionsPerSecond / nodes) * unevenness) / 1e6
  const mainBusy = ofFullest * (measured.mainUs + forwarded * measured.forwardUs) + linksBusy
  const threadsBusy = ofFullest * measured.threadsUs
  const nodeBusy = Math.max(mainBusy, threadsBusy / hosts, (mainBusy + threadsBusy) / machines.nodeCores)
  const connections = connectionsOf(cluster)
  const walMbPerSecond = walBytesPerSecond(turnsPerSecond, commits, measured) / 1e6
  const used = {
    node: nodeBusy / busiest,
    database: leastBusy / busiest,
    delay: commits.isOverloaded ? Number.POSITIVE_INFINITY : commits.meanMs / machines.mostDelayMs,
    log: walMbPerSecond / machines.walMbPerSecond,
    connections: connections / machines.maxConnections,
    links: linksBusy / mostOfLinks,
    shards: nodes / shardCount,
  }
  const found = { executionsPerSecond, used, commits, forwarded, unevenness, beatsBusy, linksBusy }
  return { ...found, walMbPerSecond, connections }
}

export function connectionsOf({ nodes, measured, machines }: Cluster): number {
  return nodes * (measured.nodeConnections + (machines.hosts - 1) * measured.hostConnections)
}

/** Whatever is used most, and is it too much? */
export function firstOf({ used }: Load): { readonly resource: Resource; readonly share: number } {
  const shares = resources.map(resource => ({ resource, share: used[resource] }))
  return shares.reduce((most, each) => (each.share > most.share ? each : most))
}

/** The most that the cluster takes with every resource below its bound. 0: it is over one when idle. */
export function capacityOf(cluster: Cluster): Load {
  let [fits, tooMuch] = [1, 2 * nodeLimit(cluster)]
  const idle = loadOf(cluster, fits)
  if (firstOf(idle).share > 1) return { ...idle, executionsPerSecond: 0 }
  for (let step = 0; step < 10; step++) {
    const middle = (fits + tooMuch) / 2
    if (firstOf(loadOf(cluster, middle)).share <= 1) fits = middle
    else tooMuch = middle
  }
  return loadOf(cluster, fits)
}

/** What the processors of all nodes would do if there were nothing else. */
function nodeLimit({ nodes, measured, machines }: Cluster): number {
  return (nodes * machines.nodeCores * 1e6 * machines.busiest) / (measured.mainUs + measured.threadsUs)
}

/** By rendezvous over the shards, as the product does: the fullest node's part, divided by the mean. */
export function shardUnevenness(nodes: number): number {
  const members = Array.from({ length: nodes }, (_, n) => ({
    ...{ incarnation: n + 1, address: `10.0.${n >> 8}.${n & 255}:7070`, version: '', isDraining: false },
  }))
  const counts = new Map<number, number>()
  for (let shard = 0; shard < shardCount; shard++) {
    const { incarnation } = heirOf(shard, members)!
    counts.set(incarnation, (counts.get(incarnation) ?? 0) + 1)
  }
  return (Math.max(...counts.values()) * nodes) / shardCount
}

/** What nodes cost only because they are many. */
export interface Crowd {
  readonly links: number
  /** Of one core of each node. */
  readonly linksBusy: number
  /** Of one core of PostgreSQL. */
  readonly beatsBusy: number
  readonly unevenness: number
  readonly connections: number
  /**
   * PostgreSQL's processor time when one node joins, milliseconds, at most: each old node frees what goes,
   * the new one claims it, both notify all, and whoever hears it reads the placement.
   */
  readonly joinMs: number
}

export function crowdOf(nodes: number, measured: Measured): Crowd {
  return {
    links: (nodes * (nodes - 1)) / 2,
    linksBusy: linkUsPerSecond(nodes, measured) / 1e6,
    beatsBusy: beatUsPerSecond(nodes, measured) / 1e6,
    unevenness: shardUnevenness(nodes),
    connections: nodes * measured.nodeConnections,
    joinMs: (2 * nodes * nodes * measured.placementReadUs) / 1e3,
  }
}

/** Each of n beats twice a second, and reads n members. */
function beatUsPerSecond(nodes: number, { beatUs, beatMemberUs }: Measured): number {
  return nodes * product.beatsPerSecond * (beatUs + nodes * beatMemberUs)
}

/** Of one node: it sends to all others, and hears from all. */
function linkUsPerSecond(nodes: number, { linkBeatUs }: Measured): number {
  return (nodes - 1) * product.linkBeatsPerSecond * linkBeatUs
}

function walBytesPerSecond(turns: number, commits: GroupCommitResult, measured: Measured): number {
  return turns * measured.walPerTurnBytes + commits.commitsPerSecond * measured.walPerCommitBytes
}

/** A cluster of so many nodes takes so much. */
export interface Sized {
  readonly nodes: number
  readonly executionsPerSecond: number
}

/** A node has to add half of what one alone takes, in the mean: so many make the most of a PostgreSQL. */
export function largestUseful(cluster: Omit<Cluster, 'nodes'>): Sized {
  const { machines, measured } = cluster
  const one = capacityOf({ ...cluster, nodes: 1 }).executionsPerSecond
  const most = Math.min(shardCount, Math.floor(machines.maxConnections / measured.nodeConnections))
  let best = { nodes: 1, executionsPerSecond: one }
  for (let nodes = 2; nodes <= most; nodes++) {
    const { executionsPerSecond } = capacityOf({ ...cluster, nodes })
    const gain = executionsPerSecond - best.executionsPerSecond
    if (gain > ((nodes - best.nodes) * one) / 2) best = { nodes, executionsPerSecond }
  }
  return best
}

export interface Cells {
  readonly cells: number
  readonly nodesEach: number
}

/** The fewest cells for a load, none larger than is useful, and the fewest nodes in each. */
export function cellsFor(
  executionsPerSecond: number,
  cluster: Omit<Cluster, 'nodes'>,
  largest: Sized,
): Cells {
  const cells = Math.ceil(executionsPerSecond / largest.executionsPerSecond)
  const each = executionsPerSecond / cells
  let nodesEach = 1
  while (nodesEach < largest.nodes) {
    if (capacityOf({ ...cluster, nodes: nodesEach }).executionsPerSecond >= each) break
    nodesEach++
  }
  return { cells, nodesEach }
}
