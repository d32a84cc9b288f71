// What counts as said by a request.
import { test } from 'tap'
import { saidWords } from '../../../language/confirmation/said/said-words.ts'

test('a number is said as people write it, and by what stands side by side only each by itself', async t => {
  for (const [request, said, unsaid] of [
    ['over 1,000 or 2.000 or 3 000 or 4\u202f000', [1000, 2000, 3000, 4000], [12, 1000.2]],
    ['1,234,567.89 and 1.234.567,89', [1_234_567.89], [1_234_567_89, 1234]],
    ['2.5 or 3,5', [2.5, 3.5], [25, 35, 2.53]],
    ['5k and 1.5k and 7 kg', [5, 5_000, 1_500], [7_000]],
    ['orders 1,2,3', [1, 2, 3], [123, 12, 23, 1.2, 2.3, 12.3]],
    ['5 10 times', [5, 10], [510, 5.1]],
    ['10 1,000 20', [10, 1_000, 20], [101_000, 1_000_20]],
    ['on 27.11.2026', [27, 11, 2026], [27.11, 27_112_026]],
    ['below -5 or \u22127 or (-8)', [-5, -7, -8], [-58]],
    ['e-mail 5 people, 3-4 of them by B-6, - 9', [5, 3, 4, 6, 9], [-5, -4, -6, -3, -9]],
    ['-1,000 and -2.5', [-1_000, -2.5], []],
  ] as const) {
    const { holds } = saidWords(request)
    for (const number of said) t.ok(holds(number), `${request}: ${number}`)
    for (const number of unsaid) t.notOk(holds(number), `${request}: ${number} is not said`)
    for (const number of unsaid) t.notOk(holds(String(number)), `${request}: "${number}" is not said`)
  }
})
