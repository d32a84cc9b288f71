// Sources of the marketplace: registries in the format of the official MCP registry, beside the catalog of
// this service. Each organization has its own, and no other one sees their servers.

import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { mapPage, newestFirst, pageOfList } from '../../../domain/page.ts'
import {
  CreateSource,
  MarketplaceSource,
  sourceView,
} from '../../../domain/tools/marketplace/marketplace-source.ts'
import { refuseBadUrl } from '../../../rpc/outbound/refuse-bad-url.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const marketplaceSourceRoutes = [
  route('GET /api/v1/marketplace/sources', {
    summary: 'List the sources of the marketplace',
    permission: 'marketplace:read',
    query: z.object(listQuery),
    returns: z.array(MarketplaceSource),
  }).handle(async ({ caller, query }, { marketplaceSources }) => {
    const sources = await marketplaceSources.list(caller.organizationId)
    return page(mapPage(pageOfList(sources, query, newestFirst('marketplaceSource')), sourceView))
  }),

  route('POST /api/v1/marketplace/sources', {
    summary: 'Add a registry as a source of the marketplace',
    description:
      'Send the address of a registry that serves /v0.1/servers, or of a server.json. It is read at once. A source that does not ' +
      'answer is added all the same, and the answer says so.',
    permission: 'marketplace:install',
    audit: 'marketplace-source.added',
    body: CreateSource,
    returns: MarketplaceSource,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, body, intent }, services) => {
    refuseBadUrl(body.url, services.networkPolicy)
    const { url, search = null, name = new URL(url).host } = body
    const id = intent.newId('marketplaceSource')
    await services.marketplaceSources.create(organizationId, { id, name, url, search })
    return sourceView(await services.marketplace.refresh(organizationId, id))
  }),

  route('GET /api/v1/marketplace/sources/:id', {
    summary: 'Get a source of the marketplace',
    permission: 'marketplace:read',
    returns: MarketplaceSource,
  }).handle(async ({ caller, params }, { marketplaceSources }) =>
    sourceView(await marketplaceSources.get(caller.organizationId, params.id)),
  ),

  route('POST /api/v1/marketplace/sources/:id/refresh', {
    summary: 'Read a source of the marketplace again',
    permission: 'marketplace:install',
    returns: MarketplaceSource,
  }).handle(async ({ caller, params }, { marketplace }) =>
    sourceView(await marketplace.refresh(caller.organizationId, params.id)),
  ),

  route('DELETE /api/v1/marketplace/sources/:id', {
    summary: 'Remove a source of the marketplace; what was installed from it stays',
    permission: 'marketplace:install',
    audit: 'marketplace-source.removed',
    returns: DeletedSchema,
  }).handle(async ({ caller, params }, { marketplaceSources }) => {
    await marketplaceSources.remove(caller.organizationId, params.id)
    return { id: params.id, deleted: true }
  }),
]
