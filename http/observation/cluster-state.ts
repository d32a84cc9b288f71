// What a node knows of its cluster, for operators: GET /api/v1/cluster and the metrics. A server that is
// alone has a cluster of one.
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { AskCounts } from '../../runtime/cluster/router.ts'
import { type Placement, shardCount } from '../../runtime/placement/placement.ts'

export const ClusterNode = z.object({
  id: z.int().describe('Number of the node since it joined; another one each time that it joins.'),
  address: z.string().nullable().describe('Where the other nodes reach it; null for a server that is alone.'),
  version: z.string(),
  status: z
    .enum(['active', 'draining', 'unreachable'])
    .describe(
      '`draining`: it hands its shards over. `unreachable`: this node has no connection to it, or is itself no member at the moment.',
    ),
  shards: z.int().describe('How many of the shards it has.'),
  isSelf: z.boolean().describe('Is it the node that answers?'),
})

export const ClusterState = z.object({
  mode: z.enum(['single', 'cluster']),
  isMember: z
    .boolean()
    .describe(
      'False: the node that answers is no member at the moment, mostly since it does not reach the database. It has no shards, and what it says of the others is what it knew last.',
    ),
  clockSkewMs: z
    .int()
    .describe(
      'How far the clock of its machine is ahead of the clock of the database; negative: behind. A node that is more than 5 s off gives its shards to others.',
    ),
  nodes: z.array(ClusterNode),
  shards: z.object({
    total: z.int(),
    unowned: z
      .int()
      .describe('Shards that no node has at the moment. Their actors answer as soon as one does.'),
  }),
})

export type ClusterState = z.infer<typeof ClusterState>

export interface ClusterParts {
  readonly placement: Pick<
    Placement,
    'incarnation' | 'members' | 'ownerOf' | 'isOwn' | 'isAlive' | 'clockSkewMs'
  >
  /** By the number of another node: is there a connection? */
  readonly links: ReadonlyMap<number, boolean>
}

/** @returns reads the state; costs some 256 looks into memory */
export function clusterState(cluster: ClusterParts | null, version: string): () => ClusterState {
  if (cluster === null) {
    const self = {
      id: 0,
      address: null,
      version,
      status: 'active',
      shards: shardCount,
      isSelf: true,
    } as const
    return () => ({
      ...{ mode: 'single', isMember: true, clockSkewMs: 0 },
      nodes: [self],
      shards: { total: shardCount, unowned: 0 },
    })
  }
  return () => {
    const { placement, links } = cluster
    const { incarnation, members, isAlive: isMember } = placement
    const owned = new Map<number, number>()
    let unowned = 0
    for (let shard = 0; shard < shardCount; shard++) {
      const owner = placement.ownerOf(shard)?.member.incarnation
      // Past its own deadline nobody knows whether it still has what it had: it serves none of it.
      if (owner === undefined || (owner === incarnation && !isMember)) unowned++
      else owned.set(owner, (owned.get(owner) ?? 0) + 1)
    }
    const nodes = members.map(member => {
      const isSelf = member.incarnation === incarnation
      const isReached = isSelf ? isMember : links.get(member.incarnation) === true
      const status = !isReached ? 'unreachable' : member.isDraining ? 'draining' : 'active'
      const { address, version: its } = member
      const shards = owned.get(member.incarnation) ?? 0
      return { id: member.incarnation, address, version: its, status, shards, isSelf } as const
    })
    const clockSkewMs = Math.round(placement.clockSkewMs)
    return { mode: 'cluster', isMember, clockSkewMs, nodes, shards: { total: shardCount, unowned } }
  }
}

/** @param asks of a node of a cluster */
export function measureCluster(registry: Registry, state: () => ClusterState, asks?: AskCounts): void {
  const gauge = (name: string, help: string, read: (state: ClusterState) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(read(state()))
      },
    })
  gauge('cluster_nodes', 'Nodes of the cluster, as this one sees them', ({ nodes }) => nodes.length)
  gauge(
    'cluster_nodes_unreachable',
    'Nodes that this one has no connection to',
    ({ nodes }) => nodes.filter(({ status }) => status === 'unreachable').length,
  )
  gauge(
    'cluster_shards_owned',
    'Shards that this node has, of 256',
    ({ nodes }) => nodes.find(({ isSelf }) => isSelf)?.shards ?? 0,
  )
  gauge('cluster_member', '1 while this node is a member of the cluster, else 0', ({ isMember }) =>
    isMember ? 1 : 0,
  )
  gauge(
    'cluster_clock_skew_seconds',
    'How far the clock of this machine is ahead of that of the database; past 5 s the node gives its shards away',
    ({ clockSkewMs }) => clockSkewMs / 1_000,
  )
  gauge('cluster_shards_unowned', 'Shards that no node has', ({ shards }) => shards.unowned)
  new Counter({
    name: 'cluster_asks_total',
    help: 'Messages to actors: of this node itself (`own`), or sent on to another one (`forwarded`)',
    labelNames: ['to'],
    registers: [registry],
    collect() {
      this.reset()
      if (asks === undefined) return
      this.inc({ to: 'own' }, asks.own)
      this.inc({ to: 'forwarded' }, asks.forwarded)
    },
  })
}
