// Organizations, their memberships as tables, and their terms (plan and limit of concurrency). Called by
// routes and at every start of an execution.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import { badCursor, cursorOf, type Page, type PageRequest, placeIn } from '../../domain/page.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import {
  billingPlans,
  type OrganizationDetail,
  type OwnOrganization,
} from '../../domain/people/organization.ts'
import { roles } from '../../domain/people/permissions.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { writeAudit } from './audit.ts'
import { endOrganization, readImpact } from './organization-end.ts'
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

/** Organizations whose terms are cached. */
const cachedTerms = 10_000

export function organizationStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<Terms>(cachedTerms, { notices: facts })
  facts.listen(what => {
    if (what.type === 'terms' || what.type === 'organization') cache.delete(what.organizationId)
  })

  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string): Promise<OrganizationDetail> {
      const [row] = await database.query<OrganizationDetail>(find, [organizationId])
      if (row === undefined) throw notFound('organization')
      return row
    },

    /** The organizations that the user belongs to, the longest membership first. */
    async ofUser(userId: string, { limit, cursor }: PageRequest): Promise<Page<Belonging>> {
      const place = placeOf(cursor)
      const rows = await database.query<JoinedRow>(listOfUser, [userId, place.at, place.id, limit + 1])
      const cursorAfter = (index: number) => cursorOf(`${rows[index]!.joinedAt} ${rows[index]!.id}`)
      const next = rows.length > limit ? cursorAfter(limit - 1) : null
      const items = rows.slice(0, limit).map(({ joinedAt: _, ...row }) => row)
      return { items, next, cursorAfter }
    },

    /** One of them. @throws {Failure} not-found, also when the user does not belong to it */
    async oneOfUser(userId: string, organizationId: string): Promise<Belonging> {
      const [row] = await database.query<Belonging>(findOfUser, [userId, organizationId])
      if (row === undefined) throw notFound('organization')
      return row
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

    /** What would end with it. */
    impact: (organizationId: string) => readImpact(database, organizationId),

    /** Ends it: from the next request on nobody gets in. @throws {Failure} not-found */
    async end(actor: Actor): Promise<void> {
      const { organizationId } = actor.caller
      await endOrganization(database, actor)
      facts.announce({ type: 'organization', organizationId })
    },

    /** Organizations that have ended and are not cleared away yet, with the user who ended each. */
    endings(): Promise<{ organizationId: string; userId: string }[]> {
      return database.query<{ organizationId: string; userId: string }>(endings, [])
    },

    /** Notes that nothing of the organization acts by itself any more. */
    async cleared(organizationId: string): Promise<void> {
      await database.query(cleared, [organizationId])
    },

    /** A hit needs no promise. @throws {Failure} not-found */
    terms(organizationId: string): Terms | Promise<Terms> {
      // Loading fails rather than give null.
      return cache.get(organizationId, () => loadTerms(database, organizationId)) as Terms | Promise<Terms>
    },

    /** Holds from the next start on, and at once for queued executions. @throws {Failure} not-found */
    async setConcurrency(organizationId: string, concurrency: number | null): Promise<Terms> {
      await database.work(em => em.nativeUpdate(OrganizationTable, { id: organizationId }, { concurrency }))
      facts.announce({ type: 'terms', organizationId })
      return this.terms(organizationId)
    },
  }
}

type Belonging = Omit<OwnOrganization, 'current'>
type JoinedRow = Belonging & { readonly joinedAt: number }

/** A place before all rows when there is no cursor. @throws {Failure} validation-failed */
function placeOf(cursor: string | null | undefined): { at: number; id: string } {
  if (cursor === undefined || cursor === null) return { at: 0, id: '' }
  const [at = '', id = '', ...more] = placeIn(cursor).split(' ')
  if (/^\d{1,15}$/.test(at) && isId('organization', id) && more.length === 0) return { at: Number(at), id }
  throw badCursor()
}

const find = {
  name: 'organizations.find',
  text: `select o.id, o.name, o.plan, o.created_at as "createdAt",
      (select count(*) from memberships m where m.organization_id = o.id)::int as "memberCount"
    from organizations o where o.id = $1 and o.deleted_at is null`,
}

const selectOfUser = 'select o.id, o.name, o.plan, m.role'
const ofUser = `from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = $1 and o.deleted_at is null`

const listOfUser = {
  name: 'organizations.of-user',
  text: `${selectOfUser}, m.joined_at as "joinedAt" ${ofUser} and (m.joined_at, o.id) > ($2::bigint, $3)
    order by m.joined_at, o.id limit $4`,
}

const findOfUser = {
  name: 'organizations.one-of-user',
  text: `${selectOfUser} ${ofUser} and o.id = $2`,
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
