// Open invitations. One that was accepted, revoked or replaced has no row; the audit log tells what became
// of it.
// 1. An address has one open invitation per team: a new one replaces it, and the older link is dead.
// 2. Accepting removes the row (storage/accounts/acceptance.ts), so a link works once. Only a hash of its
//    token is kept.
// 3. Whoever may no longer invite for a role has no open invitations for it: storage/accounts/members.ts
//    drops them.

import { Failure, notFound } from '../../domain/failure.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import type { Role } from '../../domain/people/permissions.ts'
import { invitationLifetimeMs, type Member, teamBounds } from '../../domain/people/team.ts'
import { emailKey } from '../../domain/people/user.ts'
import type { Database } from '../postgres/database.ts'
import {
  type Acceptance,
  acceptInvitation,
  findInvited,
  findOpenInvitation,
  type Joined,
} from './acceptance.ts'
import { writeAudit } from './audit.ts'
import { findMember, lockMembers, requireRank } from './members.ts'
import { joinTeam } from './teams.ts'

export interface NewInvitation {
  readonly id: string
  /** Null for everybody's team. */
  readonly teamId: string | null
  readonly email: string
  readonly role: Role
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string
}

export type InvitationStore = ReturnType<typeof invitationStore>

/** @param forget called when cached facts about a member are no longer true */
export function invitationStore(
  database: Database,
  forget: (organizationId: string, userId: string) => void,
) {
  return {
    /** The member of the organization who has the address, or null. */
    async memberOf(organizationId: string, email: string): Promise<Member | null> {
      const [row] = await database.query<{ id: string }>(findByEmail, [organizationId, emailKey(email)])
      return row === undefined ? null : findMember(database, organizationId, row.id)
    },

    /** Puts somebody who is a member already into the team. */
    async addToTeam(actor: Actor, teamId: string, member: Member): Promise<void> {
      const { organizationId } = actor.caller
      await database.atomically(async queries => {
        await joinTeam(queries, organizationId, teamId, member.userId)
        const target = { type: 'user', id: member.userId, name: member.email }
        await writeAudit(queries, entryOf(actor, 'team.member-added', target, { team: teamId }))
      })
    },

    /** @throws {Failure} forbidden: a role beyond the inviter's; conflict: too many are open */
    async invite(actor: Actor, invitation: NewInvitation): Promise<Member> {
      const { caller } = actor
      const { organizationId, userId } = caller
      const { id, teamId, email, role, tokenHash } = invitation
      await database.atomically(async queries => {
        await lockMembers(queries, organizationId)
        await requireRank(queries, caller, role)
        const now = Date.now()
        const [open] = await queries.query<{ count: number }>(countOpen, [organizationId, now])
        if (open!.count >= teamBounds.openInvitations) {
          throw new Failure('conflict', `at most ${teamBounds.openInvitations} invitations may be open`)
        }
        const expiresAt = now + invitationLifetimeMs
        const values = [id, organizationId, teamId, email, emailKey(email), role, tokenHash, userId]
        await queries.query(upsert, [...values, now, expiresAt])
        const target = { type: 'invitation', id, name: email }
        await writeAudit(queries, entryOf(actor, 'member.invited', target, { role, team: teamId }))
      })
      return { userId: id, email, name: null, role, status: 'invited', joinedAt: null }
    },

    /** @throws {Failure} not-found: not open, or of another team; forbidden: a role beyond the caller's */
    async revoke(actor: Actor, teamId: string | null, id: string): Promise<void> {
      const { caller } = actor
      const { organizationId } = caller
      await database.atomically(async queries => {
        await lockMembers(queries, organizationId)
        const [revoked] = await queries.query<{ email: string; role: Role }>(revoke, [
          organizationId,
          teamId ?? '',
          id,
        ])
        if (revoked === undefined) throw notFound('member')
        await requireRank(queries, caller, revoked.role)
        const target = { type: 'invitation', id, name: revoked.email }
        await writeAudit(queries, entryOf(actor, 'invitation.revoked', target))
      })
    },

    /** The open invitation with this hash of a token, or null. */
    findOpen: (tokenHash: string) => findOpenInvitation(database, tokenHash),

    /** The newest open invitation of an address, or null. */
    invited: (email: string) => findInvited(database, email),

    /** Has the address an account? */
    async isKnown(email: string): Promise<boolean> {
      return (await database.query(findAccount, [emailKey(email)])).length > 0
    },

    /** See storage/accounts/acceptance.ts. */
    async accept(organizationId: string, acceptance: Acceptance): Promise<Joined> {
      const joined = await acceptInvitation(database, organizationId, acceptance)
      forget(organizationId, joined.userId)
      return joined
    },
  }
}

const findByEmail = {
  name: 'invitations.member-by-email',
  text: `select u.id from memberships m join users u on u.id = m.user_id
    where m.organization_id = $1 and u.email_key = $2`,
}

const findAccount = {
  name: 'invitations.account-by-email',
  text: 'select 1 as one from users where email_key = $1',
}

const countOpen = {
  name: 'invitations.count-open',
  text: 'select count(*)::int as count from invitations where organization_id = $1 and expires_at > $2',
}

const upsert = {
  name: 'invitations.upsert',
  text: `insert into invitations (id, organization_id, team_id, email, email_key, role, token_hash, invited_by,
      created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (organization_id, coalesce(team_id, ''), email_key) do update set id = excluded.id,
      email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`,
}

const revoke = {
  name: 'invitations.revoke',
  text: `delete from invitations where organization_id = $1 and coalesce(team_id, '') = $2 and id = $3
    returning email, role`,
}
