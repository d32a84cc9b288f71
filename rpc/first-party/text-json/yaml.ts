// text-json__parse_yaml and text-json__format_yaml
import type { Json } from '../../../domain/json.ts'
import { bounded, checkLength } from '../../builtin/bounds.ts'
import { anything, flag, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import type { YamlTask } from './yaml-text.ts'

const module = () => new URL('./yaml-text.ts', import.meta.url).href

export const parseYaml = firstPartyTool<{ text: string; all?: boolean }>({
  name: 'parse_yaml',
  title: 'Parse YAML',
  description:
    'Turns text in YAML 1.2 into the value that it stands for. Anchors are followed within bounds.',
  effect: 'read',
  keywords: ['parse', 'read', 'decode', 'yaml', 'yml', 'configuration', 'front matter'],
  inputSchema: object(
    {
      text: text('Text', 'Text in YAML', { maxLength: 500_000, 'x-words': ['text', 'in', 'from'] }),
      all: flag('All', 'The text holds several documents: give a list of them'),
    },
    ['text'],
  ),
  outputSchema: anything('Value', 'The value'),
  examples: [
    {
      prompt: 'Parse the YAML text {{inputs.config}}',
      args: { text: 'a: 1\nb:\n  - x\n  - true\n' },
      output: { a: 1, b: ['x', true] },
    },
  ],
  run: ({ text: source, all = false }, context) =>
    runConfined<YamlTask, Json>(module(), { kind: 'parse', text: source, all }, context),
})

export const formatYaml = firstPartyTool<{ value: Json }>({
  name: 'format_yaml',
  title: 'Write as YAML',
  description: 'Writes a value as YAML text.',
  effect: 'read',
  keywords: ['write', 'convert', 'format', 'serialize', 'dump', 'yaml', 'yml'],
  inputSchema: object(
    { value: anything('Value', 'Value to write', { 'x-words': ['of', 'value', 'write'] }) },
    ['value'],
  ),
  outputSchema: text('Text', 'YAML'),
  examples: [
    {
      prompt: 'Write {{steps.config}} as YAML',
      args: { value: { a: 1, b: ['x', true] } },
      output: 'a: 1\nb:\n  - x\n  - true\n',
    },
  ],
  async run({ value }, context) {
    const written = await runConfined<YamlTask, string>(
      module(),
      { kind: 'format', value: bounded(value) },
      context,
    )
    checkLength(written.length)
    return written
  },
})
