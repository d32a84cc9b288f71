// Ends a page where its bytes end. Every list leaves through here, over HTTP (answerer.ts) and as a tool of
// /rpc (service-tools.ts). Lists with large values are bounded before (storage/postgres/page.ts); here they
// are counted to the byte. A page shows at least one item, so that a client that follows the pages reaches
// the end of the list.
import { type Page, pageBounds } from '../../domain/page.ts'

export interface FittedPage {
  /** The JSON of each item that is shown, from the first. */
  readonly texts: string[]
  /** Cursor of the next page; null when this is the last. */
  readonly next: string | null
}

export function fitPage({ items, next, cursorAfter }: Page<unknown>): FittedPage {
  const texts: string[] = []
  // One bracket; the other one and the commas count with the items.
  let bytes = 1
  for (const item of items) {
    const text = JSON.stringify(item)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > pageBounds.bytes && texts.length > 0) return { texts, next: cursorAfter(texts.length - 1) }
    texts.push(text)
  }
  return { texts, next }
}
