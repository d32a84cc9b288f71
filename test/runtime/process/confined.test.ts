import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'tap'
import { type ConfinedBounds, ConfinedPool } from '../../../runtime/process/confined.ts'
import { turns } from '../../support/actors/host.ts'

const root = join(import.meta.dirname, '../../..')
const directory = mkdtempSync(join(tmpdir(), 'confined-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))

const bounds: ConfinedBounds = {
  threads: 1,
  // Memory runs out late where many share a processor.
  timeoutMs: 60_000,
  heapMegabytes: 192,
  pieces: 150,
  piecesEach: 100,
}
const common = new ConfinedPool(bounds)

const sum = module('sum', 'export default numbers => numbers.reduce((a, b) => a + b, 0)')
const forever = module('forever', 'export default () => { for (;;); }')
const greedy = module(
  'greedy',
  'export default () => { const all = []; for (;;) all.push(new Array(1e5).fill({})) }',
)
const deep = module('deep', 'const down = n => down(n + 1) + 1\nexport default () => down(0)')
const priority = module(
  'priority',
  `import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
export default () => getPriority(Number(readlinkSync('/proc/thread-self').split('/')[2]))`,
)
const environment = module('environment', 'export default () => process.env')
const failing = module(
  'failing',
  `export default code => {
    throw code === null ? new TypeError('stumbled') : Object.assign(new Error('said no'), { code })
  }`,
)

const notHere = process.platform === 'linux' ? false : 'only on Linux do threads have priorities'
test('a thread of a pool gives way to the others of the process', { skip: notHere }, async t => {
  const own = getPriority(process.pid)
  t.ok(Number(await run(priority, null)) > own)
  t.equal(getPriority(process.pid), own)
})

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

test('what a thread loads first takes none of the time of the work', async t => {
  const slow = module('slow', 'await new Promise(done => setTimeout(done, 500))\nexport default () => 7')
  t.equal(await run(slow, null, { timeoutMs: 100 }), 7)
  await t.rejects(run(forever, null, { timeoutMs: 100 }), { code: 'timeout' })
})

test('work that takes all memory or recurses without end fails alone', async t => {
  await t.rejects(run(greedy, null, { timeoutMs: 60_000 }), { code: 'out-of-memory' })
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
  await t.rejects(run(sum, [1]), {
    code: 'busy',
    message: /at most 100 pieces of an organization, 150 in all/,
  })
  const elsewhere = run(sum, [1, 1], { owner: 'b' })
  abort.abort()
  await t.rejects(first)
  t.equal((await Promise.all(others)).length, 99)
  t.equal(await elsewhere, 2, 'whoever has nothing under way is not refused')
})

test('work of one owner that never ends leaves a thread for the work of every other', async t => {
  const pool = new ConfinedPool({ ...bounds, threads: 2 })
  const abort = new AbortController()
  const looping = Array.from({ length: 12 }, () => run(forever, null, { signal: abort.signal }, pool))
  const ended = Promise.allSettled(looping).then(all => all.map(({ status }) => status))
  for (const owner of ['b', 'c', 'd'])
    t.equal(await run(sum, [1, 2], { owner }, pool), 3, `${owner}, while the loops go on`)
  abort.abort()
  t.strictSame(new Set(await ended), new Set(['rejected']))
  t.equal(await run(sum, [1], {}, pool), 1)
  await pool.close()
})

test('whoever gives up while work waits leaves the line at once', async t => {
  const pool = new ConfinedPool(bounds)
  const [first, second] = [new AbortController(), new AbortController()]
  const looping = run(forever, null, { signal: first.signal }, pool)
  const waiting = run(sum, [1], { signal: second.signal }, pool)
  second.abort()
  await t.rejects(waiting, { code: 'aborted' })
  first.abort()
  await t.rejects(looping, { code: 'aborted' })
  await pool.close()
})

test('within the grace, work that was given up goes on and keeps its thread; its caller has left', async t => {
  const flags = new Int32Array(new SharedArrayBuffer(8))
  const held = module(
    'held',
    `import { threadId } from 'node:worker_threads'
    export default ([begun, released]) => {
      Atomics.store(begun, 0, threadId)
      while (Atomics.load(released, 1) === 0);
      return threadId
    }`,
  )
  const threadsOf = async (graceMs: number) => {
    flags.fill(0)
    const pool = new ConfinedPool({ ...bounds, graceMs })
    const leaving = new AbortController()
    const left = run(held, [flags, flags], { signal: leaving.signal }, pool)
    while (Atomics.load(flags, 0) === 0) await turns(1)
    const first = Atomics.load(flags, 0)
    leaving.abort()
    await t.rejects(left, { code: 'aborted' })
    Atomics.store(flags, 0, 0)
    if (graceMs > 0) Atomics.store(flags, 1, 1)
    const next = run(held, [flags, flags], {}, pool)
    // It begins when the first has been released, or ended.
    while (Atomics.load(flags, 0) === 0) await turns(1)
    Atomics.store(flags, 1, 1)
    const second = await next
    await pool.close()
    return [first, second]
  }
  const [first, second] = await threadsOf(60_000)
  t.equal(second, first)
  const [third, fourth] = await threadsOf(0)
  t.not(fourth, third)
})

test('a thread is kept, with what it has imported, and another takes the place of one that was ended', async t => {
  const preload = module('preload', 'globalThis.counted = (globalThis.counted ?? 0) + 1')
  const counted = module('counted', 'export default () => globalThis.counted')
  const pool = new ConfinedPool({ ...bounds, kept: 1, preload })
  t.equal(await run(counted, null, {}, pool), 1)
  await t.rejects(run(forever, null, { timeoutMs: 100 }, pool), { code: 'timeout' })
  t.equal(await run(counted, null, {}, pool), 1)
  await pool.close()
})

test('pools do not disturb each other, and each keeps its own bounds', async t => {
  // A busy machine takes a second for a new thread, which is part of the time of its work.
  const narrow = new ConfinedPool({
    threads: 1,
    timeoutMs: 4_000,
    heapMegabytes: 32,
    pieces: 1,
    piecesEach: 1,
  })
  const wide = new ConfinedPool({ ...bounds, heapMegabytes: 128 })
  const looped = t.rejects(run(forever, null, {}, narrow), { code: 'timeout', message: /4000 ms/ })
  await t.rejects(run(sum, [1], {}, narrow), { code: 'busy' })
  t.equal(await run(sum, [1, 2], {}, wide), 3, 'while the other works without end')
  await looped
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
  const meeting = ['a', 'b'].map(owner => run(meet, all, { owner }, pool))
  t.same(await Promise.all(meeting), ['met', 'met'])
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
    const deadline = { signal: new AbortController().signal, timeoutMs: 10_000, owner: 'a' }
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
  changes: { signal?: AbortSignal; timeoutMs?: number; owner?: string } = {},
  pool = common,
): Promise<unknown> {
  return pool.run(from, task, {
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    owner: 'a',
    ...changes,
  })
}
