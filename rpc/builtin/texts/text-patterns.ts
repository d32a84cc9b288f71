// Finds and replaces patterns in text. Regular expressions run on RE2 and pay for what they do
// (domain/budgets/pattern.ts).
import { RE2JS } from 're2js'
import { compilePattern, type Pattern, PatternError } from '../../../domain/budgets/pattern.ts'
import { groupOf, replaceMatches } from '../../../domain/budgets/replacing.ts'
import { bounded, checkLength } from '../bounds.ts'
import { flag, list, object, text } from '../schema.ts'
import { pureTool, ToolFailure } from '../tool.ts'

const pattern = { minLength: 1, maxLength: 1_000 }

export const textMatch = pureTool<{ text: string; pattern: string; group?: string; ignoreCase?: boolean }>({
  name: 'text_match',
  title: 'Find by pattern',
  description:
    'Finds everything in a text that matches a regular expression (RE2 syntax), as a list of texts. ' +
    'With a group, the list holds what that part of the expression matched.',
  keywords: ['find', 'match', 'search', 'detect', 'pattern', 'regular expression', 'regex', 'occurrences'],
  inputSchema: object(
    {
      text: text('Text', 'Text to search', { 'x-words': ['in', 'from'] }),
      pattern: text('Pattern', 'Regular expression', {
        ...pattern,
        'x-words': ['pattern', 'regex', 'matching'],
      }),
      group: text('Group', 'Number or name of a group in parentheses', { 'x-words': ['group'] }),
      ignoreCase: flag('Ignore case', 'Capital and small letters are the same'),
    },
    ['text', 'pattern'],
  ),
  outputSchema: list('Matches', 'In order; empty when there is none', {
    items: text('Match', 'Matched text'),
  }),
  examples: [
    {
      prompt: 'Find the pattern "[A-Z]{2}-\\d+" in {{inputs.message}}',
      args: { text: 'Orders AB-12 and CD-345 are late', pattern: '[A-Z]{2}-\\d+' },
      output: ['AB-12', 'CD-345'],
    },
    {
      prompt: 'Match the regex "(\\w+)@(\\w+)" in {{inputs.message}}, group 2',
      args: { text: 'ada@home, bob@work', pattern: '(\\w+)@(\\w+)', group: '2' },
      output: ['home', 'work'],
    },
  ],
  run: args => {
    const compiled = compile(args.pattern, args.ignoreCase === true)
    const group = asTool(() => groupOf(args.group ?? '0', compiled))
    const matches: string[] = []
    for (const match of compiled.matches(args.text)) matches.push(match.group(group) ?? '')
    return bounded(matches)
  },
})

interface ReplaceArguments {
  readonly text: string
  readonly find: string
  readonly replacement: string
  readonly regex?: boolean
  readonly ignoreCase?: boolean
}

export const textReplace = pureTool<ReplaceArguments>({
  name: 'text_replace',
  title: 'Replace in text',
  description:
    'Replaces every occurrence of a text by another. With regex, what to find is a regular expression (RE2 syntax) ' +
    'and $1 in the replacement stands for its first group.',
  keywords: ['replace', 'substitute', 'swap', 'change', 'remove', 'strip', 'regex'],
  inputSchema: object(
    {
      text: text('Text', 'Text to change', { 'x-words': ['in', 'from'] }),
      find: text('Find', 'What to replace', { ...pattern, 'x-words': ['replace', 'find'] }),
      replacement: text('Replacement', 'What to put there; empty to remove', { 'x-words': ['with', 'by'] }),
      regex: flag('Regular expression', 'What to find is a regular expression', { 'x-words': ['regex'] }),
      ignoreCase: flag('Ignore case', 'Capital and small letters are the same'),
    },
    ['text', 'find', 'replacement'],
  ),
  outputSchema: text('Text', 'The changed text'),
  examples: [
    {
      prompt: 'Replace "," with "." in {{inputs.amount}}',
      args: { text: '1,50', find: ',', replacement: '.' },
      output: '1.50',
    },
    {
      prompt: 'Replace the regex "(\\d+)/(\\d+)" with "$2.$1" in {{inputs.date}}',
      args: { text: 'on 12/24', find: '(\\d+)/(\\d+)', replacement: '$2.$1', regex: true },
      output: 'on 24.12',
    },
  ],
  run: args => replaceAll(args),
})

function replaceAll({ text: source, find, replacement, regex, ignoreCase }: ReplaceArguments): string {
  const isPattern = regex === true
  const compiled = compile(isPattern ? find : RE2JS.quote(find), ignoreCase === true)
  return asTool(() => replaceMatches(source, compiled, replacement, checkLength, !isPattern))
}

function compile(expression: string, ignoreCase: boolean): Pattern {
  return asTool(() => compilePattern(expression, { ignoreCase }), 'the pattern is not valid: ')
}

function asTool<T>(work: () => T, said = ''): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause
    throw new ToolFailure('bad-pattern', `${said}${cause.message}`, false, { cause })
  }
}
