// The bytes of JSON-RPC requests to tool servers, in the words of two of the lanes of /rpc.
import { requestBytes } from './measure.ts'

export interface RpcRequest {
  readonly method: 'tools/list' | 'tools/call'
  readonly params?: { readonly name: string; readonly arguments: object }
  readonly bearer?: string
}

/** Plain JSON-RPC 2.0. The Accept is what MCP asks of its clients: an SDK's server refuses others. */
export function plainRequest({ method, params, bearer }: RpcRequest): string {
  return requestBytes('POST', '/rpc', {
    body: { jsonrpc: '2.0', id: 1, method, ...(params && { params }) },
    headers: { Accept: 'application/json, text/event-stream' },
    ...(bearer && { bearer }),
  })
}

/** MCP 2026-07-28: what the body says of itself stands in headers, too. */
export function modernRequest({ method, params, bearer }: RpcRequest): string {
  const prefix = 'io.modelcontextprotocol/'
  const _meta = { [`${prefix}protocolVersion`]: modernVersion, [`${prefix}clientCapabilities`]: {} }
  return requestBytes('POST', '/rpc', {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': modernVersion,
      'Mcp-Method': method,
      ...(params && { 'Mcp-Name': params.name }),
    },
    ...(bearer && { bearer }),
  })
}

const modernVersion = '2026-07-28'
