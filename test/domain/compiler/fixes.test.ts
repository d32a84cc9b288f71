import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import { fixBounds } from '../../../domain/compiler/fixes.ts'
import type { Diagnostic, Fix } from '../../../domain/plan/plan.ts'

const answer = { id: 'answer', title: '', kind: 'return', value: 1 } as const
const said = (fixes: readonly Fix[]): Diagnostic => ({
  ...{ code: 'UNREAD_WORDS', severity: 'error', path: null, span: null, message: 'what?', fixes },
})
const fixesOf = (diagnostics: readonly Diagnostic[], prompt = 'retrun 1') =>
  compile({ steps: [answer] }, { tools: [], prompt, diagnostics }).diagnostics.map(each => each.fixes)
const fix = (prompt: string, title = 'write this'): Fix => ({ title, prompt })

test('fixes of a planner stay with their diagnostics, three at most', async t => {
  const four = ['return 1', 'return 2', 'return 3', 'return 4'].map(prompt => fix(prompt))
  t.strictSame(fixesOf([said(four), said([])]), [four.slice(0, fixBounds.count), undefined])
  t.notOk('fixes' in compile({ steps: [] }, { tools: [], diagnostics: [said([])] }).diagnostics[0]!)
})

test('a fix that is the same prompt, empty or too long is none', async t => {
  const { promptLength } = fixBounds
  const long = 'x'.repeat(promptLength)
  t.strictSame(fixesOf([said([fix('retrun 1'), fix(''), fix(`${long}x`)])]), [undefined])
  t.strictSame(fixesOf([said([fix(long)])]), [[fix(long)]])
  t.equal(fixesOf([said([fix('return 1', 'w'.repeat(500))])])[0]?.[0]?.title.length, fixBounds.titleLength)
})

test('all fixes together are bounded: later ones are left out', async t => {
  const { promptLength, totalLength } = fixBounds
  const most = totalLength / promptLength
  const many = Array.from({ length: most + 2 }, () => said([fix('x'.repeat(promptLength))]))
  t.equal(fixesOf(many).filter(fixes => fixes !== undefined).length, most)
})

test('an explanation is kept as it is, and one that is too long not at all', async t => {
  const explained = (explanation: string | null) =>
    compile({ steps: [answer] }, { tools: [], explanation }).explanation
  t.equal(explained('Return 1.'), 'Return 1.')
  t.equal(explained('x'.repeat(64 * 1024)), 'x'.repeat(64 * 1024))
  t.equal(explained('x'.repeat(64 * 1024 + 1)), null)
  t.equal(explained('a\u0000b\ud800'), 'a\ufffdb\ufffd')
  t.equal(explained(null), null)
  t.equal(compile({ steps: [answer] }, { tools: [] }).explanation, null)
})
