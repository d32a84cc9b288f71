// Results of tools that are too large to pass on (rpc/large-results.ts). The thread that made the call
// writes one, HTTP reads it, and the chore here removes it at the age of expired executions.
import { earliestIdAt, isId, newId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'

/** Limit for all large results of one organization together. */
const mostBytes = 1024 * 1024 * 1024

export type ToolResultStore = ReturnType<typeof toolResultStore>

export function toolResultStore(queries: Queries) {
  return {
    /**
     * @param body JSON text, which holds no NUL: JSON escapes it
     * @returns the new id, or null when the organization has reached its limit
     * @throws {Failure} unavailable
     */
    async keep(organizationId: string, body: string): Promise<string | null> {
      const id = newId('toolResult')
      const values = [id, organizationId, body, Buffer.byteLength(body), Date.now(), mostBytes]
      const rows = await queries.query<{ id: string }>(insert, values)
      return rows.length === 0 ? null : id
    },

    /** The JSON text, or null when the organization has no result of this id. */
    async find(organizationId: string, id: string): Promise<string | null> {
      if (!isId('toolResult', id)) return null
      const [row] = await queries.query<{ body: string }>(find, [organizationId, id])
      return row?.body ?? null
    },
  }
}

const dayMs = 24 * 60 * 60 * 1_000
const portion = 100
const betweenPassesMs = 60 * 60 * 1_000

/** The chore that removes older results. @param days at least 1 */
export function toolResultRetention(queries: Queries, clock: Clock, days: number): Chore {
  return {
    name: 'large results',
    async work() {
      const bound = earliestIdAt('toolResult', clock.now() - days * dayMs)
      const removed = await queries.query(remove, [bound, portion])
      return removed.length < portion ? betweenPassesMs : 1_000
    },
  }
}

const insert = {
  name: 'tool-results.keep',
  text: `insert into tool_results (id, organization_id, body, size_bytes, created_at)
    select $1, $2, $3, $4::integer, $5::bigint
    where (select coalesce(sum(size_bytes), 0) from tool_results where organization_id = $2) + $4::integer <= $6::bigint
    returning id`,
}

const find = {
  name: 'tool-results.find',
  text: 'select body from tool_results where organization_id = $1 and id = $2',
}

const remove = {
  name: 'tool-results.retention',
  text: `delete from tool_results where id in (select id from tool_results where id < $1 order by id limit $2)
    returning id`,
}
