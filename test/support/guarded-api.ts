// A web API on loopback that wants to be authorised, and the token endpoint that it trusts. It notes what it
// is sent, and echoes what it is told to: by nature an API that leaks every secret back to the caller.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import tap from 'tap'

export interface Received {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export class GuardedApi {
  /** Requests to the API, in the order in which they came. */
  readonly received: Received[] = []
  /** Bodies of the requests for a token. */
  readonly grants: string[] = []
  /** What tokens are good for; the API answers 401 to others under /token. */
  readonly valid = new Set<string>()
  /** Seconds; null leaves it out. */
  lifetime: number | null = 3_600
  /** Only these may have a token: `Basic ...` header, or the body when it is null. */
  authentication: 'header' | 'body' = 'header'
  /** What every request for a token gets instead of one. */
  refuse: { readonly status: number; readonly body: string } | null = null
  /** What the API answers; by default the names of what it got. */
  reply: (received: Received, response: ServerResponse) => void = ({ query, headers, body }, response) => {
    response.setHeader('content-type', 'application/json')
    const { authorization = null } = headers
    response.end(JSON.stringify({ authorized: authorization !== null || 'key' in query, body: body.length }))
  }
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response)
  })

  /** Ended with the test file. */
  static async start(): Promise<GuardedApi> {
    const api = new GuardedApi()
    api.#server.listen(0, '127.0.0.1')
    await once(api.#server, 'listening')
    tap.teardown(() => {
      api.#server.close()
      api.#server.closeAllConnections()
    })
    return api
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `http://${this.host}`
  }

  get tokenUrl(): string {
    return `${this.url}/oauth/token`
  }

  get last(): Received {
    return this.received.at(-1)!
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url!, this.url)
    if (pathname === '/oauth/token') return this.#grant(request, body, response)
    const { headers } = request
    const received = { path: pathname, query: Object.fromEntries(searchParams), headers, body }
    this.received.push(received)
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    if (pathname.startsWith('/token') && !this.valid.has(token)) return void response.writeHead(401).end()
    this.reply(received, response)
  }

  #grant({ headers }: IncomingMessage, body: string, response: ServerResponse): void {
    this.grants.push(`${headers.authorization ?? ''} ${body}`.trim())
    response.setHeader('content-type', 'application/json')
    if (this.refuse !== null) return void response.writeHead(this.refuse.status).end(this.refuse.body)
    const isHere = this.authentication === 'header' ? headers.authorization : body.includes('client_secret=')
    if (!isHere) return void response.writeHead(401).end('{"error":"invalid_client"}')
    const access_token = `access-token-${this.grants.length}`
    this.valid.add(access_token)
    const lifetime = this.lifetime === null ? {} : { expires_in: this.lifetime }
    response.end(JSON.stringify({ access_token, token_type: 'Bearer', ...lifetime }))
  }
}
