import { Parser } from 'htmlparser2'
import { test } from 'tap'
import { parse } from 'yaml'
import type { Json } from '../../../domain/json.ts'
import { textJsonServer } from '../../../rpc/first-party/text-json/index.ts'
import { install } from './installed.ts'

test('every example gives its output', async t => {
  const call = install(t, textJsonServer)
  for (const { name, examples } of textJsonServer.tools) {
    for (const { prompt, args, output } of examples)
      t.strictSame(await call(name, args), output, `${name}: ${prompt}`)
  }
})

test('a difference, applied as a patch, gives the other value', async t => {
  const call = install(t, textJsonServer)
  const pairs: [Json, Json][] = [
    [
      { a: 1, 'b/c~d': [1, 2, 3] },
      { 'b/c~d': [3, 2], e: { f: null } },
    ],
    [[1, 2], { a: 1 }],
    ['x', null],
    [{}, {}],
  ]
  for (const [from, to] of pairs) {
    const { patch, isSame } = await call('diff_json', { from, to })
    t.strictSame(await call('patch_json', { value: from, patch: patch! }), to)
    t.equal(isSame, JSON.stringify(from) === JSON.stringify(to))
  }
})

test('a patch that does not fit fails as a whole, and reaches no prototype', async t => {
  const call = install(t, textJsonServer)
  const patch = (operations: Json) => call('patch_json', { value: { a: 1 }, patch: operations })
  const other = { code: 'conflict', message: /operation 2 \(test \/a\) does not fit/ }
  await t.rejects(
    patch([
      { op: 'add', path: '/b', value: 1 },
      { op: 'test', path: '/a', value: 2 },
    ]),
    other,
  )
  await t.rejects(patch([{ op: 'remove', path: '/none' }]), { code: 'conflict', message: /no such place/ })
  await t.rejects(patch([{ op: 'add', path: '/b' }]), {
    code: 'invalid-arguments',
    message: /patch\.0\.value/,
  })
  await t.rejects(patch([{ op: 'move', path: '/b' }]), { code: 'invalid-arguments', message: /from/ })
  await t.rejects(patch([{ op: 'add', path: '/__proto__/x', value: 1 }]), { code: 'invalid-arguments' })
  await t.rejects(patch([{ op: 'add', path: 'a', value: 1 }]), { code: 'invalid-arguments' })
})

test('values are merged as RFC 7396 says', async t => {
  const call = install(t, textJsonServer)
  // The table of its appendix A.
  const cases: [Json, Json, Json][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ]
  for (const [value, changes, expected] of cases)
    t.strictSame(await call('merge_json', { value, changes }), expected)
  const polluting = JSON.parse('{"__proto__": {"x": 1}}')
  await call('merge_json', { value: {}, changes: polluting })
  t.equal(({} as { x?: number }).x, undefined)
})

test('a value is valid or has a defect, and a schema that is none is said so', async t => {
  const call = install(t, textJsonServer)
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  t.strictSame(await call('validate_json', { value: { id: 7 }, schema }), { isValid: true, defect: null })
  t.match(await call('validate_json', { value: {}, schema }), { isValid: false, defect: /id/ })
  await t.rejects(call('validate_json', { value: 1, schema: { $ref: 'https://example.com/schema' } }), {
    code: 'invalid-arguments',
    message: /schema/,
  })
})

test('YAML survives the way there and back, within bounds', async t => {
  const call = install(t, textJsonServer)
  const value = {
    a: [1, 'yes', '2026-01-05', null, '', 'x: y'],
    'b c': { d: 'line\nline' },
    e: '0x1F',
    f: '1e3',
  }
  const written = await call('format_yaml', { value })
  t.strictSame(await call('parse_yaml', { text: written as unknown as string }), value)
  t.strictSame(await call('parse_yaml', { text: 'a: 1\n---\nb: 2\n', all: true }), [{ a: 1 }, { b: 2 }])
  t.strictSame(await call('parse_yaml', { text: 'base: &b {x: 1}\nother: {<<: *b, y: 2}' }), {
    base: { x: 1 },
    other: { x: 1, y: 2 },
  })
  t.equal(await call('parse_yaml', { text: '' }), null)
  const long = 'id: 7615917337495251231\nn: 9007199254740991\nlist: [-9007199254740992, 1.5]'
  t.strictSame(await call('parse_yaml', { text: long }), {
    ...{ id: '7615917337495251231', n: 9007199254740991, list: ['-9007199254740992', 1.5] },
  })
  for (const text of ['a: [1', 'a: 1\na: 2', 'a: 1\n---\nb: 2', '\t- x: [}']) {
    await t.rejects(call('parse_yaml', { text }), { code: 'bad-text' }, text)
  }
  const laughs = ['a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol]']
  for (let n = 1; n < 9; n++)
    laughs.push(
      `a${n}: &a${n} [${Array(9)
        .fill(`*a${n - 1}`)
        .join(',')}]`,
    )
  await t.rejects(call('parse_yaml', { text: laughs.join('\n') }), { code: /bad-text|too-large/ })
})

test('a text is the same text to readers of YAML 1.1 and 1.2', async t => {
  const call = install(t, textJsonServer)
  const texts = [
    ...[
      'no',
      'on',
      'Off',
      'y',
      'N',
      'true',
      '12:30:45',
      '190:20:30.15',
      '2026-01-05',
      '2026-01-05T10:00:00Z',
    ],
    ...['1_000', '017', '0o17', '0x1F', '0b11', '1e3', '.5', '+1', '08', '~', 'Null', '', '=', '<<', '.inf'],
    ...['- a', 'a: b', 'a #b', ' lead', 'trail ', '&a', '*a', '!x', '%x', '@x', '{', '[', 'a\nb', 'plain'],
  ]
  const keys = Object.fromEntries(texts.map((text, index) => [text, index]))
  const written = (await call('format_yaml', { value: { texts, keys } })) as unknown as string
  for (const version of ['1.1', '1.2'] as const) t.strictSame(parse(written, { version }), { texts, keys })
  t.match(written, /- "no"\n.*- "12:30:45"\n/s)
  t.match(written, /- plain\n/)
})

test('XML becomes JSON, one shape or the other', async t => {
  const call = install(t, textJsonServer)
  const text = `<?xml version="1.0"?><!-- x --><a:list xmlns:a="urn:a" n="1"> some <b>1</b><b x="2">two &amp; <![CDATA[<three>]]></b><c/></a:list>`
  t.strictSame(await call('parse_xml', { text }), {
    'a:list': {
      '@xmlns:a': 'urn:a',
      '@n': '1',
      b: ['1', { '@x': '2', '#text': 'two & <three>' }],
      c: '',
      '#text': 'some',
    },
  })
  t.strictSame(await call('parse_xml', { text: '<a><b>1</b></a>', lists: true }), { a: { b: ['1'] } })
  const entities = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
  t.strictSame(await call('parse_xml', { text: entities }), { a: '&x;' })
  await t.rejects(call('parse_xml', { text: 'no xml' }), { code: 'bad-text' })
  await t.rejects(call('parse_xml', { text: '<a>'.repeat(1_000) }), { code: 'too-large' })
})

test('Markdown becomes HTML in which nothing runs', async t => {
  const call = install(t, textJsonServer)
  const html = async (text: string) => String((await call('markdown_to_html', { text }))['html'])
  t.equal(
    await html('| a |\n|---|\n| ~~b~~ |'),
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody><tr>\n<td><del>b</del></td>\n</tr>\n</tbody></table>\n',
  )
  t.equal(
    await html('[x](https://example.com/?a=1&b=2 "t")'),
    '<p><a href="https://example.com/?a=1&amp;b=2" title="t">x</a></p>\n',
  )
  const attacks = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '![x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x]( "onmouseover=alert(1)")',
    '![a" onerror="alert(1)](https://x/y)',
    '<a href="vbscript:x">y</a>',
    '```html"><script>alert(1)</script>\nx\n```',
  ]
  for (const attack of attacks) {
    const shown = await html(attack)
    for (const { name, attributes } of elementsOf(shown)) {
      t.match(name, /^(p|a|img|pre|code|br|em|strong)$/, `${attack}: ${shown}`)
      for (const [attribute, value] of Object.entries(attributes)) {
        t.match(attribute, /^(href|src|alt|title|class)$/, `${attack}: ${shown}`)
        if (attribute !== 'href' && attribute !== 'src') continue
        t.equal(new URL(value, 'https://example.com').protocol, 'https:', `${attack}: ${shown}`)
      }
    }
  }
  const page = await call('markdown_to_html', { text: '# x', page: true, title: '</title><script>' })
  t.match(
    page['html'],
    /<!doctype html>[\s\S]*<title>&lt;\/title&gt;&lt;script&gt;<\/title>[\s\S]*<h1>x<\/h1>/,
  )
})

/** As a browser would see them. */
function elementsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = []
  new Parser({ onopentag: (name, attributes) => found.push({ name, attributes }) }).end(html)
  return found
}
