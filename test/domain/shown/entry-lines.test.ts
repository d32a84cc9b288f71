// The lines of a confirmation, as the cards take them apart.
import { test } from 'tap'
import { lineParts } from '../../../domain/shown/entry-lines.ts'
import { argumentLines } from '../../../language/confirmation/argument-lines.ts'
import { saidWords } from '../../../language/confirmation/said/said-words.ts'

test('each argument has its name, its value and its mark, as the service writes them', async t => {
  const args = {
    to: 'ada@example.com',
    text: 'never: "said" (in your words)',
    list: [{ 'a: b': { $: 'inputs.x' } }],
    key: { $secret: 'shop' },
  }
  const lines = argumentLines(args, saidWords('Tell ada@example.com'))
  t.strictSame(lines.map(lineParts), [
    { name: 'to', value: '"ada@example.com"', mark: 'said' },
    { name: 'text', value: '"never: \\"said\\" (in your words)"', mark: 'unsaid' },
    { name: 'list[0]."a: b"', value: '= inputs.x', mark: 'computed' },
    { name: 'key', value: 'the secret "shop"', mark: null },
  ])
  const ofAgent = argumentLines(args, saidWords('Tell ada@example.com', true))
  t.strictSame(
    ofAgent.map(line => lineParts(line).mark),
    ['requested', 'unrequested', 'computed', null],
  )
  t.match(lineParts('shop__send changes something outside, once in a run'), { name: null, mark: null })
})
