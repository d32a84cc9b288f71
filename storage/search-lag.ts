// How far the search table is behind (storage/search-index.ts): for those who must not miss what it does not know yet.
import type { ExecutionFilter } from '../domain/execution-filter.ts'
import { asksSearchTable } from './execution-search.ts'
import type { Queries, Statement } from './statement.ts'

export interface SearchLag {
  /** This moment in the order of commits; null when rows of executions answer the filter. @throws {Failure} unavailable */
  moment(filter: ExecutionFilter): Promise<string | null>
  /** Does the search table know all that was committed before? @throws {Failure} unavailable */
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

/** Changes have no time, but their rows name the transaction that wrote them. */
const behind: Statement = {
  name: 'execution-search.is-behind',
  text: `select exists(
    select from execution_changes where age(xmin) > age($1::text::xid8::xid)) as "isBehind"`,
}
