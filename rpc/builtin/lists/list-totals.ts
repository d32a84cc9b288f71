// One figure of a list: sum, average, smallest and largest value, length.
import { mean, total } from '../../../domain/decimals.ts'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import { compareKeys, sortKeyOf } from '../comparison.ts'
import { numberOf, textOf, valueAt } from '../field.ts'
import { anything, integer, list, number, object, text } from '../schema.ts'
import { type PureTool, pureTool, ToolFailure } from '../tool.ts'

const orders = [{ total: 10 }, { total: '2.50' }, { total: 7 }]

export const listSum = ofNumbers({
  name: 'list_sum',
  title: 'Sum a list',
  description: 'Adds up the numbers of a list, or one field of its items.',
  keywords: ['sum', 'total', 'add up', 'sum up'],
  result: number('Sum', '0 for an empty list'),
  example: { prompt: 'Add up the total of {{steps.orders}}', output: 19.5 },
  of: numbers => total(numbers),
})

export const listAverage = ofNumbers({
  name: 'list_average',
  title: 'Average of a list',
  description: 'The mean of the numbers of a list, or of one field of its items.',
  keywords: ['average', 'mean', 'on average'],
  result: { type: ['number', 'null'], title: 'Average', description: 'null for an empty list' },
  example: { prompt: 'Average the total of {{steps.orders}}', output: 6.5 },
  of: numbers => (numbers.length === 0 ? null : mean(numbers)),
})

export const listMinimum = ofValues({
  name: 'list_minimum',
  title: 'Find the smallest or lowest',
  description: 'The smallest number, first text or earliest date of a list, or of one field of its items.',
  keywords: ['minimum', 'smallest', 'lowest', 'least', 'earliest', 'cheapest', 'min'],
  result: anything('Smallest', 'null for an empty list'),
  example: { prompt: 'Find the lowest total of {{steps.orders}}', output: '2.50' },
  of: values => firstBy(values, -1),
})

export const listMaximum = ofValues({
  name: 'list_maximum',
  title: 'Find the largest or highest',
  description: 'The largest number, last text or latest date of a list, or of one field of its items.',
  keywords: ['maximum', 'largest', 'highest', 'greatest', 'biggest', 'latest', 'max'],
  result: anything('Largest', 'null for an empty list'),
  example: { prompt: 'Find the highest total of {{steps.orders}}', output: 10 },
  of: values => firstBy(values, 1),
})

export const listCount = pureTool<{ list: readonly Json[] }>({
  name: 'list_count',
  title: 'Count a list',
  description: 'How many items a list has.',
  keywords: ['count', 'number of', 'how many', 'length', 'size'],
  inputSchema: object({ list: list('List', 'List to count', { 'x-words': ['of', 'in', 'items'] }) }, [
    'list',
  ]),
  outputSchema: integer('Count', 'Number of items'),
  examples: [{ prompt: 'Count the items in {{steps.orders}}', args: { list: ['a', 'b'] }, output: 2 }],
  run: args => args.list.length,
})

interface Total<V> extends Pick<ToolDefinition, 'name' | 'title' | 'description' | 'keywords'> {
  readonly result: JsonSchema
  readonly example: { readonly prompt: string; readonly output: Json }
  of(values: readonly V[]): Json
}

function ofNumbers({ of, ...tool }: Total<number>): PureTool {
  return ofField({ ...tool, of: (values, field) => of(values.map(value => numberIn(value, field))) })
}

/** Items without the field are left out. */
function ofValues({ of, ...tool }: Total<Json>): PureTool {
  return ofField({
    ...tool,
    of: values => {
      const present = values.filter(value => value !== undefined && value !== null && value !== '')
      return present.length === 0 ? null : of(present as Json[])
    },
  })
}

interface FieldTotal extends Omit<Total<never>, 'of'> {
  of(values: readonly (Json | undefined)[], field: string | undefined): Json
}

function ofField({ of, result, example, ...tool }: FieldTotal): PureTool {
  return pureTool<{ list: readonly Json[]; field?: string }>({
    ...tool,
    inputSchema: object(
      {
        list: list('List', 'List to look at', { 'x-words': ['of', 'in', 'from'] }),
        field: text('Field', 'Field to look at, such as total or customer.age; the item itself when absent', {
          'x-words': ['by', 'field'],
        }),
      },
      ['list'],
    ),
    outputSchema: result,
    examples: [{ ...example, args: { list: orders, field: 'total' } }],
    run: args => {
      const { field } = args
      return of(field === undefined ? args.list : args.list.map(item => valueAt(item, field)), field)
    },
  })
}

/** The first of the extreme values: 1 for the largest, -1 for the smallest. */
function firstBy(values: readonly Json[], direction: 1 | -1): Json {
  const keys = values.map(sortKeyOf)
  let found = 0
  for (let i = 1; i < keys.length; i++) {
    if (direction * compareKeys(keys[i]!, keys[found]!) > 0) found = i
  }
  return values[found]!
}

/** Skipping a value would make the sum wrong, so a value that is not a number is an error. */
function numberIn(value: Json | undefined, field: string | undefined): number {
  const read = numberOf(value)
  if (read !== null) return read
  const found = value === undefined ? 'nothing' : JSON.stringify(textOf(value).slice(0, 60))
  const where = field === undefined ? 'the list' : `the field ${field}`
  throw new ToolFailure('not-a-number', `expected numbers in ${where}, found ${found}`)
}
