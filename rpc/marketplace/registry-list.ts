// Collects what was read of a registry: valid entries, the newest version of each, and the problems of the
// others. Bounded in number and size. Used by registry.ts.
import { z } from 'zod'
import { isObject } from '../../domain/json.ts'
import { isNewer, type MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { oneLine } from '../remote/intake/tool-intake.ts'
import { entryOf } from './registry-entry.ts'
import { ServerJson } from './server-json.ts'

const bounds = {
  entries: 3_000,
  /** Of one entry, and of all kept entries, as JSON. */
  entryLength: 16 * 1024,
  keptLength: 4 * 1024 * 1024,
  problems: 5,
} as const

export type RegistryEntry = Omit<MarketplaceEntry, 'source'>

export type RegistryReading =
  | {
      readonly ok: true
      readonly entries: readonly RegistryEntry[]
      readonly skipped: number
      /** Problems of the first entries that were skipped, and a note when there is more to read. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: string }

/** A problem of the whole registry, for a person. */
export class RegistryError extends Error {}

const official = 'io.modelcontextprotocol.registry/official'

/**
 * An element of `servers`, or a document: the server in an envelope with the registry's own data, or bare.
 */
const Listed = z.object({
  server: z.unknown(),
  _meta: z
    .object({
      [official]: z.object({ status: z.string().optional(), isLatest: z.boolean().optional() }).optional(),
    })
    .optional(),
})

export class RegistryList {
  readonly #sourceUrl: string
  readonly #entries = new Map<string, RegistryEntry>()
  readonly #problems: string[] = []
  #skipped = 0
  #length = 0

  constructor(sourceUrl: string) {
    this.#sourceUrl = sourceUrl
  }

  get count(): number {
    return this.#entries.size
  }

  get isFull(): boolean {
    return this.#entries.size >= bounds.entries || this.#length >= bounds.keptLength
  }

  /**
   * @returns the cursor of the next page
   * @throws {RegistryError} not a page
   */
  takePage(answer: unknown): string | null {
    if (!isObject(answer) || !Array.isArray(answer['servers']))
      throw new RegistryError('the registry answered without a list `servers`')
    for (const element of answer['servers']) this.#take(element)
    const metadata = isObject(answer['metadata']) ? answer['metadata'] : {}
    const cursor = metadata['nextCursor']
    return typeof cursor === 'string' && cursor !== '' && cursor.length <= 2_000 ? cursor : null
  }

  /** @param document a list like that of a page, or one server */
  takeDocument(document: unknown): void {
    if (isObject(document) && Array.isArray(document['servers'])) this.takePage(document)
    else this.#take(document)
  }

  note(problem: string): void {
    if (this.#problems.length < bounds.problems) this.#problems.push(problem)
  }

  result(): RegistryReading {
    return {
      ok: true,
      entries: [...this.#entries.values()],
      skipped: this.#skipped,
      problems: this.#problems,
    }
  }

  #take(element: unknown): void {
    const bare = isObject(element) && !('server' in element) ? { server: element } : element
    const listed = Listed.safeParse(bare)
    const { status, isLatest } = listed.data?._meta?.[official] ?? {}
    if (status === 'deleted' || isLatest === false || this.isFull) return
    const server = ServerJson.safeParse(listed.data?.server)
    if (server.success) this.#keep(entryOf(server.data, this.#sourceUrl), server.data.name)
    else this.#skip(nameIn(bare), server.error.issues[0]!)
  }

  #keep(entry: RegistryEntry, name: string): void {
    const { length } = JSON.stringify(entry)
    if (length > bounds.entryLength) return this.#skip(name, { path: [], message: 'it is too large' })
    const known = this.#entries.get(entry.id)
    if (known !== undefined && !isNewer(entry.version, known.version)) return
    this.#entries.set(entry.id, entry)
    this.#length += length
  }

  #skip(name: string, { path, message }: { readonly path: PropertyKey[]; readonly message: string }): void {
    this.#skipped++
    const place = path.length > 0 ? [path.map(String).join('.')] : []
    this.note([oneLine(name, 100), ...place, message.replace(/^Invalid input: /, '')].join(': '))
  }
}

function nameIn(listed: unknown): string {
  const server = isObject(listed) ? listed['server'] : undefined
  return isObject(server) && typeof server['name'] === 'string' ? server['name'] : 'an entry without a name'
}
