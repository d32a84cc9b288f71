// Code steps in their sandbox: what goes in and out, what the code cannot reach, and how hostile code ends.
import { test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { codeBounds } from '../../../domain/plan/plan.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import { createCodeRunner } from '../../../rpc/code/code-runner.ts'

const runner = createCodeRunner()
const never = new AbortController().signal
const start = (js: string, args: JsonObject = {}, more: { timeoutMs?: number; owner?: string } = {}) => {
  const { timeoutMs = null, owner = 'org_1' } = more
  return runner.run({ organizationId: owner, js, args, timeoutMs, signal: never })
}
const fails = (code: string, message: RegExp) => ({ ok: false, error: { code, message } })
const gives = (output: Json): ToolResult => ({ ok: true, output })

test('code takes its arguments and returns JSON', async t => {
  const args = {
    orders: [
      { id: 'A-1', amount: 5 },
      { id: 'A-2', amount: 7.5 },
    ],
    note: 'ä\u{1f600}',
  }
  t.strictSame(
    await start('return args.orders.reduce((sum, { amount }) => sum + amount, 0)', args),
    gives(12.5),
  )
  t.strictSame(await start('return args', args), gives(args))
  t.strictSame(await start('return new Map([[1, 2]]).get(await Promise.resolve(1))'), gives(2))
  for (const nothing of ['', 'return', 'return () => 1', 'return Symbol.iterator', 'return NaN'])
    t.strictSame(await start(nothing), gives(null), nothing)
  t.strictSame(await start('return new Date(0)'), gives('1970-01-01T00:00:00.000Z'))
})

test('what the code throws fails the step with its line', async t => {
  t.match(
    await start('const a = 1\nargs.b.c'),
    fails('code-failed', /^TypeError: .+ \(line 2 of the code\)$/),
  )
  t.match(await start('throw new Error("no stock")'), fails('code-failed', /^Error: no stock \(line 1/))
  t.match(await start('throw {code: 7}'), fails('code-failed', /^\{"code":7\}$/))
  t.match(await start('throw null'), fails('code-failed', /^null$/))
  t.match(await start('return 10n'), fails('code-failed', /BigInt/))
  t.match(await start('const a = {}; a.a = a; return a'), fails('code-failed', /circular/))
  t.match(await start('return args..b'), fails('code-failed', /^SyntaxError/))
  t.match(await start('await new Promise(() => {})'), fails('code-failed', /promise that nothing resolves/))
})

test('code that does not end is ended, and the next code runs', async t => {
  const endless = [
    'for (;;) {}',
    'for (;;) try { for (;;) {} } catch {}',
    'function again() { return Promise.resolve().then(again) } again(); await new Promise(() => {})',
    'return /(a+)+$/.test("a".repeat(60) + "b")',
    'throw {get message() { for (;;) {} }}',
    'throw new Proxy({}, {get() { for (;;) {} }})',
    'return {toJSON() { for (;;) {} }}',
  ]
  for (const js of endless)
    t.match(await start(js, {}, { timeoutMs: 100 }), fails('timeout', /longer than 100 ms/), js)
  t.strictSame(await start('return 1'), gives(1))
})

test('code that takes too much memory fails, and the next code runs', async t => {
  const large = [
    'return new Array(1e9).fill(0)',
    'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)',
    'new SharedArrayBuffer(1e9); return 1',
    'return "x".repeat(2e6)',
    'const deep = []; let a = deep; for (let n = 0; n < 100; n++) { a.push([]); a = a[0] } return deep',
  ]
  for (const js of large) t.match(await start(js), fails('too-large', /./), js)
  const failing = [
    'let deep = []; for (let n = 0; n < 100000; n++) deep = [deep]; return deep',
    'new ArrayBuffer(2 ** 31); return 1',
    'return "x".repeat(2 ** 31)',
    'let text = "x"; for (;;) text += text',
    'return (function again() { return again() })()',
  ]
  for (const js of failing) t.match(await start(js), { ok: false }, js)
  t.strictSame(await start('return 1'), gives(1))
})

test('code reaches nothing of the host, and nothing of another run', async t => {
  const names = ['require', 'process', 'fetch', 'setTimeout', 'WebAssembly', 'Worker', 'std', 'os', 'console']
  t.strictSame(
    await start(`return [${names.map(name => `typeof ${name}`)}]`),
    gives(names.map(() => 'undefined')),
  )
  t.match(await start('return import("node:fs")'), fails('code-failed', /could not load module/))
  t.strictSame(await start('globalThis.kept = 1; Array.prototype.kept = 1; return 1'), gives(1))
  t.strictSame(await start('return [typeof kept, typeof [].kept]'), gives(['undefined', 'undefined']))
  t.strictSame(
    await start('return args.constructor.constructor("return Object.keys(globalThis)")()'),
    gives(['performance']),
  )
})

test('tricks with prototypes and JSON stay in the sandbox', async t => {
  const output = await start('return JSON.parse(\'{"__proto__": {"isAdmin": true}, "constructor": 1}\')')
  t.strictSame(Object.keys((output as { output: JsonObject }).output), ['__proto__', 'constructor'])
  t.notOk('isAdmin' in {})
  t.strictSame(
    await start('JSON.stringify = () => "[1"; JSON.parse = () => 5; return args', { a: 1 }),
    gives({ a: 1 }),
  )
  t.strictSame(await start('Object.prototype.toJSON = () => "x"; return {}'), gives('x'))
  t.match(await start('Promise.prototype.then = () => 5; return await 3'), gives(3))
  t.strictSame(await start('}); globalThis.x = 1; (async args => { return args.a', { a: 2 }), gives(2))
  t.strictSame(await start('return args["__proto__"].a', JSON.parse('{"__proto__": {"a": 1}}')), gives(1))
})

test('code of one organization waits for none of another', async t => {
  const greedy = Array.from({ length: 6 }, () =>
    start('for (;;) {}', {}, { timeoutMs: 1_500, owner: 'org_greedy' }),
  )
  let ended = 0
  for (const each of greedy) void each.then(() => ended++)
  t.strictSame(await start('return 1', {}, { owner: 'org_small' }), gives(1))
  t.ok(ended < 6, `${ended} of six had ended`)
  t.ok((await Promise.all(greedy)).every(result => !result.ok && result.error.code === 'timeout'))
})

test('an aborted run ends, and too many of one organization are told to come later', async t => {
  const ending = new AbortController()
  const run = (signal: AbortSignal) =>
    runner.run({ organizationId: 'org_2', js: 'for (;;) {}', args: {}, timeoutMs: null, signal })
  const runs = Array.from({ length: 101 }, () => run(ending.signal))
  t.match(await runs.at(-1), { ok: false, error: { code: 'unavailable', retryable: true } })
  ending.abort()
  for (const result of await Promise.all(runs.slice(0, 100)))
    t.match(result, { ok: false, error: { code: 'aborted' } })
  t.ok(codeBounds.timeoutMs >= 1_000)
})

test('the threads end', () => runner.close())
