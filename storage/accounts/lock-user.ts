// The order of locks in transactions about people: the organization (`lockMembers` in members.ts), then users
// by their ids, then what they have: identities, reset tokens, sessions, keys. Whoever changes many rows of
// the last kind holds the user's lock, so that two such transactions never wait in a circle. An update of the
// user's row is such a lock too. Called by the stores of accounts.
import type { Queries } from '../postgres/statement.ts'

/** Until the end of the transaction. */
export async function lockUser(queries: Queries, userId: string): Promise<void> {
  await queries.query(lock, [userId])
}

/** The members of an organization. */
export async function lockUsers(queries: Queries, organizationId: string): Promise<void> {
  await queries.query(lockAll, [organizationId])
}

const lock = {
  name: 'users.lock',
  text: 'select id from users where id = $1 for no key update',
}

const lockAll = {
  name: 'users.lock-members',
  text: `select id from users where id in (select user_id from memberships where organization_id = $1)
    order by id for no key update`,
}
