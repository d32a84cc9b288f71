// Finds ids of executions by a filter, for the list of executions and for bulk actions (actors/host.ts).
// 1. Filters on status, workflow and time of creation read the rows of executions by index, as new as the
//    last commit. All other filters read the search table, which storage/executions/search-index.ts keeps,
//    at most about a second behind.
// 2. In the search table it first looks through the newest rows, where frequent words are found soon. What
//    it does not find there is rare, and the index of words finds all of it at once. So no page ever costs
//    a scan of the whole table.
import type { ExecutionFilter, ExecutionSort } from '../../domain/work/execution-filter.ts'
import type { PageRequest } from '../postgres/page.ts'
import { cursorOf, readCursor, type SortKey } from '../postgres/sort-cursor.ts'
import type { Queries } from '../postgres/statement.ts'
import { wordsQuery } from './search-words.ts'

export interface SearchRequest extends PageRequest {
  /** Default: the newest first. */
  readonly sort?: ExecutionSort | undefined
}

export interface Found {
  readonly ids: readonly string[]
  /** Cursor of the next page; null when this is the last. */
  readonly next: string | null
  /** Cursor of a page that begins after the id at this index. */
  readonly cursorAfter: (index: number) => string
}

/** Rows of the search table to look through before asking its index of words. */
const lookedThrough = 2_000

/** @throws {Failure} validation-failed: a cursor that was made up, or of another order; unavailable */
export async function findExecutions(
  queries: Queries,
  organizationId: string,
  filter: ExecutionFilter,
  request: SearchRequest,
): Promise<Found> {
  const search = new Search(organizationId, filter, request)
  const rows = search.isEmpty ? [] : await search.run(queries)
  const cursorAfter = (index: number) => cursorOf(search.sort, rows[index]!)
  const next = rows.length > request.limit ? cursorAfter(request.limit - 1) : null
  return { ids: rows.slice(0, request.limit).map(({ id }) => id), next, cursorAfter }
}

/** Counting stops here: the count has a deadline like every statement. */
export const mostCounted = 1_000_000

/** How many executions fit the filter, at most `mostCounted`. @throws {Failure} unavailable */
export async function countExecutions(
  queries: Queries,
  organizationId: string,
  filter: ExecutionFilter,
): Promise<number> {
  const search = new Search(organizationId, filter, { limit: 1 })
  return search.isEmpty ? 0 : search.count(queries)
}

/** Does the filter need the search table? */
export function asksSearchTable({
  q,
  trigger,
  tool,
  minDurationMs,
  maxDurationMs,
}: ExecutionFilter): boolean {
  return [q, trigger, tool, minDurationMs, maxDurationMs].some(value => value !== undefined)
}

const keys = {
  '-createdAt': 'created_at',
  createdAt: 'created_at',
  '-durationMs': 'duration_ms',
  '-finishedAt': 'finished_at',
} as const

/** One search as SQL. All values are parameters; names and directions come from the tables above. */
class Search {
  readonly sort: ExecutionSort
  readonly #filter: ExecutionFilter
  readonly #limit: number
  readonly #words: string | null
  readonly #values: unknown[] = []
  readonly #conditions: string[]
  /** Conditions on every row: its organization and its place in the order. */
  readonly #places: string[]

  constructor(
    organizationId: string,
    filter: ExecutionFilter,
    { limit, cursor, sort = '-createdAt' }: SearchRequest,
  ) {
    this.sort = sort
    this.#limit = limit
    this.#filter = filter
    this.#words = wordsQuery(organizationId, filter)
    this.#places = [`organization_id = ${this.#value(organizationId)}`]
    if (keys[sort] !== 'created_at') this.#places.push(`${keys[sort]} is not null`)
    const place = readCursor(sort, cursor)
    if (place !== null) {
      const beyond = `(${this.#value(place.key)}::int8, ${this.#value(place.id)})`
      this.#places.push(`(${keys[sort]}, id) ${this.#isAscending ? '>' : '<'} ${beyond}`)
    }
    this.#times()
    this.#conditions = this.#isIndexed ? this.#wordConditions() : this.#rowConditions()
  }

  /** The filter excludes everything. */
  get isEmpty(): boolean {
    return this.#words === ''
  }

  async run(queries: Queries): Promise<SortKey[]> {
    const table = this.#isIndexed ? 'execution_search' : 'executions'
    const isInOrder = !this.#isIndexed || this.#conditions.length === 0
    if (isInOrder) return this.#query(queries, this.#ordered(table, this.#limit + 1))
    const newest = `(${this.#ordered(table, lookedThrough, '*', [])}) newest`
    const rows = await this.#query(queries, this.#page(newest, this.#conditions))
    if (rows.length > this.#limit) return rows
    const where = [...this.#places, ...this.#conditions].join(' and ')
    // Materialized, so that PostgreSQL uses the index of words instead of walking along the order until
    // enough rows fit.
    const found = `with found as materialized (select * from execution_search where ${where}) `
    return this.#query(queries, found + this.#page('found', []))
  }

  async count(queries: Queries): Promise<number> {
    const table = this.#isIndexed ? 'execution_search' : 'executions'
    const where = [...this.#places, ...this.#conditions].join(' and ')
    const text = `select count(*)::int as count from (select from ${table} where ${where} limit ${mostCounted}) found`
    const [row] = await queries.query<{ count: number }>({ name: '', text }, this.#values)
    return row!.count
  }

  get #isIndexed(): boolean {
    return keys[this.sort] !== 'created_at' || asksSearchTable(this.#filter)
  }

  get #isAscending(): boolean {
    return !this.sort.startsWith('-')
  }

  #times(): void {
    const { createdAfter, createdBefore } = this.#filter
    if (createdAfter !== undefined) this.#places.push(`created_at >= ${this.#value(createdAfter)}`)
    if (createdBefore !== undefined) this.#places.push(`created_at < ${this.#value(createdBefore)}`)
  }

  #rowConditions(): string[] {
    const { status, workflowId } = this.#filter
    return [
      ...(status ? [`status = any(${this.#value(status)}::text[])`] : []),
      ...(workflowId === undefined ? [] : [`workflow_id = ${this.#value(workflowId)}`]),
    ]
  }

  #wordConditions(): string[] {
    const { minDurationMs, maxDurationMs } = this.#filter
    return [
      ...(this.#words === null ? [] : [`words @@ lower(${this.#value(this.#words)})::tsquery`]),
      ...(minDurationMs === undefined ? [] : [`duration_ms >= ${this.#value(minDurationMs)}`]),
      ...(maxDurationMs === undefined ? [] : [`duration_ms <= ${this.#value(maxDurationMs)}`]),
    ]
  }

  #ordered(table: string, limit: number, columns = this.#keyColumns, conditions = this.#conditions): string {
    const where = [...this.#places, ...conditions].join(' and ')
    return `select ${columns} from ${table} where ${where} ${this.#order} limit ${limit}`
  }

  #page(from: string, conditions: readonly string[]): string {
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return `select ${this.#keyColumns} from ${from}${where} ${this.#order} limit ${this.#limit + 1}`
  }

  get #keyColumns(): string {
    return `id, ${keys[this.sort]} as key`
  }

  get #order(): string {
    const direction = this.#isAscending ? 'asc' : 'desc'
    return `order by ${keys[this.sort]} ${direction}, id ${direction}`
  }

  #query(queries: Queries, text: string): Promise<SortKey[]> {
    return queries.query<SortKey>({ name: '', text }, this.#values)
  }

  /** @returns the parameter that stands for the value */
  #value(value: unknown): string {
    return `$${this.#values.push(value)}`
  }
}
