// Parts of a list: the first or last items, distinct items, some fields only.
import { spend } from '../../../domain/budgets/budget.ts'
import type { Json } from '../../../domain/json.ts'
import { checkLength } from '../bounds.ts'
import { identityOf } from '../comparison.ts'
import { valueAt } from '../field.ts'
import { choice, integer, list, object, text } from '../schema.ts'
import { pureTool } from '../tool.ts'

const items = list('List', 'List to take from', { 'x-words': ['of', 'from', 'in', 'list'] })

export const listSlice = pureTool<{
  list: readonly Json[]
  count: number
  skip?: number
  end?: 'first' | 'last'
}>({
  name: 'list_slice',
  title: 'Take the first or last items',
  description:
    'Takes a number of items from the beginning or the end of a list, after skipping some if asked to.',
  keywords: ['take', 'first', 'last', 'limit', 'top', 'slice', 'skip', 'head', 'tail'],
  inputSchema: object(
    {
      list: items,
      count: integer('Count', 'How many items to take at most', {
        minimum: 0,
        'x-words': ['first', 'last', 'take'],
      }),
      skip: integer('Skip', 'How many items to pass over before', {
        minimum: 0,
        default: 0,
        'x-words': ['skip', 'skipping'],
      }),
      end: choice('End', 'Where to begin', { first: ['first', 'top'], last: ['last'] }, { default: 'first' }),
    },
    ['list', 'count'],
  ),
  outputSchema: list('Taken', 'The items, in their order'),
  examples: [
    {
      prompt: 'Take the first 2 items of {{steps.orders}}',
      args: { list: [1, 2, 3], count: 2 },
      output: [1, 2],
    },
    {
      prompt: 'Take the last 2 items of {{steps.orders}}, skipping 1',
      args: { list: [1, 2, 3, 4], count: 2, skip: 1, end: 'last' },
      output: [2, 3],
    },
  ],
  run: args => {
    const { list: all, count, skip = 0 } = args
    if (args.end !== 'last') return all.slice(skip, skip + count)
    const end = Math.max(0, all.length - skip)
    return all.slice(Math.max(0, end - count), end)
  },
})

export const listUnique = pureTool<{ list: readonly Json[]; field?: string }>({
  name: 'list_unique',
  title: 'Remove duplicates',
  description:
    'Keeps each item of a list once, by the whole item or by one of its fields; the first one stays.',
  keywords: ['remove duplicates', 'deduplicate', 'unique', 'distinct', 'duplicates', 'once'],
  inputSchema: object(
    { list: items, field: text('Field', 'Field by which items count as the same', { 'x-words': ['by'] }) },
    ['list'],
  ),
  outputSchema: list('Unique', 'The items that are left, in their order'),
  examples: [
    {
      prompt: 'Remove duplicates from {{steps.people}} by email',
      args: { list: [{ email: 'a@x' }, { email: 'b@x' }, { email: 'a@x', n: 2 }], field: 'email' },
      output: [{ email: 'a@x' }, { email: 'b@x' }],
    },
  ],
  run: ({ list: all, field }) => {
    const seen = new Set<string>()
    return all.filter(item => {
      const identity = identityOf(field === undefined ? item : valueAt(item, field))
      return !seen.has(identity) && seen.add(identity)
    })
  },
})

export const listPick = pureTool<{ list: readonly Json[]; fields: readonly string[] }>({
  name: 'list_pick',
  title: 'Choose columns',
  description:
    'Reduces every item of a list to some of its fields; a field that an item does not have is null.',
  keywords: ['choose', 'pick', 'columns', 'fields', 'reduce', 'project', 'drop other'],
  inputSchema: object(
    {
      list: items,
      fields: list('Fields', 'Fields to keep, such as total or customer.name', {
        items: text('Field', 'Name of a field'),
        minItems: 1,
        'x-words': ['columns', 'fields'],
      }),
    },
    ['list', 'fields'],
  ),
  outputSchema: list('Reduced', 'One object for each item', { items: { type: 'object' } }),
  examples: [
    {
      prompt: 'Choose the columns id and customer.name of {{steps.orders}}',
      args: { list: [{ id: 1, customer: { name: 'Ada' }, paid: true }], fields: ['id', 'customer.name'] },
      output: [{ id: 1, 'customer.name': 'Ada' }],
    },
  ],
  run: args => {
    checkLength(4 * args.list.length * args.fields.length)
    spend(10 * args.list.length * args.fields.length)
    return args.list.map(item =>
      Object.fromEntries(args.fields.map(field => [field, valueAt(item, field) ?? null])),
    )
  },
})
