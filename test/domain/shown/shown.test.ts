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
      ...[text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()],
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
      const shown = shownJson(given)
      const lines = shown.split('\n')
      return (
        isDeepStrictEqual(JSON.parse(shown), given) &&
        lines.every(line => isSafe(line)) &&
        (JSON.stringify(given, null, 2) ?? '').split('\n').length === lines.length
      )
    }),
    { numRuns: 500 },
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

test('it takes time in proportion to the text', async t => {
  const long = 200_000
  for (const piece of ['a', '@', '://', 'é', 'é.', ' ', '\u200b', '👍', 'क्\u200d', 'a\u0301', '"', 'ж@']) {
    const written = piece.repeat(long / piece.length)
    t.ok(JSON.parse(shownText(written)) === written, piece)
  }
  const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`name ${at}`, at]))
  t.equal(shownJson(names).split('\n').length, 10_002)
})
