// The world of a chaos run with three nodes: a database, the nodes with a proxy on each way from one to
// another, HAProxy in front of them, and the ledger as their tool server.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/servers/free-port.ts'
import { FaultyLedger } from '../faulty-ledger.ts'
import { ClusterNode } from './cluster-node.ts'
import { Edge } from './edge.ts'
import { LinkProxy } from './link-proxy.ts'
import { LoneDatabase } from './lone-database.ts'
import { ReplicatedDatabase } from './replicated-database.ts'

/** A way from one node to another, by their positions. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly proxy: LinkProxy
}

const count = 3
const pollMs = 10
/** However busy the machine is. */
const patienceMs = 180_000

/** Shards whose owner is no member, or one of $1. */
const unowned = `select count(*) from cluster_shards s left join cluster_members m on m.incarnation = s.owner
  where m.incarnation is null or m.incarnation = any($1)`

export class ClusterWorld {
  readonly database: LoneDatabase | ReplicatedDatabase
  readonly ledger: FaultyLedger
  readonly nodes: readonly ClusterNode[]
  readonly links: readonly Link[]
  readonly edge: Edge

  private constructor(parts: Pick<ClusterWorld, 'database' | 'ledger' | 'nodes' | 'links' | 'edge'>) {
    this.database = parts.database
    this.ledger = parts.ledger
    this.nodes = parts.nodes
    this.links = parts.links
    this.edge = parts.edge
  }

  /**
   * Everything is ready when this resolves.
   * @param directory an empty one that PostgreSQL's account can enter
   * @param begun gets what is to be stopped, however far this comes
   */
  static async start(
    directory: string,
    isReplicated: boolean,
    begun: (stop: () => unknown) => void,
  ): Promise<ClusterWorld> {
    const database = await (isReplicated ? ReplicatedDatabase : LoneDatabase).start(directory)
    begun(() => database.stop())
    const ledger = await FaultyLedger.start()
    begun(() => ledger.close())
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const places = await Promise.all(Array.from({ length: count }, freePort))
    const links = await linksBetween(places)
    begun(() => links.map(({ proxy }) => proxy.close()))
    const shared = await environmentOf(database.url)
    const nodes = places.map((place, index) => {
      const dials = links.filter(({ from }) => from === index)
      const DATA_DIR = join(directory, `node-${index + 1}`)
      mkdirSync(DATA_DIR)
      const CHAOS_DIALS = JSON.stringify(
        Object.fromEntries(dials.map(({ to, proxy }) => [`127.0.0.1:${places[to]}`, proxy.port])),
      )
      return new ClusterNode({
        ...{ name: `node ${index + 1}`, port: ports[index]!, address: `127.0.0.1:${place}` },
        environment: { ...shared, DATA_DIR, CHAOS_DIALS },
      })
    })
    for (const node of nodes) {
      begun(() => node.stop(10_000))
      await node.start()
    }
    const edge = await Edge.start(directory, ports)
    begun(() => edge.stop())
    return new ClusterWorld({ database, ledger, nodes, links, edge })
  }

  /** Of the node, as the database knows it; none when it is no member. */
  async incarnationsOf({ address }: ClusterNode): Promise<number[]> {
    const sql = 'select incarnation from cluster_members where address = $1'
    return (await this.database.query<{ incarnation: number }>(sql, [address])).map(row => row.incarnation)
  }

  /** Until each shard is owned by a member that is none of these. @returns ms that it took */
  async owned(dead: readonly number[] = []): Promise<number> {
    return waitFor('all shards are owned', async () => {
      const [row] = await this.database.query<{ count: string }>(unowned, [dead])
      return row?.count === '0'
    })
  }

  /** Until all nodes are members with shards, and ready. @returns ms that it took */
  async settled(): Promise<number> {
    const sql = `select m.address, m.is_draining, count(s.shard)::int as shards from cluster_members m
      left join cluster_shards s on s.owner = m.incarnation group by m.incarnation`
    return waitFor('all nodes are members and own shards', async () => {
      const rows = await this.database.query<{ address: string; is_draining: boolean; shards: number }>(sql)
      const isWhole =
        rows.length === count &&
        rows.every(({ is_draining, shards }) => !is_draining && shards > 0) &&
        rows.reduce((sum, { shards }) => sum + shards, 0) === 256
      return isWhole && (await Promise.all(this.nodes.map(node => node.isReady()))).every(Boolean)
    })
  }
}

async function linksBetween(places: readonly number[]): Promise<Link[]> {
  const pairs = places.flatMap((_, from) => places.map((__, to) => ({ from, to })))
  const others = pairs.filter(({ from, to }) => from !== to)
  return Promise.all(others.map(async pair => ({ ...pair, proxy: await LinkProxy.start(places[pair.to]!) })))
}

async function environmentOf(databaseUrl: string): Promise<Readonly<Record<string, string>>> {
  return {
    ...{ DATABASE_URL: databaseUrl, CLUSTER: 'on', HOSTS: '1', LOG_LEVEL: 'warn' },
    CLUSTER_SECRET: randomBytes(24).toString('hex'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    APP_URL: `http://127.0.0.1:${await freePort()}`,
    ...{ TRUST_PROXY: '1', DRAIN_SECONDS: '2', FREE_TIER_EXECUTIONS: '1000000' },
    ...{ RATE_LIMIT_AUTH: '0', RATE_LIMIT_WRITE: '0', RATE_LIMIT_READ: '0', RATE_LIMIT_RPC: '0' },
  }
}

/** A database that is away is asked again. */
async function waitFor(what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - began > patienceMs)
      throw new Error(`after ${patienceMs / 1_000} s not yet: ${what}`)
    await pause(pollMs)
  }
  return performance.now() - began
}
