// What leads to somebody is found by its form, in texts of any length.
import { test } from 'tap'
import { recipientsIn } from '../../../language/confirmation/recipient-forms.ts'
import { call, confirmed, of } from './confirmed.ts'

test('addresses, hosts, phone numbers, channels and mentions are found within a text', async t => {
  for (const [text, found] of [
    ['Mail ann.b+c@corp.com, then eve@x.co.uk.', ['ann.b+c@corp.com', 'eve@x.co.uk']],
    [`${'a'.repeat(80)}@corp.com`, [`${'a'.repeat(80)}@corp.com`]],
    ['See https://shop.example:81/a?b=1, or git+ssh://host.example', ['shop.example', 'host.example']],
    ['Call +49 30 1234567 and tell @ops', ['+49 30 1234567', '@ops']],
    ['#random', ['#random']],
    ['#1-2-b', ['#1-2-b']],
    ['#12', []],
    ['a@b, a://, @', []],
  ] as const)
    t.strictSame(recipientsIn(text), found, text.slice(0, 60))
})

/** Milliseconds; whatever takes the square of the length takes minutes. */
const longest = 10_000

test('the time that it takes grows with the length of the text, not with its square', async t => {
  for (const part of ['a', 'a.', 'a-', '-', 'a@', 'a@b.', '@', 'https://-', '+1 ', '#a', 'x1']) {
    const text = part.repeat(300_000 / part.length)
    for (const each of [text, `#${text}!`, `${text}://${text}!`]) {
      const before = performance.now()
      recipientsIn(each)
      t.ok(performance.now() - before < longest, part)
    }
  }
})

test('a long request is read once, however many entries quote it', async t => {
  const request = `${'Lorem ipsum dolor sit amet. '.repeat(700)}Tell Ada.`
  const steps = Array.from({ length: 100 }, (_, at) =>
    call(`s${at}`, 'send_message', { to: `Eve${at}`, text: 'x' }),
  )
  const quotes = Object.fromEntries(steps.map((_, at) => [`s${at}`, 'tell ada']))
  const before = performance.now()
  const made = confirmed(request, steps, { quotes })
  t.ok(performance.now() - before < longest)
  const quoting = [...of(made, 'effect'), ...of(made, 'recipient')]
  t.equal(quoting.length, 2 * steps.length)
  t.strictSame(new Set(quoting.map(({ quote }) => quote)), new Set(['Tell Ada']))
})
