// What is sent again when a connection breaks, and what never is.
import { test } from 'tap'
import { type Answer, call, given, limits, listTool, readTool, textPart } from './given.ts'

/** Breaks the connection of the first requests. */
function breaking(times: number, how: 'before' | 'within' = 'before'): Answer {
  let asked = 0
  return (_, response) => {
    if (asked++ >= times) return { tools: [], content: [textPart('done')] }
    const breakOff = () => void response.socket!.resetAndDestroy()
    if (how === 'before') breakOff()
    else response.writeHead(200, { 'content-length': 100 }).write('{', breakOff)
    return undefined
  }
}

const idempotent = { ...listTool, annotations: { idempotentHint: true } }

for (const [what, tool] of [
  ['reads', readTool],
  ['is idempotent', idempotent],
] as const) {
  test(`a call of a tool that ${what} is sent again when the connection breaks, with the same key`, async t => {
    const { asked, target, servers } = await given(t, breaking(2))
    t.strictSame(await servers.call(target, tool, call), { ok: true, output: 'done' })
    t.strictSame(
      asked.map(({ headers }) => headers['idempotency-key']),
      Array(3).fill('exec_1/fetch'),
    )
  })
}

test('it is given up after three times', async t => {
  const { asked, target, servers } = await given(t, breaking(9))
  t.match(await servers.call(target, readTool, call), { ok: false, error: { code: 'reset' } })
  t.equal(asked.length, 3)
})

test('a call of a tool that changes something is sent once', async t => {
  for (const effect of ['write', 'destructive'] as const) {
    const { asked, target, servers } = await given(t, breaking(1))
    t.match(await servers.call(target, { ...listTool, effect }, call), {
      ok: false,
      error: { code: 'reset' },
    })
    t.equal(asked.length, 1)
  }
})

test('what has begun to be answered is not asked again', async t => {
  const { asked, target, servers } = await given(t, breaking(1, 'within'))
  t.match(await servers.call(target, readTool, call), { ok: false, error: { code: 'reset' } })
  t.equal(asked.length, 1)
})

test('what the server refuses is not asked again', async t => {
  for (const status of [400, 429, 500, 503]) {
    const { asked, target, servers } = await given(t, (_, response) => void response.writeHead(status).end())
    t.match(await servers.call(target, readTool, call), { ok: false })
    t.equal(asked.filter(({ method }) => method === 'tools/call').length, 1, String(status))
  }
})

test('a list is asked for again', async t => {
  const { asked, target, servers } = await given(t, breaking(1))
  t.match(await servers.list(target, limits), { ok: true })
  t.equal(asked.length, 2)
})

test('a call that is cancelled between two attempts ends', async t => {
  const cancel = new AbortController()
  const { asked, target, servers } = await given(t, (_, response) => {
    response.socket!.resetAndDestroy()
    response.socket!.once('close', () => cancel.abort())
    return undefined
  })
  const result = await servers.call(target, readTool, { ...call, signal: cancel.signal })
  t.match(result, { ok: false })
  t.ok(asked.length < 3)
})
