import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import type { RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { createHub, type ToolServerDirectory } from '../../../rpc/hub.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { retryAfter } from '../../../rpc/outbound/retry-after.ts'

test('seconds and dates are understood, anything else says nothing', async t => {
  const now = Date.UTC(2026, 10, 21, 12)
  t.strictSame(retryAfter('7', now), { retryAfterMs: 7_000 })
  t.strictSame(retryAfter('Sat, 21 Nov 2026 12:00:30 GMT', now), { retryAfterMs: 30_000 })
  t.strictSame(retryAfter('Sat, 21 Nov 2026 11:00:00 GMT', now), { retryAfterMs: 0 })
  for (const header of [undefined, '', 'soon', '-3', '1e9'])
    t.strictSame(retryAfter(header, now), {}, String(header))
})

test('what a server asks for reaches whoever decides about the next attempt', async t => {
  const server = createServer((_, response) => response.writeHead(429, { 'retry-after': '7' }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const registered: RegisteredServer = {
    ...{
      id: 'srv_1',
      organizationId: 'org_1',
      name: 'Shop',
      slug: 'shop',
      url,
      enabled: true,
      protocol: 'plain',
    },
    ...{ status: 'healthy' as const, error: null, lastCheckedAt: null, createdAt: 0 },
    tools: [
      { ...builtinTools[0]!, name: 'pay', inputSchema: {}, outputSchema: null, effect: 'write' as const },
    ],
  }
  const directory: ToolServerDirectory = { list: async () => [registered], find: async () => registered }
  const hub = createHub({ builtins: builtinTools, directory, outbound: createOutbound({ policy: 'open' }) })
  t.teardown(() => hub.close())
  const call = {
    organizationId: 'org_1',
    idempotencyKey: 'k',
    timeoutMs: 5_000,
    signal: new AbortController().signal,
  }
  const error = { retryable: true, retryAfterMs: 7_000 }
  t.match(await hub.call({ ...call, server: 'shop', tool: 'pay', args: {} }), { ok: false, error })
  t.match(await hub.call({ ...call, server: null, tool: 'http_get', args: { url } }), { ok: false, error })
})
