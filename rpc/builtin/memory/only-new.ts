// The items of a list that no earlier run has been given.
import type { Json } from '../../../domain/json.ts'
import { itemKey } from '../../../domain/memory/item-keys.ts'
import { memoryBounds } from '../../../domain/memory/memory.ts'
import { valueAt } from '../field.ts'
import { choice, list, object, text } from '../schema.ts'
import { paid, ToolFailure, worldTool } from '../tool.ts'
import { memory, memoryOf, storable } from './schemas.ts'

interface NewArguments {
  readonly list: readonly Json[]
  readonly by?: string
  readonly onFail: 'keep' | 'release'
  readonly memory?: string
}

export const onlyNew = worldTool<NewArguments>({
  name: 'only_new',
  title: 'Only new items',
  description:
    'Gives the items of a list that no earlier run has been given, in their order. Two runs at once never get the same item.',
  effect: 'write',
  keywords: ['claim', 'claim new', 'claim only new', 'new since the last run', 'not seen before'],
  inputSchema: object(
    {
      list: list('List', 'All items, seen and new, at most 10,000', {
        maxItems: memoryBounds.items,
        'x-words': ['of', 'from', 'in'],
      }),
      by: text('By', 'The field that tells items apart, such as id or customer.id; absent: the whole item', {
        minLength: 1,
        maxLength: 200,
        'x-words': ['by'],
      }),
      onFail: choice(
        'When the run fails',
        'keep: an item is given once and never again. release: a run that fails or is cancelled leaves its items to its retry',
        { keep: ['keep'], release: ['release'] },
        { 'x-words': ['mode'] },
      ),
      memory,
    },
    ['list', 'onFail'],
  ),
  outputSchema: list('New', 'The items that are new, each once, in their order'),
  examples: [
    {
      prompt: 'Claim {{inputs.orders}} by "id", mode "release"',
      args: { list: [{ id: 1 }, { id: 2 }], by: 'id', onFail: 'release' },
    },
  ],
  keepsArguments: true,
  run: async ({ list: items, by, onFail, memory: name }, context) => {
    const known = byKey(items, by)
    const change = { type: 'take', keys: [...known.keys()], holds: onFail === 'release' } as const
    return numbered(known, await memoryOf(context).change(name, change))
  },
  look: async ({ list: items, by, memory: name }, context) => {
    const known = byKey(items, by)
    return numbered(known, await memoryOf(context).missing(name, [...known.keys()]))
  },
})

/** The first item of each key, in their order. @throws {ToolFailure} unknown-field, too-large */
function byKey(items: readonly Json[], by: string | undefined): ReadonlyMap<string, Json> {
  return paid(items, () => {
    const known = new Map<string, Json>()
    for (const [index, item] of items.entries()) {
      const value = by === undefined ? item : (valueAt(item, by) ?? null)
      if (by !== undefined && value === null)
        throw new ToolFailure('unknown-field', `item ${index + 1} of the list has no field "${by}"`)
      const key = storable(itemKey(by ?? null, value))
      if (!known.has(key)) known.set(key, item)
    }
    return known
  })
}

/** @param numbers of keys, from 1 */
function numbered(known: ReadonlyMap<string, Json>, numbers: Json): Json {
  const items = [...known.values()]
  return (numbers as readonly number[]).map(number => items[number - 1]!)
}
