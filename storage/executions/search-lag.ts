// Tells whether the search table has caught up with a moment (storage/executions/search-index.ts). Bulk
// actions wait for it, so that they miss no execution that matches.
import type { ExecutionFilter } from '../../domain/work/execution-filter.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { asksSearchTable } from './execution-search.ts'

export interface SearchLag {
  /**
   * The current place in the order of commits; null when the filter does not need the search table.
   * @throws {Failure} unavailable
   */
  moment(filter: ExecutionFilter): Promise<string | null>
  /** Does the search table hold everything committed before that moment? @throws {Failure} unavailable */
  hasReached(moment: string): Promise<boolean>
}

export function searchLag(queries: Queries): SearchLag {
  return {
    async moment(filter) {
      if (!asksSearchTable(filter)) return null
      const [row] = await queries.query<{ moment: string }>(now, [])
      return row!.moment
    },
    async hasReached(moment) {
      const [row] = await queries.query<{ isBehind: boolean }>(behind, [moment])
      return !row!.isBehind
    },
  }
}

const now: Statement = {
  name: 'execution-search.moment',
  text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as moment',
}

/** Changes have no time; their rows name the transaction that wrote them (xmin). */
const behind: Statement = {
  name: 'execution-search.is-behind',
  text: `select exists(
    select from execution_changes where age(xmin) > age($1::text::xid8::xid)) as "isBehind"`,
}
