// How the authorization server of a tool server is found, and what is refused on the way.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { ConnectError } from '../../../rpc/connections/connect-error.ts'
import { discover } from '../../../rpc/connections/discovery.ts'
import { createOutbound, type NetworkPolicy } from '../../../rpc/outbound/outbound.ts'

interface Answers {
  /** Documents by path, made for the origin. */
  readonly documents: (origin: string) => Readonly<Record<string, object>>
  readonly challenge?: (origin: string) => string
  /** Default: 401. */
  readonly status?: number
}

const metadata = (origin: string, more: object = {}) => ({
  ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
  ...{ code_challenge_methods_supported: ['S256'], ...more },
})
const asPath = '/.well-known/oauth-authorization-server'
const resourcePath = '/.well-known/oauth-protected-resource'

async function given(t: Test, { documents, challenge, status = 401 }: Answers) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!
    asked.push(path)
    if (path === '/a/mcp') {
      const header = challenge?.(origin)
      return void response.writeHead(status, header ? { 'www-authenticate': header } : {}).end('{}')
    }
    const document = documents(origin)[path]
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.teardown(() => server.close() && server.closeAllConnections())
  return { origin, url: `${origin}/a/mcp`, asked }
}

function discovering(t: Test, url: string, policy: NetworkPolicy = 'open') {
  const outbound = createOutbound({ policy })
  t.teardown(() => outbound.close())
  return discover(outbound, url)
}

test('the metadata that the 401 names leads to the authorization server and its scopes', async t => {
  const { origin, url } = await given(t, {
    challenge: at => `Bearer error="invalid_token", resource_metadata="${at}/about", scope="read write"`,
    documents: at => ({
      '/about': { resource: `${at}/a`, authorization_servers: [`${at}/tenant`], scopes_supported: ['all'] },
      [`${asPath}/tenant`]: metadata(`${at}/tenant`),
    }),
  })
  t.match(await discovering(t, url), {
    ...{ resource: `${origin}/a`, scope: 'read write' },
    server: { issuer: `${origin}/tenant`, token_endpoint: `${origin}/tenant/token` },
  })
})

test('without a header the well-known places are asked, and OpenID discovery last', async t => {
  const { origin, url, asked } = await given(t, {
    documents: at => ({
      [resourcePath]: { resource: at, authorization_servers: [at], scopes_supported: ['a', 'b'] },
      '/.well-known/openid-configuration': metadata(at),
    }),
  })
  t.match(await discovering(t, url), { resource: origin, scope: 'a b', server: { issuer: origin } })
  const places = [`${resourcePath}/a/mcp`, resourcePath, asPath, '/.well-known/openid-configuration']
  t.strictSame(asked.slice(1), places)
})

test('a server of 2025-03-26 is its own authorization server', async t => {
  const { origin, url } = await given(t, { documents: at => ({ [asPath]: metadata(at) }) })
  t.match(await discovering(t, url), { resource: url, scope: null, server: { issuer: origin } })
})

const listed = (at: string) => ({ resource: at, authorization_servers: [at] })
const refused: [string, Answers, RegExp][] = [
  [
    'without PKCE by S256',
    {
      documents: at => ({
        [resourcePath]: listed(at),
        [asPath]: metadata(at, { code_challenge_methods_supported: ['plain'] }),
      }),
    },
    /does not say that it supports PKCE by S256/,
  ],
  [
    'whose metadata is of another issuer',
    {
      documents: at => ({
        [resourcePath]: listed(at),
        [asPath]: metadata(at, { issuer: 'https://evil.example' }),
      }),
    },
    /says that it is another issuer/,
  ],
  [
    'whose resource is another one',
    { documents: at => ({ [resourcePath]: { ...listed(at), resource: 'https://evil.example/mcp' } }) },
    /is about another resource/,
  ],
  [
    'with an authorization endpoint that is no address of the web',
    {
      documents: at => ({
        [resourcePath]: listed(at),
        [asPath]: metadata(at, { authorization_endpoint: 'javascript:alert(1)' }),
      }),
    },
    /has no metadata/,
  ],
  ['that asks for no token', { status: 200, documents: () => ({}) }, /does not ask for a token/],
]

for (const [kind, answers, message] of refused) {
  test(`a server ${kind} is not connected, and the refusal says why`, async t => {
    const { url } = await given(t, answers)
    await t.rejects(discovering(t, url), { name: 'ConnectError', reason: 'unsupported', message })
  })
}

test('metadata leads to no address that the network policy forbids', async t => {
  const error = await discovering(t, 'http://127.0.0.1:9/mcp', 'public').catch((error: unknown) => error)
  t.ok(error instanceof ConnectError)
  t.match(error, { reason: 'unreachable' })
})
