// What stops a node that is no member any more (runtime/placement/placement.ts, P2). A session that commits
// enters the fence once, when it is opened: it takes a lock of its node, shared, and then reads that the node
// is a member. A burial ends these sessions until it has the lock for itself (migration 056), so it waits for
// commits in flight; then it deletes the row, and sessions that come later find none. A commit itself pays
// nothing.
// 1. Whoever reads the journal after a burial has read everything: a lock is free only when the transactions
//    of its session are over.
// 2. A row of another timeline does not count. After a failover to a standby that lacked the last commits,
//    what nodes have in memory may be ahead of the journal. No session outlives a failover and has entered.
// 3. A server that is alone has no fence.
import type { Client } from 'pg'
import { NodeBuried } from '../../runtime/journal.ts'
import { timeline } from './timeline.ts'

/** Any constant, the first of two keys: "troupe commits"; the second is the incarnation. */
export const fenceLock = 7_406_205

/**
 * For a session that is to commit for a node. Two statements: the second sees what was committed before the
 * lock was granted.
 * @throws {NodeBuried}
 */
export async function enterFence(client: Client, incarnation: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [fenceLock, incarnation])
  const { rows } = await client.query(
    `select 1 from cluster_members where incarnation = $1 and timeline = ${timeline}`,
    [incarnation],
  )
  if (rows.length === 0) throw buried()
}

export function buried(cause?: unknown): NodeBuried {
  return new NodeBuried('this node is no member of the cluster any more', { cause })
}

/** A member whose session is gone is taken for a running one for so long: it may be about to come back. */
const goneSeconds = 10

/** SQL: does the process of the member `m` run, as far as anybody knows? @param lock SQL of `memberLock` */
export const isRunning = (
  lock: string,
) => `(exists (select from pg_locks l where ${isHeld(lock, 'm.incarnation')})
  or m.beat_at > clock_timestamp() - interval '${goneSeconds} s')`

/**
 * SQL of an advisory lock in `pg_locks l`, held in this database.
 * @param key SQL of the first key @param incarnation SQL of the second
 */
export const isHeld = (key: string, incarnation: string) => `l.locktype = 'advisory'
  and l.classid = ${key}::oid and l.objid = ${incarnation}::oid and l.objsubid = 2 and l.granted
  and l.database = (select oid from pg_database where datname = current_database())`
