// Under the public policy none of the corpus reaches a server that listens on loopback, through none of the
// ways out.
import { isIPv6, type LookupFunction } from 'node:net'
import { type Test, test } from 'tap'
import { readSettings } from '../../../domain/settings/settings.ts'
import { createOutbound, OutboundError } from '../../../rpc/outbound/outbound.ts'
import { createOutboundSocket } from '../../../rpc/outbound/outbound-socket.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import { probes } from '../../support/probes.ts'
import { serve } from '../loopback.ts'
import { call, limits, readTool, targetAt } from '../remote/given.ts'
import { answers, confusing, literals, names } from './attack-corpus.ts'

/** Each name's answers in turn, the last one for ever; what no name is, is not known. */
function resolver(): LookupFunction {
  const turns = new Map(answers.map(({ name, resolves }) => [name, [...resolves]]))
  return (hostname, _options, callback) => {
    const left = turns.get(hostname)
    if (left === undefined) return callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), [])
    const [found = []] = left.length > 1 ? left.splice(0, 1) : left
    callback(
      null,
      found.map(address => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
  }
}

async function given(t: Test) {
  const victim = await serve(t, (_, response) =>
    response.end('{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'),
  )
  const { port } = new URL(victim.origin)
  const outbound = createOutbound({ policy: 'public', lookup: resolver() })
  t.teardown(() => outbound.close())
  return { victim, port, outbound }
}

const hosts = [...literals, ...names, ...answers.map(({ name }) => name)]
const timeouts = { connectMs: 300, totalMs: 300 }

test('a request reaches no loopback server', async t => {
  const { victim, port, outbound } = await given(t)
  const urls = [
    ...hosts.map(host => `http://${host}:${port}/`),
    ...confusing.map(url => url.replace('{port}', port)),
  ]
  await Promise.all(
    urls.flatMap(url =>
      (['GET', 'POST'] as const).map(method =>
        t.rejects(outbound.request({ method, url, timeouts }), OutboundError, `${method} ${url}`),
      ),
    ),
  )
  t.equal(victim.connections(), 0)
})

test('literals and private names are refused by what they are, not because nobody answers', async t => {
  const { port, outbound } = await given(t)
  for (const host of [...literals, ...names]) {
    const request = outbound.request({ method: 'GET', url: `http://${host}:${port}/`, timeouts })
    const code = await request.catch(error => error.code)
    t.equal(code, 'refused-address', host)
  }
})

test('a tool server reaches none, whatever the protocol', async t => {
  const { victim, port, outbound } = await given(t)
  const servers = createRemoteServers(outbound)
  const urls = [
    ...hosts.map(host => `http://${host}:${port}/rpc`),
    ...confusing.map(url => url.replace('{port}', port)),
  ]
  await Promise.all(
    urls.map(async url => {
      const listing = await servers.list(targetAt(url, null), { timeoutMs: 300 })
      t.match(listing, { ok: false }, url)
      const result = await servers.call(targetAt(url, 'mcp'), readTool, { ...call, timeoutMs: 300 })
      t.match(result, { ok: false }, url)
    }),
  )
  t.equal(victim.connections(), 0)
})

test('a socket for another protocol reaches none', async t => {
  const { victim, port } = await given(t)
  const sockets = createOutboundSocket('public', resolver())
  const { signal } = new AbortController()
  await Promise.all(
    hosts.flatMap(host =>
      [false, true].map(tls => {
        const target = { host: host.replace(/^\[|\]$/g, ''), port: Number(port), tls, timeoutMs: 300, signal }
        return t.rejects(sockets.connect(target), OutboundError, `${host} ${tls}`)
      }),
    ),
  )
  t.equal(victim.connections(), 0)
})

test('a name that was public when it was checked and is loopback when it is called is refused', async t => {
  const { victim, port, outbound } = await given(t)
  const url = `http://rebind.example:${port}/`
  // The first answer is public: nobody is there, or nobody answers in time.
  const first = await outbound.request({ method: 'GET', url, timeouts }).catch(error => error.code)
  t.not(first, 'refused-address')
  await t.rejects(outbound.request({ method: 'GET', url, timeouts }), { code: 'refused-address' })
  t.equal(victim.connections(), 0)
})

test('a redirect leads to nothing that a request would not', async t => {
  probes(t, 90)
  const { victim, port } = await given(t)
  const targets = [...literals, ...names].map(host => `http://${host}:${port}/`)
  let at = 0
  const redirecting = await serve(t, (_, response) => {
    response.writeHead([301, 302, 303, 307, 308][at % 5]!, { location: encodeURI(targets[at]!) }).end()
  })
  // The redirecting server has to be reached, so its policy is open: the origin alone must hold it back.
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const servers = createRemoteServers(outbound)
  for (; at < targets.length; at++) {
    const request = { method: 'GET', url: redirecting.origin, maxRedirects: 5 } as const
    t.equal(await outbound.request(request).catch(error => error.code), 'redirect', `${targets[at]}`)
    t.match(await servers.list(targetAt(redirecting.origin, 'plain'), limits), {
      ok: false,
      error: { code: 'redirect' },
    })
  }
  t.equal(victim.connections(), 0, 'P90 nothing was called')
})

test('the open policy is refused in production', async t => {
  t.throws(() => readSettings({ NODE_ENV: 'production', NETWORK_POLICY: 'open' }), {
    message: /NETWORK_POLICY: expected public in production/,
  })
  t.equal(readSettings({ NODE_ENV: 'production' }).networkPolicy, 'public')
  t.equal(readSettings({}).networkPolicy, 'open')
  t.equal(readSettings({ NETWORK_POLICY: 'public' }).networkPolicy, 'public')
})
