// Installs, changes, updates and uninstalls entries of the marketplace, for its routes. An installed entry is
// a tool server. Its row is written first; its actor is told after that (actors/tool-server/client.ts).

import { Failure, notFound } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Actor } from '../../domain/people/audit.ts'
import { addressOf, type Given, problemsOf, startOf } from '../../domain/tools/marketplace/installing.ts'
import type {
  ChangeInstallation,
  InstallTool,
  MarketplaceEntry,
  UpdateInstallation,
  WorkflowUse,
} from '../../domain/tools/marketplace/marketplace.ts'
import { type KeptPackage, packageInUrl, packageText } from '../../domain/tools/npm-package.ts'
import { type RegisteredServer, slugOf } from '../../domain/tools/tool-server.ts'
import { refuseBadUrl } from '../../rpc/outbound/refuse-bad-url.ts'
import type { KeptInstallation } from '../../storage/tool-servers/installations.ts'
import type { ToolServerChange } from '../../storage/tool-servers/tool-servers.ts'
import type { Services } from '../services.ts'
import { reopening } from '../workflows/confirming.ts'
import { removeServer } from './removing.ts'

/**
 * The tool server that the entry was installed as, or null.
 * @param toolId or the slug of an entry of the catalog
 */
export async function findInstalled(
  { toolServers }: Pick<Services, 'toolServers'>,
  organizationId: string,
  toolId: string,
): Promise<RegisteredServer | null> {
  const servers = await toolServers.list(organizationId)
  return servers.find(({ catalog }) => catalog && [catalog.toolId, catalog.slug].includes(toolId)) ?? null
}

/** @throws {Failure} not-found */
export async function getInstalled(
  services: Pick<Services, 'toolServers'>,
  organizationId: string,
  toolId: string,
): Promise<RegisteredServer> {
  const server = await findInstalled(services, organizationId, toolId)
  if (server === null) throw notFound('installation')
  return server
}

export interface InstallRequest {
  readonly organizationId: string
  readonly entry: MarketplaceEntry
  readonly body: InstallTool
  /** Of the tool server that it becomes. */
  readonly id: string
}

/**
 * @returns the tool server, with its tools
 * @throws {Failure} validation-failed: names what is missing; conflict: already installed, cannot be
 *   installed, or the slug is taken; not-found: the credential
 */
export async function install(services: Services, request: InstallRequest): Promise<RegisteredServer> {
  const { organizationId, entry, body, id } = request
  const installed = await findInstalled(services, organizationId, entry.id)
  if (installed?.id === id) return installed
  if (installed !== null)
    throw new Failure('conflict', `${entry.name} is already installed, as the tool server ${installed.slug}`)
  const wish = {
    ...body,
    credentialId: givenCredential(body) ?? null,
    settings: body.settings ?? {},
  }
  const fitting = await checkFit(services, organizationId, entry, wish)
  const slugs = (await services.toolServers.list(organizationId)).map(({ slug }) => slug)
  const runs = await installPackage(services, { organizationId, id }, entry, wish)
  try {
    const created = await services.toolServers.create(organizationId, {
      ...{ ...fitting, id, enabled: true, catalog: { ...fitting.catalog, package: runs } },
      name: body.name ?? entry.name,
      slug: body.slug ?? slugOf(body.name ?? entry.slug, new Set(slugs)),
    })
    return await withSyncedSettings(services, created)
  } catch (error) {
    if (runs !== null) await services.stdioServers.remove(id)
    throw error
  }
}

export interface ChangeRequest<Body = ChangeInstallation> {
  /** In whose name what was confirmed is reopened. */
  readonly actor: Actor
  readonly organizationId: string
  readonly entry: MarketplaceEntry
  /** Absent fields stay as they are. */
  readonly body: Body
}

/**
 * Changes the credential or the settings; the installed version stays.
 * @throws {Failure} as install
 */
export async function reconfigure(
  services: Services,
  { organizationId, entry, body, actor }: ChangeRequest,
): Promise<RegisteredServer> {
  const server = await getInstalled(services, organizationId, entry.id)
  const runs = await services.installations.package(organizationId, server.id)
  const named = entry.transport.type === 'npm' ? packageText(entry.transport) : null
  const wish = { ...wishOf(server, entry, body), package: named, integrity: runs?.integrity ?? null }
  const { catalog, url, ...fitting } = await checkFit(services, organizationId, entry, wish)
  const { version } = server.catalog!
  const definitions = await services.installations.definitions(organizationId, server.id)
  const change = {
    ...fitting,
    // The installed version of a package stays, and so does its address.
    url: runs === null ? url : server.url,
    catalog: { ...catalog, version, definitions, package: runs && startedAnew(runs, entry, wish.settings) },
  }
  return replace(services, server, change, { actor, broken: new Set() })
}

/**
 * Updates to the current version of the catalog, and pins its definitions in place of the old ones.
 * @param request `broken`: the tools that are others in it
 * @throws {Failure} as install
 */
export async function update(
  services: Services,
  request: ChangeRequest<UpdateInstallation> & { readonly broken: ReadonlySet<string> },
): Promise<RegisteredServer> {
  const { organizationId, entry, body } = request
  const server = await getInstalled(services, organizationId, entry.id)
  const wish = { ...wishOf(server, entry, body), package: body.package, integrity: body.integrity }
  const fitting = await checkFit(services, organizationId, entry, wish)
  const runs = await installPackage(services, server, entry, wish)
  const change = { ...fitting, catalog: { ...fitting.catalog, package: runs } }
  return replace(services, server, change, request)
}

/**
 * Why the entry cannot replace the installed version with the credential and settings of the installation;
 * null when it can.
 */
export async function missingFor(
  services: Services,
  server: RegisteredServer,
  entry: MarketplaceEntry,
): Promise<string | null> {
  try {
    await checkFit(services, server.organizationId, entry, wishOf(server, entry, {}))
    return null
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error.message
    throw error
  }
}

/**
 * @returns the uninstalled tool, and the active workflow versions that used it
 * @throws {Failure} not-found; conflict: active workflow versions use it, and `isForced` is false
 */
export async function uninstall(
  services: Services,
  { toolId, isForced, actor }: { toolId: string; isForced: boolean; actor: Actor },
): Promise<{ readonly toolId: string; readonly broke: WorkflowUse[] }> {
  const server = await getInstalled(services, actor.caller.organizationId, toolId)
  return { toolId: server.catalog!.toolId, broke: await removeServer(services, server, { isForced, actor }) }
}

interface Wish extends Pick<Given, 'package' | 'integrity'> {
  /** Id or name. */
  readonly credentialId: string | null
  readonly settings: JsonObject
}

/**
 * The credential and settings of the installation, with the changes of the request. A credential does not
 * follow a server to another origin.
 */
function wishOf(server: RegisteredServer, entry: MarketplaceEntry, body: ChangeInstallation): Wish {
  const settings = body.settings ?? server.catalog?.settings ?? {}
  const isMoved =
    entry.transport.type !== 'none' && originOf(addressOf(entry, settings)) !== originOf(server.url)
  const kept = isMoved ? null : (server.credentialId ?? null)
  const credentialId = givenCredential(body)
  return { credentialId: credentialId === undefined ? kept : credentialId, settings }
}

function givenCredential({ credentialId, credential }: ChangeInstallation): string | null | undefined {
  return credentialId === undefined ? credential : credentialId
}

/** @throws {Failure} validation-failed, conflict, not-found */
async function checkFit(services: Services, organizationId: string, entry: MarketplaceEntry, wish: Wish) {
  const { settings } = wish
  const credential =
    wish.credentialId === null ? null : await services.credentials.get(organizationId, wish.credentialId)
  const url = addressOf(entry, settings)
  const problems = problemsOf(entry, { ...wish, credential })
  if (problems.length > 0) throw new Failure('validation-failed', problems.join('; '))
  if (entry.transport.type === 'http') refuseBadUrl(url, services.networkPolicy, 'the address of the server')
  const catalog: Omit<KeptInstallation, 'package'> = {
    toolId: entry.id,
    slug: entry.transport.type === 'in-process' ? entry.slug : null,
    version: entry.version,
    settings,
    definitions: entry.tools,
  }
  return { url, credentialId: credential?.id ?? null, catalog }
}

/** Null for an entry that is no package. @throws {Failure} what is wrong with it */
async function installPackage(
  { stdioServers }: Services,
  owner: Pick<RegisteredServer, 'id' | 'organizationId'>,
  entry: MarketplaceEntry,
  { settings, integrity }: Wish,
): Promise<KeptPackage | null> {
  const { transport } = entry
  if (transport.type !== 'npm') return null
  const wanted = { name: transport.name, version: transport.version, integrity: integrity! }
  const installed = await stdioServers.packages.install(owner, wanted)
  return { ...wanted, ...installed, ...startOf(entry, transport, settings) }
}

function startedAnew(runs: KeptPackage, entry: MarketplaceEntry, settings: JsonObject): KeptPackage {
  return entry.transport.type === 'npm' ? { ...runs, ...startOf(entry, entry.transport, settings) } : runs
}

/**
 * A process of what was there before ends. Another address is another server: all of its tools are others.
 */
async function replace(
  services: Services,
  { organizationId, id, slug, url }: RegisteredServer,
  change: ToolServerChange,
  { actor, broken }: { readonly actor: Actor; readonly broken: ReadonlySet<string> },
): Promise<RegisteredServer> {
  const tools = change.url === url ? broken : null
  return reopening(services, actor, { server: slug, tools }, async () => {
    const changed = await services.toolServers.update(organizationId, id, change)
    await services.stdioServers.forget(id)
    return withSyncedSettings(services, changed)
  })
}

async function withSyncedSettings(
  { toolServers, toolServerActors }: Services,
  { organizationId, id }: RegisteredServer,
): Promise<RegisteredServer> {
  await toolServerActors.syncSettings(await toolServers.setting(organizationId, id))
  return toolServers.get(organizationId, id)
}

/** Of a package: its name. */
function originOf(url: string): string {
  return packageInUrl(url)?.name ?? URL.parse(url)?.origin ?? url
}
