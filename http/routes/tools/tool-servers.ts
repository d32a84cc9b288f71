// Tool servers: register one, see its tools and its health, change it, check it again, decide about its
// tools. Also GET /tools: all tools that the caller's workflows can use.

import { z } from 'zod'
import { mapPage, newestFirst, pageOfList } from '../../../domain/page.ts'
import { UninstalledTool } from '../../../domain/tools/marketplace/marketplace.ts'
import { isOnStdio, stdioNameOf } from '../../../domain/tools/stdio-server.ts'
import { OfferedTool, offeredTool } from '../../../domain/tools/tool.ts'
import { inOrder, toolOrder } from '../../../domain/tools/tool-order.ts'
import { CreateToolServer, isLocal, ToolServer, UpdateToolServer } from '../../../domain/tools/tool-server.ts'
import { ChangeToolSetting } from '../../../domain/tools/tool-settings.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { flag, listQuery } from '../../pipeline/validation.ts'
import { refuseBadAddress } from '../../tool-servers/addresses.ts'
import { removeServer } from '../../tool-servers/removing.ts'
import {
  credentialIdOf,
  ToolServerDetail,
  toolServerDetail,
  toolServerViews,
} from '../../tool-servers/tool-servers.ts'
import { reopening } from '../../workflows/confirming.ts'

/**
 * `pin` names the definition that the admin looked at (it is in `drift`), so that no other one is accepted.
 */
const AcceptTool = z.object({ pin: z.string().max(100).nullish() }).optional()

export const toolServerRoutes = [
  route('GET /api/v1/mcp-servers', {
    summary: 'List tool servers',
    permission: 'tool-server:read',
    query: z.object(listQuery),
    returns: z.array(ToolServer),
  }).handle(async ({ caller, query }, services) => {
    const servers = await toolServerViews(services, caller.organizationId)
    return page(pageOfList(servers, query, newestFirst('toolServer')))
  }),

  route('POST /api/v1/mcp-servers', {
    summary: 'Register a tool server',
    description:
      'Asks the server for its tools and shows them. A server that is down is registered all the same; its health says so.',
    permission: 'tool-server:write',
    audit: 'tool-server.registered',
    body: CreateToolServer,
    returns: ToolServerDetail,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, body, intent }, services) => {
    const { toolServers, toolServerActors } = services
    refuseBadAddress(services, organizationId, body.url, body.credentialId != null)
    const credentialId = await credentialIdOf(services, organizationId, body.credentialId)
    const { id } = await toolServers.create(organizationId, {
      ...body,
      credentialId,
      id: intent.newId('toolServer'),
    })
    await toolServerActors.syncSettings(await toolServers.setting(organizationId, id))
    return toolServerDetail(services, organizationId, id)
  }),

  route('GET /api/v1/mcp-servers/:id', {
    summary: 'Get a tool server, its health and its tools',
    permission: 'tool-server:read',
    returns: ToolServerDetail,
  }).handle(({ caller, params }, services) => toolServerDetail(services, caller.organizationId, params.id)),

  route('PUT /api/v1/mcp-servers/:id', {
    summary: 'Update a tool server',
    description:
      'A new URL is a new server: its tools are listed at once and pinned anew, and it has no credential unless you send one. The slug stays, because plans name it.',
    permission: 'tool-server:write',
    audit: 'tool-server.updated',
    body: UpdateToolServer,
    returns: ToolServerDetail,
  }).handle(async ({ caller, params: { id }, body, request }, services) => {
    const { organizationId } = caller
    const { toolServers, toolServerActors } = services
    const server = await toolServers.get(organizationId, id)
    const { url, slug } = server
    const isStdio = isOnStdio(url)
    const hasCredential = body.credentialId != null
    if (body.url !== undefined || (stdioNameOf(url) !== null && hasCredential))
      refuseBadAddress(services, organizationId, body.url ?? url, hasCredential)
    const credentialId = await credentialIdOf(services, organizationId, body.credentialId)
    const isOther = body.url !== undefined && body.url !== url
    const actor = { caller, address: request.clientAddress }
    // The address of a server that runs here is refused.
    const tools = isOther && !isLocal(server) ? null : new Set<string>()
    await reopening(services, actor, { server: slug, tools }, async () => {
      await toolServers.update(organizationId, id, { ...body, credentialId })
      if (isStdio && isOther) await services.stdioServers.remove(id)
      else if (isStdio && body.enabled === false) void services.stdioServers.forget(id)
      await toolServerActors.syncSettings(await toolServers.setting(organizationId, id))
    })
    return toolServerDetail(services, organizationId, id)
  }),

  route('DELETE /api/v1/mcp-servers/:id', {
    summary: 'Remove a tool server',
    description:
      '`broke` names the active workflow versions that used it. While there are any, a server from the marketplace is refused with 409; `force=true` removes it all the same.',
    permission: 'tool-server:write',
    audit: 'tool-server.removed',
    query: z.object({ force: flag.default(false) }),
    returns: UninstalledTool,
  }).handle(async ({ caller, params: { id }, query, request }, services) => {
    const server = await services.toolServers.get(caller.organizationId, id)
    const by = { isForced: query.force, actor: { caller, address: request.clientAddress } }
    return { id, deleted: true, broke: await removeServer(services, server, by) }
  }),

  route('POST /api/v1/mcp-servers/:id/refresh', {
    summary: 'Ask a tool server for its tools again',
    permission: 'tool-server:write',
    returns: ToolServerDetail,
  }).handle(async ({ caller: { organizationId }, params: { id } }, services) => {
    await services.toolServers.get(organizationId, id)
    await services.toolServerActors.refresh(organizationId, id)
    return toolServerDetail(services, organizationId, id)
  }),

  route('POST /api/v1/mcp-servers/:id/tools/:name/accept', {
    summary: 'Accept the definition of a tool that has changed',
    description:
      'Pins the definition that the server offers now; a tool that is gone is removed. 409 when it has changed again. What models and agents planned with it has to be confirmed again.',
    permission: 'tool-server:write',
    audit: 'tool-server.tool-accepted',
    body: AcceptTool,
    returns: ToolServerDetail,
  }).handle(async ({ caller, params: { id, name }, body, request }, services) => {
    const { organizationId } = caller
    const { slug, tools } = await toolServerDetail(services, organizationId, id)
    const drift = tools.find(tool => tool.name === name)?.drift ?? null
    const isMeant = body?.pin == null || body.pin === drift?.pin
    const others = new Set(drift !== null && isMeant ? [name] : [])
    const actor = { caller, address: request.clientAddress }
    await reopening(services, actor, { server: slug, tools: others }, () =>
      services.toolServerActors.accept(organizationId, id, name, body?.pin ?? null),
    )
    return toolServerDetail(services, organizationId, id)
  }),

  route('PUT /api/v1/mcp-servers/:id/tools/:name', {
    summary: 'Switch a tool on or off; set its approvals, rate and time limit',
    description: 'Absent fields stay as they are; null goes back to the default of the server.',
    permission: 'tool-server:write',
    audit: 'tool-server.tool-changed',
    body: ChangeToolSetting,
    returns: ToolServerDetail,
  }).handle(async ({ caller: { organizationId }, params: { id, name }, body }, services) => {
    await services.toolServers.get(organizationId, id)
    await services.toolServerActors.setTool(organizationId, id, name, body)
    return toolServerDetail(services, organizationId, id)
  }),

  route('GET /api/v1/tools', {
    summary: 'List every tool that your workflows can use',
    description: 'Built-in tools first, then those of each tool server, by name.',
    permission: 'tool:read',
    query: z.object(listQuery),
    returns: z.array(OfferedTool),
  }).handle(async ({ caller, query }, { hub }) => {
    const tools = inOrder(await hub.list(caller.organizationId))
    return page(mapPage(pageOfList(tools, query, toolOrder), offeredTool))
  }),
]
