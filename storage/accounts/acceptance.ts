// Accepts an invitation: one transaction removes it and makes the person a member. Called by
// storage/accounts/invitations.ts.
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Role } from '../../domain/people/permissions.ts'
import { emailKey } from '../../domain/people/user.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import type { Queries } from '../postgres/statement.ts'
import { writeAudit } from './audit.ts'
import { type NewIdentity, writeIdentity } from './identities.ts'
import { findMember, lockMembers } from './members.ts'
import { joinTeam } from './teams.ts'

/** An open invitation, and the account of its address. */
export interface OpenInvitation {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly email: string
  readonly role: Role
  /** Null for everybody's team. */
  readonly teamName: string | null
  readonly inviter: { readonly email: string; readonly name: string | null }
  readonly expiresAt: number
  /** Null when the address has no account. */
  readonly userId: string | null
  readonly passwordHash: string | null
}

/** Who accepts: a user, or somebody new, for whom an account is made. */
export type Acceptor =
  | { readonly userId: string }
  | {
      readonly userId: null
      readonly name: string | null
      /** Null: they sign in by a provider only. */
      readonly passwordHash: string | null
      readonly identity?: NewIdentity
    }

export interface Acceptance {
  readonly tokenHash: string
  readonly acceptor: Acceptor
  /** IP address of the client. */
  readonly address: string | null
}

/** By which somebody can accept who has proved the mailbox in another way than by the link. */
export interface Invited {
  readonly organizationId: string
  readonly tokenHash: string
}

export interface Joined {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
}

/** The open invitation with this hash of a token, or null. */
export async function findOpenInvitation(
  queries: Queries,
  tokenHash: string,
): Promise<OpenInvitation | null> {
  return (await queries.query<OpenInvitation>(findOpen, [tokenHash, Date.now()]))[0] ?? null
}

/** The newest open invitation of an address, or null. */
export async function findInvited(queries: Queries, email: string): Promise<Invited | null> {
  return (await queries.query<Invited>(findByEmail, [emailKey(email), Date.now()]))[0] ?? null
}

/**
 * Makes the member and returns it. A person who was a member before keeps their role.
 * @throws {Failure} conflict: used, replaced or revoked meanwhile, or the address got an account
 */
export function acceptInvitation(
  database: Database,
  organizationId: string,
  { tokenHash, acceptor, address }: Acceptance,
): Promise<Joined> {
  return database.atomically(async queries => {
    await lockMembers(queries, organizationId)
    const values = [organizationId, tokenHash, Date.now()]
    const [taken] = await queries.query<TakenInvitation>(take, values)
    if (taken === undefined) throw new Failure('conflict', 'the invitation has just been used or revoked')
    const { teamId, email, invitedBy } = taken
    const userId = await accountOf(queries, taken, acceptor)
    await queries.query(join, [organizationId, userId, taken.role])
    await joinTeam(queries, organizationId, teamId, userId)
    const { role } = await findMember(queries, organizationId, userId)
    const target = { type: 'user', id: userId, name: email }
    const details = { role, team: teamId, invitedBy }
    const action = 'member.joined'
    await writeAudit(queries, { organizationId, actor: userId, action, target, details, address })
    return { organizationId, userId, role }
  })
}

interface TakenInvitation {
  readonly teamId: string | null
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
}

/** Having the link proves that the person reads the mailbox, so the address is marked as verified. */
async function accountOf(queries: Queries, { email }: TakenInvitation, acceptor: Acceptor): Promise<string> {
  const now = Date.now()
  if (acceptor.userId !== null) {
    await queries.query(verify, [acceptor.userId, now])
    return acceptor.userId
  }
  const id = newId('user')
  try {
    const { name, passwordHash } = acceptor
    await queries.query(insertUser, [id, email, emailKey(email), name, passwordHash, now])
    if (acceptor.identity !== undefined) await writeIdentity(queries, acceptor.identity, id, now)
  } catch (error) {
    if (!breaksUnique(error, 'users_email_key_key')) throw error
    throw new Failure('conflict', 'this e-mail address has an account by now: log in to accept')
  }
  return id
}

const findOpen = {
  name: 'invitations.find-open',
  text: `select i.id, i.organization_id as "organizationId", o.name as "organizationName", i.email, i.role,
      t.name as "teamName", json_build_object('email', b.email, 'name', b.name) as inviter,
      i.expires_at as "expiresAt", u.id as "userId", u.password_hash as "passwordHash"
    from invitations i join organizations o on o.id = i.organization_id
      join users b on b.id = i.invited_by
      left join teams t on t.id = i.team_id
      left join users u on u.email_key = i.email_key
    where i.token_hash = $1 and i.expires_at > $2 and o.deleted_at is null`,
}

const findByEmail = {
  name: 'invitations.find-by-email',
  text: `select i.organization_id as "organizationId", i.token_hash as "tokenHash"
    from invitations i join organizations o on o.id = i.organization_id and o.deleted_at is null
    where i.email_key = $1 and i.expires_at > $2 order by i.created_at desc, i.id desc limit 1`,
}

const take = {
  name: 'invitations.take',
  text: `delete from invitations where organization_id = $1 and token_hash = $2 and expires_at > $3
    returning team_id as "teamId", email, role, invited_by as "invitedBy"`,
}

const join = {
  name: 'invitations.join',
  text: `insert into memberships (organization_id, user_id, role) values ($1, $2, $3) on conflict do nothing`,
}

const verify = {
  name: 'invitations.verify',
  text: 'update users set email_verified_at = $2 where id = $1',
}

const insertUser = {
  name: 'invitations.insert-user',
  text: `insert into users (id, email, email_key, name, password_hash, email_verified_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $6)`,
}
