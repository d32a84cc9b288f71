// Resets of forgotten passwords. Called by http/account/links/password-resets.ts.
// 1. A request writes the same row for every address. Whether the address has an account is looked up
//    later, by the chore that sends the mails, so the answer tells nothing.
// 2. A token works once, within an hour; only its hash is kept.
// 3. One transaction changes the password, ends every session and connected application of the user and
//    spends their other tokens. It also drops identities that made the account without proof of the mailbox:
//    they may be those of somebody else.

import { newId } from '../../domain/ids.ts'
import type { Mail } from '../../domain/news/mail.ts'
import type { NewAuditEntry } from '../../domain/people/audit.ts'
import { endOfUser } from '../connections/connection-statements.ts'
import type { MailStore } from '../notifications/mails.ts'
import type { Database } from '../postgres/database.ts'
import { writeAudit } from './audit.ts'
import { dropUnproven } from './identities.ts'
import { lockUser } from './lock-user.ts'

export const resetLifetimeMs = 3_600_000
/** Mails to one account within an hour; further requests get none. */
export const resetsAnHour = 3

export interface ResetRequest {
  readonly id: string
  readonly emailKey: string
}

/** Whose password is reset. */
export interface Resetting {
  readonly userId: string
  /** Null when the user belongs to no organization any more. */
  readonly organizationId: string | null
}

export type PasswordResetStore = ReturnType<typeof passwordResetStore>

export function passwordResetStore(database: Database, mails: Pick<MailStore, 'add'>) {
  return {
    /** Keeps the request, before anybody has looked up the address. */
    async request(emailKey: string): Promise<void> {
      await database.query(insertRequest, [newId('resetRequest'), emailKey, Date.now()])
    },

    /** Requests that have not been handled, the oldest first. */
    requests(limit: number): Promise<ResetRequest[]> {
      return database.query<ResetRequest>(listRequests, [limit])
    },

    /** Drops this request and all others for the same address. */
    async drop({ emailKey }: ResetRequest): Promise<void> {
      await database.query(dropRequests, [emailKey])
    },

    /**
     * The user, when they may get another token; null when the address has no account, or has had its
     * share.
     */
    async holderOf({ emailKey }: ResetRequest): Promise<{ userId: string; email: string } | null> {
      const since = Date.now() - resetLifetimeMs
      const values = [emailKey, since, resetsAnHour]
      return (await database.query<{ userId: string; email: string }>(findHolder, values))[0] ?? null
    },

    /**
     * Keeps a token and the mail that carries it, and drops the requests for the address.
     * @param tokenHash SHA-256 in hex
     */
    async issue(request: ResetRequest, issued: { userId: string; tokenHash: string; mail: Mail }) {
      await database.atomically(async queries => {
        const now = Date.now()
        await queries.query(insertToken, [issued.tokenHash, issued.userId, now, now + resetLifetimeMs])
        await mails.add(issued.mail, queries)
        await queries.query(dropRequests, [request.emailKey])
      })
    },

    /** Would the token work now? */
    async isValid(tokenHash: string): Promise<boolean> {
      return (await database.query(findToken, [tokenHash, Date.now()])).length > 0
    },

    /** @returns null when the token does not work, and nothing was changed */
    complete(
      tokenHash: string,
      passwordHash: string,
      entry: Omit<NewAuditEntry, 'organizationId' | 'actor'>,
    ) {
      return database.atomically(async queries => {
        const now = Date.now()
        const [holder] = await queries.query<{ userId: string }>(findUser, [tokenHash])
        if (holder === undefined) return null
        await lockUser(queries, holder.userId)
        const [reset] = await queries.query<Resetting>(useToken, [tokenHash, now])
        if (reset === undefined) return null
        const { userId, organizationId } = reset
        await queries.query(dropUnproven, [userId])
        await queries.query(setPassword, [userId, passwordHash, now])
        await queries.query(spendTokens, [userId, now])
        await queries.query(endSessions, [userId, now])
        await queries.query(endOfUser, [userId])
        if (organizationId !== null) {
          const target = { type: 'user', id: userId }
          await writeAudit(queries, { ...entry, organizationId, actor: userId, target })
        }
        return reset
      })
    },
  }
}

const insertRequest = {
  name: 'password-resets.request',
  text: 'insert into reset_requests (id, email_key, created_at) values ($1, $2, $3)',
}

const listRequests = {
  name: 'password-resets.requests',
  text: 'select id, email_key as "emailKey" from reset_requests order by id limit $1',
}

const dropRequests = {
  name: 'password-resets.drop',
  text: 'delete from reset_requests where email_key = $1',
}

const findHolder = {
  name: 'password-resets.holder',
  text: `select u.id as "userId", u.email from users u
    where u.email_key = $1 and exists (select from memberships m where m.user_id = u.id)
      and (select count(*) from password_resets r where r.user_id = u.id and r.created_at > $2) < $3`,
}

const insertToken = {
  name: 'password-resets.insert',
  text: `insert into password_resets (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)`,
}

const findToken = {
  name: 'password-resets.find',
  text: 'select 1 as one from password_resets where token_hash = $1 and used_at is null and expires_at > $2',
}

const findUser = {
  name: 'password-resets.user',
  text: 'select user_id as "userId" from password_resets where token_hash = $1',
}

/** Of two tokens of a user at once, the second waits for the user's lock and finds itself spent. */
const useToken = {
  name: 'password-resets.use',
  text: `update password_resets r set used_at = $2
    where token_hash = $1 and used_at is null and expires_at > $2
    returning user_id as "userId", (select m.organization_id from memberships m where m.user_id = r.user_id
      order by m.organization_id limit 1) as "organizationId"`,
}

/** The token came by mail, so it proves the mailbox. */
const setPassword = {
  name: 'password-resets.set-password',
  text: 'update users set password_hash = $2, email_verified_at = $3 where id = $1',
}

const spendTokens = {
  name: 'password-resets.spend',
  text: 'update password_resets set used_at = $2 where user_id = $1 and used_at is null',
}

const endSessions = {
  name: 'password-resets.end-sessions',
  text: 'update sessions set ended_at = $2 where user_id = $1 and ended_at is null',
}
