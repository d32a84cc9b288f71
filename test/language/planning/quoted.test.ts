// Words of a request are found however they are written, in every language.
import { test } from 'tap'
import { plainText, quotesIn } from '../../../language/planning/quoted.ts'

test('quotes are found by their characters, whatever their case, marks, blanks and digits', async t => {
  for (const [request, words, found] of [
    [
      'Send “the report” to ada@example.com',
      'send "the report" to ADA@example.com',
      'Send “the report” to ada@example.com',
    ],
    ['毎週月曜日に売上を集計してください', '売上を集計', '売上を集計'],
    ['Jeden Montag die Rechnungsübersicht senden', 'rechnungsübersicht', 'Rechnungsübersicht'],
    ['Schick die Monatsrechnungsübersicht', 'rechnungsübersicht', 'rechnungsübersicht'],
    ['أرسل ١٢٣ طلبات', '123 طلبات', '١٢٣ طلبات'],
    ['Pay ５００ EUR', 'pay 500', 'Pay ５００'],
    ['a\u200bpple–pie', 'apple-pie', 'a\u200bpple–pie'],
    ['Los\u00a0geht’s  morgen', "los geht's morgen", 'Los\u00a0geht’s  morgen'],
    ['cafe\u0301 reservieren', 'reservieren', 'reservieren'],
    ['the menu of the cafe\u0301, please', 'menu of the caf\u00e9', 'menu of the cafe\u0301'],
    ['the menu of the caf\u00e9, please', 'menu of the cafe\u0301', 'menu of the caf\u00e9'],
    [
      '\u30d5\u309a\u30ed\u30af\u3099\u30e9\u30e0を実行',
      'プログラム',
      '\u30d5\u309a\u30ed\u30af\u3099\u30e9\u30e0',
    ],
    ['ｶﾞｿﾘﾝを注文', 'ガソリン', 'ｶﾞｿﾘﾝ'],
    [
      '\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 번역',
      '한국어',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165',
    ],
    ['\u{1f680}\u{1f680} Send the report', 'the report', 'the report'],
  ] as const) {
    const place = quotesIn(request)(words)
    t.equal(place && request.slice(...place), found, words)
  }
})

test('what the request does not say, and what says nothing, is no quote', async t => {
  for (const words of ['remove everything', '', '  ', 'to', '"', 'の'])
    t.equal(quotesIn('Send it to Ada の')(words), null, words)
})

test('a text is compared the same in each normal form', async t => {
  for (const text of ['Das Menü des Cafés', 'プログラムを実行', '한국어 번역', 'é'])
    for (const blanks of ['close', 'spaced'] as const)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        t.equal(plainText(text.normalize(form), blanks), plainText(text, blanks), `${text} ${form}`)
})
