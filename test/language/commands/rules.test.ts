// The rules of the chat by their own examples, as data.
import { test } from 'tap'
import type { Command } from '../../../language/commands/command.ts'
import { Names } from '../../../language/commands/names.ts'
import { grammar } from '../../../language/commands/reading.ts'
import { Chart } from '../../../language/planner/chart/chart.ts'
import { leftRecursive } from '../../../language/planner/chart/grammar.ts'
import { tokensOf } from '../../../language/planner/lattice/tokens.ts'
import { summary } from './summary.ts'

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

test('every example of a command is one, with refs, times and texts where they belong', async t => {
  const commands = grammar.all.filter(({ category }) => category === 'COMMAND')
  t.ok(commands.length > 100)
  for (const { parts, examples = [] } of commands)
    for (const example of examples) {
      const tokens = tokensOf(example)
      const chart = new Chart(grammar, tokens, { names, text: example })
      const readings = chart.read('COMMAND', 0).filter(({ end }) => end === tokens.length)
      for (const { value } of readings) {
        const words = summary(value as Command)
        t.notMatch(words, /undefined|\[object/, `${parts}: ${example}: ${words}`)
      }
    }
})
