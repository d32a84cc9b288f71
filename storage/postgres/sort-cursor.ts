// Cursors of lists that can be read in more than one order (storage/executions/execution-search.ts). A
// cursor holds the place of a page's last row in the order of that page. A cursor of another order is
// refused: it would skip and repeat rows silently.
import { isId } from '../../domain/ids.ts'
import { badCursor, cursorOf as encoded, placeIn } from '../../domain/page.ts'

/** A row's place: its sort key, and its id, which orders rows with equal keys. */
export interface SortKey {
  readonly id: string
  readonly key: number
}

export function cursorOf(sort: string, { key, id }: SortKey): string {
  return encoded(`${sort} ${key} ${id}`)
}

/** @returns null for the first page. @throws {Failure} validation-failed */
export function readCursor(sort: string, cursor: string | null | undefined): SortKey | null {
  if (cursor === undefined || cursor === null) return null
  const [given, key = '', id = '', ...more] = placeIn(cursor).split(' ')
  if (given === sort && /^\d{1,15}$/.test(key) && isId('execution', id) && more.length === 0)
    return { id, key: Number(key) }
  throw badCursor(' in the same order')
}
