import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { test } from 'tap'
import {
  hostNotes,
  shownJson,
  shownKey,
  shownLine,
  shownName,
  shownText,
} from '../../../domain/shown/shown.ts'

/** Half of them are characters that nobody sees. */
const unseen = fc.constantFrom(
  ...['\n', '\r', '\u0000', '\u001b', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u061c', '\u180e', '\u3164', '\u115f'],
  ...['\u00a0', '\u2003', '\u3000', '\u2800', '\ufe0f', '\ufe0e', '\u{e0041}', '\u{e0100}', '\u{e000}'],
  ...['\ud800', '\udc00', '\u034f', '\u0301', '\u0336', '\u20dd', '"', '\\', '  ', '         ', '\u{378}'],
)
const seen = fc.constantFrom(
  'a',
  'é',
  'א',
  'ع',
  'ی',
  'क',
  '्',
  'ශ',
  '日',
  'а',
  '1',
  '@',
  '.',
  'https://',
  '👩',
  '❤',
  '🏴',
)
const text = fc
  .array(fc.oneof(unseen, seen, fc.string({ unit: 'binary' })), { maxLength: 30 })
  .map(all => all.join(''))

/** Seen as such: known emoji, and joiners behind a letter that they change. */
const readable = /\p{RGI_Emoji}|(?<=[\p{L}--\p{Script=Latin}][\p{M}]{0,4})[\u200c\u200d](?=\p{L})/gv
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}|(?<![\p{L}\p{M}])\p{M}|\p{M}{5}| {9}/u

const isSafe = (shown: string) => !hidden.test(shown.replace(readable, '!'))

test('a text is one line in quotes that gives it back, and hides nothing', async t => {
  fc.assert(
    fc.property(text, written => {
      for (const shown of [shownText(written), shownKey(written)]) {
        if (JSON.parse(shown) !== written || !isSafe(shown)) return false
      }
      return isSafe(shownLine(written)) && isSafe(shownName(written))
    }),
    { numRuns: 1_500 },
  )
  t.pass()
})

test('a value is JSON that gives it back, one line for each field', async t => {
  const value = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      ...[
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
        fc.boolean(),
      ],
      ...[fc.constant(null), fc.array(tie('value'), { maxLength: 4 })],
      fc.dictionary(
        text.filter(name => name !== '__proto__'),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).value
  fc.assert(
    fc.property(value, given => {
      // Blanks at the beginning of a line show how deep it stands, and are no part of a text.
      const shown = shownJson(given)
      const lines = shown.split('\n')
      return (
        isDeepStrictEqual(JSON.parse(shown), given) &&
        lines.every(line => isSafe(line.replace(/^ +/, ''))) &&
        (JSON.stringify(given, null, 2) ?? '').split('\n').length === lines.length
      )
    }),
    { numRuns: 500, examples: [[[{ '': [{ '': [['']] }] }]]] },
  )
  t.pass()
})

test('an ordinary text stays as it is, in whatever language', async t => {
  const texts = [
    'Pay 500 € to Ada & Bob, <today>: 100 %!',
    'Größe, naïve, Việt Nam, cafe\u0301',
    'Оплатить счёт на 500 ₽',
    'שלום עולם, שָׁלוֹם',
    'مرحبا بِالعَرَبِيَّة',
    'می\u200cخواهم بروم',
    '日本語のテスト、注文を確認',
    '한국어 문장',
    'हिन्दी में क्षत्रिय',
    'ශ්\u200dරී ලංකාව',
    'ภาษาไทยน้ำ',
    '👩‍👩‍👧‍👦 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 🇩🇪 🏳️‍🌈 ☃',
    'отчёт.pdf und Ω, µm, α-Test',
  ]
  for (const each of texts) {
    t.equal(shownText(each), `"${each}"`)
    t.equal(shownLine(each), each)
  }
})

test('what is not seen is escaped', async t => {
  const escapes: readonly (readonly [string, string])[] = [
    ['10\u202e000,1', '"10\\u202e000,1"'],
    ['1\u200b0', '"1\\u200b0"'],
    ['a\nTool: safe', '"a\\nTool: safe"'],
    ['\u001b[2J', '"\\u001b[2J"'],
    ['a\u00a0b\u3000c', '"a\\u00a0b\\u3000c"'],
    ['x\ufe0f', '"x\\ufe0f"'],
    ['a\u200db', '"a\\u200db"'],
    ['👍\u200d👎', '"👍\\u200d👎"'],
    ['\u{e0041}', '"\\udb40\\udc41"'],
    ['\ud800', '"\\ud800"'],
    ['5\u0336', '"5\\u0336"'],
    ['\u0338x', '"\\u0338x"'],
    ['\n\u0338', '"\\n\\u0338"'],
    [`z${'\u0301'.repeat(6)}`, `"z${'\u0301'.repeat(4)}\\u0301\\u0301"`],
    [`a${' '.repeat(10)}b`, `"a${' '.repeat(8)}\\u0020\\u0020b"`],
    ['ا\u200cب', '"ا\\u200cب"'],
  ]
  for (const [written, shown] of escapes) t.equal(shownText(written), shown)
})

test('numbers are shown as they are sent', async t => {
  t.equal(shownJson([1e21, -0, 1.5e-7, 100]), '[\n  1e+21,\n  -0,\n  1.5e-7,\n  100\n]')
})

test('a name shows the letters that only look like Latin ones', async t => {
  t.equal(shownKey('amount'), '"amount"')
  t.equal(shownKey('\u0430mount'), '"\\u0430mount"')
  t.equal(shownKey('\uff41mount'), '"\\uff41mount"')
  t.equal(shownKey('\u{1d41a}mount'), '"\\ud835\\udc1amount"')
  t.equal(shownKey('cafe\u0301'), '"cafe\\u0301"')
  t.equal(shownKey('amount\u200b'), '"amount\\u200b"')
  for (const name of ['сумма', '金額（円）', '注文ID', 'café', 'שם', 'Größe'])
    t.equal(shownKey(name), `"${name}"`)
  t.equal(shownName('slack__post-message'), 'slack__post-message')
  t.equal(shownName('slack\u200b__post'), '"slack\\u200b__post"')
  t.equal(shownName('pay now'), '"pay now"')
})

test('a host that looks like another is escaped, and its true name is said', async t => {
  t.equal(shownText('https://p\u0430ypal.com/x'), '"https://p\\u0430ypal.com/x"')
  t.equal(shownText('mailto:a@\u0430pple.com'), '"mailto:a@\\u0430pple.com"')
  t.equal(shownText('https://аррӏе.com'), '"https://\\u0430\\u0440\\u0440\\u04cf\\u0435.com"')
  t.equal(shownText('https://google.com\u2215evil.com'), '"https://google.com\\u2215evil.com"')
  t.equal(shownText('write to ada@münchen.de'), '"write to ada@münchen.de"')
  const notes = hostNotes({
    a: ['https://p\u0430ypal.com/x', 'https://google.com@evil.com/', 'https://google.com:x@evil.com:80/'],
    'ada@münchen.de': 'https://example.com/ä, x@y.z',
  })
  t.strictSame(notes, [
    '"p\\u0430ypal.com" leads to xn--pypal-4ve.com',
    '"evil.com" leads to evil.com',
    '"münchen.de" leads to xn--mnchen-3ya.de',
  ])
})

test('a host that machines read in another way is said, and where they disagree it is none', async t => {
  const said: readonly (readonly [string, string])[] = [
    ['https://paypal.com%2eevil.com/x', '"paypal.com%2eevil.com" leads to paypal.com.evil.com'],
    ['https://%65vil.com', '"%65vil.com" leads to evil.com'],
    ['http://2130706433/', '"2130706433" leads to 127.0.0.1'],
    ['http://0x7f.1/', '"0x7f.1" leads to 127.0.0.1'],
    ['https:\\\\good.com@evil.com', '"evil.com" leads to evil.com'],
    ['https:good.com@evil.com', '"evil.com" leads to evil.com'],
    ['//good.com@evil.com/x', '"evil.com" leads to evil.com'],
    ['https://good.com,x@evil.com', '"evil.com" leads to evil.com'],
    ['https://good.com(x)@evil.com:80/a', '"evil.com" leads to evil.com'],
    ['https://good.com\t@evil.com', '"evil.com" leads to evil.com'],
    ['https://good.com\\@evil.com', '"good.com\\\\@evil.com" is no valid host'],
    ['https://good.com\u3002evil.com', '"good.com\\u3002evil.com" leads to good.com.evil.com'],
    ['http://good.com@[::1]/', '"[::1]" leads to [::1]'],
  ]
  for (const [written, note] of said) t.strictSame(hostNotes(written), [note], written)
  const plain = [
    'https://Example.COM:443/x?y#z',
    '(see https://a.com), or x@b.com',
    "https://a.com's",
    '12:30',
  ]
  const others = ['http://[::1]:80/', 'https://a.com/@größe', 'git@github.com:x/y.git', 'http://1.2.3.4/']
  t.strictSame(hostNotes([...plain, ...others]), [])
})

test('many addresses do not crowd out one: it is said that there are more', async t => {
  const notes = hostNotes(Array.from({ length: 23 }, (_, at) => `https://g@h${at}.com`))
  t.strictSame([notes.length, notes.at(-1)], [21, '3 more addresses of this kind'])
})

test('a name of letters that look like Latin ones, or that is written in another way, is escaped', async t => {
  t.equal(shownKey('\u0430\u0441\u0435'), '"\\u0430\\u0441\\u0435"')
  t.equal(shownKey('\u0421\u0421'), '"\\u0421\\u0421"')
  t.equal(shownKey('\u0438\u0306'), '"\u0438\\u0306"')
  t.equal(shownKey('\u1112\u1161'), '"\u1112\\u1161"')
  t.equal(shownKey('\u212bngström'), '"\\u212bngström"')
  for (const name of ['тест', 'сеть', 'й', '한글', 'क़', 'νόμος', '10']) t.equal(shownKey(name), `"${name}"`)
})

test('in plain text a name from right to left keeps its side, and so do the items of one line', async t => {
  t.equal(shownJson({ שם: 5, ok: 'שם' }), '{\n  "\\u05e9\\u05dd": 5,\n  "ok": "שם"\n}')
  let deep: unknown = ['א', 'ב']
  for (let level = 0; level < 60; level++) deep = [deep]
  t.match(shownJson(deep), '["\\u05d0", "\\u05d1"]')
  t.strictSame(JSON.parse(shownJson(deep)), deep)
})

test('it takes time in proportion to the text', async t => {
  const long = 200_000
  for (const piece of [
    'a',
    '@',
    '://',
    'https:',
    '//',
    'http://@',
    'x:\t',
    'é',
    'é.',
    ' ',
    '\u200b',
    '👍',
    'क्\u200d',
    'a\u0301',
    '"',
    'ж@',
  ]) {
    const written = piece.repeat(long / piece.length)
    t.ok(JSON.parse(shownText(written)) === written, piece)
  }
  const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`name ${at}`, at]))
  t.equal(shownJson(names).split('\n').length, 10_002)
})
