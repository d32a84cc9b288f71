// Browses the marketplace by words, by category and by what is installed, page by page. Called by
// http/routes/tools/marketplace.ts, which has words sought in a thread (language/thinking/): a list may be of
// strangers. A list of documents gets its index at the first search and keeps it as long as the list lives.
import MiniSearch from 'minisearch'
import { isId } from '../../ids.ts'
import { badCursor, cursorOf, type ListOrder, type Page, type PageRequest, placeIn } from '../../page.ts'
import { soughtIn, stem, wordsOf } from '../search/search-words.ts'
import type { MarketplaceEntry } from './marketplace.ts'

export interface MarketplaceQuery {
  readonly search?: string | undefined
  readonly category?: string | undefined
  /** Ids of the installed entries; `is` asks for only these, or only the others. */
  readonly installed?: { readonly ids: ReadonlySet<string>; readonly is: boolean } | undefined
}

/** Finds the entries of a list that match words: their places in it. */
export type FindEntries = (list: readonly MarketplaceEntry[], words: string) => Promise<readonly FoundEntry[]>

export interface FoundEntry {
  readonly at: number
  readonly score: number
}

/**
 * The entries that match. With words the best come first; without, those of the first list, then of the
 * next, each by name.
 * @param lists each list is the same array until something in it changes
 */
export async function browse(
  lists: readonly (readonly MarketplaceEntry[])[],
  { search, category, installed }: MarketplaceQuery,
  find: FindEntries,
): Promise<readonly MarketplaceEntry[]> {
  const words = search?.trim() ?? ''
  const found: Match[] = []
  for (const list of lists) {
    if (words === '') found.push(...byName(list))
    else for (const { at, score } of await find(list, words)) found.push({ entry: list[at]!, score })
  }
  return (words === '' ? found : found.sort(best))
    .map(match => match.entry)
    .filter(entry => category === undefined || entry.categories.includes(category.toLowerCase()))
    .filter(({ id }) => installed === undefined || installed.ids.has(id) === installed.is)
}

interface Category {
  readonly name: string
  readonly count: number
}

/** How many entries each category has, the largest first. */
export function categoriesOf(lists: readonly (readonly MarketplaceEntry[])[]): Category[] {
  const counts = new Map<string, number>()
  for (const list of lists) {
    for (const { categories } of list) {
      for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1)
    }
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort(largest)
}

/** The order of `categoriesOf`. */
export const categoryOrder: ListOrder<Category> = {
  name: 'categories',
  keyOf: ({ count, name }) => `${count} ${name}`,
  isKey: text => /^\d{1,9} ./.test(text),
  isAfter(category, key) {
    const [count = ''] = key.split(' ', 1)
    return largest(category, { count: Number(count), name: key.slice(count.length + 1) }) > 0
  },
}

function largest(a: Category, b: Category): number {
  return b.count - a.count || collator.compare(a.name, b.name)
}

/**
 * A page of found entries. The cursor is the id of the last entry of the page before.
 * @throws {Failure} validation-failed: a cursor of another list
 */
export function pageOfEntries(
  entries: readonly MarketplaceEntry[],
  { limit, cursor }: PageRequest,
): Page<MarketplaceEntry> {
  const isFirst = cursor === undefined || cursor === null
  const start = isFirst ? 0 : entries.findIndex(({ id }) => id === idIn(cursor)) + 1
  if (!isFirst && start === 0) throw badCursor(' of this list')
  const items = entries.slice(start, start + limit)
  const cursorAfter = (index: number) => cursorOf(items[index]!.id)
  return {
    items,
    cursorAfter,
    next: start + limit >= entries.length ? null : cursorAfter(items.length - 1),
  }
}

function idIn(cursor: string): string {
  const id = placeIn(cursor)
  if (!isId('marketplaceTool', id)) throw badCursor(' of this list')
  return id
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

/** What of an entry is searched. */
export type EntryDocument = Readonly<Record<(typeof fields)[number], string>>

const indexes = new WeakMap<readonly EntryDocument[], MiniSearch>()
const fields = ['name', 'slug', 'categories', 'tools', 'keywords', 'description'] as const
const boost = { name: 4, slug: 4, categories: 2, tools: 1.5, keywords: 1 }

/**
 * All that is sought, or words that begin so or nearly so, are in the document; what is done to it may be.
 */
export function findIn(documents: readonly EntryDocument[], words: string): readonly FoundEntry[] {
  let index = indexes.get(documents)
  if (index === undefined) {
    index = new MiniSearch({
      fields: [...fields],
      tokenize: wordsOf,
      processTerm: stem,
      searchOptions: {
        boost,
        combineWith: 'AND',
        prefix: true,
        fuzzy: word => (word.length > 4 ? 1 : false),
      },
    })
    index.addAll(documents.map((document, id) => ({ ...document, id })))
    indexes.set(documents, index)
  }
  const { things, deeds } = soughtIn(words)
  const [needed, extra] = things.length === 0 ? [deeds, []] : [things, deeds]
  const found = index.search(needed.join(' '))
  if (extra.length === 0) return found.map(({ id, score }) => ({ at: id as number, score }))
  const more = index.search(extra.join(' '), { combineWith: 'OR' })
  const extras = new Map(more.map(({ id, score }) => [id, score]))
  return found.map(({ id, score }) => ({ at: id as number, score: score + (extras.get(id) ?? 0) }))
}

export function documentOf(entry: MarketplaceEntry): EntryDocument {
  const { name, slug, categories, description, publisher, tools } = entry
  return {
    ...{ name, slug, categories: categories.join(' '), description: `${description} ${publisher}` },
    tools: (tools ?? []).map(tool => `${tool.name} ${tool.title} ${tool.description}`).join(' '),
    keywords: (tools ?? []).flatMap(tool => tool.keywords).join(' '),
  }
}
