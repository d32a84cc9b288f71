// A caller that asked for it takes its execution along when it leaves, gives up or cancels: on the plain
// lane, and with the official clients of both generations.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as SessionClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as SessionTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { until, untilStatus } from '../../support/runs.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { pausing, registerServer } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()
const info = { name: 'tester', version: '1.0.0' }
const call = { name: 'run_slow', arguments: {}, _meta: { 'troupe/cancelOnAbort': true } }

/** @param t closes the connection at its end: a cancel needs it until then */
type Caller = (t: Test, key: string, signal: AbortSignal) => Promise<unknown>

const callers: Readonly<Record<string, Caller>> = {
  'the plain lane': (_t, key, signal) =>
    fetch(`${product.url}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      signal,
    }),
  async 'a session of SDK 1'(t, key, signal) {
    const client = new SessionClient(info)
    await client.connect(new SessionTransport(rpcUrl(), sending(key)) as never)
    t.teardown(() => client.close())
    return client.callTool(call, undefined, { signal })
  },
  async 'SDK 2'(t, key, signal) {
    const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new ModernTransport(rpcUrl(), sending(key)))
    t.teardown(() => client.close())
    return client.callTool(call, { signal })
  },
}

for (const [name, caller] of Object.entries(callers))
  test(`an abort ends the execution, by ${name}`, async t => {
    const { client } = await product.signUp()
    await registerServer(client, 'Example', example.url)
    const { key } = (await client.post('/api/v1/apikeys', { name: 'agent' })).body
    const wish = { name: 'Slow', prompt: 'Do it', plan: pausing(60_000), tool: true }
    t.equal((await client.post('/api/v1/workflows', wish)).status, 201)
    const leaving = new AbortController()
    const called = caller(t, key, leaving.signal)
    const { id } = await running(client)
    leaving.abort()
    await t.rejects(called)
    t.match(await untilStatus(client, id, 'cancelled'), { trigger: { kind: 'tool', ref: 'run_slow' } })
  })

async function running(client: Client): Promise<{ readonly id: string }> {
  const [execution] = await until(
    async () => (await client.get('/api/v1/executions?status=running')).body,
    found => found.length > 0,
  )
  return execution
}

function rpcUrl(): URL {
  return new URL('/rpc', product.url)
}

function sending(key: string) {
  return { requestInit: { headers: { authorization: `Bearer ${key}` } } }
}
