// Lists that come in numbered pages (`page`, `per_page`), as GitHub and GitLab give them.
import type { Json } from '../../domain/json.ts'
import type { CatalogContext } from './catalog-server.ts'
import { listIn } from './foreign.ts'
import { callRest, type RestApi, type RestCall } from './rest-api.ts'

/** Where a list of unwanted items ends for us. */
const maxPages = 10
const pageSize = 100

export interface Pages {
  /** Where the items stand in a page, `''` for the page itself. */
  readonly at?: string
  /** Items to give, at most. */
  readonly limit: number
  readonly wants?: (item: Json) => boolean
}

/** The first wanted items, in the order of the service; at most 1,000 are looked at. @throws as callRest */
export async function listPages(
  api: RestApi,
  call: RestCall,
  { at = '', limit, wants }: Pages,
  context: CatalogContext,
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
