// Organizations and who belongs to them.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { type Actor, entryOf } from '../domain/audit.ts'
import { notFound } from '../domain/failure.ts'
import { billingPlans, type OrganizationDetail, type OwnOrganization } from '../domain/organization.ts'
import { roles } from '../domain/permissions.ts'
import { writeAudit } from './audit.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Database } from './database.ts'
import { endOrganization } from './organization-end.ts'
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

/** @param forget what memory knows of the members of an organization is no longer so */
export function organizationStore(database: Database, forget: (organizationId: string) => void = () => {}) {
  const cache = new BoundedCache<Terms>(cachedTerms)

  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string): Promise<OrganizationDetail> {
      const [row] = await database.query<OrganizationDetail>(find, [organizationId])
      if (row === undefined) throw notFound('organization')
      return row
    },

    /** Those that somebody belongs to, the one that they have belonged to for longest first; at most 100. */
    ofUser(userId: string): Promise<Omit<OwnOrganization, 'current'>[]> {
      return database.query<Omit<OwnOrganization, 'current'>>(listOfUser, [userId])
    },

    /** @throws {Failure} not-found */
    async rename(actor: Actor, name: string): Promise<OrganizationDetail> {
      const id = actor.caller.organizationId
      await database.atomically(async queries => {
        await queries.query(rename, [id, name])
        const target = { type: 'organization', id, name }
        await writeAudit(queries, entryOf(actor, 'organization.renamed', target))
      })
      return this.get(id)
    },

    /** Nobody comes in any more from the next request on. @throws {Failure} not-found */
    async end(actor: Actor): Promise<void> {
      const { organizationId } = actor.caller
      await endOrganization(database, actor)
      cache.delete(organizationId)
      forget(organizationId)
    },

    /** Those that have ended and are not cleared away, with the user who ended each. */
    endings(): Promise<{ organizationId: string; userId: string }[]> {
      return database.query<{ organizationId: string; userId: string }>(endings, [])
    },

    /** Nothing of it is left that acts by itself. */
    async cleared(organizationId: string): Promise<void> {
      await database.query(cleared, [organizationId])
    },

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

const find = {
  name: 'organizations.find',
  text: `select o.id, o.name, o.plan, o.created_at as "createdAt",
      (select count(*) from memberships m where m.organization_id = o.id)::int as "memberCount"
    from organizations o where o.id = $1 and o.deleted_at is null`,
}

const listOfUser = {
  name: 'organizations.of-user',
  text: `select o.id, o.name, o.plan, m.role from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = $1 and o.deleted_at is null order by m.joined_at, o.id limit 100`,
}

const endings = {
  name: 'organizations.endings',
  text: 'select id as "organizationId", ending_by as "userId" from organizations where ending_by is not null limit 100',
}

const cleared = {
  name: 'organizations.cleared',
  text: 'update organizations set ending_by = null where id = $1',
}

const rename = {
  name: 'organizations.rename',
  text: 'update organizations set name = $2 where id = $1 and deleted_at is null',
}
