// The terms of an organization: its plan and its limit of concurrency. Every start of an execution asks for
// them: the main thread by storage/accounts/organizations.ts, host threads by this file.
import { notFound } from '../../domain/failure.ts'
import type { BillingPlan } from '../../domain/people/organization.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface Terms {
  readonly plan: BillingPlan
  /** Executions at work at once; null for no limit. */
  readonly concurrency: number | null
  /** A plan that a language model made has to be accepted before it runs unattended. */
  readonly acceptsPlans: boolean
}

/** @throws {Failure} not-found, unavailable */
export async function loadTerms(queries: Queries, organizationId: string): Promise<Terms> {
  const [row] = await queries.query<Terms>(find, [organizationId])
  if (row === undefined) throw notFound('organization')
  return row
}

const find: Statement = {
  name: 'organizations.terms',
  text: `select o.plan, o.concurrency, coalesce(m.accept_plans, true) as "acceptsPlans"
    from organizations o left join model_settings m on m.organization_id = o.id
    where o.id = $1 and o.deleted_at is null`,
}
