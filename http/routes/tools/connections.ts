// Connections to tool servers by OAuth: the consent of a person, for the organization or for themselves.
// docs/guides/tool-servers.md tells which of them a call carries. No answer contains a token.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { Failure, notFound } from '../../../domain/failure.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { allows, type Caller } from '../../../domain/people/permissions.ts'
import { Connect, Connecting, ConnectMe, ServerConnection } from '../../../domain/tools/connection.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'
import {
  beginConnecting,
  clientDocument,
  clientIdOf,
  endConnection,
  finishConnecting,
} from '../../tool-servers/connecting.ts'

const tag = 'mcp-servers'

const how =
  'Finds the authorization server (RFC 9728, RFC 8414), registers there unless a client is known, and answers where to send the browser. The answer sets a cookie: the consent comes back in the browser that made this request.'

export const serverConnectionRoutes = [
  route('POST /api/v1/mcp-servers/:id/connect', {
    summary: 'Connect a tool server by OAuth, for the organization',
    description: `${how} Give \`clientId\` (and \`clientSecret\`) when the authorization server registers no clients by itself. 409 says why a server cannot be connected.`,
    permission: 'tool-server:write',
    audit: 'tool-server.connecting',
    body: Connect,
    returns: Connecting,
    secret: true,
    failures: [409],
  }).handle(({ caller, params, body }, services) =>
    beginConnecting(services, caller, { id: params.id, userId: null, connect: body }),
  ),

  route('POST /api/v1/mcp-servers/:id/connect/me', {
    summary: 'Connect a tool server by OAuth, for yourself',
    description: `${how} Calls that are made for you then carry your own connection in place of the organization's.`,
    permission: 'tool:call',
    audit: 'tool-server.connecting',
    body: ConnectMe,
    returns: Connecting,
    secret: true,
    failures: [409],
  }).handle(({ caller, params }, services) =>
    beginConnecting(services, caller, { id: params.id, userId: caller.userId, connect: undefined }),
  ),

  route('GET /api/v1/mcp-servers/:id/connections', {
    summary: 'List the connections of a tool server',
    description: "The organization's, and your own; admins see those of all members.",
    permission: 'tool-server:read',
    query: z.object(listQuery),
    returns: z.array(ServerConnection),
  }).handle(async ({ caller, params, query }, services) => {
    const shown = await connectionsFor(services, caller, params.id)
    return page(pageOfList(shown, query, fixedOrder('connections')))
  }),

  route('DELETE /api/v1/mcp-servers/:id/connections/:connectionId', {
    summary: 'End a connection of a tool server',
    description:
      "Its tokens are deleted, and revoked at the authorization server if it can. Your own; the organization's and those of others need the permission tool-server:write.",
    permission: 'tool:call',
    audit: 'tool-server.disconnected',
    returns: DeletedSchema,
  }).handle(async ({ caller, params: { id, connectionId } }, services) => {
    const listed = await connectionsFor(services, caller, id)
    const connection = listed.find(each => each.id === connectionId)
    if (connection === undefined) throw notFound('connection')
    const { userId } = connection
    if (userId !== caller.userId && !allows(caller, 'tool-server:write'))
      throw new Failure(
        'forbidden',
        'the connection of the organization needs the permission tool-server:write',
      )
    await endConnection(
      services,
      { organizationId: caller.organizationId, toolServerId: id, userId },
      connectionId,
    )
    return { id: connectionId, deleted: true }
  }),

  route('GET /api/v1/auth/tool-servers/callback', {
    summary: 'Finish a connection to a tool server, in a browser',
    description:
      'Where authorization servers send the browser back to. Redirects (302) to the page of the tool server: `#connected`, or `#connect-error=` and the reason: `refused`, `failed`, `unreachable`, `changed` (the server has another URL by now). 400 when this browser did not begin it.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
    status: 302,
  }).handle(({ request }, services) => finishConnecting(services, request)),

  route('GET /api/v1/auth/tool-servers/client', {
    summary: 'Get the client id metadata document of this service',
    description: 'For authorization servers of tool servers, which know this service by the address of it.',
    tag,
    bucket: 'read',
    public: true,
    returns: z.object({
      client_id: z.string(),
      client_name: z.string(),
      client_uri: z.string(),
      redirect_uris: z.array(z.string()),
      grant_types: z.array(z.string()),
      response_types: z.array(z.string()),
      token_endpoint_auth_method: z.string(),
    }),
  }).handle((_, { appUrl }) => ({
    client_id: clientIdOf(appUrl),
    ...clientDocument(appUrl),
    token_endpoint_auth_method: 'none',
  })),
]

async function connectionsFor(
  { serverConnections, toolServers }: Services,
  caller: Caller,
  id: string,
): Promise<ServerConnection[]> {
  const { organizationId, userId } = caller
  await toolServers.get(organizationId, id)
  const listed = await serverConnections.list(organizationId, id)
  const seesAll = allows(caller, 'tool-server:write')
  return listed.filter(each => seesAll || each.userId === null || each.userId === userId)
}
