// The chore that removes what connections leave behind, a portion at a time: expired codes, tokens and
// connections, registered applications and sessions of /rpc that nobody uses (storage/chores.ts). A used
// refresh token stays until it expires, so that a second use is noticed.
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'

const dayMs = 24 * 3_600_000
/** So long an application may take from its registration to its first connection. */
const unconnectedKeptMs = 7 * dayMs
/** An application keeps its id in its settings; one that has connected may come back. */
const connectedKeptMs = 180 * dayMs
/** Far longer than a session may be idle (rpc/lanes/legacy/sessions.ts). */
const sessionKeptMs = 3_600_000
const portion = 1_000
const restMs = 15 * 60_000

export function connectionRetention(queries: Queries, clock: Clock): Chore {
  return {
    name: 'connection retention',
    async work() {
      const now = clock.now()
      const removed = [
        await queries.query(removeTokens, [now, portion]),
        await queries.query(removeConnections, [now, portion]),
        await queries.query(removeClients, [now - unconnectedKeptMs, now - connectedKeptMs, portion]),
        await queries.query(removeSessions, [now - sessionKeptMs, portion]),
      ]
      return removed.some(rows => rows.length === portion) ? 1_000 : restMs
    },
  }
}

const removeTokens = {
  name: 'connection-retention.tokens',
  text: `delete from connection_tokens where hash in (
      select hash from connection_tokens where expires_at <= $1 limit $2 for update skip locked)
    returning 1 as one`,
}

const removeConnections = {
  name: 'connection-retention.connections',
  text: `delete from connections where id in (
      select id from connections where expires_at <= $1 limit $2 for update skip locked)
    returning 1 as one`,
}

const removeClients = {
  name: 'connection-retention.clients',
  text: `delete from oauth_clients where id in (
      select o.id from oauth_clients o where coalesce(o.connected_at, o.created_at) < $1
        and (o.connected_at is null or o.connected_at < $2)
        and not exists (select from connections c where c.client_id = o.id)
      limit $3 for update skip locked)
    returning 1 as one`,
}

const removeSessions = {
  name: 'connection-retention.sessions',
  text: `delete from rpc_sessions where key in (
      select key from rpc_sessions where used_at <= $1 limit $2 for update skip locked)
    returning 1 as one`,
}
