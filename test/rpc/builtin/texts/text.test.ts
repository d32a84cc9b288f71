import { test } from 'tap'
import { textDecode, textEncode } from '../../../../rpc/builtin/encoding.ts'
import { hashText } from '../../../../rpc/builtin/hash.ts'
import { newId } from '../../../../rpc/builtin/new-id.ts'
import { calculate, numberFormat } from '../../../../rpc/builtin/number.ts'
import { textCase, textSplit, textTemplate } from '../../../../rpc/builtin/texts/text.ts'
import { textMatch, textReplace } from '../../../../rpc/builtin/texts/text-patterns.ts'
import type { ToolContext } from '../../../../rpc/builtin/tool.ts'
import { htmlToText } from '../../../../rpc/builtin/web/html.ts'

test('a template names what it misses', async t => {
  const run = (template: string) =>
    textTemplate.run({ template, values: { a: { b: [1] }, n: null, t: true } })
  t.equal(
    run('{{ a.b.0 }}|{{a}}|{{n}}|{{t}}|{single}|{{}}|{{{t}}}'),
    '1|{"b":[1]}||true|{single}|{{}}|{true}',
  )
  t.throws(() => run('Dear {{name}}'), {
    code: 'missing-value',
    message: /names name, the values are: a, n, t/,
  })
})

test('text is split at every separator, lines of every system by default', async t => {
  t.strictSame(textSplit.run({ text: 'a\r\nb\n\nc' }), ['a', 'b', 'c'])
  t.strictSame(textSplit.run({ text: ' a; b ;', separator: ';', trim: false, keepEmpty: true }), [
    ' a',
    ' b ',
    '',
  ])
})

test('case is changed in every script', async t => {
  const run = (text: string, wanted: string) => textCase.run({ text, case: wanted })
  t.equal(run('straße', 'upper'), 'STRASSE')
  t.equal(run("it's ADA lovelace", 'title'), "It's Ada Lovelace")
  t.equal(run('¿QUÉ? sí', 'sentence'), '¿Qué? sí')
  t.equal(run('Order total (EUR)', 'camel'), 'orderTotalEur')
  t.equal(run('Order total (EUR)', 'snake'), 'order_total_eur')
})

test('patterns are RE2: no lookaround, errors say where', async t => {
  const match = (pattern: string, group?: string) =>
    textMatch.run({ text: 'Ab ab', pattern, ...(group ? { group } : {}) })
  t.strictSame(textMatch.run({ text: 'Ab ab', pattern: 'AB', ignoreCase: true }), ['Ab', 'ab'])
  t.strictSame(match('(?P<first>A|a)b', 'first'), ['A', 'a'])
  t.strictSame(match('x*'), ['', '', '', '', '', ''])
  t.throws(() => match('(?=a)'), { code: 'bad-pattern' })
  t.throws(() => match('(a)', '2'), { code: 'bad-pattern', message: /no group 2, it has 1/ })
})

test('a replacement is literal unless a regular expression is asked for', async t => {
  t.equal(textReplace.run({ text: 'a.b.c', find: '.', replacement: '$1' }), 'a$1b$1c')
  t.equal(
    textReplace.run({ text: 'a1', find: '(\\w)(\\d)', replacement: '$2$1 $$ $<x>'.slice(0, 7), regex: true }),
    '1a $',
  )
  t.throws(() => textReplace.run({ text: 'a', find: 'a', replacement: '$2', regex: true }), {
    code: 'bad-pattern',
  })
  t.equal(textReplace.run({ text: 'Aa', find: 'a', replacement: '', ignoreCase: true }), '')
})

test('arithmetic follows the rules of paper, in decimals', async t => {
  const run = (expression: string) => calculate.run({ expression, values: { x: 3, price: 19.99 } })
  const results = {
    '1 + 2 * 3': 7,
    '(1 + 2) * 3': 9,
    '10 - 4 - 3': 3,
    '2 ^ 3 ^ 2': 512,
    '-2 ^ 2': -4,
    '2 * -x': -6,
    '7 % 4': 3,
    '0.1 + 0.2': 0.3,
    'round(1.005, 2)': 1.01,
    'round(-2.5)': -3,
    'round(1234, -2)': 1200,
    'max(1, x, 2) + min(4, 5)': 7,
    'sqrt(16) / abs(-2)': 2,
    '.5e1': 5,
    'price * 3': 59.97,
  }
  for (const [expression, result] of Object.entries(results)) t.equal(run(expression), result, expression)
  for (const bad of [
    '',
    '1 +',
    '1 1',
    '(1',
    '1 / 0',
    'y',
    'toString',
    'constructor(1)',
    '2 ** 3',
    '1..2',
    'x = 1',
    '²',
  ]) {
    t.throws(() => run(bad), { code: 'bad-expression' }, bad)
  }
})

test('numbers are written as a language writes them', async t => {
  t.equal(numberFormat.run({ number: 1234567.891 }), '1,234,567.891')
  t.equal(numberFormat.run({ number: 1234.5, decimals: 2, locale: 'de' }), '1.234,50')
  t.equal(numberFormat.run({ number: 0.256, style: 'percent', decimals: 1 }), '25.6%')
  t.throws(() => numberFormat.run({ number: 1, style: 'currency' }), { code: 'invalid-arguments' })
})

test('an encoding is read back, and what is none is refused', async t => {
  for (const encoding of ['base64', 'base64url', 'hex', 'url']) {
    const text = 'grün & <b>?/+ \u{1F600}'
    t.equal(textDecode.run({ text: textEncode.run({ text, encoding }), encoding }), text, encoding)
  }
  for (const [text, encoding] of [
    ['???', 'base64'],
    ['abc', 'hex'],
    ['%zz', 'url'],
    ['/w==', 'base64'],
  ]) {
    t.throws(() => textDecode.run({ text: text!, encoding: encoding! }), { code: 'bad-text' })
  }
})

test('hashes are those of the standards', async t => {
  t.equal(hashText.run({ text: 'abc' }), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  t.equal(hashText.run({ text: 'abc', algorithm: 'md5' }), '900150983cd24fb0d6963f7d28e17f72')
  // RFC 4231, test case 2
  const text = 'what do ya want for nothing?'
  t.equal(
    hashText.run({ text, key: 'Jefe' }),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('a page is read as it looks, without what is not shown', async t => {
  const html = `<head><title>T</title></head><h1>Big <i>News</i></h1><p>Hello,<br>world.   A  <a href="https://x.example/">link</a></p>
    <script>alert(1)</script><ul><li>one<li>two <ol><li>in</li></ol></ul><pre>a\n  b</pre>
    <table><tr><th> Name </th><th>Total</th></tr><tr><td>Ada</td><td> 12 </td></tr></table>1 &lt; 2`
  const text =
    'Big News\n\nHello,\nworld. A link\n\n- one\n- two\n1. in\n\na\n  b\n\nName\tTotal\nAda\t12\n\n1 < 2'
  t.equal(htmlToText.run({ html }), text)
  t.equal(htmlToText.run({ html, links: true }), text.replace('link', 'link (https://x.example/)'))
  t.equal(htmlToText.run({ html: '<a href="javascript:x()">y</a>', links: true }), 'y')
})

test('a page may be nested 512 deep and not one more', async t => {
  const page = (depth: number) => htmlToText.run({ html: `${'<div>'.repeat(depth)}x` })
  t.equal(page(512), 'x')
  t.throws(() => page(513), { code: 'too-large' })
})

test('new identifiers differ', async t => {
  const make = (kind: string) => newId.run({ kind }, {} as ToolContext)
  t.match(await make('uuid'), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.match(await make('short'), /^[0-9a-hjkmnp-tv-z]{12}$/)
  t.not(await make('short'), await make('short'))
})
