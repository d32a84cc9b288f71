import { test } from 'tap'
import { lineDifference } from '../../../domain/plan/difference/line-difference.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const shown = (before: string[], after: string[]) =>
  lineDifference(before.join('\n'), after.join('\n')).map(({ kind, text }) => signs[kind] + text)

test('lines that both texts have stay, others are removed and added in their place', async t => {
  t.strictSame(shown(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'y', 'd']), [' a', '-b', '+x', ' c', '+y', ' d'])
  t.strictSame(shown(['a'], ['a']), [' a'])
  t.strictSame(shown(['a', 'a'], ['a']), [' a', '-a'])
  t.strictSame(shown(['a', 'b', 'c'], ['c', 'a', 'b']), ['+c', ' a', ' b', '-c'])
})

test('both texts can be read from the difference, also when it is too large for the table', async t => {
  const numbers = (count: number, step: number) => Array.from({ length: count }, (_, i) => `${i * step}`)
  for (const [before, after] of [
    [numbers(50, 2), numbers(50, 3)],
    [numbers(9_000, 2), numbers(9_000, 3)],
    [[''], numbers(3, 1)],
  ] as const) {
    const lines = shown([...before], [...after])
    const without = (sign: string) => lines.filter(line => !line.startsWith(sign)).map(line => line.slice(1))
    t.strictSame(without('+'), before)
    t.strictSame(without('-'), after)
  }
})
