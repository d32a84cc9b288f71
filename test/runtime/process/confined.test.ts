import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'tap'
import { type ConfinedBounds, ConfinedPool } from '../../../runtime/process/confined.ts'
import { turns } from '../../support/actors/host.ts'

const root = join(import.meta.dirname, '../../..')
const directory = mkdtempSync(join(tmpdir(), 'confined-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))

const bounds: ConfinedBounds = { threads: 1, timeoutMs: 10_000, heapMegabytes: 192, pieces: 100 }
const common = new ConfinedPool(bounds)

const sum = module('sum', 'export default numbers => numbers.reduce((a, b) => a + b, 0)')
const forever = module('forever', 'export default () => { for (;;); }')
const greedy = module(
  'greedy',
  'export default () => { const all = []; for (;;) all.push(new Array(1e5).fill({})) }',
)
const deep = module('deep', 'const down = n => down(n + 1) + 1\nexport default () => down(0)')
const environment = module('environment', 'export default () => process.env')
const failing = module(
  'failing',
  `export default code => {
    throw code === null ? new TypeError('stumbled') : Object.assign(new Error('said no'), { code })
  }`,
)

test('work is done in turn, each with its own result', async t => {
  const tasks = [[1, 2], [3], [], [4, 5, 6]]
  t.same(await Promise.all(tasks.map(task => run(sum, task))), [3, 3, 0, 15])
  const bytes = await run(module('bytes', 'export default given => given.slice(1)'), Buffer.from([1, 2]))
  t.same([...(bytes as Uint8Array)], [2])
})

test('work that never ends is ended, and the next goes on', async t => {
  const [looping, after] = [run(forever, null, { timeoutMs: 200 }), run(sum, [1])]
  await t.rejects(looping, { name: 'ConfinedError', code: 'timeout' })
  t.equal(await after, 1)
  const abort = new AbortController()
  const given = run(forever, null, { signal: abort.signal })
  setImmediate(() => abort.abort())
  await t.rejects(given, { code: 'aborted' })
  await t.rejects(run(sum, [1], { signal: abort.signal }), { code: 'aborted' })
  t.equal(await run(sum, [2]), 2)
})

test('work that takes all memory or recurses without end fails alone', async t => {
  await t.rejects(run(greedy, null), { code: 'out-of-memory' })
  await t.rejects(run(deep, null), { code: 'failed', message: /stack/ })
  t.equal(await run(sum, [1]), 1)
})

test('an error of ours keeps its code, and whatever else is thrown has one', async t => {
  await t.rejects(run(failing, 'bad-file'), { name: 'ConfinedError', code: 'bad-file', message: 'said no' })
  await t.rejects(run(failing, 'ERR_OF_NODE'), { code: 'failed', message: 'said no' })
  await t.rejects(run(failing, null), { code: 'failed', message: 'stumbled' })
})

test('work sees nothing of the environment', async t => {
  const seen = Object.keys((await run(environment, null)) as object)
  // The test runner puts its own into every thread.
  t.strictSame(
    seen.filter(name => !/^_+TAPJS_/.test(name)),
    [],
  )
})

test('no more than a bounded number waits', async t => {
  const abort = new AbortController()
  const first = run(forever, null, { signal: abort.signal })
  const others = Array.from({ length: 99 }, () => run(sum, [1]))
  await t.rejects(run(sum, [1]), { code: 'busy' })
  abort.abort()
  await t.rejects(first)
  t.equal((await Promise.all(others)).length, 99)
})

test('pools do not disturb each other, and each keeps its own bounds', async t => {
  const narrow = new ConfinedPool({ threads: 1, timeoutMs: 300, heapMegabytes: 32, pieces: 1 })
  const wide = new ConfinedPool({ ...bounds, heapMegabytes: 128 })
  const looping = run(forever, null, {}, narrow)
  await t.rejects(run(sum, [1], {}, narrow), { code: 'busy' })
  t.equal(await run(sum, [1, 2], {}, wide), 3, 'while the other works without end')
  await t.rejects(looping, { code: 'timeout', message: /300 ms/ })
  await t.rejects(run(greedy, null, { timeoutMs: 60_000 }, wide), {
    code: 'out-of-memory',
    message: /128 MB/,
  })
  t.equal(await run(sum, [3], {}, narrow), 3)
  await Promise.all([narrow.close(), wide.close()])
})

test('as many pieces are worked on at once as there are threads', async t => {
  const pool = new ConfinedPool({ ...bounds, threads: 2 })
  // Each waits for the other.
  const meet = module(
    'meet',
    `export default all => {
      Atomics.add(all, 0, 1)
      Atomics.notify(all, 0)
      while (Atomics.load(all, 0) < 2) Atomics.wait(all, 0, 1, 100)
      return 'met'
    }`,
  )
  const all = new Int32Array(new SharedArrayBuffer(4))
  t.same(await Promise.all([run(meet, all, {}, pool), run(meet, all, {}, pool)]), ['met', 'met'])
  await pool.close()
})

test('a closed pool has no thread, and gives up what was under way and in line', async t => {
  const pool = new ConfinedPool(bounds)
  const count = module('count', 'export default all => { for (;;) Atomics.add(all, 0, 1) }')
  const all = new Int32Array(new SharedArrayBuffer(4))
  const pieces = [run(count, all, {}, pool), run(sum, [1], {}, pool)].map(piece =>
    piece.catch(({ code }: { code: string }) => code),
  )
  while (Atomics.load(all, 0) === 0) await turns(1)
  await pool.close()
  const counted = Atomics.load(all, 0)
  t.same(await Promise.all(pieces), ['aborted', 'aborted'])
  await turns(50)
  t.equal(Atomics.load(all, 0), counted)
  await t.rejects(run(sum, [1], {}, pool), { code: 'aborted' })
})

test('a thread without work keeps no process alive', async t => {
  const script = `import { ConfinedPool } from ${JSON.stringify(pathToFileURL(join(root, 'runtime/process/confined.ts')).href)}
    const deadline = { signal: new AbortController().signal, timeoutMs: 10_000 }
    const pool = new ConfinedPool(${JSON.stringify(bounds)})
    console.log(await pool.run(${JSON.stringify(sum)}, [1, 2], deadline))`
  const file = join(directory, 'main.mjs')
  writeFileSync(file, script)
  const env = { ...process.env, NODE_OPTIONS: '' }
  t.equal(
    String(execFileSync(process.execPath, ['--no-warnings', file], { env, timeout: 120_000 })).trim(),
    '3',
  )
})

function module(name: string, source: string): string {
  const file = join(directory, `${name}.mjs`)
  writeFileSync(file, source)
  return pathToFileURL(file).href
}

function run(
  from: string,
  task: unknown,
  changes: { signal?: AbortSignal; timeoutMs?: number } = {},
  pool = common,
): Promise<unknown> {
  return pool.run(from, task, { signal: new AbortController().signal, timeoutMs: 30_000, ...changes })
}
