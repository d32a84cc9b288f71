// Lists that come in pages: asks for one page after the other, and gives all items as one list. How the next
// page is found, the caller says: a Link header, a field with its address, a cursor, a page number or an
// offset.
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { valueAt } from '../field.ts'
import { anything, integer, text } from '../schema.ts'
import { ToolFailure } from '../tool.ts'

export interface Pages {
  readonly next:
    | 'link'
    | { readonly field: string }
    | Cursor
    | { readonly page: string }
    | { readonly offset: string }
  /** Path of the list in the body; default: the body itself. */
  readonly items?: string
  /** Of the first page or item, for numbers and offsets. Default 1, 0. */
  readonly from?: number
  /** Pages at most. */
  readonly most: number
  /** Where to begin: what `next` of the pages before was; null and absent: at the beginning. */
  readonly at?: Place | null
}

/** Where the next page is, as steps hand it on: it holds nothing of the request itself. */
type Place =
  | { readonly address: string }
  | { readonly cursor: Json }
  | { readonly page: number }
  | { readonly offset: number }

interface Cursor {
  readonly cursor: string
  readonly argument: string
}

export interface Page {
  readonly headers: JsonObject
  readonly body: Json
  readonly url: string
}

interface Asked {
  readonly url: string
  readonly query: JsonObject
}

export const pagesBounds = { pages: 100, items: 100_000 } as const

const name = (title: string, description: string) =>
  text(title, description, { minLength: 1, maxLength: 200 })
const oneOf = (properties: Record<string, JsonSchema>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export const pagesSchema: JsonSchema = {
  type: 'object',
  title: 'Pages',
  description:
    'For a list that comes in pages: asks for all of them, and gives their items as one list in body, with pages and isCut',
  properties: {
    next: {
      title: 'Next page',
      description: 'How the next page is found',
      anyOf: [
        { const: 'link', title: 'A Link header' },
        oneOf({ field: name('Field', 'Path of the address of the next page in the answer') }),
        oneOf({
          cursor: name('Cursor', 'Path of the cursor in the answer'),
          argument: name('Argument', 'Name under which the query takes the cursor'),
        }),
        oneOf({ page: name('Page', 'Name under which the query takes the number of the page') }),
        oneOf({ offset: name('Offset', 'Name under which the query takes how many items to pass over') }),
      ],
    },
    items: text('Items', 'Path of the list in the answer; default: the answer itself', { maxLength: 200 }),
    from: integer('From', 'Number of the first page, default 1; or the first offset, default 0', {
      minimum: 0,
    }),
    at: {
      title: 'Begin at',
      description: 'To read page by page: next of the answer before; null: begin with the first page',
      anyOf: [
        { type: 'null' },
        oneOf({ address: text('Address', 'Of the page') }),
        oneOf({ cursor: anything('Cursor', 'As the answer before gave it') }),
        oneOf({ page: integer('Page', 'Number of the page', { minimum: 0 }) }),
        oneOf({ offset: integer('Offset', 'How many items to pass over', { minimum: 0 }) }),
      ],
    },
    most: integer('At most', 'So many pages at most', { minimum: 1, maximum: pagesBounds.pages }),
  },
  required: ['next', 'most'],
  additionalProperties: false,
}

/** What an answer has besides, when pages were asked for. */
export const pagesOutput = {
  pages: integer('Pages', 'How many pages were read'),
  isCut: anything('Is cut', 'True when there were more pages than were asked for'),
  next: anything('Next', 'Where the next page is, for at; null after the last'),
}

/**
 * @param ask gets one page
 * @returns the last page, with all items as its body
 * @throws {ToolFailure} `invalid-arguments`: a place of another kind of pages; `bad-answer`: no list where
 * one was said to be, or pages that lead elsewhere or in a circle
 */
export async function allPages<P extends Page>(
  pages: Pages,
  first: Asked,
  ask: (asked: Asked) => Promise<P>,
): Promise<P & { readonly pages: number; readonly isCut: boolean; readonly next: Place | null }> {
  const items: Json[] = []
  const seen = new Set<string>()
  let place: Place | null = pages.at ?? firstOf(pages)
  for (let read = 1; ; read++) {
    const asked = askedAt(pages, place, first)
    const key = JSON.stringify(asked)
    if (seen.has(key))
      throw new ToolFailure('bad-answer', `pages.next: page ${read} is one that was read already`)
    seen.add(key)
    const page: P = await ask(asked)
    const list = itemsOf(pages, page.body)
    if (items.length + list.length > pagesBounds.items)
      throw new ToolFailure(
        'too-large',
        `the pages have more than ${pagesBounds.items} items: say fewer in most`,
      )
    items.push(...list)
    place = nextOf(pages, place, page, list.length)
    if (place === null || read >= pages.most)
      return { ...page, body: items, pages: read, isCut: place !== null, next: place }
  }
}

function firstOf({ next, from }: Pages): Place | null {
  if (next === 'link') return null
  if ('page' in next) return { page: from ?? 1 }
  return 'offset' in next ? { offset: from ?? 0 } : null
}

/** @param place null: where the caller said */
function askedAt({ next }: Pages, place: Place | null, { url, query }: Asked): Asked {
  if (place === null) return { url, query }
  if ('address' in place && (next === 'link' || 'field' in next))
    return { url: addressAt(place.address, url), query: {} }
  if (next !== 'link') {
    if ('cursor' in place && 'cursor' in next)
      return { url, query: { ...query, [next.argument]: place.cursor } }
    if ('page' in place && 'page' in next) return { url, query: { ...query, [next.page]: place.page } }
    if ('offset' in place && 'offset' in next)
      return { url, query: { ...query, [next.offset]: place.offset } }
  }
  const [kind] = Object.keys(place)
  throw new ToolFailure('invalid-arguments', `pages.at: ${kind} is no place of pages that pages.next finds`)
}

function itemsOf({ items = '' }: Pages, body: Json): readonly Json[] {
  const list = items === '' ? body : valueAt(body, items)
  if (Array.isArray(list)) return list as readonly Json[]
  // An end that says nothing.
  if (list === null || list === undefined) return []
  const where = items === '' ? 'the answer' : `${items} in the answer`
  throw new ToolFailure('bad-answer', `pages.items: expected a list as ${where}, received ${typeof list}`)
}

/** Null after the last page. @param listed items of the page */
function nextOf({ next }: Pages, place: Place | null, page: Page, listed: number): Place | null {
  if (next === 'link') return placeAt(linkIn(page.headers['link']), page.url)
  if ('field' in next) {
    const found = valueAt(page.body, next.field)
    return placeAt(typeof found === 'string' ? found : null, page.url)
  }
  if ('cursor' in next) {
    const found = valueAt(page.body, next.cursor)
    const isNone = found === undefined || found === null || found === '' || found === false
    return isNone ? null : { cursor: found }
  }
  if (listed === 0 || place === null) return null
  if ('page' in place) return { page: place.page + 1 }
  return 'offset' in place ? { offset: place.offset + listed } : null
}

/** @param base address of the page that names it */
function placeAt(address: string | null, base: string): Place | null {
  return address === null || address === '' ? null : { address: resolved(address, base) }
}

function resolved(address: string, base: string): string {
  const url = URL.parse(address, base)
  if (url === null) throw new ToolFailure('bad-answer', 'pages.next: the next address cannot be read')
  return url.href
}

/** Credentials and headers are for the host that was asked first. */
function addressAt(address: string, home: string): string {
  const url = new URL(resolved(address, home))
  const { origin, host } = new URL(home)
  if (url.origin !== origin)
    throw new ToolFailure('bad-answer', `pages.next: the next page is at ${url.host}, not at ${host}`)
  return url.href
}

/** The address with `rel="next"`. @see RFC 8288 */
function linkIn(header: Json | undefined): string | null {
  if (typeof header !== 'string') return null
  for (const [, address = '', parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) return address
  return null
}
