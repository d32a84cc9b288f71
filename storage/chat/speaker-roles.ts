// The role that a member, or an API key, has at this moment, from memory. The desk (http/chat/desk.ts) asks
// for it at every call of an assistant, which acts for somebody who makes no request just then.
// 1. Whoever is removed or revoked has no role before that is answered: the notices that empty the caches of
//    sessions and keys empty these, too.
import { notFound } from '../../domain/failure.ts'
import type { Role } from '../../domain/people/permissions.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'

interface MemberRole {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
}

export interface KeyRole extends MemberRole {
  /** Unix ms; null: it does not end by itself. */
  readonly expiresAt: number | null
  /** Compute units a month; null: no limit. */
  readonly budget: number | null
}

const cached = 10_000

export type RoleStore = ReturnType<typeof roleStore>

export function roleStore(queries: Queries, facts = new CachedFacts()) {
  const members = new BoundedCache<MemberRole>(cached, { notices: facts })
  const keys = new BoundedCache<KeyRole>(cached, { notices: facts })
  facts.listen(what => {
    if (what.type === 'api-key') keys.clear()
    else if (what.type === 'organization' || what.type === 'member') {
      const isMeant = ({ organizationId, userId }: MemberRole) =>
        organizationId === what.organizationId && (what.type === 'organization' || userId === what.userId)
      members.deleteWhere(isMeant)
      keys.deleteWhere(isMeant)
    }
  })

  async function read<Row extends MemberRole>(statement: typeof findMember, values: readonly string[]) {
    return (await queries.query<Row>(statement, values))[0] ?? null
  }

  return {
    /** @throws {Failure} not-found: no such member */
    async ofMember(organizationId: string, userId: string): Promise<Role> {
      const values = [organizationId, userId]
      const found = await members.get(values.join(), () => read<MemberRole>(findMember, values))
      if (found === null) throw notFound('member')
      return found.role
    },

    /** Of a key that is not revoked; it may have expired. @throws {Failure} not-found */
    async ofKey(organizationId: string, id: string): Promise<KeyRole> {
      const values = [organizationId, id]
      const found = await keys.get(values.join(), () => read<KeyRole>(findKey, values))
      if (found === null) throw notFound('API key')
      return found
    },
  }
}

const findMember = {
  name: 'roles.of-member',
  text: `select m.organization_id as "organizationId", m.user_id as "userId", m.role
    from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.organization_id = $1 and m.user_id = $2`,
}

const findKey = {
  name: 'roles.of-key',
  text: `select k.organization_id as "organizationId", k.created_by as "userId", k.expires_at as "expiresAt", k.budget, m.role
    from api_keys k join memberships m on m.organization_id = k.organization_id and m.user_id = k.created_by
      join organizations o on o.id = k.organization_id and o.deleted_at is null
    where k.organization_id = $1 and k.id = $2 and k.revoked_at is null`,
}
