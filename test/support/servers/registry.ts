// A registry of MCP servers on loopback that speaks the format of the official one, page by page.
import { serve } from '../../rpc/loopback.ts'

export interface FixtureRegistry {
  readonly url: string
  /** Paths and queries that were asked for. */
  readonly asked: string[]
  /** Elements of `servers`; may be changed while it runs. */
  servers: unknown[]
  /** Other than 200: instead of the list. */
  status: number
  /** Answers wait for it. */
  held: Promise<void>
}

/** @param pageSize servers on a page */
export async function startRegistry(
  t: Parameters<typeof serve>[0],
  servers: unknown[],
  pageSize = 2,
): Promise<FixtureRegistry> {
  const registry = { url: '', asked: [] as string[], servers, status: 200, held: Promise.resolve() }
  const { origin } = await serve(t, async (request, response) => {
    registry.asked.push(request.url!)
    request.resume()
    await registry.held
    const { pathname, searchParams } = new URL(request.url!, 'http://registry')
    const isKnown = pathname === '/v0.1/servers' && registry.status === 200
    response.writeHead(isKnown ? 200 : registry.status === 200 ? 404 : registry.status, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(isKnown ? pageOf(registry.servers, searchParams, pageSize) : { title: 'no' }))
  })
  registry.url = origin
  return registry
}

function pageOf(servers: readonly unknown[], query: URLSearchParams, pageSize: number) {
  const words = query.get('search')
  const found = servers.filter(server => words === null || JSON.stringify(server).includes(words))
  const start = Number(query.get('cursor')?.split(':')[1] ?? 0)
  const page = found.slice(start, start + pageSize)
  const next = start + pageSize < found.length ? `after:${start + pageSize}` : undefined
  return { servers: page, metadata: { count: page.length, ...(next && { nextCursor: next }) } }
}

/** An element of `servers`. @param of status and isLatest */
export function listed(server: object, of: object = {}): object {
  const official = { status: 'active', publishedAt: '2026-01-01T00:00:00Z', isLatest: true, ...of }
  return {
    server: { description: 'A server', version: '1.0.0', ...server },
    _meta: { 'io.modelcontextprotocol.registry/official': official },
  }
}
