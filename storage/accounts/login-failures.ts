// Counts failed logins per key: an account, an address of a client. Called by http/account/login-guard.ts.
// The counts are rows, so a restart keeps them. A window begins with its first failure and has a fixed
// length.
import type { Queries } from '../postgres/statement.ts'

export interface FailureCount {
  readonly key: string
  readonly count: number
  /** When the window ends, Unix ms. */
  readonly expiresAt: number
}

export type LoginFailureStore = ReturnType<typeof loginFailureStore>

export function loginFailureStore(queries: Queries) {
  return {
    /** Counts one failure for each key. @returns the counts with it */
    add(keys: readonly string[], now: number, windowMs: number): Promise<FailureCount[]> {
      // Sorted, so that two requests that count the same keys do not deadlock.
      return queries.query<FailureCount>(add, [[...keys].sort(), now, now + windowMs])
    },

    /** Takes a failure back that was none. */
    async takeBack(keys: readonly string[]): Promise<void> {
      await queries.query(takeBack, [[...keys].sort()])
    },

    /** Has a session of this account begun in this network? @param network a pattern of SQL's `like` */
    async isKnown(emailKey: string, network: string): Promise<boolean> {
      return (await queries.query(known, [emailKey, network])).length > 0
    },
  }
}

const add = {
  name: 'login-failures.add',
  text: `insert into login_failures as f (key, count, expires_at)
    select key, 1, $3 from unnest($1::text[]) with ordinality as k(key, n) order by n
    on conflict (key) do update set
      count = case when f.expires_at <= $2 then 1 else f.count + 1 end,
      expires_at = case when f.expires_at <= $2 then excluded.expires_at else f.expires_at end
    returning key, count, expires_at as "expiresAt"`,
}

const takeBack = {
  name: 'login-failures.take-back',
  text: `update login_failures f set count = f.count - 1
    where key in (select key from login_failures where key = any($1) and count > 0 order by key for update)`,
}

const known = {
  name: 'login-failures.known',
  text: `select 1 as one from users u join sessions s on s.user_id = u.id
    where u.email_key = $1 and s.address like $2 limit 1`,
}
