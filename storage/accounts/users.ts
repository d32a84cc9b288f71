// Users: sign-up, lookup at a login, password and profile. Called by routes, http/account/ and
// main/development.ts.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { NewAuditEntry } from '../../domain/people/audit.ts'
import type { BillingPlan } from '../../domain/people/organization.ts'
import type { Role } from '../../domain/people/permissions.ts'
import { emailKey, type UserProfile } from '../../domain/people/user.ts'
import { endOfUser } from '../connections/connection-statements.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { auditRow, writeAudit } from './audit.ts'
import { AuditTable } from './audit-table.ts'
import { IdentityTable, identityRow, type NewIdentity } from './identities.ts'
import { MembershipTable, OrganizationTable } from './organizations.ts'

export const UserTable = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.text().primary(),
    email: p.text(),
    emailKey: p.text(),
    name: p.text().nullable(),
    passwordHash: p.text().nullable(),
    emailVerifiedAt: p.bigint('number').nullable(),
    createdAt: p.bigint('number'),
  },
})

export interface NewUser {
  readonly email: string
  readonly name: string | null
  /** Null: signs in by a provider only. */
  readonly passwordHash: string | null
  readonly organizationName: string
  /** When the user proved the mailbox; Unix ms. */
  readonly emailVerifiedAt?: number | null
  /** The sign-in provider that vouches for them, instead of a password. */
  readonly identity?: NewIdentity
  /** Where they sign up from. */
  readonly address?: string | null
}

/** What a login needs to know. */
export interface Account {
  readonly userId: string
  readonly passwordHash: string | null
  /** The user's organization with the longest membership. */
  readonly organizationId: string
  readonly role: Role
}

export type UserStore = ReturnType<typeof userStore>

export function userStore(database: Database) {
  return {
    /**
     * A user, an organization on the free plan, and the user as its owner.
     * @throws {Failure} conflict: the address has an account
     */
    async signUp(newUser: NewUser): Promise<Account> {
      const { email, name, passwordHash, organizationName, emailVerifiedAt = null } = newUser
      const createdAt = Date.now()
      const userId = newId('user')
      const organizationId = newId('organization')
      try {
        await database.transaction(async em => {
          const user = { id: userId, email, emailKey: emailKey(email), name, passwordHash, createdAt }
          await em.insert(UserTable, { ...user, emailVerifiedAt })
          await em.insert(OrganizationTable, {
            id: organizationId,
            name: organizationName,
            plan: 'free',
            createdAt,
          })
          await em.insert(MembershipTable, { organizationId, userId, role: 'owner' })
          const { identity, address = null } = newUser
          if (identity) await em.insert(IdentityTable, identityRow(identity, userId, createdAt))
          const target = { type: 'user', id: userId, name: email }
          const action = 'account.created'
          await em.insert(AuditTable, auditRow({ organizationId, actor: userId, action, target, address }))
        })
      } catch (error) {
        if (!breaksUnique(error, 'users_email_key_key')) throw error
        throw new Failure('conflict', 'this e-mail address already has an account')
      }
      return { userId, passwordHash, organizationId, role: 'owner' }
    },

    /** By any form of the address; null when it has no account. */
    async findByEmail(email: string): Promise<Account | null> {
      return (await database.query<Account>(findByEmail, [emailKey(email)]))[0] ?? null
    },

    /** The hash of a password; null without one. */
    async passwordHash(userId: string): Promise<string | null> {
      const [row] = await database.query<{ hash: string | null }>(findPassword, [userId])
      return row?.hash ?? null
    },

    /** Is this the current hash of the password? Waits for a change that is under way. */
    async isPassword(userId: string, hash: string | null): Promise<boolean> {
      const [row] = await database.query<{ hash: string | null }>(settledPassword, [userId])
      return row !== undefined && row.hash === hash
    },

    async changeName(userId: string, name: string | null): Promise<void> {
      await database.work(em => em.nativeUpdate(UserTable, { id: userId }, { name }))
    },

    /**
     * Also ends every other session and every connected application, and spends the reset tokens.
     * @param keptSession the session that changes the password
     */
    async changePassword(
      userId: string,
      change: { passwordHash: string; keptSession: string; entry: NewAuditEntry },
    ): Promise<void> {
      await database.atomically(async queries => {
        await queries.query(setPassword, [userId, change.passwordHash])
        await queries.query(endOtherSessions, [userId, change.keptSession, Date.now()])
        await queries.query(endOfUser, [userId])
        await queries.query(spendResets, [userId, Date.now()])
        await writeAudit(queries, change.entry)
      })
    },

    /** @throws {Failure} not-found: no such user in the organization */
    async profile(organizationId: string, userId: string): Promise<UserProfile> {
      const [row] = await database.query<ProfileRow>(findProfile, [organizationId, userId])
      if (row === undefined) throw notFound('user')
      const { organizationName, plan, ...user } = row
      return { ...user, organization: { id: organizationId, name: organizationName, plan } }
    },

    /** Nobody has signed up yet: the first start. */
    isEmpty(): Promise<boolean> {
      return database.work(async em => (await em.find(UserTable, {}, { limit: 1 })).length === 0)
    },
  }
}

interface ProfileRow extends Omit<UserProfile, 'organization'> {
  readonly organizationName: string
  readonly plan: BillingPlan
}

const findByEmail = {
  name: 'users.find-by-email',
  text: `select u.id as "userId", u.password_hash as "passwordHash", m.organization_id as "organizationId", m.role
    from users u join memberships m on m.user_id = u.id
      join organizations o on o.id = m.organization_id and o.deleted_at is null
    where u.email_key = $1 order by m.joined_at, m.organization_id limit 1`,
}

const findPassword = {
  name: 'users.find-password',
  text: 'select password_hash as hash from users where id = $1',
}

/** The lock waits for a transaction that has written the row, and then reads what it committed. */
const settledPassword = {
  name: 'users.settled-password',
  text: 'select password_hash as hash from users where id = $1 for share',
}

const setPassword = {
  name: 'users.set-password',
  text: 'update users set password_hash = $2 where id = $1',
}

const endOtherSessions = {
  name: 'users.end-other-sessions',
  text: 'update sessions set ended_at = $3 where user_id = $1 and id <> $2 and ended_at is null',
}

const spendResets = {
  name: 'users.spend-resets',
  text: 'update password_resets set used_at = $2 where user_id = $1 and used_at is null',
}

const findProfile = {
  name: 'users.profile',
  text: `select u.id, u.email, u.name, m.role, o.name as "organizationName", o.plan, u.created_at as "createdAt"
    from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where m.organization_id = $1 and m.user_id = $2`,
}
