import { type Test, test } from 'tap'
import { chainHeader, rootIn } from '../../../domain/chain.ts'
import { newId } from '../../../domain/ids.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Installation, RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { ToolFailure } from '../../../rpc/builtin/tool.ts'
import type { ChainNaming } from '../../../rpc/chained-outbound.ts'
import type { Credentials, CredentialUse } from '../../../rpc/credentials/credentials.ts'
import { noCredentials } from '../../../rpc/credentials/no-credentials.ts'
import { documentsServer } from '../../../rpc/first-party/documents/index.ts'
import type { FirstPartyContext, FirstPartyServer } from '../../../rpc/first-party/first-party-server.ts'
import { createHub, type ToolCall } from '../../../rpc/hub.ts'
import { createFirstPartyCalls } from '../../../rpc/marketplace/first-party-calls.ts'
import { createOutbound, OutboundError } from '../../../rpc/outbound/outbound.ts'
import { createOutboundSocket } from '../../../rpc/outbound/outbound-socket.ts'
import { fixtureServer, fixtureTool, wordSchema } from '../../support/fixture-catalog.ts'
import { serve } from '../loopback.ts'

const organizationId = 'org_a'
const installation: Installation = {
  toolId: 'tool_1',
  slug: 'words',
  version: '1.0.0',
  settings: { lang: 'en' },
}

interface Given {
  readonly server?: FirstPartyServer
  /** What was pinned, when it differs from the server's tools. */
  readonly pinned?: RegisteredServer['tools']
  readonly changes?: Partial<RegisteredServer>
  readonly credentials?: Credentials
  readonly chain?: ChainNaming
}

function registered(
  organization: string,
  catalog: Installation,
  tools: RegisteredServer['tools'],
): RegisteredServer {
  return {
    ...{ id: 'srv_1', organizationId: organization, name: 'Words', slug: 'my-words', enabled: true },
    ...{ url: 'catalog:words', protocol: 'plain', status: 'healthy', error: null, lastCheckedAt: 0 },
    ...{ createdAt: 0, tools, catalog },
  }
}

/** A hub of an organization that has installed the server. */
function given(
  t: Test,
  { server = fixtureServer(), pinned, changes, credentials = noCredentials, chain }: Given = {},
) {
  const outbound = createOutbound({ policy: 'open' })
  const installed = { ...registered(organizationId, installation, pinned ?? server.tools), ...changes }
  const hub = createHub({
    builtins: [],
    directory: {
      list: async () => [installed],
      find: async (_, slug) => (slug === 'my-words' ? installed : null),
    },
    outbound,
    credentials,
    chain,
    firstParty: createFirstPartyCalls({
      servers: [server],
      outbound,
      sockets: createOutboundSocket('open'),
      credentials,
    }),
  })
  let closing: Promise<void> | null = null
  const close = () => (closing ??= hub.close())
  t.teardown(close)
  const call = (tool: string, args: JsonObject = {}, more: Partial<ToolCall> = {}) =>
    hub.call({
      ...{ organizationId, server: 'my-words', tool, args, idempotencyKey: 'exec_1/a', timeoutMs: 10_000 },
      signal: new AbortController().signal,
      ...more,
    })
  return Object.assign(call, { close })
}

test('an installed tool runs with its settings, its key and its time', async t => {
  const run = async (args: JsonObject, { settings, idempotencyKey, timeoutMs }: FirstPartyContext) => ({
    ...{ args, settings, idempotencyKey, timeoutMs },
  })
  const call = given(t, { server: fixtureServer({ tools: [fixtureTool('find', { run })] }) })
  t.strictSame(await call('find', { word: 'a' }), {
    ok: true,
    output: { args: { word: 'a' }, settings: { lang: 'en' }, idempotencyKey: 'exec_1/a', timeoutMs: 10_000 },
  })
})

test('what a tool sends to this service names the chain of its execution, and nothing else does', async t => {
  const heard: string[] = []
  const server = await serve(t, (request, response) => {
    heard.push(String(request.headers[chainHeader] ?? ''))
    response.end()
  })
  const other = await serve(t, (request, response) => {
    heard.push(String(request.headers[chainHeader] ?? ''))
    response.end()
  })
  const run = async (_: JsonObject, { outbound }: FirstPartyContext) => {
    for (const { origin } of [server, other])
      await outbound.request({ method: 'GET', url: `${origin}/any`, headers: { [chainHeader]: 'forged' } })
    return null
  }
  const chain = { key: 'secret', appUrl: server.origin }
  const call = given(t, { server: fixtureServer({ tools: [fixtureTool('find', { run })] }), chain })
  const root = newId('execution')
  t.match(await call('find', {}, { root }), { ok: true })
  t.strictSame([rootIn(chain.key, heard[0]!), heard[1]], [root, ''])
})

test('arguments reach the tool only when they fit what was pinned', async t => {
  const call = given(t)
  t.match(await call('find', { word: 7 }), {
    ok: false,
    error: { code: 'invalid-arguments', message: /^word: / },
  })
  t.match(await call('miss'), { ok: false, error: { code: 'unknown-tool' } })
})

test('what a tool throws is a result, and so is what a library throws', async t => {
  const throwing = (error: unknown) => async () => {
    throw error
  }
  const failure = new ToolFailure('rate-limited', 'wait', true, { retryAfterMs: 700 })
  const call = given(t, {
    server: fixtureServer({
      tools: [
        fixtureTool('waits', { run: throwing(failure) }),
        fixtureTool('away', { run: throwing(new OutboundError('unreachable', 'x', 'x is away')) }),
        fixtureTool('breaks', { run: throwing(new RangeError('offset\n17')) }),
      ],
    }),
  })
  const error = { code: 'rate-limited', message: 'wait', retryable: true, retryAfterMs: 700 }
  t.strictSame(await call('waits'), { ok: false, error })
  t.match(await call('away'), { ok: false, error: { code: 'unreachable', retryable: true } })
  t.strictSame(await call('breaks'), {
    ok: false,
    error: {
      code: 'tool-failed',
      message: 'tool server "Words": breaks failed: offset 17',
      retryable: false,
    },
  })
})

test('a call ends by its deadline and with its caller, whatever the tool does', async t => {
  const signals: AbortSignal[] = []
  const run = async (_: JsonObject, { signal }: FirstPartyContext) => {
    signals.push(signal)
    return new Promise<never>(() => {})
  }
  const call = given(t, { server: fixtureServer({ tools: [fixtureTool('hang', { run })] }) })
  t.match(await call('hang', {}, { timeoutMs: 50 }), {
    ok: false,
    error: { code: 'timeout', message: /"Words" did not finish hang within 50 ms/, retryable: true },
  })
  const controller = new AbortController()
  const pending = call('hang', {}, { signal: controller.signal })
  while (signals.length < 2) await new Promise(setImmediate)
  controller.abort()
  t.match(await pending, { ok: false, error: { code: 'aborted' } })
  t.ok(signals.every(signal => signal.aborted))
  t.match(await call('hang', {}, { signal: AbortSignal.abort() }), { ok: false, error: { code: 'aborted' } })
})

test('what a tool leaves open ends with its call', async t => {
  const signals: AbortSignal[] = []
  const run = async (args: JsonObject, { signal }: FirstPartyContext) => {
    signals.push(signal)
    t.notOk(signal.aborted)
    return args
  }
  const call = given(t, { server: fixtureServer({ tools: [fixtureTool('find', { run })] }) })
  t.match(await call('find'), { ok: true })
  t.ok(signals[0]!.aborted)
})

test('confined work ends with the hub that its tools belong to', async t => {
  const contexts: FirstPartyContext[] = []
  const run = async (args: JsonObject, context: FirstPartyContext) => {
    contexts.push(context)
    return args
  }
  const call = given(t, { server: fixtureServer({ tools: [fixtureTool('find', { run })] }) })
  await call('find')
  await call.close()
  const deadline = { signal: new AbortController().signal, timeoutMs: 1_000 }
  await t.rejects(contexts[0]!.confined.run('file:///none.mjs', null, deadline), { code: 'aborted' })
})

test('templates of one organization that never end do not keep the work of another waiting', async t => {
  const outbound = createOutbound({ policy: 'open' })
  const sockets = createOutboundSocket('open')
  const calls = createFirstPartyCalls({
    servers: [documentsServer],
    outbound,
    sockets,
    credentials: noCredentials,
  })
  t.teardown(async () => {
    await calls.close()
    await outbound.close()
  })
  const tool = documentsServer.tools.find(({ name }) => name === 'render_template')!
  const render = (organization: string, template: string, signal = new AbortController().signal) => {
    const server = registered(organization, { ...installation, slug: 'documents' }, documentsServer.tools)
    const call = { args: { template }, idempotencyKey: 'exec_1/a', timeoutMs: 60_000, signal }
    return calls.call(server, tool, call)
  }
  const abort = new AbortController()
  const endless = `${'{% for a in (1..1000) %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`
  const looping = Array.from({ length: 12 }, () => render('org_a', endless, abort.signal))
  let ended = 0
  for (const each of looping) each.then(() => ended++)
  t.strictSame(await render('org_b', 'Hello'), { ok: true, output: { text: 'Hello' } })
  t.ok(ended < 12, 'the others are not done')
  abort.abort()
  const codes = (await Promise.all(looping)).map(result => !result.ok && result.error.code)
  t.ok(codes.every(code => code !== false))
})

test('an output that breaks the promise of its schema is an error of the server', async t => {
  const call = given(t, {
    server: fixtureServer({
      tools: [fixtureTool('find', { outputSchema: wordSchema(), run: async () => ({ word: 5 }) })],
    }),
  })
  t.match(await call('find'), {
    ok: false,
    error: { code: 'bad-answer', message: /find .*output\.word: expected string/ },
  })
})

test('a newer version runs what was pinned while it keeps its promises, and waits for the update where not', async t => {
  const before = fixtureServer().tools
  const wider = fixtureServer({
    version: '2.0.0',
    tools: [
      fixtureTool('find', { description: 'Reworded', inputSchema: wordSchema({ lang: { type: 'string' } }) }),
    ],
  })
  const grown = given(t, { server: wider, pinned: before })
  t.match(await grown('find', { word: 'a' }), { ok: true })
  t.match(await grown('count'), {
    ok: false,
    error: {
      code: 'update-required',
      message: /count is no longer there \(version 1\.0\.0 is installed, 2\.0\.0 is there\)/,
    },
  })
  const narrower = fixtureServer({
    version: '2.0.0',
    tools: [
      fixtureTool('find', { inputSchema: { ...wordSchema({ lang: {} }), required: ['word', 'lang'] } }),
    ],
  })
  const broken = given(t, { server: narrower, pinned: before })
  t.match(await broken('find', { word: 'a' }), {
    ok: false,
    error: {
      code: 'update-required',
      message: /find has changed \(inputSchema\.properties\.lang\)/,
      retryable: false,
    },
  })
  const gone = given(t, { server: fixtureServer({ slug: 'other' }), pinned: before })
  t.match(await gone('find', { word: 'a' }), { ok: false, error: { code: 'unknown-tool-server' } })
})

test('what runs here is not taken for down when what it calls is', async t => {
  const run = async () => {
    throw new OutboundError('unreachable', 'x', 'x is away')
  }
  const call = given(t, {
    server: fixtureServer({ tools: [fixtureTool('away', { run }), fixtureTool('find')] }),
  })
  for (let n = 0; n < 30; n++) t.match(await call('away'), { ok: false, error: { code: 'unreachable' } })
  t.match(await call('find'), { ok: true })
})

test('the credential is opened for the place that it is sent to, and every request that carried it is noted', async t => {
  const noted: [CredentialUse, number | null][] = []
  const refused: CredentialUse[] = []
  const credentials: Credentials = {
    ...noCredentials,
    authorize: async () => ({ headers: { authorization: 'Bearer s3cret' }, query: {} }),
    reveal: async () => ({ username: 'ada', password: 's3cret' }),
    used: (use, status) => noted.push([use, status]),
    refused: use => refused.push(use),
    scrub: (_, text) => text.replaceAll('s3cret', '[secret]'),
    scrubValue: (_, value) => JSON.parse(JSON.stringify(value).replaceAll('s3cret', '[secret]')),
  }
  const { origin } = await serve(t, (request, response) =>
    response.writeHead(request.url === '/no' ? 401 : 200).end(request.headers.authorization),
  )
  const elsewhere = await serve(t, (_request, response) => response.end('x'))
  const run = async (args: JsonObject, { authorize, outbound, reveal }: FirstPartyContext) => {
    const url = `${origin}${args['path']}`
    const { headers } = await authorize(url)
    const answer = await outbound.request({ method: 'GET', url, headers })
    await outbound.request({ method: 'GET', url: elsewhere.origin })
    return {
      answered: answer.body.toString(),
      user: (await reveal('smtp://mail.example'))?.['username'] ?? null,
    }
  }
  const server = fixtureServer({ tools: [fixtureTool('find', { run })] })
  const call = given(t, { server, credentials, changes: { credentialId: 'cred_1' } })
  t.strictSame(await call('find', { path: '/yes' }), {
    ok: true,
    output: { answered: 'Bearer [secret]', user: 'ada' },
  })
  const use = { organizationId, credential: 'cred_1', idempotencyKey: 'exec_1/a' }
  t.strictSame(noted.splice(0), [
    [{ ...use, url: `${origin}/yes` }, 200],
    [{ ...use, url: 'smtp://mail.example' }, null],
  ])
  await call('find', { path: '/no' })
  t.equal(noted[0]?.[1], 401)
  t.strictSame(refused, [{ ...use, url: `${origin}/no` }])
  const without = given(t, { server, credentials })
  t.match(await without('find', { path: '/yes' }), { ok: true, output: { answered: '', user: null } })
})
