// How many executions and approvals wait or run right now, for the metrics
// (http/observation/standing-metrics.ts). It reads indexes only, so its cost does not grow with the rows
// that are kept.
import type { Queries } from './postgres/statement.ts'

export interface Standing {
  readonly queued: number
  readonly running: number
  readonly pendingApprovals: number
  /** Unix ms; null when no approval is pending. */
  readonly oldestApprovalAt: number | null
}

/** @throws {Failure} unavailable */
export async function readStanding(queries: Queries): Promise<Standing> {
  const [row] = await queries.query<Standing>(standing, [])
  return row!
}

const standing = {
  name: 'standing.read',
  text: `select * from
      (select (count(*) filter (where status = 'queued'))::int as queued,
          (count(*) filter (where status = 'running'))::int as running
        from executions where status in ('queued', 'running')) as at_work,
      (select count(*)::int as "pendingApprovals", min(requested_at) as "oldestApprovalAt"
        from approvals where status = 'pending') as asked`,
}
