// Pages of rows, newest first: the greatest id first. Stores with lists call this;
// storage/postgres/sort-cursor.ts makes cursors for lists with other orders.
// 1. A cursor is the last id of a page, opaque to the caller. A made-up cursor is refused; one of another
//    organization finds nothing, since every query names its own organization.
// 2. PostgreSQL leaves large values out and cuts the rows off at the bytes of a page (`boundedRows`), so
//    values that are not shown never reach this process.
import { type IdKind, isId } from '../../domain/ids.ts'
import {
  badCursor,
  cursorOf,
  type Page,
  type PageRequest,
  pageBounds,
  placeIn,
  type Truncated,
} from '../../domain/page.ts'

export type { Page, PageRequest }

/**
 * The id that all rows of the page lie below, or null for the first page.
 * @throws {Failure} validation-failed
 */
export function idBefore(kind: IdKind, { cursor }: PageRequest): string | null {
  if (cursor === undefined || cursor === null) return null
  const id = placeIn(cursor)
  if (!isId(kind, id)) throw badCursor()
  return id
}

/**
 * Makes a page of at most `limit` items. It asks for `limit + 1` rows, to know whether the page is the
 * last. When PostgreSQL has cut the rows off (`boundedRows`), it takes as many as came.
 */
export function pageOf<Row extends { id: string } & Partial<Counted>, T>(
  rows: readonly Row[],
  { limit }: PageRequest,
  view: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const cursorAfter = (index: number) => cursorOf(shown[index]!.id)
  const hasMore = shown.length < (rows[0]?.found ?? rows.length)
  return { items: shown.map(view), next: hasMore ? cursorAfter(shown.length - 1) : null, cursorAfter }
}

/** What `boundedRows` adds to each row. */
export interface Counted {
  /** How many rows there were, including those that the page has no bytes for. */
  readonly found: number
}

/** What `listedValues` adds to a row: names of the values that it left out. */
export interface Shortened {
  readonly truncated: readonly Omit<Truncated, 'link'>[] | null
}

/**
 * Columns of a list for values that may be large, by the names of their fields.
 * @param values SQL of each value: JSON as text
 * @returns `columns`: each value, null when it is too large, and `truncated`; `bytes`: their size together
 */
export function listedValues(values: Readonly<Record<string, string>>): { columns: string; bytes: string } {
  const { valueBytes, previewLength } = pageBounds
  const all = Object.entries(values)
  const columns = all.map(
    ([field, sql]) => `case when octet_length(${sql}) <= ${valueBytes} then ${sql} end as "${field}"`,
  )
  const isLarge = all.map(([, sql]) => `octet_length(${sql}) > ${valueBytes}`).join(' or ')
  const pairs = all.map(([field, sql]) => `('${field}', ${sql})`).join(', ')
  const facts = `'field', field, 'preview', left(value, ${previewLength}), 'sizeBytes', octet_length(value)`
  const truncated = `case when ${isLarge} then (select json_agg(json_build_object(${facts}))
    from (values ${pairs}) as large(field, value) where octet_length(value) > ${valueBytes}) end as truncated`
  // A preview counts one byte a character here; the HTTP layer counts the answer to the byte later.
  const shownBytes = (sql: string) =>
    `case when octet_length(${sql}) > ${valueBytes} then ${previewLength} else coalesce(octet_length(${sql}), 0) end`
  const bytes = all.map(([, sql]) => shownBytes(sql)).join(' + ')
  return { columns: [...columns, truncated].join(', '), bytes }
}

/**
 * Cuts the rows off once they have passed the bytes of a page; at least one row stays.
 * @param select rows with a column `bytes`
 * @param order of the rows, as it stands after `order by`
 */
export function boundedRows(select: string, order: string): string {
  return `select * from (
      select rows.*, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as before,
        (count(*) over ())::int as found
      from (${select}) rows
    ) rows where before < ${pageBounds.bytes} order by ${order}`
}
