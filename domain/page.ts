// Pages of lists: the parameters and the answer of every list of the API (docs/internals/lists.md). Stores
// make pages of rows (storage/postgres/page.ts), others of lists in memory (pageOfList);
// http/pipeline/page-bytes.ts cuts each page off at its bytes.
// 1. A cursor names a place in the order of the list, not a row number: rows that are added or removed
//    shift nothing.
// 2. A page may be cut after any item, so it can give a cursor for each.
import { z } from 'zod'
import { Failure } from './failure.ts'
import { type IdKind, isId } from './ids.ts'

export const pageBounds = {
  /** Bytes of an answer, unless one item alone has more. */
  bytes: 1_048_576,
  /** Bytes of one value in an item of a list; a larger value is left out, with a preview. */
  valueBytes: 65_536,
  /** Characters of a preview. */
  previewLength: 1_000,
} as const

export interface PageRequest {
  /** 1..100. */
  readonly limit: number
  /** Cursor of the page before; absent or null for the first page. */
  readonly cursor?: string | null | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Cursor of the next page; null when this is the last. */
  readonly next: string | null
  /** Cursor of a page that begins after the item at this index. */
  readonly cursorAfter: (index: number) => string
}

/**
 * A value that is too large for an item of a list. The field itself is null, or empty where it cannot be
 * null.
 */
export const Truncated = z.object({
  field: z.string().meta({ description: 'The field whose value was left out', example: 'output' }),
  preview: z.string().meta({ description: 'The beginning of the value', example: '[{"id":1,"text":"' }),
  sizeBytes: z.int().meta({ description: 'Size of the whole value as JSON, in bytes', example: 1_048_576 }),
  link: z.string().meta({ description: 'Path that answers with the whole value' }),
})
export type Truncated = z.infer<typeof Truncated>

/** The field of list items that names their left-out values. */
export const truncatedField = {
  truncated: z.array(Truncated).meta({
    description: `Values that were left out of this item, because lists leave out those over ${pageBounds.valueBytes / 1_024} KiB; mostly none`,
  }),
}

/** The same page with each item replaced by its view. */
export function mapPage<T, U>({ items, ...page }: Page<T>, view: (item: T) => U): Page<U> {
  return { ...page, items: items.map(view) }
}

export interface ListOrder<T> {
  /** Name of the list; its cursors work in no other list. */
  readonly name: string
  readonly keyOf: (item: T, index: number) => string
  /** Could it be a key of this list? */
  readonly isKey: (text: string) => boolean
  /** Does the item stand after the place of that key? */
  readonly isAfter: (item: T, key: string, index: number) => boolean
}

/** By ids, newest first. */
export function newestFirst<T extends { readonly id: string }>(kind: IdKind): ListOrder<T> {
  return {
    name: kind,
    keyOf: ({ id }) => id,
    isKey: text => isId(kind, text),
    isAfter: ({ id }, key) => id < key,
  }
}

/** A list that only ever grows, and at its end. */
export function fixedOrder<T>(name: string): ListOrder<T> {
  return {
    name,
    keyOf: (_, index) => `${index}`,
    isKey: text => /^\d{1,9}$/.test(text),
    isAfter: (_, key, index) => index > Number(key),
  }
}

/** Where a page of a list in a fixed order begins, from 0. @throws {Failure} validation-failed */
export function startOf(request: PageRequest, order: ListOrder<never>): number {
  const key = keyOf(request, order)
  return key === null ? 0 : Number(key) + 1
}

/**
 * A page of a list in memory, which is in its order.
 * @throws {Failure} validation-failed: a cursor that was made up, or of another list
 */
export function pageOfList<T>(list: readonly T[], request: PageRequest, order: ListOrder<T>): Page<T> {
  const { limit } = request
  const key = keyOf(request, order)
  const first = key === null ? 0 : list.findIndex((item, index) => order.isAfter(item, key, index))
  const start = first === -1 ? list.length : first
  const items = list.slice(start, start + limit)
  const cursorAfter = (index: number) =>
    cursorOf(`${order.name} ${order.keyOf(items[index]!, start + index)}`)
  return { items, cursorAfter, next: start + limit < list.length ? cursorAfter(items.length - 1) : null }
}

/** The cursor of a place: opaque, and safe in a URL. */
export function cursorOf(place: string): string {
  return Buffer.from(place).toString('base64url')
}

/** The place that `cursorOf` was given; of a made-up cursor any text. */
export function placeIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString()
}

export function badCursor(order = ''): Failure {
  return new Failure('validation-failed', `cursor: expected the cursor of an earlier page${order}`)
}

/** What the cursor names; null for the first page. */
function keyOf({ cursor }: PageRequest, { name, isKey }: ListOrder<never>): string | null {
  if (cursor === undefined || cursor === null) return null
  const place = placeIn(cursor)
  const key = place.slice(name.length + 1)
  if (!place.startsWith(`${name} `) || !isKey(key)) throw badCursor()
  return key
}
