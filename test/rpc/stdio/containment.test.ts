// Tool servers on stdio that misbehave: each is contained, with one sentence, and the next call is answered.
import { test } from 'tap'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import { given, isRoot, isStillThere } from './given.ts'

const mebi = 1024 * 1024

test('a server that dies at start is started again after pauses, then given up until somebody refreshes it', async t => {
  const { list, logOf } = await given(t, { servers: [{ name: 'dies', limits: { starts: 2 } }] })
  const first = await list('dies')
  t.match(first, {
    ok: false,
    error: { message: 'tool server "dies" does not start: ended with the exit code 3' },
  })
  t.match(await list('dies'), { ok: false, error: { message: /code 3; it is started again in 1 s/ } })
  t.match(logOf('dies'), { state: 'waiting', starts: 1, lines: [{ text: 'no configuration found' }, {}] })
  t.match(await list('dies', { isAnew: true }), { ok: false, error: { message: /does not start/ } })
  while (logOf('dies')!.state !== 'down') await list('dies')
  const refused = await list('dies')
  t.match(refused, {
    ok: false,
    error: { message: /2 times in a row; it is started again when you refresh it/ },
  })
  const { starts } = logOf('dies')!
  await list('dies')
  t.match(logOf('dies'), { starts }, 'nobody starts it')
  await list('dies', { isAnew: true })
  t.match(logOf('dies'), { starts: starts + 1 })
})

test('a server that says nothing is ended when it should have started', async t => {
  const { list } = await given(t, { servers: [{ name: 'silent', limits: { startMs: 300 } }] })
  const answer = await list('silent')
  t.match(answer, {
    ok: false,
    error: { message: /does not start: did not answer initialize within 300 ms/ },
  })
})

test('a server that dies in a call fails the call, and the next call gets the next process', async t => {
  const { call, list } = await given(t, { servers: [{ name: 'good' }] })
  t.match(await call('good', 'die'), {
    ok: false,
    error: { code: 'reset', message: 'tool server "good" ended with the exit code 7', retryable: true },
  })
  t.match(await list('good', { isAnew: true }), { ok: true })
  t.match(await call('good', 'echo'), { ok: true })
})

test('a server that hangs fails each call by its deadline, and is ended after three', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { callMs: 300 } }] })
  const { pid } = outputOf(await call('good', 'pid'))
  for (let n = 0; n < 3; n++)
    t.match(await call('good', 'hang'), { ok: false, error: { code: 'timeout', message: /within 300 ms/ } })
  const answer = await call('good', 'echo')
  t.match(answer, { ok: false, error: { message: /gave no sign of life during 3 calls/ } })
  t.notOk(await isStillThere(pid))
})

test('a server that floods its output is ended', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { outputBytes: mebi } }] })
  const answer = await call('good', 'flood')
  t.match(answer, { ok: false, error: { message: /flooded its output|lines that are no messages/ } })
})

test('a server that writes no end of line is ended at the bound of a message', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { messageBytes: mebi } }] })
  const answer = await call('good', 'endless')
  t.match(answer, { ok: false, error: { message: /wrote a message of more than 1048576 bytes/ } })
})

test('a server that writes what is no message is ended, and its log shows the beginning', async t => {
  const { call, logOf } = await given(t, { servers: [{ name: 'good' }] })
  const answer = await call('good', 'garbage')
  t.match(answer, { ok: false, error: { message: /wrote more than 100 lines that are no messages/ } })
  t.match(logOf('good')?.lines[0], { text: '[not a message: line 0 is no message]' })
})

test('a server that allocates memory gets only so much, and fails by itself', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { memoryBytes: 256 * mebi } }] })
  t.match(await call('good', 'allocate'), { ok: false, error: { message: /allocation failed|ended/ } })
})

test('a server that forks has only so many processes, and none of them outlives it', async t => {
  const limits = { processes: 20, idleMs: 60_000 }
  const { call, stdio } = await given(t, { servers: [{ name: 'good', limits }] })
  const { children } = outputOf(await call('good', 'fork', { count: 60 })) as { children: (number | null)[] }
  const forked = children.filter(pid => pid !== null)
  if (isRoot) t.ok(forked.length > 0 && forked.length < 20, `${forked.length} children`)
  await stdio.close()
  for (const pid of forked) t.notOk(await isStillThere(pid))
})

test('a process that left the group of its server ends with it', { skip: !isRoot }, async t => {
  const { call, stdio } = await given(t, { servers: [{ name: 'good' }] })
  const { children } = outputOf(await call('good', 'fork', { count: 1, detached: true }))
  await stdio.close()
  t.notOk(await isStillThere(children[0]))
})

test('a server that takes no messages gets no more of them', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', limits: { backlogBytes: 1024 } }] })
  const answer = await call('good', 'echo', { text: 'x'.repeat(2_000) })
  t.match(answer, { ok: false, error: { code: 'overloaded', message: /does not take the messages/ } })
})

test('what the operator does not allow is not run', async t => {
  const { call } = await given(t, { servers: [{ name: 'good', organizations: ['org_2'] }] })
  t.match(await call('other', 'echo'), { ok: false, error: { message: /stdio:other, which the operator/ } })
  t.match(await call('good', 'echo'), { ok: false, error: { code: 'stdio-not-allowed' } })
  t.match(await call('good', 'echo', {}, { organizationId: 'org_2' }), { ok: true })
})

// biome-ignore lint/suspicious/noExplicitAny: what a fixture says of itself
function outputOf(answer: ToolResult): any {
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.output
}
