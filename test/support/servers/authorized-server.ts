// A tool server of the official SDK that wants tokens of an authorization server (oidc-provider), both on one
// origin on loopback. Whoever comes to the consent page says yes at once, as the person that the test has put
// there. Tokens are bound to the tool server (RFC 8707); refresh tokens rotate.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import Provider from 'oidc-provider'
import tap from 'tap'

export interface AuthorizedOptions {
  /** Lifetime of an access token. Default: an hour. */
  readonly tokenSeconds?: number
  /** Default: clients register themselves. */
  readonly clients?: readonly object[]
}

const scope = 'tools'
/** What the tool `erase` needs besides. */
const moreScope = 'files'

export class AuthorizedServer {
  readonly origin: string
  /** Of the tool server. */
  readonly url: string
  /** Who sits at the browser; null: says no. */
  person: string | null = 'ada'
  /** Every token that was ever given out or sent here. */
  readonly tokens = new Set<string>()
  /** How often tokens were renewed. */
  refreshes = 0
  readonly #provider: Provider
  readonly #grants: string[] = []

  private constructor(server: Server, { tokenSeconds = 3_600, clients }: AuthorizedOptions) {
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.url = `${this.origin}/mcp`
    this.#provider = new Provider(this.origin, {
      clients: clients ?? [],
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: clients === undefined },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            ...{
              scope: `${scope} ${moreScope}`,
              audience: this.url,
              accessTokenTTL: tokenSeconds,
              accessTokenFormat: 'opaque',
            },
          }),
        },
      },
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the test'] },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
      loadExistingGrant: (context: never) => this.#grant(context),
    })
    this.#provider.on('grant.success', ({ oidc, body }) => {
      if (oidc.params?.['grant_type'] === 'refresh_token') this.refreshes++
      for (const name of ['access_token', 'refresh_token'] as const) {
        const token = body?.[name]
        if (token !== undefined) this.tokens.add(token)
      }
    })
  }

  /** Ended with the test file. */
  static async start(options: AuthorizedOptions = {}): Promise<AuthorizedServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const authorized = new AuthorizedServer(server, options)
    const handle = authorized.#provider.callback()
    server.on('request', (request, response) => {
      const path = request.url!
      if (path.startsWith('/interaction/')) void authorized.#interact(request, response)
      else if (path === '/mcp') void authorized.#serve(request, response)
      else if (path.startsWith('/.well-known/oauth-protected-resource')) authorized.#describe(response)
      else void handle(request, response)
    })
    tap.teardown(() => {
      server.close()
      server.closeAllConnections()
    })
    return authorized
  }

  /** Takes back every consent, as a person does on the page of the service. */
  async revokeAll(): Promise<void> {
    for (const id of this.#grants) await (await this.#provider.Grant.find(id))?.destroy()
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = this
    const no = { error: 'access_denied', error_description: 'no' }
    const result = person === null ? no : { login: { accountId: person, remember: false } }
    await this.#provider.interactionFinished(request, response, result)
  }

  async #grant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
    const { accountId } = oidc.session
    const grant = new this.#provider.Grant({ accountId, clientId: oidc.client.clientId })
    grant.addResourceScope(this.url, `${scope} ${moreScope}`)
    this.#grants.push(await grant.save())
    return grant
  }

  #describe(response: ServerResponse): void {
    const metadata = { resource: this.url, authorization_servers: [this.origin], scopes_supported: [scope] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
  }

  /** The token must be for this server, alive, and of a consent that has not been taken back. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const found = token === '' ? undefined : await this.#provider.AccessToken.find(token)
    const grant = found && (await this.#provider.Grant.find(found.grantId))
    if (found === undefined || grant === undefined || found.aud !== this.url) {
      const metadata = `${this.origin}/.well-known/oauth-protected-resource/mcp`
      const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}", scope="${scope}"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    const body = await bodyOf(request)
    if (body?.params?.name === 'erase' && !found.scope?.split(' ').includes(moreScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${moreScope}", error_description="no"`
      response.writeHead(403, { 'www-authenticate': challenge }).end()
      return
    }
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined } as object)
    await mcpServer(found.accountId, token).connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response, body)
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ params?: { name?: string } } | undefined> {
  const text = Buffer.concat(await request.toArray()).toString()
  return text === '' ? undefined : JSON.parse(text)
}

function mcpServer(person: string, token: string): McpServer {
  const server = new McpServer({ name: 'accounts', title: 'Accounts', version: '2.5.0' })
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] })
  const annotations = { readOnlyHint: true }
  server.registerTool('whoami', { description: 'Says who you are', inputSchema: {}, annotations }, () =>
    says(person),
  )
  server.registerTool('leak', { description: 'Says its token', inputSchema: {}, annotations }, () =>
    says(token),
  )
  server.registerTool('erase', { description: 'Erases a file', inputSchema: {} }, () => says('erased'))
  return server
}
