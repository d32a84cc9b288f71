// Text: fill a template, change case, split.

import { spend } from '../../../domain/budgets/budget.ts'
import { splitText } from '../../../domain/budgets/search.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { bounded, checkLength } from '../bounds.ts'
import { textOf, valueAt } from '../field.ts'
import { anything, choice, flag, list, object, record, text } from '../schema.ts'
import { pureTool, ToolFailure } from '../tool.ts'

export const textTemplate = pureTool<{ template: string; values: JsonObject }>({
  name: 'text_template',
  title: 'Fill a template',
  description:
    'Writes a text from a template: {{name}} or {{customer.name}} is replaced by the value of that name. ' +
    'Values are inserted as they are and never read as templates themselves.',
  keywords: ['fill', 'fill in', 'render', 'compose', 'template', 'placeholders', 'letter', 'message'],
  inputSchema: object(
    {
      template: text('Template', 'Text with names in double braces', { 'x-words': ['template', 'text'] }),
      values: record('Values', 'Values by name', anything('Value', 'Objects and lists are written as JSON'), {
        'x-words': ['with', 'from', 'using'],
      }),
    },
    ['template', 'values'],
  ),
  outputSchema: text('Text', 'The template with its names replaced'),
  examples: [
    {
      prompt: 'Fill the template "Dear {{name}}, you owe {{total}}." with {{steps.customer}}',
      args: { template: 'Dear {{name}}, you owe {{total}}.', values: { name: 'Ada', total: 12.5 } },
      output: 'Dear Ada, you owe 12.5.',
    },
  ],
  run: ({ template, values }) => fill(template, values),
})

type Case = 'upper' | 'lower' | 'title' | 'sentence' | 'camel' | 'snake' | 'kebab'

export const textCase = pureTool<{ text: string; case: Case }>({
  name: 'text_case',
  title: 'Change upper and lower case',
  description:
    'Writes a text in capitals, in lower case, as a title, as a sentence, or as a name for programs.',
  keywords: [
    'uppercase',
    'lowercase',
    'capitalize',
    'case',
    'capitals',
    'letters',
    'title case',
    'snake case',
  ],
  inputSchema: object(
    {
      text: text('Text', 'Text to change', { 'x-words': ['text', 'of'] }),
      case: choice(
        'Case',
        'How to write it',
        {
          upper: ['uppercase', 'upper case', 'capitals', 'capital letters'],
          lower: ['lowercase', 'lower case', 'small letters'],
          title: ['title case', 'capitalize'],
          sentence: ['sentence case'],
          camel: ['camel case', 'camelCase'],
          snake: ['snake case', 'snake_case'],
          kebab: ['kebab case', 'slug'],
        },
        { 'x-words': ['to', 'in', 'as'] },
      ),
    },
    ['text', 'case'],
  ),
  outputSchema: text('Text', 'The text in the asked case'),
  examples: [
    {
      prompt: 'Change {{inputs.name}} to uppercase letters',
      args: { text: 'Ada Lovelace', case: 'upper' },
      output: 'ADA LOVELACE',
    },
    {
      prompt: 'Change the case of {{inputs.title}} to a slug',
      args: { text: 'Crème brûlée: 2 ways', case: 'kebab' },
      output: 'crème-brûlée-2-ways',
    },
  ],
  run: args => {
    const written = toCase(args.text, args.case)
    checkLength(written.length)
    return written
  },
})

export const textSplit = pureTool<{ text: string; separator?: string; trim?: boolean; keepEmpty?: boolean }>({
  name: 'text_split',
  title: 'Split text',
  description: 'Cuts a text into a list of parts at every separator, by default into lines.',
  keywords: ['split', 'cut', 'divide', 'break up', 'lines', 'words', 'separator'],
  inputSchema: object(
    {
      text: text('Text', 'Text to cut', { 'x-words': ['text'] }),
      separator: text('Separator', 'Text between the parts', {
        default: '\n',
        minLength: 1,
        'x-words': ['by', 'on', 'at', 'into'],
        'x-value-words': {
          '\n': ['line', 'lines', 'newline', 'line break'],
          ',': ['comma', 'commas'],
          ';': ['semicolon', 'semicolons'],
          '\t': ['tab', 'tabs'],
          ' ': ['space', 'spaces', 'words'],
          '|': ['pipe', 'bar'],
        },
      }),
      trim: flag('Trim', 'Remove white space around each part', { default: true }),
      keepEmpty: flag('Keep empty', 'Keep parts that are empty'),
    },
    ['text'],
  ),
  outputSchema: list('Parts', 'The parts in order', { items: text('Part', 'A part') }),
  examples: [
    {
      prompt: 'Split {{inputs.tags}} by comma',
      args: { text: 'red, green,,blue', separator: ',' },
      output: ['red', 'green', 'blue'],
    },
  ],
  run: args => {
    // Windows ends lines with two characters.
    const source = args.separator === undefined ? args.text.replaceAll('\r\n', '\n') : args.text
    const parts = splitText(source, args.separator ?? '\n').map(part =>
      args.trim === false ? part : part.trim(),
    )
    return bounded(args.keepEmpty === true ? parts : parts.filter(part => part !== ''))
  },
})

function fill(template: string, values: JsonObject): string {
  const parts: string[] = []
  let length = 0
  const write = (part: string) => {
    length += part.length
    checkLength(length)
    parts.push(part)
  }
  let end = 0
  for (const found of template.matchAll(/\{\{([^{}]{1,200})\}\}/g)) {
    write(template.slice(end, found.index))
    write(valueNamed(found[1]!.trim(), values))
    end = found.index + found[0].length
  }
  write(template.slice(end))
  return parts.join('')
}

function valueNamed(name: string, values: JsonObject): string {
  const value = valueAt(values, name)
  if (value === undefined) {
    const known = Object.keys(values).slice(0, 20).join(', ') || 'none'
    throw new ToolFailure('missing-value', `the template names ${name}, the values are: ${known}`)
  }
  return textOf(value)
}

function toCase(source: string, wanted: Case): string {
  spend(3 * source.length)
  const words = () => source.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
  switch (wanted) {
    case 'upper':
      return source.toUpperCase()
    case 'lower':
      return source.toLowerCase()
    case 'title':
      return source.replace(/[\p{L}\p{M}\p{N}'’]+/gu, capital)
    case 'sentence':
      return source.toLowerCase().replace(/\p{L}/u, letter => letter.toUpperCase())
    case 'camel':
      return words()
        .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word)))
        .join('')
    case 'snake':
      return words().join('_').toLowerCase()
    case 'kebab':
      return words().join('-').toLowerCase()
  }
}
