// Numbers: format for people, calculate.
import { evaluateArithmetic } from './arithmetic.ts'
import { choice, integer, number, object, record, text } from './schema.ts'
import { invalidArguments, pureTool, ToolFailure } from './tool.ts'

interface Formatting {
  readonly number: number
  readonly decimals?: number
  readonly style?: 'plain' | 'currency' | 'percent'
  readonly currency?: string
  readonly locale?: string
}

export const numberFormat = pureTool<Formatting>({
  name: 'number_format',
  title: 'Write a number',
  description:
    'Writes a number the way people read it: rounded, with separators, as an amount of money or a percentage.',
  keywords: ['format number', 'round', 'currency', 'money', 'percent', 'percentage', 'decimals', 'thousands'],
  inputSchema: object(
    {
      number: number('Number', 'Number to write', { 'x-words': ['number', 'of'] }),
      decimals: integer('Decimals', 'Digits after the point', {
        minimum: 0,
        maximum: 20,
        'x-words': ['with', 'to'],
      }),
      style: choice(
        'Style',
        'Plain, money or percentage (0.25 is 25%)',
        { plain: ['plain'], currency: ['currency', 'money'], percent: ['percent', 'percentage'] },
        { default: 'plain', 'x-words': ['as'] },
      ),
      currency: text('Currency', 'ISO code such as EUR', {
        pattern: '^[A-Z]{3}$',
        'x-words': ['currency', 'in'],
      }),
      locale: text('Language', 'Language whose habits to follow, such as en-US or de', {
        default: 'en-US',
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
        'x-words': ['language', 'locale'],
      }),
    },
    ['number'],
  ),
  outputSchema: text('Text', 'The number as text'),
  examples: [
    {
      prompt: 'Format the number {{steps.total}} as currency in EUR',
      args: { number: 1234.5, style: 'currency', currency: 'EUR' },
      output: '€1,234.50',
    },
  ],
  run: args => format(args),
})

export const calculate = pureTool<{ expression: string; values?: Readonly<Record<string, number>> }>({
  name: 'calculate',
  title: 'Calculate',
  description:
    'Computes a number from an expression with + - * / % ^, parentheses, round, floor, ceil, abs, sqrt, min and max. ' +
    'Names in it stand for the values.',
  keywords: [
    'calculate',
    'compute',
    'multiply',
    'divide',
    'arithmetic',
    'formula',
    'expression',
    'plus',
    'minus',
  ],
  inputSchema: object(
    {
      expression: text('Expression', 'For example (price + shipping) * 1.19', {
        minLength: 1,
        maxLength: 1_000,
        'x-words': ['calculate', 'compute', 'expression'],
      }),
      values: record('Values', 'Numbers by name', number('Value', 'A number'), {
        'x-words': ['with', 'where'],
      }),
    },
    ['expression'],
  ),
  outputSchema: number('Result', 'The number'),
  examples: [
    {
      prompt: 'Calculate "round((price + shipping) * 1.19, 2)" with {{steps.order}}',
      args: { expression: 'round((price + shipping) * 1.19, 2)', values: { price: 19.99, shipping: 4.5 } },
      output: 29.14,
    },
  ],
  run: args => evaluateArithmetic(args.expression, args.values ?? {}),
})

function format({
  number: value,
  decimals,
  style = 'plain',
  currency,
  locale = 'en-US',
}: Formatting): string {
  if (style === 'currency' && currency === undefined)
    throw invalidArguments('expected a currency for the style currency')
  const digits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  try {
    return new Intl.NumberFormat(locale, {
      style: style === 'plain' ? 'decimal' : style,
      ...(style === 'currency' && currency !== undefined ? { currency } : {}),
      ...digits,
    }).format(value)
  } catch (cause) {
    throw new ToolFailure('bad-locale', `${locale} is not a language that numbers are written in`, false, {
      cause,
    })
  }
}
