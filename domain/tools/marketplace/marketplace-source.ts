// A source of the marketplace: a registry in the format of the official MCP registry, which an organization
// reads beside the catalog of this service. Its entries are kept, so that browsing does not depend on the
// registry.
import { z } from 'zod'
import { text } from '../../text.ts'
import { CreateToolServer } from '../tool-server.ts'
import type { MarketplaceEntry } from './marketplace.ts'

export const sourceBounds = { perOrganization: 20 } as const

/** A reading is valid for an hour; a registry that did not answer is asked again after five minutes. */
export const sourceTimes = { keptMs: 3_600_000, retryMs: 300_000 } as const

/** As it leaves over HTTP. */
export const MarketplaceSource = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  search: z.string().nullable(),
  /** Servers that it lists; below: how many could not be parsed. */
  toolCount: z.int(),
  skipped: z.int(),
  problems: z.array(z.string()),
  /** Why the last reading failed; the entries of the one before are kept. */
  error: z.string().nullable(),
  readAt: z.int().nullable(),
  createdAt: z.int(),
})
export type MarketplaceSource = z.infer<typeof MarketplaceSource>

export const CreateSource = z.object({
  url: CreateToolServer.shape.url,
  /** Default: the host of the URL. */
  name: CreateToolServer.shape.name.optional(),
  /** Only servers whose name or description holds these words: for a registry that lists thousands. */
  search: text(1, 100).nullish(),
})
export type CreateSource = z.infer<typeof CreateSource>

/** A source with its entries. */
export interface KeptSource extends MarketplaceSource {
  readonly organizationId: string
  readonly triedAt: number | null
  /** The same array until it is read again. */
  readonly entries: readonly MarketplaceEntry[]
}

/** Is it time to read it again? @param now Unix ms */
export function isStale({ triedAt, error }: KeptSource, now: number): boolean {
  return triedAt === null || now - triedAt >= (error === null ? sourceTimes.keptMs : sourceTimes.retryMs)
}

export function sourceView(source: KeptSource): MarketplaceSource {
  const { id, name, url, search, toolCount, skipped, problems, error, readAt, createdAt } = source
  return { id, name, url, search, toolCount, skipped, problems, error, readAt, createdAt }
}
