// The credential of a server: on every request to it, whatever the protocol, and nowhere else.
import { queryObjects } from 'node:v8'
import { type Test, test } from 'tap'
import type { Secret } from '../../../domain/tools/credential.ts'
import { createRemoteServers, type RemoteParts } from '../../../rpc/remote/remote-server.ts'
import { givenCredentials } from '../../support/people/credentials.ts'
import { serve } from '../loopback.ts'
import { type Answer, call, given, limits, listTool, textPart } from './given.ts'

const token = 'tok_5f2c9a77d1'

async function givenCredential(
  t: Test,
  secret: Secret,
  answer: Answer,
  { allowedHosts, ...parts }: RemoteParts & { allowedHosts?: readonly string[] } = {},
) {
  const id = 'cred_1'
  const stored = { id, name: 'Orders key', secret, ...(allowedHosts && { allowedHosts }) }
  const { credentials, outbound, uses } = givenCredentials(t, stored)
  const server = await given(t, answer)
  return {
    ...server,
    uses,
    servers: createRemoteServers(outbound, { credentials, ...parts }),
    target: { ...server.target, credentialId: id },
  }
}

const kinds: [Secret, (asked: { headers: Record<string, unknown>; url: string }) => unknown, unknown][] = [
  [{ kind: 'bearer', token }, ({ headers }) => headers['authorization'], `Bearer ${token}`],
  [{ kind: 'header', name: 'X-Api-Key', value: token }, ({ headers }) => headers['x-api-key'], token],
  [{ kind: 'query', name: 'key', value: 'a b&c=d+e' }, ({ url }) => url, '/rpc?key=a+b%26c%3Dd%2Be'],
  [
    { kind: 'basic', username: 'me', password: token },
    ({ headers }) => headers['authorization'],
    `Basic ${Buffer.from(`me:${token}`).toString('base64')}`,
  ],
]

for (const [secret, read, expected] of kinds) {
  test(`a credential of the kind ${secret.kind} goes with every request`, async t => {
    for (const protocol of ['plain', 'mcp', 'modern'] as const) {
      const { asked, uses, servers, target } = await givenCredential(t, secret, ({ method }, response) => {
        if (method === 'initialize') response.setHeader('mcp-session-id', 's')
        return method === 'initialize' ? { protocolVersion: '2025-06-18' } : { tools: [], content: [] }
      })
      t.match(await servers.call({ ...target, protocol }, listTool, call), { ok: true })
      t.match(await servers.list({ ...target, protocol }, limits), { ok: true })
      await servers.close()
      for (const one of asked) t.equal(read(one), expected, `${protocol} ${one.verb} ${one.method}`)
      t.equal(uses.length, asked.length)
      t.match(
        uses.filter(use => use.stepId === 'fetch'),
        [{ executionId: 'exec_1', stepId: 'fetch', status: 200 }],
      )
    }
  })
}

test('a credential that is not for the host of the server is not sent', async t => {
  const options = { allowedHosts: ['api.example.com'] }
  const { asked, servers, target } = await givenCredential(t, { kind: 'bearer', token }, () => 1, options)
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: {
      code: 'credential-not-allowed',
      message: /^tool server "Orders" was not called: the credential Orders key is for api\.example\.com/,
    },
  })
  t.equal(asked.length, 0)
})

test('a credential of another organization is none', async t => {
  const { asked, servers, target } = await givenCredential(t, { kind: 'bearer', token }, () => 1)
  const foreign = { ...target, organizationId: 'org_2' }
  t.match(await servers.call(foreign, listTool, call), {
    ok: false,
    error: { code: 'unknown-credential', message: /was not called: there is no credential cred_1/ },
  })
  t.equal(asked.length, 0)
})

test('a server without a credential is sent none', async t => {
  const { asked, servers, target } = await givenCredential(t, { kind: 'bearer', token }, () => 1)
  await servers.call({ ...target, credentialId: null }, listTool, call)
  t.equal(asked[0]!.headers['authorization'], undefined)
})

test('a session belongs to the credential that it was opened with', async t => {
  const { methods, servers, target } = await givenCredential(
    t,
    { kind: 'bearer', token },
    ({ method }, response) => {
      if (method === 'initialize') response.setHeader('mcp-session-id', 's')
      return method === 'initialize' ? { protocolVersion: '2025-06-18' } : { content: [] }
    },
  )
  const session = { ...target, protocol: 'mcp' } as const
  await servers.call(session, listTool, call)
  await servers.call(session, listTool, call)
  await servers.call({ ...session, credentialId: null }, listTool, call)
  t.equal(methods().filter(method => method === 'initialize').length, 2)
})

test('a redirect takes no credential along', async t => {
  let arrived = 0
  const elsewhere = await serve(t, (_, response) => {
    arrived++
    response.end()
  })
  const { servers, target } = await givenCredential(t, { kind: 'bearer', token }, (_, response) => {
    response.writeHead(307, { location: elsewhere.origin }).end()
    return undefined
  })
  t.match(await servers.call(target, listTool, call), { ok: false, error: { code: 'redirect' } })
  t.equal(arrived, 0)
})

test('a refused token is fetched anew, once; a refused password is not sent again', async t => {
  let fetched = 0
  const { origin } = await serve(t, (_, response) => {
    const body = JSON.stringify({ access_token: `token-${++fetched}`, token_type: 'bearer', expires_in: 600 })
    response.setHeader('content-type', 'application/json').end(body)
  })
  const oauth2: Secret = { kind: 'oauth2', tokenUrl: origin, clientId: 'me', clientSecret: 'secret-of-me' }
  const refusing =
    (accepted: string): Answer =>
    ({ headers }, response) =>
      headers['authorization'] === accepted ? { content: [] } : void response.writeHead(401).end()

  const renewed = await givenCredential(t, oauth2, refusing('Bearer token-2'))
  t.match(await renewed.servers.call(renewed.target, listTool, call), { ok: true })
  t.strictSame(
    renewed.asked.map(({ headers }) => headers['authorization']),
    ['Bearer token-1', 'Bearer token-2'],
  )
  const refused = await givenCredential(t, oauth2, refusing('never'))
  t.match(await refused.servers.call(refused.target, listTool, call), {
    ok: false,
    error: { message: 'tool server "Orders" answered 401' },
  })
  t.equal(refused.asked.length, 2)
  const fixed = await givenCredential(t, { kind: 'bearer', token }, refusing('never'))
  await fixed.servers.call(fixed.target, listTool, call)
  t.equal(fixed.asked.length, 1)
})

test('who waits for a token waits as long as it may, and the token is fetched for the others', async t => {
  let fetched = 0
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { origin } = await serve(t, async (_, response) => {
    fetched++
    await mayAnswer
    const body = JSON.stringify({ access_token: 'token-1', token_type: 'bearer', expires_in: 600 })
    response.setHeader('content-type', 'application/json').end(body)
  })
  const oauth2: Secret = { kind: 'oauth2', tokenUrl: origin, clientId: 'me', clientSecret: 'secret-of-me' }
  const { asked, servers, target } = await givenCredential(t, oauth2, () => ({ content: [] }))
  const leave = new AbortController()
  const hurried = servers.call(target, listTool, { ...call, timeoutMs: 50 })
  const leaves = servers.call(target, listTool, { ...call, signal: leave.signal })
  const stays = servers.call(target, listTool, call)
  const error = { code: 'credential-failed', message: /no token for the credential Orders key: 127\.0\.0\.1/ }
  t.match(await hurried, { ok: false, error: { ...error, retryable: true } })
  leave.abort()
  t.match(await leaves, { ok: false, error: { ...error, retryable: false } })
  answer()
  t.match(await stays, { ok: true })
  t.strictSame([fetched, asked.length], [1, 1])
})

test('no URL is remembered that a secret is in', async t => {
  const { servers, target } = await givenCredential(t, { kind: 'query', name: 'key', value: token }, () => 1)
  await servers.call(target, listTool, call)
  const registered = { ...target, credentialId: null, url: `${target.url}?key=${token}` }
  await servers.call(registered, listTool, call)
  await servers.call({ ...target, credentialId: null }, listTool, call)
  const urls = queryObjects(URL, { format: 'summary' }).filter(url => url.includes(new URL(target.url).host))
  t.match(urls.join(), '/rpc', 'one without is')
  t.notMatch(urls.join(), token)
})

test('what the server echoes of it is taken out of lists and of what is kept', async t => {
  const kept: string[] = []
  const largeResults = {
    keep: async (_: string, body: string) => {
      kept.push(body)
      return 'res_1'
    },
  }
  const said = `you sent ${token}`
  const { servers, target } = await givenCredential(
    t,
    { kind: 'bearer', token },
    ({ method }) =>
      method === 'tools/list'
        ? { tools: [{ name: 'list', description: said }] }
        : { content: [textPart(said.padEnd(1_100_000))] },
    { largeResults },
  )
  const answers = [await servers.list(target, limits), await servers.call(target, listTool, call)]
  const everything = JSON.stringify([answers, kept])
  t.notMatch(everything, token)
  t.equal(everything.split('you sent [secret]').length, 4)
})
