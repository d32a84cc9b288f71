// What a product of the fixture talks to, at the one address that is written into its rows: a tool server
// that writes down its calls, one that wants a credential, one that wants the tokens of an OAuth server, and
// a model. Each speaks as much of its protocol as is needed to see that the product goes on.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Json } from '../../../domain/json.ts'
import { type AskedModel, silent, text, toolCall } from '../../support/servers/model-server.ts'

/** Below the ports that systems hand out by themselves. */
export const outsidePort = 18_741
export const outsideUrl = `http://127.0.0.1:${outsidePort}`
export const secret = 'secret-of-the-credential'

export interface OutsideCall {
  readonly tool: string
  readonly line: string
  readonly idempotencyKey: string
}

export class Outside {
  readonly calls: OutsideCall[] = []
  /** How often tokens were given for a refresh token. */
  refreshes = 0
  /** Calls are written down and not answered, and the model says nothing. */
  holds = false
  readonly #heldTurns: string[] = []
  /** Access tokens that are valid now: those that this process has given. */
  readonly #tokens = new Set<string>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  /** @throws {Error} another process has the port */
  static async start(): Promise<Outside> {
    const outside = new Outside()
    outside.#server.listen(outsidePort, '127.0.0.1')
    await once(outside.#server, 'listening')
    return outside
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Whether the model was asked something that it has not answered. */
  hasHeldTurn(said: string): boolean {
    return this.#heldTurns.includes(said)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, outsideUrl)
    const body = Buffer.concat(await request.toArray()).toString()
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const send = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname === '/rpc') this.#answerTool(send, JSON.parse(body))
    else if (pathname === '/secured')
      bearer === secret ? this.#answerTool(send, JSON.parse(body)) : send({ error: 'who are you?' }, 403)
    else if (pathname === '/accounts') {
      if (this.#tokens.has(bearer)) this.#answerTool(send, JSON.parse(body))
      else {
        const metadata = `${outsideUrl}/.well-known/oauth-protected-resource/accounts`
        response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
      }
    } else if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      send({ resource: `${outsideUrl}/accounts`, authorization_servers: [outsideUrl] })
    else if (pathname.startsWith('/.well-known/')) send(metadata)
    else if (pathname === '/register') send({ ...JSON.parse(body), client_id: 'troupe' }, 201)
    else if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri')!)
      for (const [name, value] of Object.entries({
        code: 'code',
        state: searchParams.get('state')!,
        iss: outsideUrl,
      }))
        back.searchParams.set(name, value)
      response.writeHead(302, { location: back.href }).end()
    } else if (pathname === '/token') send(this.#tokensFor(new URLSearchParams(body)))
    else if (pathname === '/v1/chat/completions') this.#answerModel(request, response, JSON.parse(body))
    else send({ error: `no ${pathname}` }, 404)
  }

  #answerTool(send: (value: object) => void, { id, method, params }: ToolRequest): void {
    const answer = (body: object) => send({ jsonrpc: '2.0', id, ...body })
    if (method === 'tools/list') return answer({ result: { tools: [tool] } })
    if (method !== 'tools/call') return answer({ error: { code: -32601, message: `no method ${method}` } })
    const { line } = params.arguments
    this.calls.push({
      tool: params.name,
      line,
      idempotencyKey: params._meta?.['troupe/idempotencyKey'] ?? '',
    })
    if (this.holds && line === 'held') return
    answer({
      result: { content: [{ type: 'text', text: JSON.stringify({ line }) }], structuredContent: { line } },
    })
  }

  #tokensFor(asked: URLSearchParams): object {
    if (asked.get('grant_type') === 'refresh_token') this.refreshes++
    const access_token = `access ${Date.now()}`.replace(' ', '-')
    this.#tokens.add(access_token)
    return { access_token, refresh_token: 'refresh-me', token_type: 'Bearer', expires_in: 3_600 }
  }

  /** `enter x` calls the tool; `think` is held while it holds; the rest, and results, get some words. */
  #answerModel(request: IncomingMessage, response: ServerResponse, body: AskedModel['body']): void {
    const last = body.messages.at(-1)!
    const said = last.role === 'user' ? wordsOf(last.content) : ''
    const line = /enter (\w+)/.exec(said)?.[1]
    const asked: AskedModel = { path: request.url!, headers: request.headers, body }
    if (this.holds && said.includes('think')) {
      this.#heldTurns.push('think')
      silent(response, asked)
    } else if (line !== undefined) toolCall('ledger__enter', JSON.stringify({ line }))(response, asked)
    else text(last.role === 'user' ? 'Thought.' : 'Done.')(response, asked)
  }
}

interface ToolRequest {
  readonly id: number
  readonly method: string
  readonly params: {
    readonly name: string
    readonly arguments: { readonly line: string }
    readonly _meta?: { readonly 'troupe/idempotencyKey'?: string }
  }
}

const tool = {
  name: 'enter',
  description: 'Enters a line into the ledger',
  inputSchema: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
}

const metadata = {
  issuer: outsideUrl,
  authorization_endpoint: `${outsideUrl}/authorize`,
  token_endpoint: `${outsideUrl}/token`,
  registration_endpoint: `${outsideUrl}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  token_endpoint_auth_methods_supported: ['none'],
}

function wordsOf(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
