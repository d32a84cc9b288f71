// The official SDK's server as its documentation shows it for answers without a session: a server and a
// transport for each request, JSON instead of event streams, on node:http. Told by its parent which tools it
// has and what every call returns, so that the tools themselves cost nothing. A process of its own; sends its
// port and ends with its parent.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

export interface SdkServerTools {
  readonly tools: Tool[]
  /** What tools/call answers, whichever tool. */
  readonly called: CallToolResult
}

process.once('message', ({ tools, called }: SdkServerTools) => {
  const http = createServer(async (request, response) => {
    const server = new Server({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
    server.setRequestHandler(CallToolRequestSchema, () => called)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.once('close', () => server.close())
    await server.connect(transport as Transport)
    await transport.handleRequest(request, response, JSON.parse(await bodyOf(request)))
  })
  http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
})
process.once('disconnect', () => process.exit())

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}
