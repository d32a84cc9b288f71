// Finds the ids of executions. What rows of executions tell by an index (status, workflow, time of creation) is asked of
// them, and is as new as the last commit. Everything else is asked of the search table, which storage/search-index.ts
// keeps, at most about a second behind.
// The newest rows are looked through first: what is frequent is found there. What is rare is then few, and the index of
// words finds it all at once. So neither way ever goes over the whole table in order to show one page.
import type { ExecutionFilter, ExecutionSort } from '../domain/execution-filter.ts'
import type { PageRequest } from './page.ts'
import { wordsQuery } from './search-words.ts'
import { cursorOf, readCursor, type SortKey } from './sort-cursor.ts'
import type { Queries } from './statement.ts'

export interface SearchRequest extends PageRequest {
  /** Default: the newest first. */
  readonly sort?: ExecutionSort | undefined
}

export interface Found {
  readonly ids: readonly string[]
  /** Cursor of the next page; null when this is the last. */
  readonly next: string | null
}

/** Rows of the search table that are looked through before its index of words is asked. */
const lookedThrough = 2_000

/** @throws {Failure} validation-failed: a cursor that was made up, or of another order; unavailable */
export async function findExecutions(
  queries: Queries,
  organizationId: string,
  filter: ExecutionFilter,
  request: SearchRequest,
): Promise<Found> {
  const search = new Search(organizationId, filter, request)
  if (search.isEmpty) return { ids: [], next: null }
  const rows = await search.run(queries)
  const last = rows[request.limit - 1]
  const next = rows.length > request.limit && last ? cursorOf(search.sort, last) : null
  return { ids: rows.slice(0, request.limit).map(({ id }) => id), next }
}

/** More than these are not counted: the count has a deadline, as every statement. */
export const mostCounted = 1_000_000

/** How many there are, at most `mostCounted`. @throws {Failure} unavailable */
export async function countExecutions(
  queries: Queries,
  organizationId: string,
  filter: ExecutionFilter,
): Promise<number> {
  const search = new Search(organizationId, filter, { limit: 1 })
  return search.isEmpty ? 0 : search.count(queries)
}

/** Does the filter ask for what rows of executions do not tell? */
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

/** One search as SQL. Values are parameters throughout; names and directions come from the tables above. */
class Search {
  readonly sort: ExecutionSort
  readonly #filter: ExecutionFilter
  readonly #limit: number
  readonly #words: string | null
  readonly #values: unknown[] = []
  readonly #conditions: string[]
  /** What a row must have to be looked through at all: its organization, its place in the order. */
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

  /** It asks for what cannot be. */
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
    // Kept apart from the order: by the index of words, not along the order until enough were met.
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
