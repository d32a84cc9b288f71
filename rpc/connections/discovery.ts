// Finds the authorization server of a tool server: the metadata that its 401 names, or that stands at the
// well-known place (RFC 9728), then the authorization server's own (RFC 8414, OpenID Connect Discovery). A
// server of 2025-03-26 has no such metadata: its own origin is the authorization server then. Everything is
// read through the guarded client, since strangers choose these addresses.
// 1. Metadata counts only for the tool server that it names as `resource`, and for the issuer that was asked.
// 2. Without PKCE by S256 there is no connection (MCP, "Authorization Code Protection").
import { z } from 'zod'
import type { AuthorizationServer } from '../../storage/tool-servers/connection-rows.ts'
import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/outbound.ts'
import { ConnectError, shownWord } from './connect-error.ts'

export interface Discovered {
  readonly server: AuthorizationServer
  /** RFC 8707: what the tokens are asked for. */
  readonly resource: string
  /** The scopes that the server asks for; null when it names none. */
  readonly scope: string | null
}

/** For one request, and for all of a discovery. */
const requestMs = 5_000
const discoveryMs = 20_000
const metadataBytes = 128 * 1024
/** A resource may name several; the first that works is taken. */
const mostIssuers = 3

const httpUrl = z
  .string()
  .max(2_048)
  .refine(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))

const ResourceMetadata = z.object({
  resource: httpUrl,
  authorization_servers: z.array(httpUrl).min(1).optional(),
  scopes_supported: z.array(z.string().max(500)).max(200).optional().catch(undefined),
})

const ServerMetadata = z.object({
  issuer: httpUrl,
  authorization_endpoint: httpUrl,
  token_endpoint: httpUrl,
  registration_endpoint: httpUrl.optional(),
  revocation_endpoint: httpUrl.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
})

/** @throws {ConnectError} */
export async function discover(outbound: Outbound, url: string): Promise<Discovered> {
  const reading = new Reading(outbound)
  const challenge = await reading.challenge(url)
  const found = await resourceMetadata(reading, url, challenge)
  const issuers = found?.authorization_servers ?? [new URL(url).origin]
  const problems: string[] = []
  for (const issuer of issuers.slice(0, mostIssuers)) {
    const metadata = await serverMetadata(reading, issuer, url, problems)
    if (metadata === null) continue
    const { code_challenge_methods_supported: _, ...server } = metadata
    const scopes = challenge.scope ?? found?.scopes_supported?.join(' ') ?? null
    return { server, resource: found?.resource ?? url, scope: scopes === '' ? null : scopes }
  }
  if (found === null && !challenge.isAsked)
    throw new ConnectError(
      'unsupported',
      'the server does not ask for a token, so there is nothing to connect',
    )
  const why = problems.length === 0 ? 'it names none' : problems.join('; ')
  throw new ConnectError(
    'unsupported',
    `no authorization server of the tool server can be used: ${shownWord(why, 500)}`,
  )
}

interface Challenge {
  /** The server answered 401. */
  readonly isAsked: boolean
  readonly metadataUrl: string | null
  readonly scope: string | null
}

async function resourceMetadata(
  reading: Reading,
  url: string,
  { metadataUrl }: Challenge,
): Promise<z.infer<typeof ResourceMetadata> | null> {
  const places = metadataUrl === null ? wellKnown(url, 'oauth-protected-resource') : [metadataUrl]
  for (const place of places) {
    const { data } = ResourceMetadata.safeParse(await reading.json(place))
    if (data === undefined) continue
    if (isResourceOf(data.resource, url)) return data
    throw new ConnectError('unsupported', 'the metadata of the tool server is about another resource')
  }
  return null
}

/** The metadata of an issuer, or null with a line about what is wrong. */
async function serverMetadata(
  reading: Reading,
  issuer: string,
  url: string,
  problems: string[],
): Promise<z.infer<typeof ServerMetadata> | null> {
  const { host } = new URL(issuer)
  for (const place of [...wellKnown(issuer, 'oauth-authorization-server'), ...openidPlaces(issuer)]) {
    const { data } = ServerMetadata.safeParse(await reading.json(place))
    if (data === undefined) continue
    const problem = problemOf(data, issuer, url)
    if (problem === null) return data
    problems.push(`${host} ${problem}`)
    return null
  }
  problems.push(`${host} has no metadata`)
  return null
}

function problemOf(metadata: z.infer<typeof ServerMetadata>, issuer: string, url: string): string | null {
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    return 'says that it is another issuer'
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    return 'does not say that it supports PKCE by S256'
  const { authorization_endpoint, token_endpoint } = metadata
  const isPlain = [authorization_endpoint, token_endpoint].some(each => new URL(each).protocol === 'http:')
  return isPlain && new URL(url).protocol === 'https:' ? 'has endpoints without TLS' : null
}

/** The same origin, and a path at or above the server's. */
function isResourceOf(resource: string, url: string): boolean {
  const [named, own] = [new URL(resource), new URL(url)]
  const path = named.pathname.replace(/\/?$/, '/')
  return named.origin === own.origin && own.pathname.replace(/\/?$/, '/').startsWith(path)
}

/** The well-known places of a URL: its path after the well-known one, and none. */
function wellKnown(url: string, name: string): string[] {
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  const root = `${origin}/.well-known/${name}`
  return name === 'oauth-protected-resource' && path !== '' ? [`${root}${path}`, root] : [`${root}${path}`]
}

function openidPlaces(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const name = '/.well-known/openid-configuration'
  return path === '' ? [`${origin}${name}`] : [`${origin}${name}${path}`, `${origin}${path}${name}`]
}

/** The requests of one discovery, which ends by a deadline. */
class Reading {
  readonly #outbound: Outbound
  readonly #endsAt = Date.now() + discoveryMs

  constructor(outbound: Outbound) {
    this.#outbound = outbound
  }

  /** What the server says to a request without a token. */
  async challenge(url: string): Promise<Challenge> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'troupe', version: '1' },
    }
    const answer = await this.#send({
      ...{
        method: 'POST',
        url,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      },
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    })
    const header = answer.status === 401 ? (answer.headers['www-authenticate'] ?? '') : ''
    const metadataUrl = parameterOf(header, 'resource_metadata')
    return { isAsked: answer.status === 401, metadataUrl, scope: parameterOf(header, 'scope') }
  }

  /** The object at this place; null when there is none. */
  async json(url: string): Promise<unknown> {
    const answer = await this.#send({
      method: 'GET',
      url,
      maxRedirects: 3,
      headers: { accept: 'application/json' },
    })
    if (answer.status !== 200) return null
    try {
      return JSON.parse(answer.body.toString('utf8'))
    } catch {
      return null
    }
  }

  async #send(request: OutboundRequest) {
    const totalMs = Math.min(requestMs, this.#endsAt - Date.now())
    if (totalMs <= 0)
      throw new ConnectError('unreachable', `the discovery took longer than ${discoveryMs / 1000} s`)
    try {
      return await this.#outbound.request({ ...request, maxBytes: metadataBytes, timeouts: { totalMs } })
    } catch (error) {
      if (error instanceof OutboundError) throw new ConnectError('unreachable', error.message, error)
      throw error
    }
  }
}

/** A parameter of a WWW-Authenticate header (RFC 9110, 11.2), as token or quoted. */
function parameterOf(header: string, name: string): string | null {
  const [, quoted, token] =
    new RegExp(`[\\s,]${name}\\s*=\\s*(?:"([^"]{1,2048})"|([^\\s,"]{1,2048}))`, 'i').exec(` ${header}`) ?? []
  return quoted ?? token ?? null
}
