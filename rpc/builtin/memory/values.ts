// Values that a workflow keeps from one run to the next.
import type { Json } from '../../../domain/json.ts'
import { anything, flag, integer, object } from '../schema.ts'
import { worldTool } from '../tool.ts'
import { chosenKey, keptText, keyOf, memory, memoryOf, storable } from './schemas.ts'

interface KeyArguments {
  readonly key: string
  readonly memory?: string
}

export const remember = worldTool<KeyArguments & { readonly value: Json; readonly ttlMs?: number }>({
  name: 'remember',
  title: 'Remember a value',
  description: 'Keeps a value under a key, for later runs of the workflow. It replaces what was kept there.',
  effect: 'write',
  keywords: ['remember', 'keep for the next run', 'memorize'],
  inputSchema: object(
    {
      key: keyOf('Under which key, for example last_total'),
      value: anything('Value', 'What to keep: any JSON value up to 64 kB', { 'x-object': true }),
      ttlMs: integer('Time to live', 'For how many milliseconds; absent: until it is replaced or forgotten', {
        minimum: 1,
        maximum: longestMs(),
      }),
      memory,
    },
    ['key', 'value'],
  ),
  outputSchema: flag('Kept', 'Always true'),
  examples: [
    { prompt: 'Remember {{inputs.total}} under "last_total"', args: { key: 'last_total', value: 118.5 } },
  ],
  keepsArguments: true,
  run: async ({ key, value, ttlMs, memory: name }, context) => {
    const expiresAt = ttlMs === undefined ? null : Date.now() + ttlMs
    const change = { type: 'set', key: chosenKey(key), value: keptText(value), expiresAt } as const
    return memoryOf(context).change(name, change)
  },
  look: async ({ key, value }) => {
    chosenKey(key)
    keptText(value)
    return true
  },
})

export const recall = worldTool<KeyArguments>({
  name: 'recall',
  title: 'Recall a value',
  description: 'Gives the value that an earlier run has remembered under a key; null when there is none.',
  effect: 'read',
  keywords: ['recall', 'remembered', 'what was remembered'],
  inputSchema: object({ key: keyOf('Under which key, for example last_total'), memory }, ['key']),
  outputSchema: anything('Value', 'The value, or null'),
  examples: [{ prompt: 'Recall the key "last_total"', args: { key: 'last_total' } }],
  run: ({ key, memory: name }, context) => memoryOf(context).read(name, storable(key)),
})

export const forget = worldTool<KeyArguments>({
  name: 'forget',
  title: 'Forget a value',
  description: 'Removes what is remembered under a key.',
  effect: 'write',
  keywords: ['forget', 'no longer remember', 'forget what was remembered'],
  inputSchema: object({ key: keyOf('Under which key, for example last_total'), memory }, ['key']),
  outputSchema: flag('Removed', 'Was there something?'),
  examples: [{ prompt: 'Forget the key "last_total"', args: { key: 'last_total' } }],
  run: ({ key, memory: name }, context) =>
    memoryOf(context).change(name, { type: 'delete', key: storable(key) }),
  look: async ({ key, memory: name }, context) => {
    const missing = (await memoryOf(context).missing(name, [storable(key)])) as readonly number[]
    return missing.length === 0
  },
})

/** A hundred years: times stay whole numbers. */
function longestMs(): number {
  return 100 * 365 * 24 * 60 * 60 * 1_000
}
