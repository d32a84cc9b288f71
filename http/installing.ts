// Installing from the marketplace, changing, updating and uninstalling: what becomes of the tool server that stands for
// it. A server is a row first; its actor hears of it after that (actors/tool-server/client.ts).
import { Failure, notFound } from '../domain/failure.ts'
import { addressOf, problemsOf } from '../domain/installing.ts'
import type { JsonObject } from '../domain/json.ts'
import type { ChangeInstallation, InstallTool, MarketplaceEntry, WorkflowUse } from '../domain/marketplace.ts'
import { type RegisteredServer, slugOf } from '../domain/tool-server.ts'
import { checkUrl, OutboundError } from '../rpc/outbound/outbound.ts'
import type { KeptInstallation } from '../storage/installations.ts'
import { removeServer } from './removing.ts'
import type { Services } from './services.ts'

/** The tool server that the entry was installed as, or null. @param toolId or the slug of an entry of the catalog */
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
 * @throws {Failure} validation-failed: names what is missing; conflict: installed already, not installable, slug taken;
 *   not-found: the credential
 */
export async function install(services: Services, request: InstallRequest): Promise<RegisteredServer> {
  const { organizationId, entry, body, id } = request
  const installed = await findInstalled(services, organizationId, entry.id)
  if (installed?.id === id) return installed
  if (installed !== null)
    throw new Failure('conflict', `${entry.name} is already installed, as the tool server ${installed.slug}`)
  const fitting = await fit(services, organizationId, entry, {
    credentialId: given(body) ?? null,
    settings: body.settings ?? {},
  })
  const slugs = (await services.toolServers.list(organizationId)).map(({ slug }) => slug)
  const created = await services.toolServers.create(organizationId, {
    ...fitting,
    id,
    name: body.name ?? entry.name,
    slug: body.slug ?? slugOf(body.name ?? entry.slug, new Set(slugs)),
    enabled: true,
  })
  return heard(services, created)
}

export interface ChangeRequest {
  readonly organizationId: string
  readonly entry: MarketplaceEntry
  /** What is absent stays as it is. */
  readonly body: ChangeInstallation
}

/** Another credential, or other settings: the version that is installed stays. @throws {Failure} as install */
export async function reconfigure(
  services: Services,
  { organizationId, entry, body }: ChangeRequest,
): Promise<RegisteredServer> {
  const server = await getInstalled(services, organizationId, entry.id)
  const { catalog, ...fitting } = await fit(services, organizationId, entry, wished(server, entry, body))
  const { version } = server.catalog!
  const definitions = await services.installations.definitions(organizationId, server.id)
  const kept = { ...fitting, catalog: { ...catalog, version, definitions } }
  return heard(services, await services.toolServers.update(organizationId, server.id, kept))
}

/** The version that the catalog has now; its definitions are pinned instead of the old ones. @throws {Failure} as install */
export async function update(
  services: Services,
  { organizationId, entry, body }: ChangeRequest,
): Promise<RegisteredServer> {
  const server = await getInstalled(services, organizationId, entry.id)
  const fitting = await fit(services, organizationId, entry, wished(server, entry, body))
  return heard(services, await services.toolServers.update(organizationId, server.id, fitting))
}

/** Why the entry cannot take the place of what is installed, with what the installation has; null when it can. */
export async function missingFor(
  services: Services,
  server: RegisteredServer,
  entry: MarketplaceEntry,
): Promise<string | null> {
  try {
    await fit(services, server.organizationId, entry, wished(server, entry, {}))
    return null
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error.message
    throw error
  }
}

/**
 * @returns what was uninstalled, and the active workflow versions that used it
 * @throws {Failure} not-found; conflict: active workflow versions use it, and it is not forced
 */
export async function uninstall(
  services: Services,
  { organizationId, toolId, isForced }: { organizationId: string; toolId: string; isForced: boolean },
): Promise<{ readonly toolId: string; readonly broke: WorkflowUse[] }> {
  const server = await getInstalled(services, organizationId, toolId)
  return { toolId: server.catalog!.toolId, broke: await removeServer(services, server, isForced) }
}

interface Wish {
  /** Id or name. */
  readonly credentialId: string | null
  readonly settings: JsonObject
}

/** What the installation has, changed by what was given. A credential does not follow a server to another origin. */
function wished(server: RegisteredServer, entry: MarketplaceEntry, body: ChangeInstallation): Wish {
  const settings = body.settings ?? server.catalog?.settings ?? {}
  const isMoved =
    entry.transport.type === 'http' && originOf(addressOf(entry, settings)) !== originOf(server.url)
  const kept = isMoved ? null : (server.credentialId ?? null)
  const credentialId = given(body)
  return { credentialId: credentialId === undefined ? kept : credentialId, settings }
}

function given({ credentialId, credential }: ChangeInstallation): string | null | undefined {
  return credentialId === undefined ? credential : credentialId
}

/** @throws {Failure} validation-failed, conflict, not-found */
async function fit(services: Services, organizationId: string, entry: MarketplaceEntry, wish: Wish) {
  const { settings } = wish
  const credential =
    wish.credentialId === null ? null : await services.credentials.get(organizationId, wish.credentialId)
  const url = addressOf(entry, settings)
  const problems = problemsOf(entry, { credential, settings })
  if (problems.length > 0) throw new Failure('validation-failed', problems.join('; '))
  if (entry.transport.type === 'http') refuseBadUrl(url, services)
  const catalog: KeptInstallation = {
    toolId: entry.id,
    slug: entry.transport.type === 'in-process' ? entry.slug : null,
    version: entry.version,
    settings,
    definitions: entry.tools,
  }
  return { url, credentialId: credential?.id ?? null, catalog }
}

function refuseBadUrl(url: string, { networkPolicy }: Services): void {
  try {
    checkUrl(url, networkPolicy)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('validation-failed', `the address of the server: ${error.message}`)
  }
}

async function heard(
  { toolServers, toolServerActors }: Services,
  { organizationId, id }: RegisteredServer,
): Promise<RegisteredServer> {
  await toolServerActors.hear(await toolServers.setting(organizationId, id))
  return toolServers.get(organizationId, id)
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}
