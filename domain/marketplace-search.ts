// Browsing the marketplace: by words, by category, by what is installed; page by page. Pure; the index of a list of
// entries is built at the first search in it and kept as long as the list lives.
import MiniSearch from 'minisearch'
import { Failure } from './failure.ts'
import { isId } from './ids.ts'
import type { MarketplaceEntry } from './marketplace.ts'
import { stem } from './tool-search.ts'

export interface MarketplaceQuery {
  readonly search?: string | undefined
  readonly category?: string | undefined
  /** Ids of what is installed, when only these or only the others are asked for. */
  readonly installed?: { readonly ids: ReadonlySet<string>; readonly is: boolean } | undefined
}

/**
 * The entries that fit. By words the best come first; without words those of the first list, then of the next, by name.
 * @param lists each the same array while nothing in it changed
 */
export function browse(
  lists: readonly (readonly MarketplaceEntry[])[],
  { search, category, installed }: MarketplaceQuery,
): readonly MarketplaceEntry[] {
  const words = search?.trim() ?? ''
  const found = words === '' ? lists.flatMap(byName) : lists.flatMap(list => matching(list, words)).sort(best)
  return found
    .map(match => match.entry)
    .filter(entry => category === undefined || entry.categories.includes(category.toLowerCase()))
    .filter(({ id }) => installed === undefined || installed.ids.has(id) === installed.is)
}

/** How many entries each category has, the largest first. */
export function categoriesOf(lists: readonly (readonly MarketplaceEntry[])[]) {
  const counts = new Map<string, number>()
  for (const list of lists) {
    for (const { categories } of list) {
      for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/**
 * A page of what was found. The cursor is the id of the last entry of the page before.
 * @throws {Failure} validation-failed: a cursor of another list
 */
export function pageOfEntries(
  entries: readonly MarketplaceEntry[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly items: readonly MarketplaceEntry[]; readonly next: string | null } {
  const start = cursor === undefined ? 0 : entries.findIndex(({ id }) => id === idIn(cursor)) + 1
  if (cursor !== undefined && start === 0) throw badCursor()
  const items = entries.slice(start, start + limit)
  const isLast = start + limit >= entries.length
  return { items, next: isLast ? null : Buffer.from(items.at(-1)!.id).toString('base64url') }
}

function idIn(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!isId('marketplaceTool', id)) throw badCursor()
  return id
}

function badCursor(): Failure {
  return new Failure('validation-failed', 'cursor: expected the cursor of an earlier page of this list')
}

interface Match {
  readonly entry: MarketplaceEntry
  readonly score: number
}

const orders = new WeakMap<readonly MarketplaceEntry[], readonly Match[]>()
const collator = new Intl.Collator('en')

function byName(list: readonly MarketplaceEntry[]): readonly Match[] {
  let order = orders.get(list)
  if (order === undefined) {
    order = list.map(entry => ({ entry, score: 0 })).sort(best)
    orders.set(list, order)
  }
  return order
}

function best(a: Match, b: Match): number {
  return (
    b.score - a.score || collator.compare(a.entry.name, b.entry.name) || (a.entry.id < b.entry.id ? -1 : 1)
  )
}

const indexes = new WeakMap<readonly MarketplaceEntry[], MiniSearch>()
const fields = ['name', 'slug', 'categories', 'tools', 'keywords', 'description']
const boost = { name: 4, slug: 4, categories: 2, tools: 1.5, keywords: 1 }

function matching(list: readonly MarketplaceEntry[], words: string): Match[] {
  let index = indexes.get(list)
  if (index === undefined) {
    index = new MiniSearch({
      fields,
      tokenize: text => text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== ''),
      processTerm: stem,
      searchOptions: {
        boost,
        combineWith: 'AND',
        prefix: true,
        fuzzy: word => (word.length > 4 ? 1 : false),
      },
    })
    index.addAll(list.map(documentOf))
    indexes.set(list, index)
  }
  return index.search(words).map(({ id, score }) => ({ entry: list[id as number]!, score }))
}

function documentOf({ name, slug, categories, description, publisher, tools }: MarketplaceEntry, id: number) {
  return {
    ...{ id, name, slug, categories: categories.join(' '), description: `${description} ${publisher}` },
    tools: (tools ?? []).map(tool => `${tool.name} ${tool.title} ${tool.description}`).join(' '),
    keywords: (tools ?? []).flatMap(tool => tool.keywords).join(' '),
  }
}
