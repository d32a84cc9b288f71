// Set-up links: each makes the first owner of a service that has no users. Made at the start, completed by
// http/account/links/set-up.ts.
// 1. Only a hash of a token is kept.
// 2. The first one that is used spends all of them, in the transaction that makes the owner. Once there is a
//    user, none works.
import type { Database } from '../../postgres/database.ts'
import type { Account } from '../users.ts'
import { makeAccount, type NewAccount } from './new-account.ts'

export const setUpLifetimeMs = 24 * 3_600_000

/** Nodes and starts that may have printed one. */
const mostLinks = 20

export type SetUpLinkStore = ReturnType<typeof setUpLinkStore>

export function setUpLinkStore(database: Database) {
  return {
    /** @param tokenHash SHA-256 in hex */
    async add(tokenHash: string): Promise<void> {
      const now = Date.now()
      await database.query(insert, [tokenHash, now + setUpLifetimeMs, now, mostLinks])
    },

    /** Would the token work? */
    async isValid(tokenHash: string): Promise<boolean> {
      return (await database.query(find, [tokenHash, Date.now()])).length > 0
    },

    /** @returns null when the token does not work, and nothing was changed */
    complete(tokenHash: string, owner: NewAccount, address: string | null): Promise<Account | null> {
      return database.atomically(async queries => {
        await queries.query(lock, [])
        if ((await queries.query(find, [tokenHash, Date.now()])).length === 0) return null
        await queries.query(spendAll, [])
        return makeAccount(queries, owner, address)
      })
    },
  }
}

const insert = {
  name: 'set-up-links.insert',
  text: `with kept as (
      delete from set_up_links where expires_at <= $3 or token_hash in (
        select token_hash from set_up_links order by expires_at desc offset $4::int - 1)
    )
    insert into set_up_links (token_hash, expires_at) values ($1, $2)`,
}

const find = {
  name: 'set-up-links.find',
  text: `select 1 as one from set_up_links
    where token_hash = $1 and expires_at > $2 and not exists (select from users)`,
}

/** Whoever comes second sees the user of the first. */
const lock = { name: 'set-up-links.lock', text: 'lock table set_up_links in exclusive mode' }

const spendAll = { name: 'set-up-links.spend', text: 'delete from set_up_links' }
