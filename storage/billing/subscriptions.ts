// Subscriptions of organizations (domain/billing/subscription.ts). A change of a subscription, the plan in
// force on the organization, and the event that tells of it are one transaction. Called by http/billing/ and
// rpc/billing/.
// 1. Changes of one organization's subscription follow one another: each sees what the last one wrote.
// 2. The row of an organization is made when it first comes near a payment, and is never deleted.

import {
  dueAt,
  noSubscription,
  planAt,
  type SubscriptionState,
  viewOf,
} from '../../domain/billing/subscription.ts'
import { newId } from '../../domain/ids.ts'
import type { BillingPlan } from '../../domain/people/organization.ts'
import type { CachedFacts } from '../cached-facts.ts'
import { eventStore } from '../events/events.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { providerNames } from './provider-names.ts'

/** A subscription with the names that the payment provider has for it. */
export interface StoredSubscription extends SubscriptionState {
  readonly customerId: string | null
  readonly externalId: string | null
  /** The checkout that was opened last. */
  readonly checkoutId: string | null
}

/** What a change writes; null leaves everything as it is. */
export type Decide = (
  current: StoredSubscription,
) => (SubscriptionState & { readonly externalId?: string | null }) | null

export interface ChangeOptions {
  /** What else belongs to the transaction; false: nothing is written. */
  readonly along?: (queries: Queries) => Promise<boolean>
  /** Number of the question whose answer this is: an answer to an earlier one is dropped. */
  readonly question?: number
  readonly recheck?: Recheck
}

/** Look again so many ms later: when nothing is due, and when what was due has not changed. */
interface Recheck {
  readonly quiet: number
  readonly due: number
}

export type SubscriptionStore = ReturnType<typeof subscriptionStore>

const nothing: StoredSubscription = {
  ...{ ...noSubscription, customerId: null, externalId: null, checkoutId: null },
}

export function subscriptionStore(database: Database, facts: CachedFacts) {
  async function of(organizationId: string): Promise<StoredSubscription> {
    const [row] = await database.query<StoredSubscription>(find, [organizationId])
    return row ?? nothing
  }

  return {
    ...providerNames(database, of),
    get: of,

    /** @returns whether anything changed */
    async change(
      organizationId: string,
      at: number,
      decide: Decide,
      options: ChangeOptions = {},
    ): Promise<boolean> {
      const isChanged = await database.atomically(async queries => {
        if (options.along !== undefined && !(await options.along(queries))) return false
        return write(queries, { ...options, organizationId, at, decide })
      })
      if (isChanged) facts.announce({ type: 'terms', organizationId })
      return isChanged
    },

    /** Organizations whose subscriptions are to be looked at. */
    async due(at: number, limit: number): Promise<string[]> {
      const rows = await database.query<{ organizationId: string }>(findDue, [at, limit])
      return rows.map(row => row.organizationId)
    },
  }
}

interface Change extends ChangeOptions {
  readonly organizationId: string
  readonly at: number
  readonly decide: Decide
}

async function write(
  queries: Queries,
  { organizationId, at, decide, question, recheck }: Change,
): Promise<boolean> {
  await queries.query(make, [organizationId, newId('subscription'), at])
  const [current] = await queries.query<LockedRow>(lock, [organizationId])
  if (question !== undefined && current!.answered >= question) return false
  const next = decide(current!)
  if (next === null) return false
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince } = next
  const externalId = next.externalId === undefined ? current!.externalId : next.externalId
  const due = dueAt(next)
  const look = recheck === undefined ? due : lookAgainAt(due, at, recheck)
  const values = [
    plan,
    status,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    pastDueSince,
    look,
    externalId,
    question ?? null,
  ]
  await queries.query(update, [organizationId, ...values])
  const inForce = planAt(next, at)
  await queries.query(setPlan, [organizationId, inForce])
  const [before, after] = [viewOf(current!), viewOf(next)]
  if (JSON.stringify(before) === JSON.stringify(after) && current!.inForce === inForce) return false
  const data = { ...after, planInForce: inForce, previous: { plan: current!.inForce, status: before.status } }
  const event = { organizationId, type: 'subscription.changed', resource: organizationId, data, at } as const
  await eventStore(queries).publish(event)
  return true
}

function lookAgainAt(due: number | null, at: number, recheck: Recheck): number {
  const wanted = due === null ? Infinity : due > at ? due : at + recheck.due
  return Math.min(wanted, at + recheck.quiet)
}

type LockedRow = StoredSubscription & { readonly inForce: BillingPlan; readonly answered: number }

const columns = `s.plan, s.status, s.current_period_end as "currentPeriodEnd",
    s.cancel_at_period_end as "cancelAtPeriodEnd", s.past_due_since as "pastDueSince",
    s.customer_id as "customerId", s.external_id as "externalId", s.checkout_id as "checkoutId"`

const find: Statement = {
  name: 'subscriptions.find',
  text: `select ${columns} from subscriptions s where s.organization_id = $1`,
}

const make: Statement = {
  name: 'subscriptions.make',
  text: `insert into subscriptions (organization_id, id, created_at) values ($1, $2, $3) on conflict do nothing`,
}

const lock: Statement = {
  name: 'subscriptions.lock',
  text: `select ${columns}, s.answered, o.plan as "inForce" from subscriptions s
    join organizations o on o.id = s.organization_id where s.organization_id = $1 for update`,
}

const update: Statement = {
  name: 'subscriptions.update',
  text: `update subscriptions set plan = $2, status = $3, current_period_end = $4, cancel_at_period_end = $5,
      past_due_since = $6, due_at = $7, external_id = $8, answered = coalesce($9::int8, answered)
    where organization_id = $1`,
}

const setPlan: Statement = {
  name: 'subscriptions.set-plan',
  text: 'update organizations set plan = $2 where id = $1 and plan <> $2',
}

const findDue: Statement = {
  name: 'subscriptions.due',
  text: `select organization_id as "organizationId" from subscriptions where due_at <= $1 order by due_at limit $2`,
}
