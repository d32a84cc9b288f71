// What was before: has a value changed since the run before, and which number comes next.
import { canonical, type Json } from '../../../domain/json.ts'
import { anything, flag, integer, number, object } from '../schema.ts'
import { ToolFailure, worldTool } from '../tool.ts'
import { chosenKey, keptText, keyOf, memory, memoryOf } from './schemas.ts'

interface ChangedArguments {
  readonly key: string
  readonly value: Json
  readonly memory?: string
}

export const changed = worldTool<ChangedArguments>({
  name: 'changed',
  title: 'Has a value changed?',
  description:
    'Says whether a value is another than at the run before, and keeps it for the next one. The first time it has changed, and before is null.',
  effect: 'write',
  keywords: ['track', 'track changes', 'changed since the last run', 'differs from the last run'],
  inputSchema: object(
    {
      key: keyOf('What the value is about, for example price'),
      value: anything('Value', 'The value as it is now, up to 64 kB', { 'x-object': true }),
      memory,
    },
    ['key', 'value'],
  ),
  outputSchema: object(
    {
      changed: flag('Changed', 'Is it another value than before?'),
      before: anything('Before', 'The value of the run before; null at the first one'),
    },
    ['changed', 'before'],
  ),
  examples: [
    {
      prompt: 'Track {{inputs.price}} under "price"',
      args: { key: 'price', value: 12.5 },
    },
  ],
  keepsArguments: true,
  run: ({ key, value, memory: name }, context) => {
    const change = { type: 'compare', key: chosenKey(key), value: keptText(canonical(value)) } as const
    return memoryOf(context).change(name, change)
  },
  look: async ({ key, value, memory: name }, context) => {
    const now = keptText(canonical(value))
    const kept = memoryOf(context)
    const missing = (await kept.missing(name, [chosenKey(key)])) as readonly number[]
    if (missing.length > 0) return { changed: true, before: null }
    const before = await kept.read(name, key)
    return { changed: JSON.stringify(canonical(before)) !== now, before }
  },
})

export const countUp = worldTool<{
  readonly key: string
  readonly by?: number
  readonly memory?: string
}>({
  name: 'count_up',
  title: 'Next number',
  description:
    'Adds to the number under a key and gives the new one: for numbering, over all runs. It begins at 0.',
  effect: 'write',
  keywords: ['increment', 'next number', 'number over runs'],
  inputSchema: object(
    {
      key: keyOf('What is counted, for example invoice_number'),
      by: integer('By', 'How much to add; a negative number takes away', {
        default: 1,
        minimum: -1e9,
        maximum: 1e9,
        'x-words': ['by'],
      }),
      memory,
    },
    ['key'],
  ),
  outputSchema: number('Number', 'The new number'),
  examples: [{ prompt: 'Increment the key "invoice_number"', args: { key: 'invoice_number' } }],
  run: ({ key, by = 1, memory: name }, context) =>
    memoryOf(context).change(name, { type: 'add', key: chosenKey(key), by }),
  look: async ({ key, by = 1, memory: name }, context) => {
    const before = (await memoryOf(context).read(name, chosenKey(key))) ?? 0
    if (typeof before === 'number') return before + by
    throw new ToolFailure('not-a-number', 'the memory keeps no number under this key')
  },
})
