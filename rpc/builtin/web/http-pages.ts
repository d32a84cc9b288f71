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
}

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
    most: integer('At most', 'So many pages at most', { minimum: 1, maximum: pagesBounds.pages }),
  },
  required: ['next', 'most'],
  additionalProperties: false,
}

/** What an answer has besides, when pages were asked for. */
export const pagesOutput = {
  pages: integer('Pages', 'How many pages were read'),
  isCut: anything('Is cut', 'True when there were more pages than were asked for'),
}

/**
 * @param ask gets one page
 * @returns the last page, with all items as its body
 * @throws {ToolFailure} `bad-answer`: no list where one was said to be, or pages that lead elsewhere or in a
 * circle
 */
export async function allPages<P extends Page>(
  pages: Pages,
  first: Asked,
  ask: (asked: Asked) => Promise<P>,
): Promise<P & { readonly pages: number; readonly isCut: boolean }> {
  const items: Json[] = []
  const seen = new Set<string>()
  let asked: Asked | null = begun(pages, first)
  for (let read = 1; ; read++) {
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
    asked = nextOf(pages, asked, page, { listed: list.length, items: items.length, read, home: first.url })
    if (asked === null || read >= pages.most)
      return { ...page, body: items, pages: read, isCut: asked !== null }
  }
}

function begun({ next, from }: Pages, { url, query }: Asked): Asked {
  if (next === 'link' || typeof next !== 'object') return { url, query }
  if ('page' in next) return { url, query: { ...query, [next.page]: from ?? 1 } }
  if ('offset' in next) return { url, query: { ...query, [next.offset]: from ?? 0 } }
  return { url, query }
}

function itemsOf({ items = '' }: Pages, body: Json): readonly Json[] {
  const list = items === '' ? body : valueAt(body, items)
  if (Array.isArray(list)) return list as readonly Json[]
  // An end that says nothing.
  if (list === null || list === undefined) return []
  const where = items === '' ? 'the answer' : `${items} in the answer`
  throw new ToolFailure('bad-answer', `pages.items: expected a list as ${where}, received ${typeof list}`)
}

interface Count {
  readonly listed: number
  readonly items: number
  readonly read: number
  /** The address that was asked first. */
  readonly home: string
}

/** Null after the last page. */
function nextOf({ next, from }: Pages, { url, query }: Asked, page: Page, count: Count): Asked | null {
  if (next === 'link') return at(linkIn(page.headers['link']), page.url, count.home)
  if ('field' in next) {
    const found = valueAt(page.body, next.field)
    return at(typeof found === 'string' ? found : null, page.url, count.home)
  }
  if ('cursor' in next) {
    const found = valueAt(page.body, next.cursor)
    const isNone = found === undefined || found === null || found === '' || found === false
    return isNone ? null : { url, query: { ...query, [next.argument]: found } }
  }
  if (count.listed === 0) return null
  return 'page' in next
    ? { url, query: { ...query, [next.page]: (from ?? 1) + count.read } }
    : { url, query: { ...query, [next.offset]: (from ?? 0) + count.items } }
}

/** Credentials and headers are for the host that was asked first. */
function at(address: string | null, base: string, home: string): Asked | null {
  if (address === null || address === '') return null
  const url = URL.parse(address, base)
  if (url === null) throw new ToolFailure('bad-answer', 'pages.next: the next address cannot be read')
  const { origin, host } = new URL(home)
  if (url.origin !== origin)
    throw new ToolFailure('bad-answer', `pages.next: the next page is at ${url.host}, not at ${host}`)
  return { url: url.href, query: {} }
}

/** The address with `rel="next"`. @see RFC 8288 */
function linkIn(header: Json | undefined): string | null {
  if (typeof header !== 'string') return null
  for (const [, address = '', parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) return address
  return null
}
