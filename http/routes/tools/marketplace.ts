// The marketplace: browse its entries, install one as a tool server, update and uninstall it. Other sources
// than the catalog of this service are in marketplace-sources.ts.
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { mapPage, pageOfList } from '../../../domain/page.ts'
import {
  ChangeInstallation,
  InstalledTool,
  InstallTool,
  MarketplaceCategory,
  type MarketplaceEntry,
  MarketplacePackage,
  MarketplaceTool,
  MarketplaceToolDetails,
  marketplaceTool,
  ToolUpdate,
  UninstalledTool,
  UpdateInstallation,
} from '../../../domain/tools/marketplace/marketplace.ts'
import {
  browse,
  categoriesOf,
  categoryOrder,
  type FindEntries,
  pageOfEntries,
} from '../../../domain/tools/marketplace/marketplace-search.ts'
import { packageText } from '../../../domain/tools/npm-package.ts'
import { type RegisteredServer, toolServerView } from '../../../domain/tools/tool-server.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { flag, listQuery } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'
import {
  findInstalled,
  getInstalled,
  install,
  reconfigure,
  uninstall,
  update,
} from '../../tool-servers/installing.ts'
import { describeUpdate } from '../../tool-servers/tool-updates.ts'

export const marketplaceRoutes = [
  route('GET /api/v1/marketplace/tools', {
    summary: 'Browse the marketplace',
    description: 'Without `search`, sorted by name: the catalog of this service first, then each source.',
    permission: 'marketplace:read',
    query: z.object({
      ...listQuery,
      search: z.string().min(1).max(200).optional(),
      category: z.string().min(1).max(100).optional(),
      installed: flag.optional(),
    }),
    returns: z.array(MarketplaceTool),
  }).handle(async ({ caller: { organizationId }, query }, services) => {
    const { search, category, installed: is } = query
    const installed = await installations(services, organizationId)
    const find: FindEntries = (list, words) => services.thinking.browse({ organizationId }, list, words)
    const lists = await services.marketplace.lists(organizationId)
    const found = await browse(
      lists,
      {
        ...{ search, category },
        installed: is === undefined ? undefined : { ids: new Set(installed.keys()), is },
      },
      find,
    )
    const listed = pageOfEntries(found, query)
    return page(mapPage(listed, entry => marketplaceTool(entry, installed.get(entry.id)?.catalog ?? null)))
  }),

  route('GET /api/v1/marketplace/categories', {
    summary: 'List the categories of the marketplace',
    description: 'Largest first.',
    permission: 'marketplace:read',
    query: z.object(listQuery),
    returns: z.array(MarketplaceCategory),
  }).handle(async ({ caller, query }, { marketplace }) => {
    const categories = categoriesOf(await marketplace.lists(caller.organizationId))
    return page(pageOfList(categories, query, categoryOrder))
  }),

  route('GET /api/v1/marketplace/tools/:id', {
    summary: 'Get a marketplace tool: what it needs, and what uses it',
    permission: 'marketplace:read',
    returns: MarketplaceToolDetails,
  }).handle(async ({ caller: { organizationId }, params }, services) => {
    const entry = await services.marketplace.entry(organizationId, params.id)
    return describeTool(services, entry, await findInstalled(services, organizationId, entry.id))
  }),

  route('GET /api/v1/marketplace/tools/:id/package', {
    summary: 'Look up the npm package of a marketplace tool',
    description:
      'Its exact version, and the integrity that the npm registry of this service tells: what an installation names. 409 for a tool that runs no package, or one that the operator does not allow.',
    permission: 'marketplace:install',
    returns: MarketplacePackage,
    failures: [409],
  }).handle(async ({ caller: { organizationId }, params }, { marketplace, stdioServers }) => {
    const { name, transport } = await marketplace.entry(organizationId, params.id)
    if (transport.type === 'none')
      throw new Failure('conflict', `${name} can not be installed: ${transport.reason}`)
    if (transport.type !== 'npm') throw new Failure('conflict', `${name} runs no npm package`)
    return { package: packageText(transport), integrity: await stdioServers.packages.lookUp(transport) }
  }),

  route('POST /api/v1/marketplace/tools/:id/install', {
    summary: 'Install a tool',
    description:
      'The tool becomes a tool server, pinned to this version. 400 names a missing credential or setting. A tool that runs an npm package needs `package` and `integrity`.',
    permission: 'marketplace:install',
    audit: 'marketplace-tool.installed',
    body: InstallTool,
    returns: InstalledTool,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, params, body, intent }, services) => {
    const entry = await services.marketplace.entry(organizationId, params.id)
    const id = intent.newId('toolServer')
    return installedView(entry, await install(services, { organizationId, entry, body, id }))
  }),

  route('PUT /api/v1/marketplace/tools/:id/install', {
    summary: 'Change the credential or the settings of an installed tool',
    description: 'Absent fields stay as they are.',
    permission: 'marketplace:install',
    audit: 'marketplace-tool.changed',
    body: ChangeInstallation,
    returns: InstalledTool,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { organizationId } = caller
    const entry = await services.marketplace.entry(organizationId, params.id)
    const actor = { caller, address: request.clientAddress }
    return installedView(entry, await reconfigure(services, { organizationId, entry, body, actor }))
  }),

  route('DELETE /api/v1/marketplace/tools/:id/install', {
    summary: 'Uninstall a tool',
    description:
      'Refused with 409 while active workflow versions use it; the error names them. `force=true` uninstalls it all the same.',
    permission: 'marketplace:install',
    audit: 'marketplace-tool.uninstalled',
    query: z.object({ force: flag.default(false) }),
    returns: UninstalledTool,
  }).handle(async ({ caller, params, query, request }, services) => {
    const actor = { caller, address: request.clientAddress }
    const { toolId, broke } = await uninstall(services, { toolId: params.id, isForced: query.force, actor })
    return { id: toolId, deleted: true, broke }
  }),

  route('GET /api/v1/marketplace/tools/:id/update', {
    summary: 'Show what an update of an installed tool would change',
    permission: 'marketplace:read',
    returns: ToolUpdate,
  }).handle(async ({ caller: { organizationId }, params }, services) => {
    const entry = await services.marketplace.entry(organizationId, params.id)
    return describeUpdate(services, await getInstalled(services, organizationId, entry.id), entry)
  }),

  route('POST /api/v1/marketplace/tools/:id/update', {
    summary: 'Update an installed tool to the version of the catalog',
    description:
      'Makes the changes that GET of the same path shows, also breaking ones. Send the credential and settings that the new version needs.',
    permission: 'marketplace:install',
    audit: 'marketplace-tool.updated',
    body: UpdateInstallation,
    returns: InstalledTool,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { organizationId } = caller
    const entry = await services.marketplace.entry(organizationId, params.id)
    const server = await getInstalled(services, organizationId, entry.id)
    const { affects } = await describeUpdate(services, server, entry)
    const broken = new Set(affects.flatMap(({ tools }) => tools))
    const actor = { caller, address: request.clientAddress }
    return installedView(entry, await update(services, { organizationId, entry, body, actor, broken }))
  }),
]

async function installations(
  { toolServers }: Services,
  organizationId: string,
): Promise<ReadonlyMap<string, RegisteredServer>> {
  const servers = await toolServers.list(organizationId)
  return new Map(servers.flatMap(server => (server.catalog ? [[server.catalog.toolId, server]] : [])))
}

function installedView(entry: MarketplaceEntry, server: RegisteredServer) {
  return { ...marketplaceTool(entry, server.catalog ?? null), server: toolServerView(server) }
}

async function describeTool(
  { installations }: Services,
  entry: MarketplaceEntry,
  server: RegisteredServer | null,
): Promise<MarketplaceToolDetails> {
  const { credential, settings } = entry
  const asked = { credential: credential && { ...credential, kinds: [...credential.kinds] }, settings }
  const tool = { ...marketplaceTool(entry, server?.catalog ?? null), ...asked }
  if (server === null) return { ...tool, installation: null }
  const { id: serverId, slug, organizationId, credentialId = null, catalog } = server
  const usedBy = [...(await installations.uses(organizationId, slug))]
  const { version, settings: set } = catalog!
  return { ...tool, installation: { serverId, slug, version, settings: set, credentialId, usedBy } }
}
