// Identities: which account at a sign-in provider belongs to which user. A provider and its id for a person
// belong to one user. Called by http/account/oauth.ts.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { emailKey } from '../../domain/people/user.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import { writeAudit } from './audit.ts'
import type { Account } from './users.ts'

export const IdentityTable = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    provider: p.text().primary(),
    subject: p.text().primary(),
    userId: p.text(),
    email: p.text(),
    createdAt: p.bigint('number'),
    lastUsedAt: p.bigint('number'),
  },
})

export interface NewIdentity {
  readonly provider: string
  /** The provider's id of the person, which it never gives to another. */
  readonly subject: string
  readonly email: string
}

export function identityRow({ provider, subject, email }: NewIdentity, userId: string, now: number) {
  return { provider, subject, userId, email, createdAt: now, lastUsedAt: now }
}

export type IdentityStore = ReturnType<typeof identityStore>

export function identityStore(database: Database) {
  return {
    /** The account of the identity; notes the use. */
    async find({ provider, subject, email }: NewIdentity): Promise<Account | null> {
      const [account] = await database.query<Account>(find, [provider, subject, email, Date.now()])
      return account ?? null
    },

    /**
     * Links the identity to the user whose mailbox it proves. If nobody had proved the mailbox before,
     * everything that gave access to the account ends: password, other identities, sessions, API keys and
     * connected applications may be those of somebody else.
     * @returns the account and whether its earlier access ended; null: no account has the address
     */
    link(identity: NewIdentity, address: string | null): Promise<Linked | null> {
      return database.atomically(async queries => {
        const now = Date.now()
        const { provider, email } = identity
        const [found] = await queries.query<LockedAccount>(lockByEmail, [emailKey(email)])
        if (found === undefined) return null
        const { isProven, organizationIds, ...account } = found
        if (!isProven) {
          await queries.query(dropUnproven, [account.userId])
          for (const each of purge) await queries.query(each, [account.userId, now])
        }
        await writeIdentity(queries, identity, account.userId, now)
        const target = { type: 'user', id: account.userId, name: email }
        const details = { provider, endedEarlierAccess: !isProven }
        const entry = {
          organizationId: account.organizationId,
          actor: account.userId,
          target,
          details,
          address,
        }
        await writeAudit(queries, { ...entry, action: 'identity.linked' })
        return { account, organizationIds, hasEndedAccess: !isProven }
      })
    },
  }
}

export async function writeIdentity(
  queries: Queries,
  { provider, subject, email }: NewIdentity,
  userId: string,
  now: number,
): Promise<void> {
  await queries.query(insert, [provider, subject, userId, email, now])
}

interface LockedAccount extends Account {
  /** All organizations that the user belongs to. */
  readonly organizationIds: readonly string[]
  readonly isProven: boolean
}

export interface Linked {
  readonly account: Account
  readonly organizationIds: readonly string[]
  readonly hasEndedAccess: boolean
}

const find = {
  name: 'identities.find',
  text: `with used as (
      update identities set last_used_at = $4, email = coalesce(nullif($3, ''), email) where provider = $1 and subject = $2 returning user_id)
    select u.id as "userId", u.password_hash as "passwordHash", m.organization_id as "organizationId", m.role
    from used join users u on u.id = used.user_id join memberships m on m.user_id = u.id
      join organizations o on o.id = m.organization_id and o.deleted_at is null
    order by m.joined_at, m.organization_id limit 1`,
}

const lockByEmail = {
  name: 'identities.lock-by-email',
  text: `select u.id as "userId", u.password_hash as "passwordHash", m.organization_id as "organizationId", m.role,
      u.email_verified_at is not null as "isProven",
      array(select a.organization_id from memberships a where a.user_id = u.id) as "organizationIds"
    from users u join memberships m on m.user_id = u.id
      join organizations o on o.id = m.organization_id and o.deleted_at is null
    where u.email_key = $1 order by m.joined_at, m.organization_id limit 1 for update of u`,
}

const insert = {
  name: 'identities.insert',
  text: `insert into identities (provider, subject, user_id, email, created_at, last_used_at)
    values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
}

/**
 * Drops the identities of an account whose mailbox nobody has proved: the provider vouched for a person,
 * not for the mailbox. Run it before the account is marked as proved.
 */
export const dropUnproven = {
  name: 'identities.drop-unproven',
  text: `delete from identities where user_id = $1
    and exists (select from users u where u.id = $1 and u.email_verified_at is null)`,
}

const purge = [
  {
    name: 'identities.purge-password',
    text: 'update users set password_hash = null, email_verified_at = $2 where id = $1',
  },
  {
    name: 'identities.purge-sessions',
    text: 'update sessions set ended_at = $2 where user_id = $1 and ended_at is null',
  },
  {
    name: 'identities.purge-keys',
    text: 'update api_keys set revoked_at = $2 where created_by = $1 and revoked_at is null',
  },
  {
    name: 'identities.purge-connections',
    text: 'delete from connections where user_id = $1 and created_at <= $2',
  },
] satisfies Parameters<Queries['query']>[0][]
