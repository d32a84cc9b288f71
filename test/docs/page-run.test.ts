// The runner of examples itself, on pages of its own: a true page passes, and of a false one every example is
// noticed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { differences, fits, jsonValues, missingLines } from './answers.ts'
import { blocksOf } from './page-blocks.ts'
import { runPage } from './page-run.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')

const product = await sharedProduct()
const { client } = await product.signUp()
const { key } = (await client.post('/api/v1/apikeys', { name: 'Documentation' })).body
const world = { url: product.url, key }

test('a page whose examples hold has no problem', async t => {
  t.strictSame(await runPage(page('true-page.md'), world), [])
})

test('every example that does not hold is a problem with its line', async t => {
  const problems = await runPage(page('false-page.md'), world)
  const found = problems.map(problem => problem.slice(0, 90).split('\n')[0])
  const expected: [number, RegExp][] = [
    [3, /the service refused/],
    [10, /answer\.a: expected 2, received 1/],
    [10, /answer\.b: expected 1 items, received 2/],
    [10, /answer\.c: expected "wf_\.\.\.", received "exec_1"/],
    [10, /answer\.e: is missing/],
    [10, /answer: has also d/],
    [17, /"two" was not printed/],
    [21, /UNREAD_WORDS/],
    [24, /expected to be refused with NEEDS_MODEL, received UNREAD_WORDS/],
    [27, /expected to be refused with UNREAD_WORDS, received no refusal/],
    [30, /BAD_REFERENCE/],
    [33, /nothing is known of a block of sh that says "runn"/],
    [36, /an answer stands right after the block that prints it/],
    [40, /a command of it failed/],
  ]
  t.equal(found.length, expected.length, found.join('\n'))
  for (const [index, [line, pattern]] of expected.entries())
    t.match(found[index], new RegExp(`^${line}: .*${pattern.source}`))
})

test('the words after a fence say what is done with it', async t => {
  const task = (info: string) => blocksOf(`\`\`\`${info}\ntext\n\`\`\``)[0]!.task
  t.same(task('sh run'), { type: 'run' })
  t.same(task('sh'), { type: 'none' })
  t.same(task('sh skip: needs a browser'), { type: 'skipped', reason: 'needs a browser' })
  t.same(task('sh run skip: needs a browser'), { type: 'skipped', reason: 'needs a browser' })
  t.same(task('sh skip:'), { type: 'unknown', words: 'skip:' }, 'without a reason it is no skip')
  t.same(task('json run'), { type: 'unknown', words: 'run' })
  t.same(task('prompt refused UNREAD_WORDS'), { type: 'refused', code: 'UNREAD_WORDS' })
})

test('JSON is found in streams and between other texts', async t => {
  t.same(jsonValues('data: {"a":"}\\""}\n\ndata: {"b":[1]}\n{"c"'), [{ a: '}"' }, { b: [1] }])
})

test('what an answer leaves open fits anything', async t => {
  t.same(differences({ a: '...', '...': '...' }, { a: [1], b: 2 }), [])
  t.same(differences([{ a: 1 }, '...'], [{ a: 1 }, 2, 3]), [])
  t.same(differences({ a: 'exec_...' }, { a: 'wf_1' }).length, 1)
  t.ok(fits('a.b ...', 'a.b c\nd'))
  t.notOk(fits('a.b', 'axb'))
  t.same(missingLines('one\n...\nthree', 'one\ntwo\nthree'), [])
  t.same(missingLines('three\none', 'one\nthree'), ['one'])
})
