// Words of a request are found however they are written, in every language.
import { test } from 'tap'
import { quotesIn } from '../../../domain/planning/quoted.ts'

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
  ] as const) {
    const place = quotesIn(request)(words)
    t.equal(place && request.slice(...place), found, words)
  }
})

test('what the request does not say, and what says nothing, is no quote', async t => {
  for (const words of ['remove everything', '', '  ', 'to', '"', 'の'])
    t.equal(quotesIn('Send it to Ada の')(words), null, words)
})
