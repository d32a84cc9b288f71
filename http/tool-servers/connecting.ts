// Connects a tool server by OAuth: begins the consent of a person, finishes it when their browser comes back,
// ends a connection. Called by http/routes/tools/connections.ts.
// 1. A consent comes back once, within ten minutes, in the browser that began it: a cookie that no script
//    reads says so. A link that somebody sends leads nobody's account into another's organization.
// 2. Where a browser comes back to never depends on what it brings.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../domain/failure.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { type Connect, type Connecting, connectionBounds, scopeToAsk } from '../../domain/tools/connection.ts'
import { isLocal } from '../../domain/tools/tool-server.ts'
import { ConnectError, type ConnectRefusal } from '../../rpc/connections/connect-error.ts'
import { type Discovered, discover } from '../../rpc/connections/discovery.ts'
import {
  authorizationUrl,
  type ClientDocument,
  exchange,
  register,
  revoke,
  secretMethod,
} from '../../rpc/connections/oauth.ts'
import { VaultError } from '../../storage/secrets/vault.ts'
import type { OauthClient } from '../../storage/tool-servers/connection-rows.ts'
import type { ConnectFlow, ConnectionOwner } from '../../storage/tool-servers/connections.ts'
import { readCookie } from '../account/session-cookie.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Reply, reply, text } from '../pipeline/reply.ts'
import type { Services } from '../services.ts'

const random = () => randomBytes(32).toString('base64url')
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/** What we say of ourselves to authorization servers. */
export function clientDocument(appUrl: string): ClientDocument {
  return {
    client_name: 'Troupe',
    client_uri: appUrl,
    redirect_uris: [callbackOf(appUrl)],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

/** The address of this document, by which servers know us that support it. */
export function clientIdOf(appUrl: string): string {
  return `${appUrl}/api/v1/auth/tool-servers/client`
}

function callbackOf(appUrl: string): string {
  return `${appUrl}/api/v1/auth/tool-servers/callback`
}

/**
 * @param userId whose connection it will be; null: the organization's
 * @throws {Failure} not-found; conflict: the server cannot be connected, and why; unavailable; overloaded
 */
export async function beginConnecting(
  services: Services,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { id, userId, connect }: { readonly id: string; readonly userId: string | null; readonly connect: Connect },
): Promise<Reply<Connecting>> {
  const { appUrl, outbound, serverConnections, toolServers } = services
  const server = await toolServers.get(organizationId, id)
  if (isLocal(server)) throw new Failure('conflict', 'this server runs here: it has no address to connect')
  const owner = { organizationId, toolServerId: id, userId }
  const [state, browser, codeVerifier] = [random(), random(), random()]
  const url = await explained(async () => {
    const found = await discover(outbound, server.url)
    const client = await clientOf(services, owner, found, connect)
    const connections = await serverConnections.list(organizationId, id)
    const held = connections.find(connection => connection.userId === userId) ?? null
    const scope = connect?.scope ?? scopeToAsk(found.scope, held)
    const consent = { client, server: found.server, resource: found.resource, scope, codeVerifier }
    const flow: ConnectFlow = { ...consent, browserHash: hashOf(browser), url: server.url }
    await serverConnections.begin(state, owner, flow)
    return authorizationUrl(outbound, consent, { redirectUri: callbackOf(appUrl), state })
  })
  const headers = { 'Set-Cookie': cookie(appUrl, state, browser, connectionBounds.flowMs / 1_000) }
  return reply({ authorizationUrl: url, expiresAt: Date.now() + connectionBounds.flowMs }, { headers })
}

/**
 * Redirects a browser that comes back to the page of its server, with the reason when it failed.
 * @throws {Failure} bad-request: this browser did not begin it, or it is too old, or came back before
 */
export async function finishConnecting(services: Services, request: IncomingRequest): Promise<Reply<never>> {
  const { appUrl, serverConnections } = services
  const query = new URLSearchParams(request.query)
  const states = query.getAll('state')
  const state = states[0] ?? ''
  const browser = states.length === 1 ? readCookie(request, cookieName(appUrl, state)) : null
  // Without the cookie nothing is taken: somebody else's consent stays as it is.
  const taken = browser === null ? null : await serverConnections.take(state)
  if (taken === null || !isSame(hashOf(browser!), taken.flow.browserHash)) throw unknownState()
  const { owner, flow } = taken
  const callback = new URL(`${callbackOf(appUrl)}?${request.query}`)
  const refusal = await finish(services, owner, flow, { callback, state })
  const said = refusal === null ? '#connected' : `#connect-error=${refusal}`
  return text('', 'text/plain; charset=utf-8', {
    status: 302,
    headers: {
      Location: `${appUrl}/settings/mcp-servers/${owner.toolServerId}${said}`,
      'Referrer-Policy': 'no-referrer',
      'Set-Cookie': cookie(appUrl, state, '', 0),
    },
  })
}

/** Ends a connection, here and at the authorization server. @throws {Failure} not-found */
export async function endConnection(services: Services, owner: ConnectionOwner, id: string): Promise<void> {
  const { serverConnections, outbound, toolServerActors } = services
  const { organizationId, toolServerId } = owner
  const secret = await secretOf(services, organizationId, id)
  await serverConnections.remove(organizationId, toolServerId, id)
  try {
    if (secret !== null) await revoke(outbound, secret)
  } catch (error) {
    // It is gone here. What the authorization server makes of it is its own affair.
    if (!(error instanceof ConnectError)) throw error
  }
  await toolServerActors.refresh(organizationId, toolServerId)
}

/** Null when it does not open: a connection of a lost key can be ended all the same. */
async function secretOf({ serverConnections }: Services, organizationId: string, id: string) {
  try {
    return (await serverConnections.rows.find(organizationId, id))?.secret ?? null
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}

async function finish(
  services: Services,
  owner: ConnectionOwner,
  flow: ConnectFlow,
  back: { readonly callback: URL; readonly state: string },
): Promise<ConnectRefusal | 'changed' | null> {
  const { serverConnections, outbound, toolServers, toolServerActors } = services
  const { organizationId, toolServerId } = owner
  const servers = await toolServers.list(organizationId)
  if (servers.find(({ id }) => id === toolServerId)?.url !== flow.url) return 'changed'
  try {
    const { accessToken, refreshToken, expiresAt, scope } = await exchange(
      ...([outbound, flow, back.callback, back.state] as const),
    )
    const { client, server, resource, url } = flow
    const secret = { client, server, resource, accessToken, refreshToken }
    await serverConnections.put({ ...owner, url, scope: scope ?? flow.scope, expiresAt, secret })
  } catch (error) {
    if (error instanceof ConnectError) return error.reason
    throw error
  }
  await toolServerActors.refresh(organizationId, toolServerId)
  return null
}

/**
 * As MCP orders them: given by an admin, our document, registered. What is known there already is used again.
 */
async function clientOf(
  { serverConnections, appUrl, outbound }: Services,
  { organizationId, toolServerId }: ConnectionOwner,
  { server }: Discovered,
  connect: Connect,
): Promise<OauthClient> {
  const keep = async (client: OauthClient) => {
    await serverConnections.keepClient(organizationId, toolServerId, { issuer: server.issuer, client })
    return client
  }
  if (connect?.clientId !== undefined) {
    const { clientId, clientSecret = null } = connect
    const method = clientSecret === null ? 'none' : secretMethod(server)
    return keep({ clientId, clientSecret, method, source: 'given' })
  }
  const kept = await serverConnections.client(organizationId, toolServerId)
  if (kept !== null && kept.issuer === server.issuer) return kept.client
  if (server.client_id_metadata_document_supported === true && appUrl.startsWith('https:'))
    return { clientId: clientIdOf(appUrl), clientSecret: null, method: 'none', source: 'document' }
  if (server.registration_endpoint !== undefined)
    return keep(await register(outbound, server, clientDocument(appUrl)))
  const { host } = new URL(server.issuer)
  const message = `${host} registers no clients by itself: register Troupe there with the redirect URI ${callbackOf(appUrl)}, and give clientId and clientSecret`
  throw new ConnectError('unsupported', message)
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error
    throw new Failure('conflict', `the server cannot be connected: ${error.message}`)
  }
}

/** One for each consent, so that two tabs do not disturb each other. */
function cookieName(appUrl: string, state: string): string {
  const name = `troupe-connect-${hashOf(state).slice(0, 12)}`
  return appUrl.startsWith('https:') ? `__Secure-${name}` : name
}

function cookie(appUrl: string, state: string, value: string, ageS: number): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(appUrl, state)}=${value}; Max-Age=${ageS}; Path=/api/v1/auth/tool-servers; HttpOnly; SameSite=Lax${secure}`
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function unknownState(): Failure {
  return new Failure(
    'bad-request',
    'state: this browser did not begin this connection, or it has expired or was used: connect again',
  )
}
