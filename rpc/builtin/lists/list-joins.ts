// Joins lists: the texts of one list into one text, the items of two lists by a common field.
import { spend } from '../../../domain/budgets/budget.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { bounded, checkLength } from '../bounds.ts'
import { identityOf } from '../comparison.ts'
import { textOf, valueAt } from '../field.ts'
import { flag, list, object, text } from '../schema.ts'
import { invalidArguments, pureTool } from '../tool.ts'

export const listJoin = pureTool<{ list: readonly Json[]; separator?: string }>({
  name: 'list_join',
  title: 'Join into text',
  description:
    'Writes the items of a list into one text, one after the other, with a separator between them.',
  keywords: ['join', 'concatenate', 'glue', 'string together', 'text', 'separator'],
  inputSchema: object(
    {
      list: list('List', 'Items to write; objects and lists are written as JSON', {
        'x-words': ['of', 'list'],
      }),
      separator: text('Separator', 'Text between the items', {
        default: ', ',
        'x-words': ['by', 'with', 'using'],
        'x-value-words': {
          '\n': ['line', 'lines', 'newline', 'line break'],
          ',': ['comma'],
          ', ': ['comma and space'],
          ';': ['semicolon'],
          ' ': ['space', 'spaces'],
        },
      }),
    },
    ['list'],
  ),
  outputSchema: text('Text', 'The joined text'),
  examples: [
    {
      prompt: 'Join {{steps.names}} with " and "',
      args: { list: ['Ada', 'Bob'], separator: ' and ' },
      output: 'Ada and Bob',
    },
  ],
  run: args => {
    const separator = args.separator ?? ', '
    const texts = args.list.map(textOf)
    checkLength(texts.reduce((length, part) => length + part.length + separator.length, 0))
    return texts.join(separator)
  },
})

interface MergeArguments {
  readonly left: readonly Json[]
  readonly right: readonly Json[]
  readonly key: string
  readonly rightKey?: string
  readonly keepUnmatched?: boolean
}

export const listMerge = pureTool<MergeArguments>({
  name: 'list_merge',
  title: 'Merge two lists',
  description:
    'Matches the items of two lists that have the same value in a key field, and merges each pair into one object. ' +
    'Where both have a field, the value of the first list stays.',
  keywords: ['merge', 'combine', 'match up', 'look up', 'enrich', 'two lists', 'key'],
  inputSchema: object(
    {
      left: list('First list', 'Objects to merge into', { 'x-words': ['merge', 'combine', 'enrich'] }),
      right: list('Second list', 'Objects to add fields from', { 'x-words': ['with', 'and'] }),
      key: text('Key', 'Field that both share', { 'x-words': ['by', 'on', 'key'] }),
      rightKey: text('Key of the second list', 'When the field has another name there'),
      keepUnmatched: flag('Keep unmatched', 'Keep items of the first list that match nothing'),
    },
    ['left', 'right', 'key'],
  ),
  outputSchema: list('Merged', 'One object for each pair, in the order of the first list', {
    items: { type: 'object' },
  }),
  examples: [
    {
      prompt: 'Merge {{steps.orders}} with {{steps.customers}} by customerId',
      args: {
        left: [
          { id: 1, customerId: 7 },
          { id: 2, customerId: 9 },
        ],
        right: [{ customerId: '7', name: 'Ada' }],
        key: 'customerId',
      },
      output: [{ customerId: 7, name: 'Ada', id: 1 }],
    },
  ],
  run: args => bounded(merge(args)),
})

function merge({ left, right, key, rightKey = key, keepUnmatched }: MergeArguments): JsonObject[] {
  const matches = Map.groupBy(right, item => keyOf(item, rightKey))
  const merged: JsonObject[] = []
  let length = 0
  for (const item of left) {
    const found = matches.get(keyOf(item, key))
    if (found === undefined && keepUnmatched === true) merged.push(objectIn(item))
    for (const other of found ?? []) {
      const pair = { ...objectIn(other), ...objectIn(item) }
      spend(10 + 5 * Object.keys(pair).length)
      // A key that repeats on both sides multiplies the output. A field takes at least 4 characters.
      length += 2 + 4 * Object.keys(pair).length
      checkLength(length)
      merged.push(pair)
    }
  }
  return merged
}

/** An item without the key matches nothing, not even another such item. */
function keyOf(item: Json, key: string): string | symbol {
  const value = valueAt(item, key)
  return value === undefined || value === null ? Symbol() : identityOf(value)
}

function objectIn(item: Json): JsonObject {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as JsonObject
  throw invalidArguments('expected lists of objects to merge')
}
