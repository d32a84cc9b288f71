// A small tool server of MCP 2026-07-28 and of nothing else, strict in what it takes: headers and `_meta`
// must be there and agree with the body. For the tests of those who call such servers.
import type { IncomingMessage, ServerResponse } from 'node:http'

const version = '2026-07-28'
const prefix = 'io.modelcontextprotocol/'

export interface ModernCall {
  readonly id: number
  readonly method: string
  readonly params: { readonly [key: string]: unknown; readonly _meta?: Readonly<Record<string, unknown>> }
  readonly headers: IncomingMessage['headers']
}

export interface ModernServer {
  readonly tools: readonly object[]
  /** The result of a tool, or undefined when it writes the response itself. */
  call(call: ModernCall, response: ServerResponse): object | undefined
  /** Cursor and page; default: all tools on one page. */
  list?(cursor: string | undefined): object
  /** Results of other methods; undefined for unknown ones. */
  other?(call: ModernCall): object | undefined
}

/** A listener for node:http. `calls` collects what was taken. */
export function modernServer({ tools, call, list, other }: ModernServer, calls: ModernCall[] = []) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, message: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', ...message }))
    }
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { id, method, params = {} } = JSON.parse(body)
    const fail = (status: number, code: number, message: string, data?: object) =>
      answer(status, { id, error: { code, message, data } })
    const taken: ModernCall = { id, method, params, headers: request.headers }
    const refusal = defectOf(taken)
    if (refusal !== null) return fail(400, ...refusal)
    calls.push(taken)
    const complete = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' }
    switch (method) {
      case 'server/discover':
        return answer(200, {
          id,
          result: {
            ...{ ...complete, supportedVersions: [version], capabilities: { tools: {} } },
            _meta: { [`${prefix}serverInfo`]: { name: 'modern', title: 'Modern', version: '3' } },
          },
        })
      case 'tools/list':
        return answer(200, { id, result: { ...complete, ...(list?.(params.cursor) ?? { tools }) } })
      case 'tools/call': {
        const result = call(taken, response)
        if (result !== undefined) answer(200, { id, result: { resultType: 'complete', ...result } })
        return
      }
      default: {
        const result = other?.(taken)
        if (result === undefined) return fail(404, -32601, `Method not found: ${method}`)
        return answer(200, { id, result: { resultType: 'complete', ...result } })
      }
    }
  }
}

function defectOf({ method, params, headers }: ModernCall): [number, string, object?] | null {
  const meta = params._meta ?? {}
  const requested = headers['mcp-protocol-version']
  if (requested === undefined || headers['mcp-method'] === undefined)
    return [-32020, 'Header mismatch: MCP-Protocol-Version and Mcp-Method are required']
  if (requested !== version)
    return [-32022, 'Unsupported protocol version', { supported: [version], requested }]
  if (meta[`${prefix}protocolVersion`] !== version || headers['mcp-method'] !== method)
    return [-32020, 'Header mismatch']
  if (meta[`${prefix}clientCapabilities`] === undefined) return [-32602, 'clientCapabilities are required']
  const name = headers['mcp-name']
  const subject = method === 'tools/call' ? params['name'] : params['taskId']
  if (subject !== undefined && decode(String(name)) !== subject)
    return [-32020, `Header mismatch: Mcp-Name ${name}`]
  return null
}

export function decode(value: string): string {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
