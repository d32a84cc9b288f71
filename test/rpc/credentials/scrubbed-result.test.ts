// The ways out of the hub, over a tool server that echoes secrets which another thread has sent it: this one
// only knows that they are stored.
import { type Test, test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { secretPlaces } from '../../../domain/plan/secret-places.ts'
import { answerBytes } from '../../../domain/tools/failures/tool-answer.ts'
import type { RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { ToolFailure } from '../../../rpc/builtin/tool.ts'
import { breakerBounds } from '../../../rpc/gate/breaker.ts'
import { createHub, type ToolCall } from '../../../rpc/hub.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import { givenCredentials, organizationId, type Stored } from '../../support/people/credentials.ts'
import { type Answer, event, given, listTool, rpcError, textPart } from '../remote/given.ts'

const token = 'tok_5f2c9a77d1'
const said = `somebody sent ${token}`
const stored: Stored = { id: 'cred_1', secret: { kind: 'bearer', token } }

const echo: Answer = ({ id, params }, response) => {
  switch (params['name']) {
    case 'busy':
      return void response.writeHead(503, { 'retry-after': said }).end()
    case 'error':
      return void response.end(rpcError(id, -32000, said))
    case 'refused':
      return { isError: true, structuredContent: { said, long: 'x'.repeat(9_000) + token } }
    case 'progress':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ method: 'notifications/message', params: { level: 'info', data: { said } } }))
      return void response.end(event({ id, result: { content: [] } }))
    default:
      return { content: [textPart(said)] }
  }
}

async function givenHub(t: Test, answer: Answer, ...credentials: Stored[]) {
  const parts = givenCredentials(t, ...credentials)
  const { target } = await given(t, answer)
  const tools = ['result', 'error', 'progress', 'busy', 'refused'].map(name => ({ ...listTool, name }))
  const server = {
    ...target,
    organizationId,
    slug: 'echo',
    enabled: true,
    tools,
  } as unknown as RegisteredServer
  const reported: unknown[] = []
  const hub = createHub({
    builtins: builtinTools,
    directory: { list: async () => [server], find: async () => server },
    outbound: parts.outbound,
    credentials: parts.credentials,
    reports: {
      tripped: (_server, error) => reported.push(error),
      recovered() {},
      toolsChanged() {},
      figures: rows => reported.push(...rows.map(({ figures }) => figures.lastError?.message)),
    },
  })
  const call = (tool: string, more: Partial<ToolCall> = {}) =>
    hub.call({
      ...{ organizationId, server: 'echo', tool, args: {}, idempotencyKey: 'exec_1/a', timeoutMs: 10_000 },
      signal: new AbortController().signal,
      ...more,
    })
  return { ...parts, call, hub, reported }
}

test('a stored secret that this thread never sent leaves in no result, error or progress', async t => {
  const { call } = await givenHub(t, echo, stored)
  t.strictSame(await call('result'), { ok: true, output: 'somebody sent [secret]' })
  t.match(await call('error'), {
    ok: false,
    error: { message: /answered the error -32000: somebody sent \[secret\]/ },
  })
  const refused = await call('refused')
  t.notMatch(JSON.stringify(refused), token)
  const { content } = refused.ok ? { content: null } : refused.error.tool!
  t.match(
    content,
    /^\{"said":"somebody sent \[secret\]","long":"xxx/,
    'the beginning of a long answer, as text',
  )
  t.ok(JSON.stringify(content).length <= answerBytes)
  const heard: ToolProgress[] = []
  t.match(await call('progress', { onProgress: progress => heard.push(progress) }), { ok: true })
  t.match(heard, [{ type: 'log', data: { said: 'somebody sent [secret]' } }])
})

test('what is reported of a server, when it fails and when it is given up, holds no secret', async t => {
  const { call, hub, reported } = await givenHub(t, echo, stored)
  for (let n = 0; n < breakerBounds.failures; n++) await call('busy')
  await hub.close()
  const message = 'tool server "Orders" answered 503 (retry after somebody sent [secret])'
  t.strictSame(reported, [message, message])
})

test('what is reported holds no secret that was stored while the call was under way', async t => {
  const { call, hub, reported, store } = await givenHub(t, (asked, response) => {
    store(stored)
    return echo(asked, response)
  })
  await call('busy')
  await hub.close()
  t.match(reported, [/somebody sent \[secret\]/])
})

test('a secret that is stored while a call is under way does not leave in its result', async t => {
  const later: Json[] = []
  const { call, store } = await givenHub(t, (asked, response) => {
    store(stored)
    later.push(asked.method)
    return echo(asked, response)
  })
  t.strictSame(await call('result'), { ok: true, output: 'somebody sent [secret]' })
  t.equal(later.length, 1)
})

test('secrets that cannot be read keep a call from being made, and a pure tool goes on', async t => {
  const { call, credentials } = await givenHub(t, () => t.fail('it was called'), stored)
  credentials.learn = () => Promise.reject(new ToolFailure('credential-failed', 'no database', true))
  t.match(await call('result'), { ok: false, error: { code: 'credential-failed', retryable: true } })
  const upper = { server: null, args: { text: 'a', case: 'upper' } }
  t.match(await call('text_case', upper), { ok: true, output: 'A' })
})

test('the use of a secret in the arguments is noted with the status that came back', async t => {
  const refuse: Answer = (_asked, response) => void response.writeHead(403).end()
  for (const [answer, status] of [
    [echo, 200],
    [refuse, 403],
  ] as const) {
    const { call, uses } = await givenHub(t, answer, stored)
    const args = { key: { $secret: 'cred_1' } }
    await call('result', { args, secrets: secretPlaces(args) })
    t.match(uses, [{ credentialId: 'cred_1', executionId: 'exec_1', stepId: 'a', status }])
  }
})
