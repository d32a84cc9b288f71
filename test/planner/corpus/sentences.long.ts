// Meanings in the words of several writers: which prompts are made of them, and what the runner says of them.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'tap'
import { findWritings, type Writing } from './sentences.ts'

const folder = join(import.meta.dirname, 'fixtures/sentences')

function writings(writers?: readonly string[]): readonly string[] {
  const [domain] = findWritings({ folder, writers })
  return domain!.prompts.map(each => `${(each as Writing).writer} ${each.id}: ${each.prompt.slice(0, 11)}`)
}

test('every writing of a meaning is a prompt, and who wrote nothing of it has none', async t => {
  const all = ['ada stall-1: Count the i', 'bob stall-1: a number, o', 'ada stall-2: Throw away ']
  t.strictSame(writings(), all)
  t.strictSame(writings(['bob']), [all[1]])
  t.throws(() => writings(['eve']), /no writer eve in .*: there are ada, bob/)
})

test('a writing is expected to do what its meaning says', async t => {
  const [domain] = findWritings({ folder })
  t.match(domain!.prompts[0], { expect: 'do', means: String, runs: [{ output: { num: 3 } }] })
})

test('without a folder there are none', async t => {
  t.strictSame(findWritings({ folder: join(folder, 'none') }), [])
})

test('the runner tells how the writers and the meanings fared', async t => {
  const said = run('--sentences', '--folder', folder)
  t.match(said, /^writer .*\n(.*\n)?bob +0\/1.*\nada +1\/1/m)
  t.match(said, /^meaning .*\nstall-1 +1\/2/m)
  t.match(said, /^count +1\/2/m)
  t.match(
    said,
    /^total: right 1\/2 doable \(50 %\), rightly refused 1\/1, refused wrongly 1, silently wrong 0/m,
  )
  t.match(run('--sentences', '--folder', folder, '--writers', 'ada', '--meaning', 'stall-1'), /right 1\/1/)
})

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], { encoding: 'utf8' })
}
