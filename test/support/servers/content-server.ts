// A tool server of the official SDK that shows everything that content may be, and large files.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import tap, { type Test } from 'tap'
import { z } from 'zod'

const data = Buffer.from('a picture of a cat').toString('base64')

/** What the tool `show` answers. */
export const shown = [
  { type: 'text', text: 'Four legs.', annotations: { audience: ['assistant'], priority: 0.5 } },
  { type: 'image', data, mimeType: 'image/png', annotations: { audience: ['user'] } },
  { type: 'audio', data, mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'cats://1', mimeType: 'text/plain', text: 'A cat.' } },
  { type: 'resource', resource: { uri: 'cats://2', mimeType: 'application/pdf', blob: data } },
  {
    ...{
      type: 'resource_link',
      uri: 'cats://3',
      name: 'more',
      description: 'More cats',
      mimeType: 'image/png',
    },
    icons: [{ src: 'https://cats.example/cat.png', mimeType: 'image/png', sizes: ['48x48'] }],
  },
] as const

/** What the tool `refuse` answers: all that a result can have. */
export const refused = {
  content: [
    { type: 'text', text: 'The cat sleeps.' },
    { type: 'image', data, mimeType: 'image/png' },
  ],
  structuredContent: { reason: 'asleep', until: null },
  _meta: { 'cats.example/mood': 'tired' },
  isError: true,
} as const

/** What the tool `scan` answers: an image of 1.5 MB. */
export const scanned = Buffer.alloc(1_500_000, 'pixel').toString('base64')

/** Ended with the test, or with the test file. @returns its URL */
export async function startContentServer(t: Pick<Test, 'teardown'> = tap): Promise<string> {
  const server = createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport()
    await contentServer().connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

function contentServer(): McpServer {
  const server = new McpServer({ name: 'cats', version: '1.0.0' })
  const annotations = { readOnlyHint: true }
  server.registerTool('show', { description: 'Shows a cat', annotations }, () => ({
    content: [...shown] as never,
  }))
  server.registerTool('scan', { description: 'Scans a cat', annotations }, () => ({
    content: [
      { type: 'text', text: 'The scan:' },
      { type: 'image', data: scanned, mimeType: 'image/png' },
    ],
  }))
  const outputSchema = { legs: z.number() }
  server.registerTool('count', { description: 'Counts legs', annotations, outputSchema }, () => ({
    content: [{ type: 'text', text: 'A cat has four legs.' }],
    structuredContent: { legs: 4 },
  }))
  server.registerTool('refuse', { description: 'Refuses, and shows why' }, () => ({
    ...refused,
    content: [...refused.content],
  }))
  server.registerTool('hide', { description: 'Shows nothing', annotations }, () => ({
    content: [],
    structuredContent: { isHidden: true },
    _meta: { 'cats.example/mood': 'shy' },
  }))
  server.registerTool('quote', { description: 'Quotes a cat as JSON', annotations }, () => ({
    content: [{ type: 'text', text: '{"said":"meow"}' }],
  }))
  return server
}
