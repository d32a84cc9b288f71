// Pages of a list: newest first, that is greatest id first. A cursor is the last id of a page, opaque to the caller;
// one that was made up is refused, one of another organization finds nothing, since every query names its own.
import { Failure } from '../domain/failure.ts'
import { type IdKind, isId } from '../domain/ids.ts'

export interface PageRequest {
  /** 1..100. */
  readonly limit: number
  /** Of the page before; absent or null for the first. */
  readonly cursor?: string | null | undefined
}

export interface Page<T> {
  readonly items: T[]
  /** Cursor of the next page; null when this is the last. */
  readonly next: string | null
}

/**
 * The id that the page lies below, or null for the first page.
 * @throws {Failure} validation-failed
 */
export function idBefore(kind: IdKind, { cursor }: PageRequest): string | null {
  if (cursor === undefined || cursor === null) return null
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!isId(kind, id))
    throw new Failure('validation-failed', 'cursor: expected the cursor of an earlier page')
  return id
}

/** Makes a page of at most `limit` from `limit + 1` rows, so that the last page is known to be the last. */
export function pageOf<Row extends { id: string }, T>(
  rows: readonly Row[],
  { limit }: PageRequest,
  view: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? Buffer.from(shown.at(-1)!.id).toString('base64url') : null
  return { items: shown.map(view), next }
}
