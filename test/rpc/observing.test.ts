import { test } from 'tap'
import type { Json } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import type { ToolCall } from '../../rpc/hub.ts'
import { observeWith } from '../../rpc/observing.ts'

const define = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  ...{ name, title: '', description: '', keywords: [], examples: [] },
  ...{ inputSchema: { type: 'object' }, outputSchema: null, effect: 'read' },
  ...more,
})
const orders: RegisteredServer = {
  ...{
    id: 'srv_1',
    organizationId: 'org_a',
    name: 'Orders',
    slug: 'orders',
    url: 'http://x/',
    enabled: true,
  },
  ...{ protocol: 'plain', status: 'healthy', error: null, lastCheckedAt: 0, createdAt: 0 },
  tools: [
    define('find'),
    define('pay', { effect: 'write' }),
    define('drop', { effect: 'destructive' }),
    define('typed', { outputSchema: { type: 'object' } }),
  ],
}

/** @returns names of the tools whose results were noted */
function noted(tool: string, output: Json = { a: 1 }, found: unknown = orders): string[] {
  const heard: string[] = []
  const find = () => found as RegisteredServer
  const observe = observeWith(
    { note: (_, { name }) => void heard.push(name) },
    { list: async () => [], find },
  )
  observe({ organizationId: 'org_a', tool } as ToolCall, 'orders', output)
  return heard
}

test('results are noted of tools that only read and do not say what they answer', async t => {
  t.strictSame(noted('find'), ['find'])
  for (const tool of ['pay', 'drop', 'typed', 'gone']) t.strictSame(noted(tool), [], tool)
})

test('what stands for a large result is not what the tool answers', async t => {
  const preview = { truncated: true, preview: '{', sizeBytes: 2_000_000, link: '/api/v1/tool-results/res_1' }
  t.strictSame(noted('find', preview), [])
  t.strictSame(noted('find', { truncated: true, link: 'https://example.com/' }), ['find'])
})

test('a server that is not in memory is not read for it', async t => {
  t.strictSame(noted('find', {}, Promise.resolve(orders)), [])
  t.strictSame(noted('find', {}, null), [])
})
