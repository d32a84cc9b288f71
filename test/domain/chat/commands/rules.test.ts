// The rules of the chat by their own examples, as data.
import { test } from 'tap'
import { Names } from '../../../../domain/chat/commands/names.ts'
import { grammar } from '../../../../domain/chat/commands/reading.ts'
import { Chart } from '../../../../domain/planner/chart/chart.ts'
import { leftRecursive } from '../../../../domain/planner/chart/grammar.ts'
import { tokensOf } from '../../../../domain/planner/lattice/tokens.ts'

const names = new Names([
  { id: 'wf_01h455vb4pex5vsknk084sn02q', name: 'Order total' },
  { id: 'wf_01h455vb4pex5vsknk084sn02r', name: 'Invoice report' },
])

test('no category of the chat begins with itself', async t => {
  t.strictSame(leftRecursive(grammar), [])
})

test('every rule of the chat has two examples, which its category reads as a whole', async t => {
  const unread = grammar.all.flatMap(({ category, parts, examples = [] }) =>
    examples
      .filter(example => {
        const tokens = tokensOf(example)
        const chart = new Chart(grammar, tokens, { names, text: example })
        return !chart.read(category, 0).some(({ end }) => end === tokens.length)
      })
      .map(example => `${category} -> ${parts}: ${example}`),
  )
  t.strictSame(unread, [])
  t.strictSame(
    grammar.all.filter(({ examples = [] }) => examples.length < 2),
    [],
  )
})
