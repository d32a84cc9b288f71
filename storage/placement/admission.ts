// Who may be a node of the cluster on this database: asked before the schema is touched (storage/start.ts)
// and again, of one node after another, when it joins. What does not fit is one line that says so.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { clockBounds, wrongClock } from '../../runtime/placement/clock-watch.ts'
import type { Member } from '../../runtime/placement/placement.ts'
import { NodeRefused } from '../../runtime/placement/placement-store.ts'
import { versionsFit } from '../../runtime/placement/versions.ts'
import { connectionConfig, connectPatiently } from '../postgres/connection-config.ts'
import { keysInUse } from '../secrets/sealing-key.ts'
import { isHeld, isRunning } from './fence.ts'
import { channel, joinLock, memberLock, pooled } from './statements.ts'
import { timeline } from './timeline.ts'

export interface Applicant {
  /** `host:port`. */
  readonly address: string
  readonly version: string
  /** Ids of its master keys, the newest first. Null or absent: not known yet. */
  readonly keys?: readonly string[] | null
  /** What the secret of the cluster gives. */
  readonly cluster: string
  /** Mark of the sessions of the process. */
  readonly sessions: string
}

/** The session of a killed process may outlive it for a moment. */
const twinPatienceMs = 3_000
const pauseMs = 100

/**
 * Before anything is changed: may this node come to those that are there?
 * @throws {NodeRefused} and what a database that is away throws
 */
export async function admit(url: string, node: Applicant): Promise<void> {
  const client = await connectPatiently(url, 'node admission')
  try {
    await refusePooler(client, url)
    await refuseClock(client)
    const { rows } = await client.query(`select to_regclass('cluster_members') is not null as exists`)
    if (rows[0].exists) await refuseMisfit(client, node)
  } finally {
    await client.end()
  }
}

/** Adds the member, whose lock the session holds from then on. @throws {NodeRefused} */
export async function admitted(client: Client, node: Applicant): Promise<number> {
  await client.query(`select pg_advisory_lock(${joinLock})`)
  try {
    await refuseMisfit(client, node)
    await refuseKeys(client, node)
    const next = await client.query<{ incarnation: number }>(
      `select nextval('cluster_incarnations')::int4 as incarnation`,
    )
    const { incarnation } = next.rows[0]!
    await client.query('select pg_advisory_lock($1, $2)', [memberLock, incarnation])
    const { address, version, keys = null, cluster, sessions } = node
    // What this process was before it has ended already.
    await client.query('delete from cluster_members where sessions = $1', [sessions])
    await client.query(insert, [incarnation, address, version, cluster, sessions, keys])
    return incarnation
  } finally {
    await client.query(`select pg_advisory_unlock(${joinLock})`).catch(() => {})
  }
}

const insert = `with added as (
    insert into cluster_members (incarnation, address, version, cluster, sessions, keys, timeline)
    values ($1, $2, $3, $4, $5, $6, ${timeline}) returning 1
  ) select set_config('synchronous_commit', 'on', true), pg_notify('${channel}', '') from added`

async function refuseMisfit(client: Client, node: Applicant): Promise<void> {
  const until = performance.now() + twinPatienceMs
  for (;;) {
    const { rows } = await client.query<Applicant>(present, [memberLock, node.sessions])
    const stranger = rows.find(({ cluster }) => cluster !== node.cluster)
    if (stranger) {
      throw new NodeRefused(
        `another cluster runs on this database (node ${stranger.address}): give this node its CLUSTER_SECRET, ` +
          'or another DATABASE_URL',
      )
    }
    const far = rows.find(({ version }) => !versionsFit(version, node.version))
    if (far) {
      throw new NodeRefused(
        `node ${far.address} of the cluster is version ${far.version}, this is ${node.version}: too far apart. ` +
          'Update one minor version after another, or stop all nodes first',
      )
    }
    const twin = rows.find(({ address }) => address === node.address)
    if (twin === undefined) return
    if (performance.now() > until) {
      throw new NodeRefused(
        `another node of the cluster has the address ${twin.address}: give each node a NODE_ADDRESS of its own`,
      )
    }
    await sleep(pauseMs)
  }
}

/** $1 memberLock, $2 own mark. Nodes whose session is there: what dead ones have left stands in no way. */
const present = `select address, version, cluster from cluster_members m
  where sessions <> $2 and exists (select from pg_locks l where ${isHeld('$1', 'm.incarnation')})`

/** Who lacks a key that a member seals with could not read what it seals. */
async function refuseKeys(client: Client, { keys, sessions }: Applicant): Promise<void> {
  if (keys == null) return
  const { rows } = await client.query<Member>(keysOfMembers, [memberLock, sessions])
  const missing = keysInUse(rows).find(id => !keys.includes(id))
  if (missing === undefined) return
  throw new NodeRefused(
    `the nodes of the cluster seal with the key ${missing}, which this one lacks: give it that key in MASTER_KEY ` +
      'or MASTER_KEY_PREVIOUS',
  )
}

/** $1 memberLock, $2 own mark. */
const keysOfMembers = `select keys from cluster_members m where sessions <> $2 and ${isRunning('$1')}`

/** Two sessions at rest that PostgreSQL serves by one process are none of PostgreSQL's. */
async function refusePooler(one: Client, url: string): Promise<void> {
  const pidOf = async (client: Client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]!.pid
  }
  const other = new Client(connectionConfig(url, 'node admission'))
  other.on('error', () => {})
  try {
    const first = await pidOf(one)
    await other.connect()
    await other.query('begin').catch(error => {
      // What serves statement by statement has no transactions at all.
      throw /pooling mode/.test(error.message) ? new NodeRefused(pooled) : error
    })
    // A pool of one would never answer a second question.
    if ((await pidOf(other)) === first || (await pidOf(one)) !== first) throw new NodeRefused(pooled)
  } finally {
    await other.end().catch(() => {})
  }
}

async function refuseClock(client: Client): Promise<void> {
  const before = Date.now()
  const { rows } = await client.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  const { at } = rows[0]!
  const aheadMs = at < before ? before - at : 0
  const behindMs = at > Date.now() ? at - Date.now() : 0
  if (Math.max(aheadMs, behindMs) <= clockBounds.wrongMs) return
  throw new NodeRefused(wrongClock(aheadMs - behindMs))
}
