// Cursors of lists in memory. A cursor holds the position and the last name that the client has seen, so that
// a list which changed meanwhile continues after that name. Opaque to clients; an invented cursor is refused.
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { SurfacePage } from './surface.ts'

/**
 * The page that follows a cursor.
 * @param cursor null for the first page
 * @throws {RpcError} invalid params: not one of our cursors
 */
export function pageOf<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  { cursor, size }: { readonly cursor: string | null; readonly size: number },
): SurfacePage<T> {
  const from = cursor === null ? 0 : placeOf(cursor, items.map(nameOf))
  const end = from + size
  const nextCursor = end < items.length ? cursorAt(end, nameOf(items[end - 1]!)) : null
  return { items: items.slice(from, end), nextCursor }
}

function cursorAt(count: number, lastName: string): string {
  return Buffer.from(JSON.stringify([count, lastName])).toString('base64url')
}

/** After the last name; if that is gone, at the client's position. */
function placeOf(cursor: string, names: readonly string[]): number {
  const [count, lastName] = readCursor(cursor)
  if (names[count - 1] === lastName) return count
  const found = names.indexOf(lastName)
  return found === -1 ? Math.min(count, names.length) : found + 1
}

function readCursor(cursor: string): [count: number, lastName: string] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(value) || value.length !== 2) throw badCursor()
    const [count, lastName] = value
    if (!Number.isSafeInteger(count) || count < 1 || typeof lastName !== 'string') throw badCursor()
    return [count, lastName]
  } catch {
    throw badCursor()
  }
}

export function badCursor(): RpcError {
  return new RpcError(rpcCodes.invalidParams, 'params.cursor: expected the cursor of an earlier page')
}
