// A tool server of the official SDK with sessions (MCP 2025-11-25), as its users write one. For the tests of
// those who call such servers.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

export interface SdkServer {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Sessions that have been opened and not ended. */
  readonly sessions: Map<string, StreamableHTTPServerTransport>
  /** The tool `wait` has been called; its call has been cancelled. */
  readonly waiting: Promise<void>
  readonly cancelled: Promise<void>
}

export function sdkServer(): SdkServer {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const waiting = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (known !== undefined) return known.handleRequest(request, response)
    if (id !== undefined) return void response.writeHead(404).end()
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: session => void sessions.set(session, transport),
      onsessionclosed: session => void sessions.delete(session),
    })
    await mcpServer(waiting.resolve, cancelled.resolve).connect(
      transport as Parameters<McpServer['connect']>[0],
    )
    await transport.handleRequest(request, response)
  }
  return { listener, sessions, waiting: waiting.promise, cancelled: cancelled.promise }
}

function mcpServer(waiting: () => void, cancelled: () => void): McpServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { capabilities: { logging: {} } })
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
    ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }], structuredContent: { sum: a + b } }),
  )
  server.registerTool(
    'work',
    { description: 'Says how far it is', inputSchema: {} },
    async (_args, extra) => {
      const progressToken = extra._meta?.progressToken
      for (const progress of [1, 2, 3]) {
        if (progressToken === undefined) break
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 3, message: `step ${progress}` },
        })
      }
      await extra.sendNotification({
        method: 'notifications/message',
        params: { level: 'warning', logger: 'work', data: { left: 0 } },
      })
      return { content: [{ type: 'text', text: 'done' }] }
    },
  )
  server.registerTool('wait', { description: 'Waits until it is cancelled', inputSchema: {} }, (_, extra) => {
    waiting()
    return new Promise(resolve => {
      extra.signal.addEventListener('abort', () => {
        cancelled()
        resolve({ content: [] })
      })
    })
  })
  server.registerTool('ask', { description: 'Asks a person', inputSchema: {} }, async () => {
    const message = 'Who are you?'
    const requestedSchema = { type: 'object' as const, properties: {} }
    const answer = await server.server.elicitInput({ message, requestedSchema })
    return { content: [{ type: 'text', text: answer.action }] }
  })
  server.registerTool('fail', { description: 'Fails', inputSchema: {} }, () => {
    throw new Error('no such order')
  })
  return server
}
