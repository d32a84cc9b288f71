// Reads a registry in the format of the official MCP registry: `GET <base>/v0.1/servers`, page by page, or
// one document `.../server.json`. The registry is foreign: nothing that it answers throws, and everything
// read is bounded. Called by http/tool-servers/marketplace.ts.
// 1. It ends by its deadline, after at most `pages` requests and `entries` entries.
// 2. An invalid entry is skipped and counted. Of several versions of a server the newest is taken.
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { RegistryError, RegistryList, type RegistryReading } from './registry-list.ts'

export type { RegistryEntry, RegistryReading } from './registry-list.ts'

/** A page of 100 entries of the official registry has some 150 KiB. */
const bounds = { pages: 50, pageBytes: 4 * 1024 * 1024, timeoutMs: 15_000 } as const

export interface RegistryTarget {
  /** The registry's address, with or without `/v0.1/servers`, or that of a `server.json`. */
  readonly url: string
  /** Only servers whose name or description contains these words. */
  readonly search: string | null
}

export async function readRegistry(
  outbound: Outbound,
  target: RegistryTarget,
  timeoutMs: number = bounds.timeoutMs,
): Promise<RegistryReading> {
  const reading = new RegistryList(target.url)
  const deadline = performance.now() + timeoutMs
  try {
    if (isDocument(target.url)) reading.takeDocument(await fetchJson(outbound, target.url, deadline))
    else await readPages(outbound, target, reading, deadline)
  } catch (error) {
    if (!(error instanceof OutboundError) && !(error instanceof RegistryError)) throw error
    // A partial list would look complete, so it is dropped.
    return { ok: false, error: error.message }
  }
  return reading.result()
}

async function readPages(
  outbound: Outbound,
  target: RegistryTarget,
  reading: RegistryList,
  deadline: number,
): Promise<void> {
  const seen = new Set<string>()
  let cursor: string | null = null
  for (let page = 0; page < bounds.pages; page++) {
    const answer = await fetchJson(outbound, pageUrl(target, cursor), deadline)
    cursor = reading.takePage(answer)
    if (cursor === null) return
    if (seen.has(cursor)) return reading.note('it gave the same page twice')
    seen.add(cursor)
    if (reading.isFull) break
  }
  reading.note(`it has more servers than the ${reading.count} that were read: add it with a search`)
}

async function fetchJson(outbound: Outbound, url: string, deadline: number): Promise<unknown> {
  const totalMs = Math.max(1, Math.round(deadline - performance.now()))
  const { host } = new URL(url)
  const response = await outbound.request({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    timeouts: { connectMs: totalMs, firstByteMs: totalMs, totalMs },
    maxBytes: bounds.pageBytes,
    maxRedirects: 3,
  })
  if (response.status !== 200)
    throw new RegistryError(`${host} answered ${response.status} to its list of servers`)
  try {
    return JSON.parse(response.body.toString('utf8'))
  } catch {
    throw new RegistryError(`${host} answered what is not JSON`)
  }
}

function isDocument(url: string): boolean {
  return new URL(url).pathname.endsWith('.json')
}

function pageUrl({ url, search }: RegistryTarget, cursor: string | null): string {
  const page = new URL(url)
  page.pathname = `${page.pathname.replace(/\/+$/, '').replace(/\/v0(\.1)?(\/servers)?$/, '')}/v0.1/servers`
  page.searchParams.set('limit', '100')
  page.searchParams.set('version', 'latest')
  if (search !== null) page.searchParams.set('search', search)
  if (cursor !== null) page.searchParams.set('cursor', cursor)
  return page.href
}
