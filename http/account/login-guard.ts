// Slows the guessing of passwords: of one account from many addresses, and of many accounts from one address.
// After a number of failures within a quarter of an hour it refuses further attempts, whether the account
// exists or not.
// 1. An attempt counts before its password is checked, so that parallel attempts gain nothing. A success is
//    taken back.
// 2. Guessing at an account does not lock out its owner: networks from which the owner has signed in before
//    have their own count.
import { hash } from 'node:crypto'
import { Failure } from '../../domain/failure.ts'
import type { LoginFailureStore } from '../../storage/accounts/login-failures.ts'
import { clientOf } from '../limits/limits.ts'

export interface LoginGuard {
  /**
   * Admits an attempt.
   * @param emailKey the normal form of the address
   * @returns a function to call when the attempt succeeded
   * @throws {Failure} rate-limited
   */
  admit(emailKey: string, address: string | null): Promise<() => Promise<void>>
}

const windowMs = 15 * 60_000
/** An address may be that of a whole office. */
const perAddress = 10

/** @param limit failures of an account within the window; 0 switches the guard off */
export function createLoginGuard(failures: LoginFailureStore, limit: number): LoginGuard {
  async function count(keys: readonly string[]) {
    const counts = await failures.add(keys, Date.now(), windowMs)
    return new Map(counts.map(({ key, ...count }) => [key, count]))
  }

  async function attemptKeys(emailKey: string, network: string | null): Promise<Attempt> {
    const account = `account/${hash('sha256', emailKey, 'base64url')}`
    if (network === null) return { account, keys: [account] }
    const isKnown = await failures.isKnown(emailKey, network.replace('::/64', ':%'))
    const own = isKnown ? `${account}/${network}` : account
    return { account: own, keys: [own, `network/${network}`] }
  }

  return {
    async admit(emailKey, address) {
      if (limit === 0) return async () => {}
      const network = address === null ? null : clientOf(null, address)
      const { account, keys } = await attemptKeys(emailKey, network)
      const counts = await count(keys)
      const exceeded = [...counts].filter(([key, state]) => {
        return state.count > (key === account ? limit : limit * perAddress)
      })
      if (exceeded.length === 0) return () => failures.takeBack(keys)
      const until = Math.max(...exceeded.map(([, { expiresAt }]) => expiresAt))
      throw new Failure('rate-limited', 'too many failed logins: try again later, or reset the password', {
        retryAfterMs: Math.max(1_000, until - Date.now()),
      })
    },
  }
}

interface Attempt {
  readonly account: string
  readonly keys: readonly string[]
}
