// Content of another server's tool passes through /rpc as it is: on the plain lane, and with the official
// clients of both generations, behind a server of the official SDK.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as SessionClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as SessionTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Test, test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { refused, scanned, shown, startContentServer } from '../../support/servers/content-server.ts'
import { digits, startDigitsServer } from '../../support/servers/digits-server.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const url = await startContentServer()
const info = { name: 'tester', version: '1.0.0' }

interface Caller {
  call(name: string): Promise<unknown>
  read(uri: string): Promise<unknown>
}

const callers: Readonly<Record<string, (t: Test, key: string) => Promise<Caller>>> = {
  'the plain lane': async (_t, key) => ({
    call: name => plain(key, 'tools/call', { name, arguments: {} }),
    // Resources are for the protocols that have them.
    read: async uri => (await sessionOf(_t, key)).readResource({ uri }),
  }),
  async 'a session of SDK 1'(t, key) {
    const client = await sessionOf(t, key)
    return {
      call: name => client.callTool({ name, arguments: {} }),
      read: uri => client.readResource({ uri }),
    }
  },
  async 'SDK 2'(t, key) {
    const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new ModernTransport(new URL('/rpc', product.url), sending(key)))
    t.teardown(() => client.close())
    await client.listTools()
    return {
      call: name => client.callTool({ name, arguments: {} }),
      read: uri => client.readResource({ uri }),
    }
  },
}

for (const [name, open] of Object.entries(callers))
  test(`content passes as it is, by ${name}`, async t => {
    const { client } = await product.signUp()
    await registerServer(client, 'Cats', url)
    const { call, read } = await open(t, await keyOf(client))
    t.strictSame(((await call('cats__show')) as { content: unknown }).content, shown)
    t.match(await call('cats__count'), {
      content: [{ type: 'text', text: 'A cat has four legs.' }],
      structuredContent: { legs: 4 },
    })
    const refusal = (await call('cats__refuse')) as typeof refused
    t.match(refusal, { ...refused, _meta: { 'troupe/error': { code: 'tool-failed' } } })
    t.strictSame(refusal.structuredContent, refused.structuredContent)
    const hidden = (await call('cats__hide')) as JsonObject
    t.match(hidden, { structuredContent: { isHidden: true }, _meta: { 'cats.example/mood': 'shy' } })
    t.strictSame(hidden['content'], [], 'nothing is shown that the server has not shown')
    const quote = (await call('cats__quote')) as JsonObject
    t.strictSame(quote['content'], [{ type: 'text', text: '{"said":"meow"}' }])
    t.notOk('structuredContent' in quote, 'no structure is made of a text')
    const { content } = (await call('cats__scan')) as { content: { uri: string }[] }
    t.match(content, [
      { type: 'text', text: 'The scan:' },
      { type: 'resource_link', uri: /^troupe:/, mimeType: 'image/png', size: 1_500_000 },
    ])
    const { contents } = (await read(content[1]!.uri)) as { contents: { blob: string }[] }
    t.match(contents, [{ mimeType: 'image/png' }])
    t.ok(contents[0]!.blob === scanned, 'the whole image is kept')
  })

test('an id of 19 digits passes as the number that it is, and is a text within', async t => {
  const { client } = await product.signUp()
  const ledger = await startDigitsServer()
  await registerServer(client, 'Ledger', ledger.url)
  const key = await keyOf(client)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const params = `{"name":"ledger__find","arguments":{"id":${digits}}}`
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  const answer = await fetch(`${product.url}/rpc`, { method: 'POST', headers, body })
  t.match(await answer.text(), `"structuredContent":{"id":${digits}}`)
  t.match(ledger.bodies.at(-1), `"arguments":{"id":${digits}}`)
  const session = await sessionOf(t, key)
  const called = await session.callTool({ name: 'ledger__find', arguments: { id: 5 } })
  t.strictSame(called.structuredContent, { id: Number(digits) }, 'the official client knows the schema')
  const step = {
    id: 'call',
    kind: 'tool',
    title: 'Find',
    server: 'ledger',
    tool: 'find',
    args: { id: { $: 'inputs.id' } },
  }
  const workflow = await createWorkflow(client, { steps: [step] })
  const started = await client.post(`/api/v1/workflows/${workflow}/execute`, `{"inputs":{"id":${digits}}}`, {
    prefer: 'wait=20',
  })
  t.match(started.body, { status: 'completed', inputs: { id: digits }, output: { id: digits } })
  t.match(ledger.bodies.at(-1), `"arguments":{"id":${digits}}`)
})

test('a workflow that shows a picture shows it to its caller; nobody reads one as text', async t => {
  const { client } = await product.signUp()
  await registerServer(client, 'Cats', url)
  const step = { id: 'call', kind: 'tool', title: 'Show', server: 'cats', tool: 'show', args: {} }
  const workflow = await createWorkflow(client, { steps: [step] })
  const { id, output } = await runToEnd(client, workflow)
  t.strictSame(output, shown)
  const key = await keyOf(client)
  const told = await plain(key, 'tools/call', { name: 'get_execution', arguments: { id } })
  t.notMatch(JSON.stringify(told), shown[1].data)
  t.match(JSON.stringify(told), /"mimeType":"image\/png","sizeBytes":18/)
  const marked = await client.put(`/api/v1/workflows/${workflow}`, { tool: true })
  t.equal(marked.status, 200)
  const run = await plain(key, 'tools/call', { name: `run_${marked.body.slug}`, arguments: {} })
  t.strictSame((run as { content: unknown }).content, shown)
})

async function keyOf(client: Client): Promise<string> {
  return (await client.post('/api/v1/apikeys', { name: 'agent' })).body.key
}

async function sessionOf(t: Test, key: string): Promise<SessionClient> {
  const client = new SessionClient(info)
  await client.connect(new SessionTransport(new URL('/rpc', product.url), sending(key)) as never)
  t.teardown(() => client.close())
  return client
}

async function plain(key: string, method: string, params: object): Promise<unknown> {
  const { body } = await product.client(key).post('/rpc', { jsonrpc: '2.0', id: 1, method, params })
  return body.result
}

function sending(key: string) {
  return { requestInit: { headers: { authorization: `Bearer ${key}` } } }
}
