import { test } from 'tap'
import { markedDiagnostics } from '../../cli/prompt-marks.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'

const said = (span: Diagnostic['span'], more: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ code: 'UNREAD_WORDS', severity: 'error', path: null, span, message: 'what?' },
  ...more,
})
/** Without the blank line before each. */
const marked = (prompt: string, words: string) => {
  const start = prompt.indexOf(words)
  return markedDiagnostics(prompt, [said([start, start + words.length])]).slice(1)
}

test('carets stand below the words, in the line of the prompt that has them', async t => {
  t.strictSame(marked('Return 1', 'Return'), ['  Return 1', '  ^^^^^^', 'error: what?'])
  t.strictSame(marked('One\r\n2. Flurb it\nTwo', 'Flurb'), ['  2. Flurb it', '     ^^^^^', 'error: what?'])
  t.strictSame(
    marked('a\nb c\nd', 'c\nd'),
    ['  b c', '    ^', 'error: what?'],
    'in the first of several lines',
  )
})

test('words behind tabs and wide characters are met all the same', async t => {
  t.equal(marked('\tset x', 'x')[1], '  \t    ^')
  t.equal(marked('\u5b57\u{1f600} x', 'x')[1], '       ^')
  t.equal(marked('e\u0301 x', 'x')[1], '    ^')
  t.equal(marked('a \u5b57\u5b57', '\u5b57\u5b57')[1], '    ^^^^')
})

test('of a long line the part around the words is shown', async t => {
  const long = `${'x'.repeat(500)} flurb ${'y'.repeat(500)}`
  const [line, carets] = marked(long, 'flurb')
  t.ok(line!.length < 120)
  t.match(line, /^ {2}\.\.\.x+ flurb y+\.\.\.$/)
  t.equal(carets!.indexOf('^'), line!.indexOf('flurb'))
  t.equal(carets!.trim(), '^^^^^')
})

test('a place outside of the prompt, and none at all, are no trouble', async t => {
  t.strictSame(markedDiagnostics('ab', [said([9, 12])]), ['', '  ab', '    ^', 'error: what?'])
  t.strictSame(markedDiagnostics('ab', [said([1, 1])]), ['', '  ab', '   ^', 'error: what?'])
  t.strictSame(markedDiagnostics('ab', [said(null, { severity: 'info' })]), ['', 'info: what?'])
})

test('what to write instead stands below, whole', async t => {
  const fixes = [{ title: 'Say return', prompt: 'One.\nReturn 1' }]
  t.strictSame(markedDiagnostics('x', [said(null, { fixes })]), [
    ...['', 'error: what?', 'instead: Say return', '  | One.', '  | Return 1'],
  ])
})
