// Keeps the register of probes true: every number is held by an assertion, or is said not to be, with the
// reason.
import { spawnSync } from 'node:child_process'
import { test } from 'tap'
import { closureOf, filesOf, importsOf, root, sourceOf } from '../support/imports.ts'
import { readSource } from '../support/source.ts'
import { inBrowser, measured, open, readProbes } from './register.ts'

/** In the list of probes, these numbers are left out. */
const gaps = [12, 20, 23, 26, 32, 35, 38, 44, 49, 57, 59, 67, 71, 81, 83, 89, 94, 96, 100, 106]
const numbers = Array.from({ length: 112 }, (_, i) => i + 1).filter(number => !gaps.includes(number))

const files = filesOf(['ts']).filter(file => file.startsWith('test/'))
const imports = files.flatMap(file => importsOf(file, sourceOf(file))).filter(({ isType }) => !isType)
const tests = files.filter(file => file.endsWith('.test.ts'))
const run = new Set(tests.flatMap(file => [...closureOf(file, imports)]))
const readings = files.map(file => readProbes(file, sourceOf(file)))
const held = readings.flatMap(each => each.held)
/** Those that run wherever the tests do. */
const certain = held.filter(({ file, isSkipped }) => run.has(file) && !isSkipped)

test('every probe is held by an assertion, or is measured, or is held in a browser', async t => {
  const known = [...certain.flatMap(each => each.numbers), ...measured, ...Object.keys(inBrowser).map(Number)]
  t.strictSame(
    [...new Set(known)].sort((a, b) => a - b),
    numbers,
  )
  const others = [...measured, ...Object.keys(inBrowser).map(Number)]
  t.strictSame(
    certain.filter(each => each.numbers.some(number => others.includes(number))),
    [],
    'and is one of these only',
  )
  for (const { file, title, isSkipped } of held)
    if (isSkipped) t.comment(`may be left out: ${file}: ${title}`)
})

test('no title claims a probe that no assertion holds', async t => {
  t.strictSame(
    readings.flatMap(({ mistakes }) => mistakes),
    [],
  )
})

test('what is measured alone is measured', async t => {
  const { text } = sourceOf('test/probes/timings.ts')
  for (const number of measured) t.ok(text.includes(`'P${number}'`), `P${number}`)
})

test('what a probe says and no assertion holds is told', async t => {
  for (const [number, reason] of [...Object.entries(open), ...Object.entries(inBrowser)]) {
    t.ok(numbers.includes(Number(number)))
    t.comment(`open: P${number} ${reason}`)
  }
})

test('a title alone holds nothing', async t => {
  const read = (text: string) => readProbes('a.test.ts', readSource(text))
  const alone = read(`test('a law (P1-P3, P7)', async t => {\n  t.ok(true, 'P1')\n})`)
  t.strictSame(alone, { held: [], mistakes: ['a.test.ts:1: P1, P2, P3, P7 in the title only'] })
  const partly = read(`test('a law (P1, P2)', async t => {\n  probes(t, 1)\n  t.ok(true, 'P1')\n})`)
  t.strictSame(partly.mistakes, ['a.test.ts:1: P2 in the title only'])
  const noted = read(`test('a law', async t => {\n  // probes(t, 1)\n  const text = 'probes(t, 1)'\n})`)
  t.strictSame(noted, { held: [], mistakes: [] })
})

test('what is said late, outside of a test or of one that is left out counts for nothing', async t => {
  const read = (text: string) => readProbes('a.test.ts', readSource(text))
  const [says] = ['a.test.ts:2: probes(...) is not the first line of a test']
  t.strictSame(read(`test('a', async t => {\n  if (isNever) probes(t, 1)\n})`).mistakes, [says])
  t.strictSame(read(`function a(t) {\n  probes(t, 1)\n}`).mistakes, [says])
  for (const begun of [`test('a', { skip },`, `test.skip('a',`, `test('a', { todo: true },`])
    t.match(read(`${begun} async t => {\n  probes(t, 1)\n})`), { held: [{ isSkipped: true }], mistakes: [] })
  t.match(read(`test('a (P1, P2)', async t => {\n  probes(t, 1, 2)\n})`), {
    held: [{ file: 'a.test.ts', line: 2, title: 'a (P1, P2)', numbers: [1, 2], isSkipped: false }],
    mistakes: [],
  })
})

test('a test that says it holds a probe fails without an assertion that ran and passed', async t => {
  const passes = (body: string) => {
    const script = `import { test } from 'tap'
      import { probes } from './test/support/probes.ts'
      test('a law', async t => { probes(t, 1, 2); ${body} })`
    return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root }).status === 0
  }
  t.ok(passes(`t.equal(1, 1, 'P1 and P2')`))
  t.notOk(passes(`t.ok(true, 'P1')`), 'one is missing')
  t.notOk(passes(`t.ok(true, 'P1'); for (const a of []) t.ok(a, 'P2')`), 'it did not run')
  t.notOk(passes(`t.ok(true, 'P1'); t.ok(true, 'P2', { skip: true })`), 'it is left out')
  t.notOk(passes(`t.ok(true, 'P1'); t.ok(false, 'P2', { todo: true })`), 'it is to be done')
  t.notOk(passes(`t.ok(true, 'P1'); t.ok(true, 'P22')`), 'it is another')
})
