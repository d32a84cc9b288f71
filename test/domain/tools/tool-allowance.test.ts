import fc from 'fast-check'
import { test } from 'tap'
import { allowsTool, covers, ToolPatterns } from '../../../domain/tools/tool-allowance.ts'

test('without a list every tool is allowed, with one those that it names', async t => {
  t.ok(allowsTool(null, 'run_report'))
  t.ok(allowsTool(['run_report'], 'run_report'))
  t.notOk(allowsTool(['run_report'], 'run_reports'))
  t.notOk(allowsTool(['run.report'], 'run_report'), 'a dot is a dot')
})

test('a star stands for any characters, none included', async t => {
  const cases: [pattern: string, name: string, isAllowed: boolean][] = [
    ['*', 'anything', true],
    ['run_*', 'run_', true],
    ['run_*', 'xrun_a', false],
    ['*_list', 'orders__list', true],
    ['orders__*_all', 'orders__list_all', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a-c-b', false],
    ['a**c', 'abc', true],
  ]
  for (const [pattern, name, isAllowed] of cases)
    t.equal(allowsTool([pattern], name), isAllowed, `${pattern} ${name}`)
})

test('patterns match what a regular expression of the same meaning matches', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (given, name) => {
      const expected = new RegExp(`^${given.replaceAll('*', '.*')}$`).test(name)
      return allowsTool([given], name) === expected
    }),
  )
})

test('a list that covers another allows all that the other allows', async t => {
  t.ok(covers(null, null))
  t.ok(covers(null, ['a']))
  t.notOk(covers(['a*'], null), 'a list does not cover everything')
  t.ok(covers(['run_*', 'x'], ['run_a*', 'run_b', 'x']))
  t.notOk(covers(['run_a*'], ['run_*']))
  t.notOk(covers(['run_a'], ['run_a', '*']))
})

test('patterns are names with stars, and their number has a bound', async t => {
  t.ok(ToolPatterns.safeParse(['run_*', 'orders__list.all-2']).success)
  for (const wrong of [[], ['a b'], [''], ['a'.repeat(129)], Array(201).fill('a'), ['run_(a|b)']]) {
    t.notOk(ToolPatterns.safeParse(wrong).success)
  }
})
