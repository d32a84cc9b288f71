// The search of /docs: passages by their words, without any other service.
import MiniSearch from 'minisearch'
import type { Library } from './library.ts'

export interface Found {
  readonly address: string
  readonly page: string
  readonly title: string
  /** The beginning of the passage, around the first word that was looked for. */
  readonly excerpt: string
}

const mostFound = 20
const excerptLength = 220

export function createSearch({ pages }: Library): (text: string) => readonly Found[] {
  const index = new MiniSearch<{ id: string; page: string; title: string; text: string }>({
    fields: ['title', 'page', 'text'],
    storeFields: ['page', 'title', 'text'],
    searchOptions: {
      boost: { title: 4, page: 3 },
      prefix: true,
      fuzzy: term => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  for (const { path, title: page, passages } of pages)
    for (const { anchor, title, text } of passages)
      index.add({ id: `/docs/${path}${anchor === '' ? '' : `#${anchor}`}`, page, title, text })
  return text =>
    index
      .search(text)
      .slice(0, mostFound)
      .map(({ id, page, title, text: passage, terms }) => ({
        ...{ address: String(id), page, title },
        excerpt: excerptOf(passage, terms),
      }))
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map(term => lower.indexOf(term)).filter(place => place >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - 60)
  const start = places.length === 0 ? 0 : from
  const cut = text.slice(start, start + excerptLength).trim()
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`
}
