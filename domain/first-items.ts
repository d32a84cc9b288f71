// Reads the first items of a paged list, for callers of /rpc (http/mcp/) that want some items and no page.
import type { Page, PageRequest } from './page.ts'

/** The first items of a list, over as many pages as it takes. */
export async function firstItems<T>(
  count: number,
  list: (request: PageRequest) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null = null
  do {
    const { items, next }: Page<T> = await list({ limit: Math.min(count - found.length, 100), cursor })
    found.push(...items)
    cursor = next
  } while (cursor !== null && found.length < count)
  return found
}
