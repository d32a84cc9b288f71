import t from 'tap'
import { OverBudget, spentBy, within } from '../../../domain/budgets/budget.ts'
import { countText, findLastText, findText, splitText } from '../../../domain/budgets/search.ts'

t.test('finds what the engine finds', async t => {
  const parts = ['', 'a', 'ab', 'aba', 'aabaabaabaabaabaab', 'abababababababababab', 'b'.repeat(20)]
  const texts = [
    ...parts,
    'aab'.repeat(40),
    'ab'.repeat(60),
    `${'a'.repeat(50)}${'b'.repeat(21)}`,
    'ba'.repeat(9),
  ]
  for (const text of texts) {
    for (const part of parts) {
      const where = `${part} in ${text}`
      t.equal(findText(text, part), text.indexOf(part), where)
      t.equal(findText(text, part, 3), text.indexOf(part, 3), `${where} from 3`)
      t.equal(findLastText(text, part), text.lastIndexOf(part), `last ${where}`)
      t.same(splitText(text, part), text.split(part), `split at ${where}`)
      if (part !== '') t.equal(countText(text, part), text.split(part).length - 1, `count ${where}`)
    }
  }
})

t.test('costs no more than both lengths together', async t => {
  const [run, half] = ['a'.repeat(550_000), 'a'.repeat(110_000)]
  const part = `${half}b${half}`
  for (const find of [findText, findLastText, splitText, countText]) {
    t.ok(spentBy(() => find(run, part)) < (run.length + part.length) / 3, find.name)
  }
  t.ok(spentBy(() => splitText(run, 'a')) < 8 * run.length)
})

t.test('gives up when the budget is spent', async t => {
  t.throws(() => within(100, () => findText('a'.repeat(2_000), 'b')), OverBudget)
})
