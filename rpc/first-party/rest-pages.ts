// Reads lists that come in numbered pages (`page`, `per_page`), as GitHub and GitLab have them.
import type { Json } from '../../domain/json.ts'
import type { FirstPartyContext } from './first-party-server.ts'
import { listIn } from './foreign.ts'
import { callRest, type RestApi, type RestCall } from './rest-api.ts'

/** Stops here when a list has mostly unwanted items. */
const maxPages = 10
const pageSize = 100

export interface Pages {
  /** Path of the items in a page; `''` for the page itself. */
  readonly at?: string
  /** Most items to return. */
  readonly limit: number
  readonly wants?: (item: Json) => boolean
}

/**
 * The first wanted items in the order of the service; looks at 1,000 at most.
 * @throws as callRest
 */
export async function listPages(
  api: RestApi,
  call: RestCall,
  { at = '', limit, wants }: Pages,
  context: FirstPartyContext,
): Promise<Json[]> {
  const found: Json[] = []
  const perPage = wants === undefined ? Math.min(limit, pageSize) : pageSize
  for (let page = 1; page <= maxPages && found.length < limit; page++) {
    const query = { ...call.query, per_page: perPage, page }
    const items = listIn((await callRest(api, { ...call, query }, context)).body, at)
    found.push(...(wants === undefined ? items : items.filter(wants)))
    if (items.length < perPage) break
  }
  return found.slice(0, limit)
}
