// What an organization may do, as every start of an execution asks: read by the server, and by the hosts that start
// executions themselves.
import { notFound } from '../domain/failure.ts'
import type { BillingPlan } from '../domain/organization.ts'
import type { Queries, Statement } from './statement.ts'

export interface Terms {
  readonly plan: BillingPlan
  /** Executions at work at once; null for no limit. */
  readonly concurrency: number | null
}

/** @throws {Failure} not-found, unavailable */
export async function loadTerms(queries: Queries, organizationId: string): Promise<Terms> {
  const [row] = await queries.query<Terms>(find, [organizationId])
  if (row === undefined) throw notFound('organization')
  return row
}

const find: Statement = {
  name: 'organizations.terms',
  text: 'select plan, concurrency from organizations where id = $1 and deleted_at is null',
}
