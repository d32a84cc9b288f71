// Tool servers as the API shows them: the row that the server's actor publishes, the figures of the threads
// that call it, and the users of tools that have changed.
import { z } from 'zod'
import { figuresOf, ServerFigures, type ThreadFigures } from '../../domain/tools/server-figures.ts'
import { type PublishedTool, ServerTool } from '../../domain/tools/server-tool.ts'
import { type RegisteredServer, ToolServer, toolServerView } from '../../domain/tools/tool-server.ts'
import type { Services } from '../services.ts'

/** A server with its health and its tools. */
export const ToolServerDetail = ToolServer.extend({ health: ServerFigures, tools: z.array(ServerTool) })
export type ToolServerDetail = z.infer<typeof ToolServerDetail>

/** Newest first. */
export async function toolServerViews(
  { toolServers, serverFigures }: Services,
  organizationId: string,
): Promise<ToolServer[]> {
  const [servers, figures, checks] = await Promise.all([
    toolServers.list(organizationId),
    serverFigures(organizationId),
    toolServers.checks(organizationId),
  ])
  const views = servers.map(server => {
    const lastCheckedAt = checks.get(server.id) ?? null
    return { ...viewOf(server, figures.get(server.id) ?? []), lastCheckedAt }
  })
  return views.reverse()
}

/** @throws {Failure} not-found */
export async function toolServerDetail(
  services: Services,
  organizationId: string,
  id: string,
): Promise<ToolServerDetail> {
  const { toolServers, serverFigures } = services
  const server = await toolServers.get(organizationId, id)
  const [figures, kept] = await Promise.all([
    serverFigures(organizationId),
    toolServers.details(organizationId, id),
  ])
  const threads = figures.get(id) ?? []
  const health = figuresOf(threads)
  return {
    ...viewOf(server, threads),
    lastCheckedAt: kept.lastCheckedAt,
    health: server.status === 'down' ? { ...health, breaker: 'open' } : health,
    tools: await shownTools(services, server, kept.tools),
  }
}

/**
 * A server that can be reached, with its tools as they should be, is shown as degraded when calls failed
 * lately.
 */
function viewOf(server: RegisteredServer, threads: readonly ThreadFigures[]): ToolServer {
  const view = toolServerView(server)
  const { failures, lastError } = figuresOf(threads)
  if (view.status !== 'healthy' || failures === 0) return view
  return { ...view, status: 'degraded', error: view.error ?? lastError?.message ?? null }
}

/** Adds what was observed, and the workflow versions that call a changed tool: an admin decides about it. */
async function shownTools(
  { installations }: Services,
  { organizationId, slug, observed }: RegisteredServer,
  tools: readonly PublishedTool[],
): Promise<ServerTool[]> {
  const isChanged = tools.some(({ drift }) => drift !== null)
  const uses = isChanged ? await installations.uses(organizationId, slug) : []
  return tools.map(tool => {
    const { name, drift } = tool
    const observedSchema = observed?.get(name) ?? null
    if (drift === null) return { ...tool, observedSchema, drift: null }
    const usedBy = uses
      .filter(use => use.tools.includes(name))
      .map(({ workflowId, workflowName, version, active }) => ({ workflowId, workflowName, version, active }))
    return { ...tool, observedSchema, drift: { ...drift, usedBy } }
  })
}

/**
 * @param given id or name; null for none; undefined when the request has none
 * @throws {Failure} not-found, also for a credential of another organization
 */
export async function credentialIdOf(
  { credentials }: Services,
  organizationId: string,
  given: string | null | undefined,
): Promise<string | null | undefined> {
  return given == null ? given : (await credentials.get(organizationId, given)).id
}
