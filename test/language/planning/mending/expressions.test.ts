// Expressions as other languages write them, and those that nothing can be made of.
import { test } from 'tap'
import { mendedExpression } from '../../../../language/planning/mending/expressions/mended-expression.ts'

const rows: readonly (readonly [sent: string, right: string])[] = [
  ['a.b === 1 && c !== 2', 'a.b == 1 && c != 2'],
  ['a and not b or c', 'a && !(b) || c'],
  ['not a == b and c', '!(a == b) && c'],
  ['(not a or b) ? 1 : 2', '(!(a) || b) ? 1 : 2'],
  ['a not in list', '!(a in list)'],
  ['a is None or b is not null', 'a == null || b != null'],
  ['a == None and True', 'a == null && true'],
  ['len(a) > 0', 'size(a) > 0'],
  ['list.map(o => o.name).join(", ")', 'list.map(o, o.name).join(", ")'],
  ['list.filter((o) => o.a === "x").map(o => o.b)', 'list.filter(o, o.a == "x").map(o, o.b)'],
  ['list.filter(o => { return o.a > 1; })', 'list.filter(o, o.a > 1)'],
  ['list.filter(o => o.lines.some(l => l.n > 3))', 'list.filter(o, o.lines.exists(l, l.n > 3))'],
  ['list.every(o => o.a) && 1 > 0', 'list.all(o, o.a) && 1 > 0'],
  ['list.map(o => ({name: o.a, n: o.b}))', 'list.map(o, {"name": o.a, "n": o.b})'],
  ['list.find(o => o.id === x.y)', 'list.find("id", x.y)'],
  ['list.find(o => o.a > 1)', 'default(first(list.filter(o, o.a > 1)), null)'],
  ['list.filter(o => o.a).length > 2', 'list.filter(o, o.a).size() > 2'],
  ['a.toLowerCase().includes("x")', 'a.lower().contains("x")'],
  ["a.toUpperCase().trim() == 'X'", "a.upper().trim() == 'X'"],
  ['a.b ?? "none"', 'default(a.b, "none")'],
  ['(a.b ?? c.d ?? 0) + 1', '(default(a.b, default(c.d, 0))) + 1'],
  ['list.sort((a, b) => a.price - b.price)[0]', 'list.sortBy("price")[0]'],
  ['list.sort((x, y) => y.n.m - x.n.m)', 'list.sortBy("n.m", "descending")'],
  ['list.reduce((s, o) => s + o.total, 0)', 'list.sumBy("total")'],
  ['list.reduce((s, n) => s + n, 0)', 'list.sum()'],
  ['[o.name for o in list if o.a > 1 and o.b]', 'list.filter(o, o.a > 1 && o.b).map(o, o.name)'],
  ['[o for o in list if o.a]', 'list.filter(o, o.a)'],
  ['sum(o.a for o in list)', 'sum(list.map(o, o.a))'],
  ['any(o.a === 1 for o in list)', 'list.exists(o, o.a == 1)'],
  ['", ".join([o.name for o in list])', 'join(list.map(o, o.name), ", ")'],
  ['"yes" if a > 1 else "no"', '(a > 1) ? "yes" : "no"'],
  ['`Hi ${a.name}!`', '("Hi " + string(a.name) + "!")'],
  ["f'{sum(o.a for o in list)}'", 'string(sum(list.map(o, o.a)))'],
  ['"Sum: " + size(a.b) + " of " + len(c)', '"Sum: " + string(size(a.b)) + " of " + string(size(c))'],
  ['{{ a.b }}', 'a.b'],
  ['${a.b > 1}', 'a.b > 1'],
  ['= a.b', 'a.b'],
  ['$.inputs.a', 'inputs.a'],
  ['a?.b', 'a.?b'],
  ['JSON.stringify(a)', 'json(a)'],
  ['Math.round(Number(a))', 'round(number(a))'],
  ['str(a) + "x"', 'string(a) + "x"'],
]

test('what other languages write is rewritten, two slips at a time', async t => {
  for (const [sent, right] of rows) t.equal(mendedExpression(sent), right, sent)
})

test('texts in an expression stay as they are', async t => {
  t.equal(mendedExpression('a === "b === c and None"'), 'a == "b === c and None"')
  t.equal(mendedExpression("len('x => y ?? z')"), "size('x => y ?? z')")
})

test('what can be read stays, whatever it looks like', async t => {
  for (const source of ['a.length > 1', 'x.and.y', 'a || "x"', '"None" == a', 'a["b"]'])
    t.equal(mendedExpression(source), null, source)
})

const unclear = [
  'list.sort((a, b) => a.price > b.price ? 1 : -1)',
  'list.reduce((s, o) => s * o.total, 1)',
  'list.reduce((s, o) => s + o.a, 10)',
  'list.map((o, i) => i)',
  '[x for y in list for x in y]',
  'sorted(list, key=lambda o: o.a)',
  'new Date().toISOString()',
  'a = b',
  '(',
]

test('what is not certain stays wrong', async t => {
  for (const source of unclear) t.equal(mendedExpression(source), null, source)
})

test('a long source takes no time to speak of', async t => {
  const hostile = [
    '['.repeat(1_900),
    'not '.repeat(450),
    '`${'.repeat(600),
    'a ?? '.repeat(390),
    '(x for x in '.repeat(150),
  ]
  for (const source of hostile) t.equal(mendedExpression(source), null)
  t.equal(mendedExpression('a === b && '.repeat(1_000)), null, 'longer than any expression')
})
