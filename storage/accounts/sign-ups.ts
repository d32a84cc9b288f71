// Sign-ups that wait for the proof of their mailbox. Called by http/account/links/sign-ups.ts.
// 1. Every address gets the same row. Whether it has an account is looked up later, by the chore that sends
//    the mails, so the answer tells nothing.
// 2. Nothing of a sign-up can log in before its proof: one transaction spends the token and makes user,
//    organization and membership. A token works once, within a day; only its hash is kept.
// 3. Each sign-up has its own token and password: one that somebody else begins for the same address
//    changes nothing about another.
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Mail } from '../../domain/news/mail.ts'
import { emailKey } from '../../domain/people/user.ts'
import type { MailStore } from '../notifications/mails.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { makeAccount } from './links/new-account.ts'
import type { Account } from './users.ts'

export const signUpLifetimeMs = 24 * 3_600_000
const hourMs = 3_600_000
/** Mails to one address within an hour; further sign-ups get none. */
export const signUpMailsAnHour = 3

export interface NewSignUp {
  readonly email: string
  readonly name: string | null
  readonly organizationName: string
  readonly passwordHash: string
  /** SHA-256 in hex of what the browser that signs up keeps. */
  readonly browserHash: string
  readonly address: string | null
}

/** A sign-up that waits for its mail. */
export interface WaitingSignUp {
  readonly id: string
  readonly email: string
  /** Whether the address has an account. */
  readonly isKnown: boolean
  /** Whether the address has had its share of mails. */
  readonly isExhausted: boolean
}

export type SignUpStore = ReturnType<typeof signUpStore>

export function signUpStore(database: Database, mails: Pick<MailStore, 'add'>) {
  return {
    /** Keeps the sign-up, before anybody has looked up the address. */
    async add(signUp: NewSignUp): Promise<void> {
      const { email, name, organizationName, passwordHash, browserHash, address } = signUp
      const values = [newId('signUp'), email, emailKey(email), name, organizationName, passwordHash]
      await database.query(insert, [...values, browserHash, address, Date.now() + signUpLifetimeMs])
    },

    /** Sign-ups that wait for a mail, the oldest first. */
    waiting(limit: number): Promise<WaitingSignUp[]> {
      return database.query<WaitingSignUp>(listWaiting, [limit, Date.now() - hourMs, signUpMailsAnHour])
    },

    async drop({ id }: WaitingSignUp): Promise<void> {
      await database.query(drop, [id])
    },

    /**
     * Keeps a token and the mail that carries it.
     * @param tokenHash SHA-256 in hex; null: the address has an account, so the sign-up is over
     */
    async issue({ id }: WaitingSignUp, tokenHash: string | null, mail: Mail): Promise<void> {
      await database.atomically(async queries => {
        await queries.query(markMailed, [id, tokenHash, Date.now()])
        await mails.add(mail, queries)
      })
    },

    /** The hash of what the browser keeps that made this sign-up; null when the token would not work. */
    async browserOf(tokenHash: string): Promise<string | null> {
      const [row] = await database.query<{ browser: string }>(find, [tokenHash, Date.now()])
      return row?.browser ?? null
    },

    /**
     * Makes the account of a sign-up whose mailbox is proved.
     * @param passwordHash in place of the one that was chosen at the sign-up; null for that one
     * @returns null when the token does not work, and nothing was changed
     * @throws {Failure} conflict: the address has got an account meanwhile
     */
    async complete(
      tokenHash: string,
      passwordHash: string | null,
      address: string | null,
    ): Promise<Account | null> {
      try {
        return await database.atomically(async queries => {
          const [proved] = await queries.query<ProvedSignUp>(take, [tokenHash, Date.now()])
          if (proved === undefined) return null
          await queries.query(dropOthers, [emailKey(proved.email)])
          const chosen = passwordHash ?? proved.passwordHash
          return makeAccount(queries, { ...proved, passwordHash: chosen, isProved: true }, address)
        })
      } catch (error) {
        if (!breaksUnique(error, 'users_email_key_key')) throw error
        throw new Failure('conflict', 'this e-mail address has an account by now: sign in')
      }
    },
  }
}

interface ProvedSignUp {
  readonly email: string
  readonly name: string | null
  readonly organizationName: string
  readonly passwordHash: string
}

const insert = {
  name: 'sign-ups.insert',
  text: `insert into sign_ups (id, email, email_key, name, organization_name, password_hash, browser_hash, address,
      expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const listWaiting = {
  name: 'sign-ups.waiting',
  text: `select s.id, s.email, exists (select from users u where u.email_key = s.email_key) as "isKnown",
      (select count(*) from sign_ups o where o.email_key = s.email_key and o.mailed_at > $2) >= $3 as "isExhausted"
    from sign_ups s where s.mailed_at is null order by s.id limit $1`,
}

const drop = { name: 'sign-ups.drop', text: 'delete from sign_ups where id = $1' }

/** Without a token the row only counts the mail: the password goes. */
const markMailed = {
  name: 'sign-ups.mailed',
  text: `update sign_ups set mailed_at = $3, token_hash = $2,
      password_hash = case when $2::text is null then null else password_hash end where id = $1`,
}

const find = {
  name: 'sign-ups.find',
  text: 'select browser_hash as browser from sign_ups where token_hash = $1 and expires_at > $2',
}

const take = {
  name: 'sign-ups.take',
  text: `delete from sign_ups where token_hash = $1 and expires_at > $2
    returning email, name, organization_name as "organizationName", password_hash as "passwordHash"`,
}

/** Their mails still count: only the tokens and passwords go. */
const dropOthers = {
  name: 'sign-ups.drop-others',
  text: 'update sign_ups set token_hash = null, password_hash = null where email_key = $1',
}
