// Cursors of lists that are read in more than one order: the last row's place in the order that the page was in. One of
// another order is refused, since it would lose and repeat rows without a word.
import { Failure } from '../domain/failure.ts'
import { isId } from '../domain/ids.ts'

/** A row's place: what it is sorted by, and its id among those that have the same. */
export interface SortKey {
  readonly id: string
  readonly key: number
}

export function cursorOf(sort: string, { key, id }: SortKey): string {
  return Buffer.from(`${sort} ${key} ${id}`).toString('base64url')
}

/** @returns null for the first page. @throws {Failure} validation-failed */
export function readCursor(sort: string, cursor: string | null | undefined): SortKey | null {
  if (cursor === undefined || cursor === null) return null
  const [given, key = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (given === sort && /^\d{1,15}$/.test(key) && isId('execution', id) && more.length === 0)
    return { id, key: Number(key) }
  throw new Failure('validation-failed', 'cursor: expected the cursor of an earlier page in the same order')
}
