// Organizations and who belongs to them.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { billingPlans } from '../domain/organization.ts'
import { roles } from '../domain/permissions.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Database } from './database.ts'
import { loadTerms, type Terms } from './terms.ts'

export const OrganizationTable = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    plan: p.enum(billingPlans),
    concurrency: p.integer().nullable(),
    createdAt: p.bigint('number'),
  },
})

export const MembershipTable = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  primaryKeys: ['organizationId', 'userId'],
  properties: {
    organizationId: p.text().primary(),
    userId: p.text().primary(),
    role: p.enum(roles),
  },
})

export type OrganizationStore = ReturnType<typeof organizationStore>

/** Organizations whose terms are kept at hand. */
const cachedTerms = 10_000

export function organizationStore(database: Database) {
  const cache = new BoundedCache<Terms>(cachedTerms)

  return {
    /** A hit needs no promise. @throws {Failure} not-found */
    terms(organizationId: string): Terms | Promise<Terms> {
      // There are terms, or loading them fails.
      return cache.get(organizationId, () => loadTerms(database, organizationId)) as Terms | Promise<Terms>
    },

    /** Counts from the next start on, and for what is queued at once. @throws {Failure} not-found */
    async setConcurrency(organizationId: string, concurrency: number | null): Promise<Terms> {
      await database.work(em => em.nativeUpdate(OrganizationTable, { id: organizationId }, { concurrency }))
      cache.delete(organizationId)
      return this.terms(organizationId)
    },
  }
}
