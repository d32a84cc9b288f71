// The chore that removes what signing in leaves behind, a portion at a time: sessions that ended long ago,
// reset tokens and sign-ups that no longer work, counts of failed logins whose window is over, what was used
// once and would be refused anyway (storage/chores.ts). What somebody changes at the moment it leaves for
// another time: it waits for nobody.
import { earliestIdAt } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'

const dayMs = 24 * 3_600_000
/** How long an ended session is kept: the place of a sign-in counts for the person's next login. */
const sessionsKeptMs = 90 * dayMs
const portion = 1_000
const restMs = 15 * 60_000

export function signInRetention(queries: Queries, clock: Clock): Chore {
  return {
    name: 'sign-in retention',
    async work() {
      const now = clock.now()
      const before = now - sessionsKeptMs
      const removed = [
        await queries.query(removeSessions, [earliestIdAt('session', before), before, portion]),
        await queries.query(removeResets, [now - dayMs, portion]),
        await queries.query(removeFailures, [now, portion]),
        await queries.query(removeSignUps, [now, portion]),
        await queries.query(removeSpent, [now, portion]),
      ]
      return removed.some(rows => rows.length === portion) ? 1_000 : restMs
    },
  }
}

const removeSessions = {
  name: 'sign-in-retention.sessions',
  text: `delete from sessions where id in (select id from sessions
      where id < $1 and least(coalesce(ended_at, expires_at), expires_at) < $2 order by id limit $3
      for update skip locked)
    returning 1 as one`,
}

const removeResets = {
  name: 'sign-in-retention.resets',
  text: `delete from password_resets where token_hash in (
      select token_hash from password_resets where expires_at < $1 limit $2 for update skip locked)
    returning 1 as one`,
}

const removeFailures = {
  name: 'sign-in-retention.failures',
  text: `delete from login_failures where key in (select key from login_failures where expires_at <= $1 limit $2)
    returning 1 as one`,
}

const removeSignUps = {
  name: 'sign-in-retention.sign-ups',
  text: `delete from sign_ups where id in (
      select id from sign_ups where expires_at <= $1 limit $2 for update skip locked)
    returning 1 as one`,
}

const removeSpent = {
  name: 'sign-in-retention.spent',
  text: `delete from spent where what in (select what from spent where expires_at <= $1 limit $2)
    returning 1 as one`,
}
