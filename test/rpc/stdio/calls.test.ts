// Tool servers on stdio that behave: what they get, what they answer, how they are started and ended.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import { noCredentials } from '../../../rpc/credentials/no-credentials.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import { sdkServer } from '../../support/servers/stdio-file.ts'
import { given, isRoot, isStillThere } from './given.ts'

test('a server of the official SDK is listed and called', async t => {
  const { list, call } = await given(t, { servers: [{ name: 'sdk', ...sdkServer }] })
  t.match(await list('sdk'), { ok: true, protocol: 'mcp', tools: [{ name: 'add', effect: 'read' }] })
  t.match(await call('sdk', 'add', { a: 2, b: 3 }), { ok: true, output: { sum: 5 } })
  t.match(await call('sdk', 'add', { a: 'two' }), { ok: false, error: { code: 'tool-failed' } })
})

test('a child gets the environment of the file, a folder of its own and a user of its own', async t => {
  const { call } = await given(
    t,
    {
      servers: [
        { name: 'good', environment: { REGION: 'eu', KEY: '${OPERATOR_KEY}' }, organizations: ['*'] },
      ],
    },
    { environment: { OPERATOR_KEY: 'operator-secret-1', DATABASE_URL: 'postgresql://us' } },
  )
  const { env, uid, gid, cwd } = outputOf(await call('good', 'environment'))
  t.strictSame(Object.keys(env).sort(), ['HOME', 'KEY', 'LANG', 'PATH', 'REGION', 'TMPDIR'])
  t.match(env, { REGION: 'eu', KEY: '[secret]', HOME: cwd, TMPDIR: cwd })
  t.match(cwd, /troupe-stdio-/)
  if (isRoot) t.ok(uid >= 61_184 && gid === uid, `uid ${uid}`)
})

test('organizations never share a process, nor do registrations of one', async t => {
  const { call } = await given(t, { servers: [{ name: 'good' }] })
  const pids = [
    await call('good', 'pid'),
    await call('good', 'pid', {}, { organizationId: 'org_2' }),
    await call('good', 'pid', {}, { server: 'srv_other' }),
    await call('good', 'pid'),
  ].map(answer => outputOf(answer).pid)
  t.equal(new Set(pids.slice(0, 3)).size, 3)
  t.equal(pids[3], pids[0])
})

test('a credential is a variable where the file says so, and seen nowhere else', async t => {
  const credentials = {
    ...noCredentials,
    reveal: async ({ credential }: { credential: string }) => ({ token: `token-of-${credential}` }),
    used: () => {},
  }
  const servers = [{ name: 'good', credential: 'API_TOKEN' }, { name: 'old' }]
  const { call, logOf } = await given(t, { servers }, { credentials })
  const first = outputOf(await call('good', 'environment', {}, { credentialId: 'cred_a' }))
  t.equal(first.env.API_TOKEN, '[secret]')
  await call('good', 'log', { line: 'using token-of-cred_a now' }, { credentialId: 'cred_a' })
  const before = outputOf(await call('good', 'pid', {}, { credentialId: 'cred_a' })).pid
  await call('good', 'echo', {}, { credentialId: 'cred_a' })
  t.match(logOf('good')?.lines, [{ text: 'using [secret] now' }])
  const after = outputOf(await call('good', 'pid', {}, { credentialId: 'cred_b' })).pid
  t.not(before, after, 'another credential is another process')
  t.notOk(await isStillThere(before), 'the one before has ended')
  const refused = await call('old', 'echo', {}, { credentialId: 'cred_a' })
  t.match(refused, { ok: false, error: { code: 'credential-not-allowed', message: /takes no credential/ } })
})

test('a server of an older revision, one without initialize, and one that greets are used as they are', async t => {
  const { call } = await given(t, { servers: ['old', 'plain', 'noisy'].map(name => ({ name })) })
  for (const name of ['old', 'plain', 'noisy'])
    t.match(await call(name, 'echo', { name }), { ok: true, output: { name } }, name)
})

test('progress reaches the caller, and a call that is given up is cancelled at the server', async t => {
  const { call } = await given(t, { servers: [{ name: 'good' }] })
  const heard: ToolProgress[] = []
  t.match(await call('good', 'work', {}, { onProgress: one => heard.push(one) }), {
    ok: true,
    output: 'done',
  })
  t.match(heard, [
    { type: 'progress', done: 1, total: 2 },
    { type: 'progress', done: 2, total: 2 },
  ])
  const controller = new AbortController()
  const hanging = call('good', 'hang', {}, { signal: controller.signal })
  await call('good', 'echo')
  controller.abort()
  t.match(await hanging, { ok: false, error: { code: 'aborted' } })
  t.match(await call('good', 'cancelled'), { ok: true, output: { cancelled: 1 } })
})

test('a process that nobody calls ends; its tools are known, and a call starts the next one', async t => {
  const { call, list, logOf } = await given(t, { servers: [{ name: 'good', limits: { idleMs: 100 } }] })
  t.match(await list('good'), { ok: true })
  const { pid } = outputOf(await call('good', 'pid'))
  t.notOk(await isStillThere(pid))
  t.match(logOf('good'), { state: 'ended', reason: null, starts: 1 })
  t.match(await list('good'), { ok: true, tools: [{ name: 'echo' }] })
  t.match(logOf('good'), { starts: 1 }, 'a check of its tools starts nothing')
  t.match(await list('good', { isAnew: true }), { ok: true })
  t.match(logOf('good'), { starts: 2 }, 'an admin who refreshes it sees what it says now')
})

test('calls wait for a place, and for no longer than they may', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { concurrency: 1 } }] })
  await call('good', 'echo')
  const controller = new AbortController()
  const hanging = call('good', 'hang', {}, { signal: controller.signal })
  t.match(await call('good', 'echo', {}, { timeoutMs: 100 }), { ok: false, error: { code: 'timeout' } })
  const next = call('good', 'echo', { n: 1 })
  controller.abort()
  t.match(await hanging, { ok: false })
  t.match(await next, { ok: true, output: { n: 1 } })
})

test('an idle process makes room for another server; when none is idle, the call is refused', async t => {
  const servers = [{ name: 'good' }, { name: 'old' }]
  const { call } = await given(t, { servers, children: 1 })
  const { pid } = outputOf(await call('good', 'pid'))
  t.match(await call('old', 'echo'), { ok: true })
  t.notOk(await isStillThere(pid))
  const controller = new AbortController()
  const hanging = call('old', 'hang', {}, { signal: controller.signal })
  const refused = await call('good', 'echo')
  t.match(refused, { ok: false, error: { code: 'overloaded', message: /all places .* are taken/ } })
  controller.abort()
  await hanging
})

test('the end of the service ends every process', async t => {
  const { call, stdio } = await given(t, { servers: [{ name: 'good' }, { name: 'ignores-the-end' }] })
  const first = outputOf(await call('good', 'pid')).pid
  const second = outputOf(await call('ignores-the-end', 'pid')).pid
  const forked = outputOf(await call('ignores-the-end', 'fork', { count: 1 })).children[0]
  await stdio.close()
  for (const pid of [first, second, forked]) t.notOk(await isStillThere(pid))
  t.match(await call('good', 'echo'), { ok: false, error: { message: /the service is stopping/ } })
})

// biome-ignore lint/suspicious/noExplicitAny: what a fixture says of itself
function outputOf(answer: ToolResult): any {
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.output as Json
}
