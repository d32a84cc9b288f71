// Applications whose client id is the https address of a document (client id metadata documents), against
// the product: the official SDK connects by one, and documents that lie, are too large or cannot be read
// are refused.
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import tap, { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { ApplicationMemory, ByHand, decide, redirectUri } from '../../support/people/connecting.ts'
import { Product } from '../../support/product.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'

interface Served {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

const served = new Map<string, Served>()
const asked: string[] = []
const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
  asked.push(request.url!)
  const { status = 200, headers, body } = served.get(request.url!) ?? { status: 404, body: '' }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
tap.teardown(() => {
  server.close()
  server.closeAllConnections()
})
const origin = `https://localhost:${(server.address() as AddressInfo).port}`
const trusted = join(mkdtempSync(join(tmpdir(), 'troupe-ca-')), 'ca.pem')
writeFileSync(trusted, certificate)
const product = await Product.start({ environment: { NODE_EXTRA_CA_CERTS: trusted } })

/** Serves a document. @returns its address */
function serve(path: string, document: object, how: Partial<Served> = {}): string {
  const url = `${origin}${path}`
  const whole = { client_id: url, client_name: 'Documented', redirect_uris: [redirectUri], ...document }
  served.set(path, { body: JSON.stringify(whole), ...how })
  return url
}

test('the SDK connects by its document, and a person sees where it lives', async t => {
  const { client: person } = await product.signUp()
  const url = serve('/client.json', {})
  const memory = new ApplicationMemory('Documented', { url })
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/rpc', product.url), { authProvider: memory })
  const first = transport()
  await t.rejects(new McpClient({ name: 'test', version: '1' }).connect(first), { message: 'Unauthorized' })
  t.equal(memory.client?.client_id, url, 'it did not register')
  const request = memory.sentTo!.search.slice(1)
  const view = await person.get(`/api/v1/auth/authorizations?${new URLSearchParams({ request })}`)
  t.match(view.body, {
    client: { id: url, name: 'Documented', host: 'this computer' },
    redirectTo: null,
  })
  const back = await decide(person, memory.sentTo!)
  await first.finishAuth(back.searchParams.get('code')!)
  const mcp = new McpClient({ name: 'test', version: '1' })
  await mcp.connect(transport())
  t.teardown(() => mcp.close())
  t.ok((await mcp.listTools()).tools.length > 0)
  t.equal(asked.filter(path => path === '/client.json').length, 1, 'the document is kept for a while')
})

test('documents that lie or cannot be read are refused with one sentence', async t => {
  const { client: person } = await product.signUp()
  const refusal = async (client_id: string) => (await view(person, client_id)).body.error
  t.match(
    await refusal(serve('/1', { client_id: 'https://other.example.com/1' })),
    /not the address of the document/,
  )
  t.match(await refusal(serve('/2', { client_secret: 'x' })), /secret/)
  t.match(
    await refusal(serve('/3', { redirect_uris: ['javascript:alert(1)'] })),
    /scheme javascript is refused/,
  )
  t.match(await refusal(serve('/4', { client_name: 'a\u202eb' })), /client_name/)
  t.match(await refusal(serve('/5', {}, { body: 'no JSON' })), /not JSON/)
  t.match(await refusal(serve('/6', {}, { body: '[]' })), /not a JSON object/)
  t.match(await refusal(serve('/7', {}, { body: `{"a":"${'x'.repeat(20_000)}"}` })), /too-large/)
  t.match(await refusal(serve('/8', {}, { status: 500 })), /answers 500/)
  t.match(
    await refusal(serve('/9', {}, { status: 302, headers: { location: `${origin}/client.json` } })),
    /302|redirect/,
  )
  t.match(await refusal(`${origin}/missing`), /answers 404/)
  t.match(await refusal('https://localhost:2/client.json'), /cannot be read/)
})

test('nobody makes the service fetch who is not signed in', async t => {
  const url = serve('/unasked', {})
  const app = await ByHand.register(product.url)
  const request = app.asks({ client_id: url }).search.slice(1)
  const path = `/api/v1/auth/authorizations?${new URLSearchParams({ request })}`
  t.equal((await product.client().get(path)).status, 401)
  t.match(await app.exchange(`cc_${'A'.repeat(43)}`, { client_id: url }), { status: 400 })
  t.notOk(asked.includes('/unasked'))
})

test('a document on an inner address is not fetched under the public network policy', async t => {
  const guarded = await Product.start({
    environment: { NODE_EXTRA_CA_CERTS: trusted, NETWORK_POLICY: 'public' },
    t,
  })
  const { client: person } = await guarded.signUp()
  const url = serve('/inner', {})
  t.match(await view(person, url), { status: 400, body: { error: /refused-address/ } })
  t.notOk(asked.includes('/inner'))
})

async function view(person: Client, client_id: string) {
  const app = await ByHand.register(product.url)
  const request = app.asks({ client_id }).search.slice(1)
  return person.get(`/api/v1/auth/authorizations?${new URLSearchParams({ request })}`)
}
