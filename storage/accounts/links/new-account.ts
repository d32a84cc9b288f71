// A new person with an organization of their own, within the transaction of a link that makes them: the mail
// of a sign-up, or the set-up link of the service.
import { newId } from '../../../domain/ids.ts'
import { emailKey } from '../../../domain/people/user.ts'
import type { Queries } from '../../postgres/statement.ts'
import { writeAudit } from '../audit.ts'
import type { Account } from '../users.ts'

export interface NewAccount {
  readonly email: string
  readonly name: string | null
  readonly organizationName: string
  readonly passwordHash: string
  /** Whether the link has proved the mailbox. */
  readonly isProved: boolean
}

/** Its unique address is the constraint `users_email_key_key`. @param address IP address of the client */
export async function makeAccount(
  queries: Queries,
  { email, name, organizationName, passwordHash, isProved }: NewAccount,
  address: string | null,
): Promise<Account> {
  const now = Date.now()
  const userId = newId('user')
  const organizationId = newId('organization')
  const verifiedAt = isProved ? now : null
  await queries.query(insertUser, [userId, email, emailKey(email), name, passwordHash, verifiedAt, now])
  await queries.query(insertOrganization, [organizationId, organizationName, now])
  await queries.query(insertOwner, [organizationId, userId])
  const target = { type: 'user', id: userId, name: email }
  await writeAudit(queries, { organizationId, actor: userId, action: 'account.created', target, address })
  return { userId, passwordHash, organizationId, role: 'owner' }
}

const insertUser = {
  name: 'new-account.user',
  text: `insert into users (id, email, email_key, name, password_hash, email_verified_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const insertOrganization = {
  name: 'new-account.organization',
  text: `insert into organizations (id, name, plan, created_at) values ($1, $2, 'free', $3)`,
}

const insertOwner = {
  name: 'new-account.owner',
  text: `insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')`,
}
