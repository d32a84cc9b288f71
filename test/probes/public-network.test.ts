// Where the network policy is `public`, as in production: no address that is not of the public internet is
// taken for a tool server, a webhook or a registry. Nothing is looked up or called: what is refused is
// refused by what it is.
import { test } from 'tap'
import { literals } from '../rpc/outbound/attack-corpus.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { newOwner } from './people.ts'

const product = await Product.start({ environment: { HTTP_ENGINE: 'node', NETWORK_POLICY: 'public' } })
const { client } = await newOwner(product)

const registrations = {
  '/api/v1/mcp-servers': (url: string) => ({ name: 'Orders', url }),
  '/api/v1/webhooks': (url: string) => ({ url, events: ['execution.failed'] }),
  '/api/v1/marketplace/sources': (url: string) => ({ name: 'Registry', url }),
}

test('an address that is not public is 400, however it is written (P88)', async t => {
  probes(t, 88)
  const names = ['localhost', 'localhost.', 'a.localhost', 'metadata.google.internal', 'printer.local']
  for (const [path, bodyOf] of Object.entries(registrations)) {
    for (const host of [...literals, ...names]) {
      const { status, body } = await client.post(path, bodyOf(`http://${host}/rpc`))
      t.equal(status, 400, `P88 ${path} ${host}: ${JSON.stringify(body).slice(0, 100)}`)
    }
  }
})

test('other protocols, users, line breaks and ports of other services are 400 (P88, P91)', async t => {
  probes(t, 88, 91)
  for (const [path, bodyOf] of Object.entries(registrations)) {
    for (const url of [
      'file:///etc/passwd',
      'gopher://example.com/',
      'http://a@127.0.0.1/',
      'http://user:password@example.com/',
      'http://example.com/\r\nX: 1',
      ...[22, 25, 5432].map(port => `http://example.com:${port}/`),
    ]) {
      t.equal((await client.post(path, bodyOf(url))).status, 400, `P88 P91 ${path} ${JSON.stringify(url)}`)
    }
    t.strictSame((await client.get(path)).body, [], 'nothing was registered')
  }
  const secret = { name: 'Bank', kind: 'header', secret: { name: 'X-Key', value: 'a\r\nX: 1' } }
  t.equal((await client.post('/api/v1/credentials', secret)).status, 400, 'P91 the value of a credential')
  const split = { name: 'a\r\nX: 1', url: 'https://example.com/rpc' }
  t.equal((await client.post('/api/v1/mcp-servers', split)).status, 400, 'P91 the name of a server')
})
