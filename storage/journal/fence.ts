// The fence of a cluster: a commit reads the row of its node and keeps others from deleting it until the
// commit is through (runtime/placement/placement.ts, P2). A burial deletes the row, so it waits for commits
// that have passed, and those that come later fail. Whoever reads the journal after a burial has read
// everything.
// 1. The lock is the weakest that stands in the way of deleting (`for key share`): beats change the row at
//    the same time and neither waits for the other.
// 2. A row of another timeline does not count. After a failover to a standby that lacked the last commits,
//    what nodes have in memory may be ahead of the journal.
// 3. A server that is alone has no such section in its statements.
import { NodeBuried } from '../../runtime/journal.ts'
import { timeline } from '../placement/timeline.ts'
import type { Has, Section } from './commit-section.ts'

export const fenceSection: Section = {
  name: 'fence',
  width: 1,
  values: ({ incarnation }) => (incarnation == null ? null : [incarnation]),
  ctes: () => `member as materialized (
  select 1 from cluster_members where incarnation = $1::int4 and timeline = ${timeline} for key share
),
fence as materialized (
  select case when exists (select from member) then true else refuse_buried() end as is_open
)`,
}

/** A condition of the entries, so it is looked at in every commit that writes some. */
export function ifMember(has: Has): string {
  return has('fence') ? ' and (select is_open from fence)' : ''
}

/** Raised by `refuse_buried` (storage/migrations/041-cluster.ts). */
export function isBuried(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'TR001'
}

export function buried(cause: unknown): NodeBuried {
  return new NodeBuried('this node is no member of the cluster any more', { cause })
}
