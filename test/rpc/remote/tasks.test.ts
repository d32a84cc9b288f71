// Calls that a tool server answers with a task: of 2026-07-28, and of the official SDK's server of
// 2025-11-25, whose tool wants nothing else.
import { setTimeout as pause } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import { type ModernCall, modernServer } from '../../support/servers/modern-server.ts'
import { taskServer } from '../../support/servers/task-server.ts'
import { serve } from '../loopback.ts'
import { call, limits, listTool, targetAt, textPart } from './given.ts'

const done = { content: [textPart('done')] }

/** @param states what tasks/get answers, one after the other; the last one again and again */
async function givenTask(t: Test, ...states: readonly object[]) {
  const calls: ModernCall[] = []
  const left = [...states]
  const cancelled = Promise.withResolvers<void>()
  const task = { taskId: 'task 1', ttlMs: 60_000, pollIntervalMs: 50 }
  const server = modernServer(
    {
      tools: [],
      call: () => ({ resultType: 'task', ...task, status: 'working' }),
      other({ method }) {
        if (method === 'tasks/cancel') cancelled.resolve()
        if (method !== 'tasks/get') return method === 'tasks/cancel' ? {} : undefined
        return { ...task, ...(left.length > 1 ? left.shift() : left[0]) }
      },
    },
    calls,
  )
  const { origin } = await serve(t, server)
  const methods = () => calls.map(({ method }) => method)
  return { calls, methods, cancelled: cancelled.promise, ...client(t), target: targetAt(origin, 'modern') }
}

function client(t: Test) {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  return { servers: createRemoteServers(outbound) }
}

test('a task is asked for until it has ended; its result is that of the call', async t => {
  const working = { status: 'working' }
  const { servers, target, methods, calls } = await givenTask(t, working, working, {
    status: 'completed',
    result: done,
  })
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  t.strictSame(methods(), ['tools/call', 'tasks/get', 'tasks/get', 'tasks/get'])
  t.equal(calls[0]!.headers['idempotency-key'], 'exec_1/fetch')
  t.equal(calls[1]!.headers['idempotency-key'], undefined, 'a look is not the call')
  t.match(calls[1]!.params, { taskId: 'task 1' })
})

const ends: readonly [string, object, object][] = [
  [
    'a tool that failed',
    { status: 'completed', result: { ...done, isError: true } },
    { code: 'tool-failed' },
  ],
  [
    'a failure of the protocol',
    { status: 'failed', error: { code: -32603, message: 'The job broke' } },
    { code: 'server-error', message: /answered the error -32603: The job broke$/ },
  ],
  ['a task without a result', { status: 'completed', result: {} }, { code: 'bad-answer' }],
  ['a task in a task', { status: 'completed', result: { task: { taskId: 'x', status: 'working' } } }, {}],
  ['a cancelled one', { status: 'cancelled' }, { message: /cancelled/ }],
  ['an unknown status', { status: 'dancing' }, { code: 'bad-answer', message: /"?dancing/ }],
  ['what is no task', { status: 7 }, { code: 'bad-answer' }],
]

for (const [title, state, error] of ends)
  test(`the end of a task is a value: ${title}`, async t => {
    const { servers, target } = await givenTask(t, state)
    t.match(await servers.call(target, listTool, call), { ok: false, error })
  })

test('a task that asks for input is refused in one sentence, and cancelled', async t => {
  const inputRequests = { name: { method: 'elicitation/create', params: {} } }
  const { servers, target, cancelled } = await givenTask(t, { status: 'input_required', inputRequests })
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: {
      code: 'input-required',
      message: 'tool server "Orders" asked for elicitation/create, which a call of its tool can not give',
    },
  })
  await cancelled
})

test('the deadline of the call is that of its task, which is then cancelled', async t => {
  const { servers, target, cancelled } = await givenTask(t, { status: 'working' })
  t.match(await servers.call(target, listTool, { ...call, timeoutMs: 300 }), {
    ok: false,
    error: { code: 'timeout', message: /did not finish the task of the call in time/, retryable: true },
  })
  await cancelled
})

test('a caller that leaves takes the task along', async t => {
  const leaving = new AbortController()
  const { servers, target, cancelled, methods } = await givenTask(t, { status: 'working' })
  const called = servers.call(target, listTool, { ...call, signal: leaving.signal })
  while (!methods().includes('tasks/get')) await pause(5)
  leaving.abort()
  t.match(await called, { ok: false, error: { code: 'aborted' } })
  await cancelled
})

test("a tool of the official SDK's server that wants a task is called as one, at once the second time", async t => {
  const sdk = taskServer()
  const { origin } = await serve(t, sdk.listener)
  const { servers } = client(t)
  const listing = await servers.list(targetAt(`${origin}/mcp`, null), limits)
  if (!listing.ok) throw new Error(listing.error.message)
  const target = targetAt(`${origin}/mcp`, listing.protocol)
  const tool = (name: string) => listing.tools.find(one => one.name === name)!
  const args = { size: 7 }
  t.strictSame(await servers.call(target, tool('build'), { ...call, args }), { ok: true, output: 'built 7' })
  t.match(sdk.asked, [undefined, Number], 'refused, then called as a task')
  t.strictSame(await servers.call(target, tool('build'), { ...call, args }), { ok: true, output: 'built 7' })
  t.equal(sdk.asked.length, 3)
  t.match(await servers.call(target, tool('break'), { ...call, args: {} }), {
    ok: false,
    error: { code: 'tool-failed', message: 'no bricks' },
  })
  const leaving = new AbortController()
  const called = servers.call(target, tool('idle'), { ...call, args: {}, signal: leaving.signal })
  await sdk.idling
  leaving.abort()
  t.match(await called, { ok: false, error: { code: 'aborted' } })
  await sdk.cancelled
})
