// Users: signing up, looking up for a login, the profile.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { BillingPlan } from '../domain/organization.ts'
import type { Role } from '../domain/permissions.ts'
import { emailKey, type UserProfile } from '../domain/user.ts'
import type { Database } from './database.ts'
import { breaksUnique } from './database-errors.ts'
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
    createdAt: p.bigint('number'),
  },
})

export interface NewUser {
  readonly email: string
  readonly name: string | null
  /** Null: signs in by a third party only. */
  readonly passwordHash: string | null
  readonly organizationName: string
}

/** What a login needs to know. */
export interface Account {
  readonly userId: string
  readonly passwordHash: string | null
  /** The organization that the user has belonged to for longest. */
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
    async signUp({ email, name, passwordHash, organizationName }: NewUser): Promise<Account> {
      const createdAt = Date.now()
      const userId = newId('user')
      const organizationId = newId('organization')
      try {
        await database.transaction(async em => {
          const user = { id: userId, email, emailKey: emailKey(email), name, passwordHash, createdAt }
          await em.insert(UserTable, user)
          await em.insert(OrganizationTable, {
            id: organizationId,
            name: organizationName,
            plan: 'free',
            createdAt,
          })
          await em.insert(MembershipTable, { organizationId, userId, role: 'owner' })
        })
      } catch (error) {
        if (!breaksUnique(error, 'users_email_key_key')) throw error
        throw new Failure('conflict', 'this e-mail address already has an account')
      }
      return { userId, passwordHash, organizationId, role: 'owner' }
    },

    /** By whatever form of the address; null when it has no account. */
    async findByEmail(email: string): Promise<Account | null> {
      return (await database.query<Account>(findByEmail, [emailKey(email)]))[0] ?? null
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
    where u.email_key = $1 order by m.organization_id limit 1`,
}

const findProfile = {
  name: 'users.profile',
  text: `select u.id, u.email, u.name, m.role, o.name as "organizationName", o.plan, u.created_at as "createdAt"
    from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where m.organization_id = $1 and m.user_id = $2`,
}
