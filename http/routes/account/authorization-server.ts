// The authorization server for MCP clients, on the address at which they call /rpc: its metadata,
// registration, tokens. A person decides at /authorize, a page of the dashboard
// (http/routes/account/connections.ts). Errors have the form of OAuth; web pages of every origin may read
// the answers, because no cookie counts here.
import { z } from 'zod'
import { usualScopes } from '../../../domain/people/connection.ts'
import { protectedResourcePath } from '../../connections/addresses.ts'
import { isBasic, withBasicClient } from '../../connections/client-credentials.ts'
import { paths, resourceDocument, serverDocument } from '../../connections/metadata.ts'
import { OauthError, parametersOf } from '../../connections/oauth-error.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { decodeUtf8, parseJsonObject } from '../../pipeline/body/body.ts'
import { type Reply, reply } from '../../pipeline/reply.ts'
import { type Route, route } from '../../pipeline/route.ts'

const common = { tag: 'authorization', public: true, everyOrigin: true } as const
const oauth = { ...common, bucket: 'oauth', errors: 'oauth' } as const
const formBytes = 16 * 1024
const registrationLength = 16 * 1024
const noStore = { 'Cache-Control': 'no-store' } as const
const briefly = { headers: { 'Cache-Control': 'public, max-age=300', Vary: 'Host' } }

const TokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Seconds' }),
  refresh_token: z.string(),
  scope: z.string(),
})

const RegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int().meta({ description: 'Seconds' }),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string(),
})

export const authorizationServerRoutes: readonly Route[] = [
  ...[protectedResourcePath, `${protectedResourcePath}/rpc`].map(path =>
    route(`GET ${path}` as `GET /${string}`, {
      ...common,
      tag: 'rpc',
      bucket: 'read',
      summary: 'How to authenticate at /rpc (RFC 9728)',
      returns: z.record(z.string(), z.unknown()),
    }).handle(({ request }, { addresses }) =>
      reply(resourceDocument(addresses.originOf(request.header('host'))), briefly),
    ),
  ),

  route('GET /.well-known/oauth-authorization-server', {
    ...common,
    bucket: 'read',
    summary: 'Metadata of the authorization server for MCP clients (RFC 8414)',
    returns: z.record(z.string(), z.unknown()),
  }).handle(({ request }, { addresses }) =>
    reply(serverDocument(addresses.originOf(request.header('host'))), briefly),
  ),

  route(`POST ${paths.register}`, {
    ...oauth,
    summary: 'Register an application (RFC 7591)',
    description:
      'For MCP clients that have no `client_id`: a document at an `https` address can be one instead. All are public clients with PKCE, so the answer has no secret and says `token_endpoint_auth_method: "none"`, whatever was asked for. Addresses: `https`, `http` on this computer, a scheme of the application\'s own such as `com.example.app:/`, or that of a known agent such as `cursor://`. An application that nobody connects is forgotten after a week, or when 10,000 newer ones have come.',
    rawBody: true,
    returns: RegisteredClient,
    examples: {
      body: { client_name: 'Assistant', redirect_uris: ['https://assistant.example.com/callback'] },
    },
    status: 201,
    failures: [400],
  }).handle(({ body }, { applications }) =>
    asOauth(async () => {
      if (body !== undefined && body.length > registrationLength) {
        throw new OauthError('invalid_client_metadata', 'the body is over 16 KiB')
      }
      const { id, name, redirectUris } = await applications.register(parseJsonObject(body ?? ''))
      const registered = {
        client_id: id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: usualScopes.join(' '),
      } as const
      return reply(registered, { headers: noStore })
    }),
  ),

  route(`POST ${paths.token}`, {
    ...oauth,
    summary: 'Exchange a code or a refresh token (OAuth 2.1)',
    description:
      'A form (`application/x-www-form-urlencoded`) with `grant_type` `authorization_code` (`code`, `code_verifier`, `client_id`, `redirect_uri`) or `refresh_token` (`refresh_token`, `client_id`). `client_id` may come by HTTP Basic, with an empty password. An access token lives for 15 minutes and works at `/rpc` only; a refresh token lives for 30 days and works once. One that comes again ends the connection, unless its answer got lost: within a minute, and while nothing of that answer was used, it gets another one.',
    rawBody: 'bytes',
    returns: TokenAnswer,
    secret: true,
    failures: [400, 401],
  }).handle(({ body, request }, { tokenEndpoint }) =>
    asOauth(async () => {
      const answer = await tokenEndpoint.exchange(clientForm(body, request))
      return reply(answer, { headers: noStore })
    }, request),
  ),

  route(`POST ${paths.revoke}`, {
    ...oauth,
    summary: 'Give a token back (RFC 7009)',
    description: 'A form with `token`: its connection ends at once. An unknown token gets the same answer.',
    rawBody: 'bytes',
    returns: z.object({}),
    failures: [400, 401],
  }).handle(({ body, request }, { tokenEndpoint }) =>
    asOauth(async () => {
      await tokenEndpoint.revoke(clientForm(body, request))
      return reply({}, { headers: noStore })
    }, request),
  ),
]

/** The form of a client that says who it is in the form or by Basic. @throws {OauthError} invalid_request */
function clientForm(body: Buffer, request: IncomingRequest): ReadonlyMap<string, string> {
  if (body.byteLength > formBytes) throw new OauthError('invalid_request', 'the form is over 16 KiB')
  return withBasicClient(parametersOf(decodeUtf8(body)), request.header('authorization'))
}

/** Errors of OAuth as programs that speak OAuth read them. */
async function asOauth<T>(act: () => Promise<Reply<T>>, request?: IncomingRequest): Promise<Reply<T>> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    return oauthAnswer(error, request !== undefined && isBasic(request.header('authorization')))
  }
}

/** @param isBasic the client said who it is by Basic, and hears about it the same way (RFC 6749, 5.2) */
function oauthAnswer({ code, message }: OauthError, isBasic: boolean): Reply<never> {
  const body = { error: code, error_description: message } as never
  if (code !== 'invalid_client' || !isBasic) return reply(body, { status: 400 as 200, headers: noStore })
  const headers = { ...noStore, 'WWW-Authenticate': 'Basic realm="oauth"' }
  return reply(body, { status: 401 as 200, headers })
}
