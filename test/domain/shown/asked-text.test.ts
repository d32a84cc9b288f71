import { test } from 'tap'
import { askedLength, askedText } from '../../../domain/shown/asked-text.ts'
import { deceptions } from '../../support/deceptive-texts.ts'

const asked = { message: 'Pay?', tool: 'bank__pay', args: { amount: 5 } }

test('the tool and its effect come first, then the arguments, then the words of the author', async t => {
  t.strictSame(askedText(asked, 'destructive'), {
    text: 'Tool: bank__pay (removes or overwrites something)\nArguments:\n{\n  "amount": 5\n}\n\nQuestion: "Pay?"',
    missing: 0,
  })
  t.equal(askedText({ ...asked, tool: null, args: null }).text, 'Question: "Pay?"')
  t.equal(askedText({ ...asked, message: '', args: null }).text, 'Tool: bank__pay')
})

test('nobody deceives by a message, a value, a field or a tool', async t => {
  for (const { what, written, shown } of deceptions) {
    const { text } = askedText({ message: written, tool: `pay ${written}`, args: { text: written } })
    const lines = text.split('\n')
    t.ok(lines.includes(`  "text": "${shown}"`), what)
    t.ok(lines.includes(`Question: "${shown}"`), what)
    t.equal(lines.filter(line => /^(Tool|Arguments|Question)\b/.test(line)).length, 3, what)
    t.notMatch(lines.join(''), /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]| {9}/u, what)
  }
})

test('n characters are shown, of n + 1 it says that one is missing, whatever the tool does', async t => {
  const around = askedText({ message: null, tool: null, args: '' }).text.length
  const ofLength = (length: number, effect: string | null) =>
    askedText({ message: null, tool: 'pay', args: 'a'.repeat(length - around) }, effect)
  for (const effect of [null, 'write']) {
    t.equal(ofLength(askedLength, effect).missing, 0)
    const over = ofLength(askedLength + 1, effect)
    t.equal(over.missing, 1)
    t.ok(over.text.endsWith('\n… 1 more characters'))
  }
})

test('ten thousand fields and deep nesting are all there', async t => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]))
  const many = askedText({ ...asked, args: fields }, null, Number.POSITIVE_INFINITY)
  t.ok(many.text.includes('"f9999": 9999'))
  t.ok(askedText({ ...asked, args: fields }).missing > 100_000)
  let deep: unknown = 'the depth'
  for (let level = 0; level < 500; level++) deep = level % 2 === 0 ? [deep] : { deep }
  const whole = askedText({ ...asked, args: deep }, null, Number.POSITIVE_INFINITY).text
  t.ok(whole.includes('the depth'))
  t.strictSame(JSON.parse(whole.slice(whole.indexOf('{'), whole.indexOf('\n\nQuestion'))), deep)
})
