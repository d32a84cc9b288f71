// Servers that let nobody in, and servers of the transport of 2024: each is explained in one sentence. The
// old server is one of the official SDK.
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { type Test, test } from 'tap'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import { serve } from '../loopback.ts'
import { limits, targetAt } from './given.ts'

async function errorOf(t: Test, url: string) {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const servers = createRemoteServers(outbound)
  const listing = await servers.list(targetAt(url, null), limits)
  return listing.ok ? null : listing.error
}

const refusals: readonly [number, string, RegExp][] = [
  [401, '', /answered 401: it wants a credential: store one and name it in the server's registration$/],
  [
    401,
    'Bearer realm="x", scope="tools:read", resource_metadata="https://a.example/.well-known/x"',
    /answered 401: it lets in by consent \(OAuth\) with the scope tools:read: choose Connect/,
  ],
  [401, 'Bearer realm="x"', /it wants a token \(Bearer\): choose Connect, or store one as a credential/],
  [401, 'Basic realm="x"', /it wants a credential \(Basic\): store one and name it/],
  [403, '', /answered 403: it lets nobody in without a credential, or not this service$/],
  [403, 'Bearer error="insufficient_scope", scope="a b"', /without a credential with the scope a b/],
]

for (const [status, challenge, message] of refusals)
  test(`a server that answers ${status} is explained: ${challenge || 'without a challenge'}`, async t => {
    const { origin } = await serve(t, (request, response) => {
      request.resume()
      response.writeHead(status, challenge === '' ? {} : { 'www-authenticate': challenge }).end()
    })
    t.match(await errorOf(t, `${origin}/mcp`), { code: 'bad-answer', message, retryable: false })
  })

test('a refusal in JSON-RPC is explained too', async t => {
  const { origin } = await serve(t, (request, response) => {
    request.resume()
    const error = { code: -32001, message: 'No token' }
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
  })
  t.match(await errorOf(t, origin), { message: /answered 401 \(No token\): it wants a credential/ })
})

test('a server of the transport of 2024 is named as such, with what to do', async t => {
  const { origin } = await serve(t, (request, response) => {
    request.resume()
    if (request.method !== 'GET') return void response.writeHead(404).end('Cannot POST /sse')
    void new SSEServerTransport('/messages', response).start()
  })
  t.match(await errorOf(t, `${origin}/sse`), {
    code: 'old-transport',
    message: /^tool server "Orders" speaks the transport of MCP 2024-11-05 .* \/mcp in place of \/sse$/,
  })
})

test('a page that is no tool server at all is not taken for an old one', async t => {
  const { origin } = await serve(t, (request, response) => {
    request.resume()
    response.writeHead(request.method === 'GET' ? 200 : 404, { 'content-type': 'text/event-stream' })
    response.end('data: hello\n\n')
  })
  t.match(await errorOf(t, origin), { code: 'bad-answer', message: /answered 404$/ })
})
