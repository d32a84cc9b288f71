// Members: the role that each has in the organization, and their removal. Called by routes and by the other
// stores of accounts.
// 1. Changes of one organization's members run one after another, under a lock on its row, and the caller's
//    rights are read under the lock: of two owners who demote each other at once, one stays owner.
// 2. There is always an owner.
// 3. A change holds for the very next request: `forget` empties the caches before the answer goes out.

import { Failure, notFound } from '../../domain/failure.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { allows, type Caller, type Role } from '../../domain/people/permissions.ts'
import { type Member, type MemberImpact, outranks } from '../../domain/people/team.ts'
import { endOfMember } from '../connections/connection-statements.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import { writeAudit } from './audit.ts'
import { lockUser } from './lock-user.ts'

export type MemberStore = ReturnType<typeof memberStore>

/** @param forget called when cached facts about a member are no longer true */
export function memberStore(database: Database, forget: (organizationId: string, userId: string) => void) {
  return {
    /** @throws {Failure} not-found: no such member */
    get: (organizationId: string, userId: string) => findMember(database, organizationId, userId),

    /**
     * @throws {Failure} not-found; forbidden: one's own role, or more than one's own; conflict: the last
     *   owner
     */
    async changeRole(actor: Actor, userId: string, role: Role): Promise<Member> {
      const { caller } = actor
      const { organizationId } = caller
      const changed = await database.atomically(async queries => {
        const member = await lockMember(queries, caller, userId)
        if (userId === caller.userId) throw new Failure('forbidden', 'nobody changes their own role')
        await requireRank(queries, caller, role)
        if (member.role === 'owner' && role !== 'owner') await requireAnotherOwner(queries, organizationId)
        await queries.query(setRole, [organizationId, userId, role])
        await queries.query(dropInvitations, [organizationId, userId, invitableBy(role)])
        const target = { type: 'user', id: userId, name: member.email }
        const details = { from: member.role, to: role }
        await writeAudit(queries, entryOf(actor, 'member.role-changed', target, details))
        return { ...member, role }
      })
      forget(organizationId, userId)
      return changed
    },

    /**
     * Ends the membership, with every session, key and connected application of the member in it.
     * @returns what has ended with it
     * @throws {Failure} not-found; forbidden: of a higher role; conflict: the last owner
     */
    async remove(actor: Actor, userId: string): Promise<MemberImpact> {
      const { caller } = actor
      const { organizationId } = caller
      const broke = await database.atomically(async queries => {
        const member = await lockMember(queries, caller, userId)
        await lockUser(queries, userId)
        if (member.role === 'owner') await requireAnotherOwner(queries, organizationId)
        const impact = await readImpact(queries, organizationId, member)
        const now = Date.now()
        for (const statement of [endSessions, revokeKeys]) {
          await queries.query(statement, [organizationId, userId, now])
        }
        await queries.query(endOfMember, [organizationId, userId])
        await queries.query(dropInvitations, [organizationId, userId, []])
        await queries.query(remove, [organizationId, userId])
        const target = { type: 'user', id: userId, name: member.email }
        const details = { role: member.role, apiKeys: impact.apiKeys.map(({ id }) => id) }
        await writeAudit(queries, entryOf(actor, 'member.removed', target, details))
        return impact
      })
      forget(organizationId, userId)
      return broke
    },

    /** What a removal would end. @throws {Failure} not-found */
    async impact(organizationId: string, userId: string): Promise<MemberImpact> {
      return readImpact(database, organizationId, await findMember(database, organizationId, userId))
    },
  }
}

/** @throws {Failure} not-found */
export async function findMember(queries: Queries, organizationId: string, userId: string): Promise<Member> {
  const [member] = await queries.query<Member>(find, [organizationId, userId])
  if (member === undefined) throw notFound('member')
  return member
}

/** Locks the members of the organization until the end of the transaction. */
export async function lockMembers(queries: Queries, organizationId: string): Promise<void> {
  const locked = await queries.query(lock, [organizationId])
  if (locked.length === 0) throw notFound('organization')
}

/**
 * Checks that the caller may still manage members, and this role is not beyond their own.
 * @throws {Failure} forbidden
 */
export async function requireRank(queries: Queries, caller: Caller, role: Role): Promise<void> {
  const { role: own } = await findMember(queries, caller.organizationId, caller.userId)
  if (!allows({ ...caller, role: own }, 'member:write')) {
    throw new Failure('forbidden', 'this needs the permission member:write')
  }
  if (outranks(own, role)) return
  throw new Failure('forbidden', `role: your own role is ${own}, and ${role} is beyond it`)
}

async function lockMember(queries: Queries, caller: Caller, userId: string): Promise<Member> {
  await lockMembers(queries, caller.organizationId)
  const member = await findMember(queries, caller.organizationId, userId)
  await requireRank(queries, caller, member.role)
  return member
}

async function requireAnotherOwner(queries: Queries, organizationId: string): Promise<void> {
  const [row] = await queries.query<{ count: number }>(countOwners, [organizationId])
  if (row!.count < 2) throw new Failure('conflict', 'the last owner stays: make somebody else an owner first')
}

async function readImpact(queries: Queries, organizationId: string, member: Member): Promise<MemberImpact> {
  const { userId, email } = member
  const apiKeys = await queries.query<MemberImpact['apiKeys'][number]>(keysOf, [organizationId, userId])
  const approvals = await queries.query<MemberImpact['approvals'][number]>(askedAlone, [
    organizationId,
    userId,
    email,
  ])
  const invitations = await queries.query<MemberImpact['invitations'][number]>(invitedBy, [
    organizationId,
    userId,
  ])
  return { apiKeys, approvals, invitations }
}

/** The roles that somebody of this role may invite for. */
function invitableBy(role: Role): readonly Role[] {
  if (role === 'owner') return ['viewer', 'member', 'admin', 'owner']
  return role === 'admin' ? ['viewer', 'member', 'admin'] : []
}

const lock = {
  name: 'members.lock',
  text: 'select id from organizations where id = $1 and deleted_at is null for no key update',
}

const find = {
  name: 'members.find',
  text: `select m.user_id as "userId", u.email, u.name, m.role, 'active' as status, m.joined_at as "joinedAt"
    from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and m.user_id = $2`,
}

const countOwners = {
  name: 'members.count-owners',
  text: `select count(*)::int as count from memberships where organization_id = $1 and role = 'owner'`,
}

const setRole = {
  name: 'members.set-role',
  text: 'update memberships set role = $3 where organization_id = $1 and user_id = $2',
}

const remove = {
  name: 'members.remove',
  text: 'delete from memberships where organization_id = $1 and user_id = $2',
}

const endSessions = {
  name: 'members.end-sessions',
  text: 'update sessions set ended_at = $3 where organization_id = $1 and user_id = $2 and ended_at is null',
}

const revokeKeys = {
  name: 'members.revoke-keys',
  text: 'update api_keys set revoked_at = $3 where organization_id = $1 and created_by = $2 and revoked_at is null',
}

const dropInvitations = {
  name: 'members.drop-invitations',
  text: 'delete from invitations where organization_id = $1 and invited_by = $2 and role <> all($3::text[])',
}

/** At most a page each: a person reads them. */
const keysOf = {
  name: 'members.keys',
  text: `select id, name, last_used_at as "lastUsedAt" from api_keys
    where organization_id = $1 and created_by = $2 and revoked_at is null order by id desc limit 100`,
}

const askedAlone = {
  name: 'members.asked-alone',
  text: `select id, kind, execution_id as "executionId", message from approvals
    where organization_id = $1 and status = 'pending' and assignees <> '[]' and not exists (
      select 1 from json_array_elements_text(assignees::json) name where lower(name) not in ($2, lower($3)))
    order by id desc limit 100`,
}

const invitedBy = {
  name: 'members.invited-by',
  text: `select id, email from invitations where organization_id = $1 and invited_by = $2
    order by id desc limit 100`,
}
