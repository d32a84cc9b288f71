// Keeps the items of a list that meet a condition.
import { findText } from '../../../domain/budgets/search.ts'
import type { Json } from '../../../domain/json.ts'
import { compareKeys, identityOf, type SortKey, sortKeyOf } from '../comparison.ts'
import { textOf, valueAt } from '../field.ts'
import { anything, choice, list, object, text } from '../schema.ts'
import { invalidArguments, pureTool } from '../tool.ts'

/** Comparisons, each with the words that mean it. */
const operators = {
  equals: ['is', 'equals', 'equal to', 'is equal to', '='],
  not_equals: ['is not', 'differs from', 'is different from', 'not equal to', '!='],
  greater_than: ['is greater than', 'is more than', 'is over', 'is above', 'exceeds', '>'],
  at_least: ['is at least', 'is or more', '>='],
  less_than: ['is less than', 'is under', 'is below', '<'],
  at_most: ['is at most', '<='],
  contains: ['contains', 'includes', 'has'],
  starts_with: ['starts with', 'begins with'],
  ends_with: ['ends with'],
  one_of: ['is one of', 'is in'],
  empty: ['is empty', 'is missing', 'is blank'],
  not_empty: ['is not empty', 'exists', 'is present'],
} as const
type Operator = keyof typeof operators

export const listFilter = pureTool<{
  list: readonly Json[]
  field?: string
  operator: Operator
  value?: Json
}>({
  name: 'list_filter',
  title: 'Filter a list',
  description:
    'Keeps the items of a list that fit a condition on one of their fields, or on the item itself.',
  keywords: ['filter', 'keep', 'where', 'only', 'condition', 'that have', 'whose'],
  inputSchema: object(
    {
      list: list('List', 'List to filter', { 'x-words': ['of', 'from', 'in', 'list'] }),
      field: text('Field', 'Field to look at, such as total or customer.name; the item itself when absent', {
        'x-words': ['where', 'whose', 'with', 'field'],
      }),
      operator: choice('Comparison', 'How the field compares to the value', operators),
      value: anything('Value', 'What to compare with; not needed for empty and not_empty', {
        'x-words': ['than', 'value'],
      }),
    },
    ['list', 'operator'],
  ),
  outputSchema: list('Kept', 'The items that fit, in their order'),
  examples: [
    {
      prompt: 'Filter {{steps.orders}} where total is greater than 100',
      args: {
        list: [{ total: 250 }, { total: '99.5' }, {}],
        field: 'total',
        operator: 'greater_than',
        value: 100,
      },
      output: [{ total: 250 }],
    },
  ],
  run: args => {
    if (args.value === undefined && args.operator !== 'empty' && args.operator !== 'not_empty') {
      throw invalidArguments(`expected a value to compare with by ${args.operator}`)
    }
    const { field, operator } = args
    const target = targetOf(args.value ?? null)
    return args.list.filter(item => fits(field === undefined ? item : valueAt(item, field), operator, target))
  },
})

/** The value to compare with, prepared once for all items. */
interface Target {
  readonly key: SortKey
  readonly text: string
  readonly identity: string
  /** Identities of its items when it is a list, else its own identity. */
  readonly options: ReadonlySet<string>
}

function targetOf(value: Json): Target {
  const identity = identityOf(value)
  const options = new Set(Array.isArray(value) ? value.map(identityOf) : [identity])
  return { key: sortKeyOf(value), text: textOf(value), identity, options }
}

function fits(found: Json | undefined, operator: Operator, target: Target): boolean {
  switch (operator) {
    case 'equals':
      return identityOf(found) === target.identity
    case 'not_equals':
      return identityOf(found) !== target.identity
    case 'greater_than':
      return compare(found, target) > 0
    case 'at_least':
      return compare(found, target) >= 0
    case 'less_than':
      return compare(found, target) < 0
    case 'at_most':
      return compare(found, target) <= 0
    case 'contains':
      if (Array.isArray(found)) return found.some(item => identityOf(item) === target.identity)
      return findText(textOf(found), target.text) >= 0
    case 'starts_with':
      return textOf(found).startsWith(target.text)
    case 'ends_with':
      return textOf(found).endsWith(target.text)
    case 'one_of':
      return target.options.has(identityOf(found))
    case 'empty':
      return isEmpty(found)
    case 'not_empty':
      return !isEmpty(found)
  }
}

/**
 * NaN, which is neither above nor below anything, for values that cannot be compared: "n/a" is not above 100.
 */
function compare(found: Json | undefined, target: Target): number {
  const key = sortKeyOf(found)
  const isOrdered = key.rank === 'number' || key.rank === 'text'
  return isOrdered && key.rank === target.key.rank ? compareKeys(key, target.key) : Number.NaN
}

function isEmpty(value: Json | undefined): boolean {
  return sortKeyOf(value).rank === 'nothing' || (Array.isArray(value) && value.length === 0)
}
