// The fence of a cluster: a commit reads the row of its node and keeps others from deleting it until the
// commit is through (runtime/placement/placement.ts, P2). A burial deletes the row, so it waits for commits
// that have passed, and those that come later fail. Whoever reads the journal after a burial has read
// everything.
// 1. The lock is the weakest that stands in the way of deleting (`for key share`): beats change the row at
//    the same time and neither waits for the other.
// 2. A row of another timeline does not count. After a failover to a standby that lacked the last commits,
//    what nodes have in memory may be ahead of the journal.
// 3. A server that is alone has no such section in its statements.
import { fenceCtes } from '../placement/fence.ts'
import type { Has, Section } from './commit-section.ts'

export const fenceSection: Section = {
  name: 'fence',
  width: 1,
  values: ({ incarnation }) => (incarnation == null ? null : [incarnation]),
  ctes: () => fenceCtes('$1'),
}

/** A condition of the entries, so it is looked at in every commit that writes some. */
export function ifMember(has: Has): string {
  return has('fence') ? ' and (select is_open from fence)' : ''
}
