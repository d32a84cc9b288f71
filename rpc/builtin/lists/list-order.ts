// Reorders a list: sorts it, or groups it.
import type { Json } from '../../../domain/json.ts'
import { compareKeys, identityOf, sortKeyOf } from '../comparison.ts'
import { mustHave, valueAt } from '../field.ts'
import { anything, choice, integer, list, object, text } from '../schema.ts'
import { pureTool } from '../tool.ts'

export const listSort = pureTool<{
  list: readonly Json[]
  field?: string
  order?: 'ascending' | 'descending'
}>({
  name: 'list_sort',
  title: 'Sort a list',
  description:
    'Orders the items of a list by one of their fields, or by the item itself. Equals keep their order.',
  keywords: ['sort', 'order', 'rank', 'arrange', 'alphabetically', 'ascending', 'descending'],
  inputSchema: object(
    {
      list: list('List', 'List to sort', { 'x-words': ['list'] }),
      field: text('Field', 'Field to sort by, such as total or customer.name', { 'x-words': ['by', 'on'] }),
      order: choice(
        'Order',
        'Smallest or largest first',
        {
          ascending: ['ascending', 'smallest first', 'lowest first', 'oldest first', 'alphabetically'],
          descending: ['descending', 'largest first', 'highest first', 'newest first', 'biggest first'],
        },
        { default: 'ascending' },
      ),
    },
    ['list'],
  ),
  outputSchema: list('Sorted', 'The same items'),
  examples: [
    {
      prompt: 'Sort {{steps.orders}} by total descending',
      args: { list: [{ total: 9 }, { total: '10.5' }, { total: 2 }], field: 'total', order: 'descending' },
      output: [{ total: '10.5' }, { total: 9 }, { total: 2 }],
    },
  ],
  run: args => {
    const { field, order } = args
    if (field !== undefined) mustHave(args.list, field)
    const direction = order === 'descending' ? -1 : 1
    const keyed = args.list.map(item => ({
      item,
      key: sortKeyOf(field === undefined ? item : valueAt(item, field)),
    }))
    return keyed.sort((a, b) => direction * compareKeys(a.key, b.key)).map(({ item }) => item)
  },
})

export const listGroup = pureTool<{ list: readonly Json[]; field: string }>({
  name: 'list_group',
  title: 'Group a list',
  description: 'Gathers the items of a list that have the same value in a field: one group for each value.',
  keywords: ['group', 'gather', 'cluster', 'bucket', 'categorize', 'per'],
  inputSchema: object(
    {
      list: list('List', 'List to group', { 'x-words': ['list'] }),
      field: text('Field', 'Field to group by, such as country or customer.name', {
        'x-words': ['by', 'per'],
      }),
    },
    ['list', 'field'],
  ),
  outputSchema: list('Groups', 'In the order in which their values first appear', {
    items: object(
      {
        key: anything('Key', 'The value that the items share; null when they have none'),
        count: integer('Count', 'Number of items'),
        items: list('Items', 'The items, in their order'),
      },
      ['key', 'count', 'items'],
    ),
  }),
  examples: [
    {
      prompt: 'Group {{steps.orders}} by country',
      args: {
        list: [
          { id: 1, country: 'DE' },
          { id: 2, country: 'FR' },
          { id: 3, country: 'DE' },
        ],
        field: 'country',
      },
      output: [
        {
          key: 'DE',
          count: 2,
          items: [
            { id: 1, country: 'DE' },
            { id: 3, country: 'DE' },
          ],
        },
        { key: 'FR', count: 1, items: [{ id: 2, country: 'FR' }] },
      ],
    },
  ],
  run: ({ list: all, field }) => {
    mustHave(all, field)
    const groups = new Map<string, { key: Json; items: Json[] }>()
    for (const item of all) {
      const key = valueAt(item, field) ?? null
      const group = groups.get(identityOf(key))
      if (group === undefined) groups.set(identityOf(key), { key, items: [item] })
      else group.items.push(item)
    }
    return [...groups.values()].map(({ key, items }) => ({ key, count: items.length, items }))
  },
})
