// What is good for one use, and has been used: the state of a sign-in, the answer to a question. Rows, so
// that neither a restart nor a second node takes it again. http/account/oauth-flow.ts and
// rpc/surface/call-confirmation.ts spend; storage/accounts/sign-in-retention.ts removes what is over.
import type { Queries } from '../postgres/statement.ts'

export interface Spent {
  /**
   * @param what a hash or a random id: names the thing, and is no secret
   * @param until when it would no longer be taken anyway, Unix ms
   * @returns false: it has been used before
   * @throws {Failure} unavailable
   */
  spend(what: string, until: number): Promise<boolean>
}

export function spentStore(queries: Queries): Spent {
  return {
    async spend(what, until) {
      return (await queries.query(spend, [what, until])).length > 0
    },
  }
}

const spend = {
  name: 'spent.spend',
  text: 'insert into spent (what, expires_at) values ($1, $2) on conflict do nothing returning 1 as one',
}
