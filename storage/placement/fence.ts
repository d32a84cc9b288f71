// What stops a node that is no member any more: a statement that proves the membership while it runs. Used by
// commits (storage/journal/fence.ts) and by claims (statements.ts).
import { NodeBuried } from '../../runtime/journal.ts'
import { timeline } from './timeline.ts'

/**
 * Two CTEs. `(select is_open from fence)` is true, or the statement fails (`refuse_buried`, migration 041).
 * @param incarnation SQL, a parameter for instance
 */
export const fenceCtes = (incarnation: string) => `member as materialized (
  select 1 from cluster_members where incarnation = ${incarnation}::int4 and timeline = ${timeline} for key share
),
fence as materialized (
  select case when exists (select from member) then true else refuse_buried() end as is_open
)`

/** Raised by `refuse_buried`. */
export function isBuried(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'TR001'
}

export function buried(cause: unknown): NodeBuried {
  return new NodeBuried('this node is no member of the cluster any more', { cause })
}
