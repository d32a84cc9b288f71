// Settings > MCP Servers: register a tool server, see what it offers and how it fares, change it, check it again, decide
// about its tools. And GET /tools: all that the caller's workflows can use.
import { z } from 'zod'
import { UninstalledTool } from '../../domain/marketplace.ts'
import { OfferedTool, offeredTool } from '../../domain/tool.ts'
import { CreateToolServer, ToolServer, UpdateToolServer } from '../../domain/tool-server.ts'
import { ChangeToolSetting } from '../../domain/tool-settings.ts'
import { removeServer } from '../removing.ts'
import { route } from '../route.ts'
import {
  credentialIdOf,
  refuseBadUrl,
  ToolServerDetail,
  toolServerDetail,
  toolServerViews,
} from '../tool-servers.ts'
import { flag } from '../validation.ts'

/** Of the definition that was looked at, so that no other one is accepted; it stands in `drift`. */
const AcceptTool = z.object({ pin: z.string().max(100).nullish() }).optional()

export const toolServerRoutes = [
  route('GET /api/v1/mcp-servers', {
    summary: 'List tool servers',
    permission: 'tool-server:read',
    returns: z.array(ToolServer),
  }).handle(({ caller }, services) => toolServerViews(services, caller.organizationId)),

  route('POST /api/v1/mcp-servers', {
    summary: 'Register a tool server',
    description:
      'Calls tools/list and shows what came back; a server that is down is registered all the same and says so.',
    permission: 'tool-server:write',
    audit: 'tool-server.registered',
    body: CreateToolServer,
    returns: ToolServerDetail,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller: { organizationId }, body, intent }, services) => {
    const { toolServers, toolServerActors } = services
    refuseBadUrl(body.url, services)
    const credentialId = await credentialIdOf(services, organizationId, body.credentialId)
    const { id } = await toolServers.create(organizationId, {
      ...body,
      credentialId,
      id: intent.newId('toolServer'),
    })
    await toolServerActors.hear(await toolServers.setting(organizationId, id))
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
      'A new URL is a new server: asked for its tools at once, its definitions pinned anew, without a credential unless one is given. The slug stays, since plans name it.',
    permission: 'tool-server:write',
    audit: 'tool-server.updated',
    body: UpdateToolServer,
    returns: ToolServerDetail,
  }).handle(async ({ caller: { organizationId }, params: { id }, body }, services) => {
    const { toolServers, toolServerActors } = services
    if (body.url !== undefined) refuseBadUrl(body.url, services)
    const credentialId = await credentialIdOf(services, organizationId, body.credentialId)
    await toolServers.update(organizationId, id, { ...body, credentialId })
    await toolServerActors.hear(await toolServers.setting(organizationId, id))
    return toolServerDetail(services, organizationId, id)
  }),

  route('DELETE /api/v1/mcp-servers/:id', {
    summary: 'Remove a tool server',
    description:
      '`broke` names the active workflow versions that used it. One that was installed from the marketplace is refused with 409 while there are any; `force=true` removes it all the same.',
    permission: 'tool-server:write',
    audit: 'tool-server.removed',
    query: z.object({ force: flag.default(false) }),
    returns: UninstalledTool,
  }).handle(async ({ caller: { organizationId }, params: { id }, query }, services) => {
    const server = await services.toolServers.get(organizationId, id)
    return { id, deleted: true, broke: await removeServer(services, server, query.force) }
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
      'What the server offers now takes the place of what was pinned; a tool that is gone is forgotten. 409 when it has changed again since.',
    permission: 'tool-server:write',
    audit: 'tool-server.tool-accepted',
    body: AcceptTool,
    returns: ToolServerDetail,
  }).handle(async ({ caller: { organizationId }, params: { id, name }, body }, services) => {
    await services.toolServers.get(organizationId, id)
    await services.toolServerActors.accept(organizationId, id, name, body?.pin ?? null)
    return toolServerDetail(services, organizationId, id)
  }),

  route('PUT /api/v1/mcp-servers/:id/tools/:name', {
    summary: 'Switch a tool on or off; set its approvals, rate and time limit',
    description: 'What is absent stays as it is; null goes back to the default of the server.',
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
    permission: 'tool:read',
    returns: z.array(OfferedTool),
  }).handle(async ({ caller }, { hub }) => (await hub.list(caller.organizationId)).map(offeredTool)),
]
