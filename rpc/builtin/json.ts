// JSON: extract a part, build an object, parse and format.
import type { Json, JsonObject } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import { bounded, checkLength } from './bounds.ts'
import { select } from './json-path.ts'
import { anything, flag, object, record, text } from './schema.ts'
import { pureTool, ToolFailure } from './tool.ts'

export const jsonSelect = pureTool<{ value: Json; path: string }>({
  name: 'json_select',
  title: 'Select from JSON',
  description:
    'Takes a part out of a value by a JMESPath expression such as customer.name, items[0], items[*].price or ' +
    'items[?total > `100`].id. Gives null when there is nothing there.',
  keywords: ['select', 'extract', 'pick out', 'read', 'path', 'field', 'property', 'part', 'jmespath'],
  inputSchema: object(
    {
      value: anything('Value', 'Value to look into', { 'x-words': ['from', 'of', 'in'] }),
      path: text('Path', 'JMESPath expression', { 'x-words': ['path'], minLength: 1, maxLength: 1_000 }),
    },
    ['value', 'path'],
  ),
  outputSchema: anything('Part', 'What the path leads to, or null'),
  examples: [
    {
      prompt: 'Extract the path "items[*].name" from {{steps.order}}',
      args: { value: { items: [{ name: 'Pen' }, { name: 'Ink' }] }, path: 'items[*].name' },
      output: ['Pen', 'Ink'],
    },
  ],
  run: ({ value, path }) => select(value, path),
})

export const jsonBuild = pureTool<{ fields: JsonObject }>({
  name: 'json_build',
  title: 'Build an object',
  description: 'Makes one JSON object out of named values.',
  keywords: ['build', 'create', 'compose', 'make', 'assemble', 'object', 'record', 'json'],
  inputSchema: object(
    {
      fields: record('Fields', 'Names and values of the object', anything('Value', 'Any value'), {
        'x-words': ['with', 'from', 'of'],
      }),
    },
    ['fields'],
  ),
  outputSchema: { type: 'object' },
  examples: [
    {
      prompt: 'Build an object with name {{inputs.name}} and total {{steps.total}}',
      args: { fields: { name: 'Ada', total: 12.5 } },
      output: { name: 'Ada', total: 12.5 },
    },
  ],
  run: ({ fields }) => bounded(fields),
})

export const jsonParse = pureTool<{ text: Json }>({
  name: 'json_parse',
  title: 'Parse JSON text',
  description:
    'Turns text that is written as JSON into the value that it stands for; whole numbers beyond 2^53 - 1 become ' +
    'texts with the same digits. A value that is no text, such as the body of a JSON answer, comes back as it is.',
  keywords: ['parse', 'decode', 'json', 'text', 'string'],
  inputSchema: object({ text: anything('Text', 'Text in JSON', { 'x-words': ['from', 'text'] }) }, ['text']),
  outputSchema: anything('Value', 'The value'),
  examples: [
    {
      prompt: 'Parse the JSON text {{inputs.payload}}',
      args: { text: '{"a": [1, 2]}' },
      output: { a: [1, 2] },
    },
  ],
  run: args => {
    if (typeof args.text !== 'string') return bounded(args.text)
    try {
      return bounded(readJson(args.text))
    } catch (cause) {
      if (cause instanceof ToolFailure) throw cause
      const [why] = (cause as Error).message.split(', "')
      throw new ToolFailure('bad-text', `the text is not JSON: ${why}`, false, { cause })
    }
  },
})

export const jsonFormat = pureTool<{ value: Json; pretty?: boolean }>({
  name: 'json_format',
  title: 'Write as JSON',
  description: 'Writes a value as JSON text, on one line or indented.',
  keywords: ['write', 'serialize', 'stringify', 'print', 'json', 'text'],
  inputSchema: object(
    {
      value: anything('Value', 'Value to write', { 'x-words': ['of', 'value'] }),
      pretty: flag('Pretty', 'Indent by two spaces', { 'x-words': ['pretty', 'indented'] }),
    },
    ['value'],
  ),
  outputSchema: text('Text', 'JSON'),
  examples: [
    {
      prompt: 'Write {{steps.order}} as JSON',
      args: { value: { id: 7, paid: true } },
      output: '{"id":7,"paid":true}',
    },
  ],
  run: ({ value, pretty }) => {
    const written = JSON.stringify(bounded(value), null, pretty === true ? 2 : undefined)
    checkLength(written.length)
    return written
  },
})
