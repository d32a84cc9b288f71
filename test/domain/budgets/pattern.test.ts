import t from 'tap'
import { OverBudget, spentBy, within } from '../../../domain/budgets/budget.ts'
import { compilePattern, PatternError } from '../../../domain/budgets/pattern.ts'

t.test('matches, groups and names', async t => {
  const pattern = compilePattern('(\\w+)@(?P<host>\\w+)')
  const found = [...pattern.matches('ada@home, bob@work')].map(match => [match.start, match.end])
  t.same(found, [
    [0, 8],
    [10, 18],
  ])
  const [first] = pattern.matches('ada@home')
  t.equal(first?.group(1), 'ada')
  t.equal(first?.group('host'), 'home')
  t.equal(pattern.groups, 2)
  t.ok(pattern.hasGroup('host'))
  t.notOk(pattern.hasGroup('toString'))
  t.ok(pattern.isFoundIn('x@y'))
  t.notOk(pattern.isFoundIn('x'))
  t.ok(compilePattern('ADA', { ignoreCase: true }).isFoundIn('ada'))
})

t.test('a pattern that is wrong or too large is refused before it is compiled', async t => {
  for (const [source, message] of [
    ['(', /missing closing/],
    ['a(?=b)', /invalid/],
    ['a'.repeat(1_001), /longer than 1000/],
    ['[ab]{0,1000}'.repeat(10), /repeats too much/],
    ['((a{0,100}){0,100})', /repeats too much/],
    ['(?:(?:a{20}){20}){20}', /repeats too much/],
  ] as const) {
    t.throws(() => compilePattern(source), { name: 'PatternError', message }, source.slice(0, 30))
  }
  t.throws(() => compilePattern('('), PatternError)
  t.throws(() => within(1_000_000, () => compilePattern('\\pL\\pN'.repeat(100))), OverBudget)
})

// What re2js does for these is paid: a new version that steps otherwise fails here.
t.test('every engine pays for its work', async t => {
  const texts = ['ab'.repeat(20_000), `${'a'.repeat(40_000)}`, 'ab'.repeat(150)]
  for (const [source, text, least] of [
    // The engine that follows all threads.
    ['(?i)\\pL{20}x', texts[0]!, 500_000],
    ['(?s).*?(.{20})$', texts[1]!, 500_000],
    // The one that goes back.
    ['(?:a?){30}a{30}', texts[2]!, 10_000],
    [`${'('.repeat(300)}${')'.repeat(300)}`, texts[2]!, 100_000],
    // The one that builds states.
    ['a{500}$', texts[1]!, 100_000],
  ] as const) {
    const pattern = compilePattern(source)
    const all = spentBy(() => [...pattern.matches(text)])
    const first = spentBy(() => pattern.isFoundIn(text))
    t.ok(all + first > least, `${source.slice(0, 20)}: ${all} + ${first}`)
    t.throws(() => within(1_000, () => [...pattern.matches(text)]), OverBudget, source.slice(0, 20))
  }
})

t.test('a page of text and an everyday pattern cost little', async t => {
  const page = 'Orders AB-12 and CD-345 are late; write to ada@example.com. '.repeat(5_000)
  for (const source of ['[A-Z]{2}-\\d+', '\\w+@\\w+\\.com', '(?i)late', '\\d{4}-\\d{2}-\\d{2}']) {
    const pattern = compilePattern(source)
    t.ok(spentBy(() => pattern.isFoundIn(page)) < 1_000_000, source)
  }
})
