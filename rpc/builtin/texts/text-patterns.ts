// Finds and replaces patterns in text. Regular expressions run on RE2: the time for one match is proportional
// to pattern times text, which is bounded. All matches together can still take the square of the text, so the
// search gives up after a while. The clock decides only whether there is a result, never which one.
import { RE2JS, RE2JSException } from 're2js'
import { bounded, checkLength } from '../bounds.ts'
import { flag, list, object, text } from '../schema.ts'
import { pureTool, ToolFailure } from '../tool.ts'

/** Instructions of the pattern times characters of the text; at some 50 per microsecond this is 0.4 s. */
const costLimit = 20_000_000
const searchLimitMs = 500
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
    const matcher = compile(args.pattern, args.ignoreCase === true, args.text).matcher(args.text)
    const group = groupOf(args.group ?? '0', matcher)
    const matches: string[] = []
    for (const _ of findAll(matcher)) matches.push(matcher.group(group) ?? '')
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
  const expression = regex === true ? find : RE2JS.quote(find)
  const matcher = compile(expression, ignoreCase === true, source).matcher(source)
  const parts: string[] = []
  let length = source.length
  let end = 0
  for (const _ of findAll(matcher)) {
    const inserted = regex === true ? expand(replacement, matcher) : replacement
    length += inserted.length
    checkLength(length)
    parts.push(source.slice(end, matcher.start()), inserted)
    end = matcher.end()
  }
  parts.push(source.slice(end))
  return parts.join('')
}

type Matcher = ReturnType<RE2JS['matcher']>

/** Moves the matcher from match to match. */
function* findAll(matcher: Matcher): Generator<void> {
  const startedAt = performance.now()
  while (matcher.find()) {
    yield
    if (performance.now() - startedAt > searchLimitMs) {
      throw new ToolFailure('too-large', `the search took longer than ${searchLimitMs} ms`)
    }
  }
}

/** `$1`, `$<name>` and `$$`, as in JavaScript. */
function expand(replacement: string, matcher: Matcher): string {
  return replacement.replace(/\$(?:\$|(\d{1,2})|<([A-Za-z_]\w*)>)/g, (_, index?: string, name?: string) => {
    const wanted = index ?? name
    return wanted === undefined ? '$' : (matcher.group(groupOf(wanted, matcher)) ?? '')
  })
}

function groupOf(name: string, matcher: Matcher): string | number {
  if (/^\d+$/.test(name) && Number(name) <= matcher.groupCount()) return Number(name)
  if (Object.hasOwn(matcher.pattern().namedGroups(), name)) return name
  throw new ToolFailure('bad-pattern', `the pattern has no group ${name}, it has ${matcher.groupCount()}`)
}

function compile(expression: string, ignoreCase: boolean, source: string): RE2JS {
  try {
    const compiled = RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    if (compiled.programSize() * source.length <= costLimit) return compiled
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    throw new ToolFailure('bad-pattern', `the pattern is not valid: ${cause.message}`, false, { cause })
  }
  throw new ToolFailure('too-large', `the pattern is too costly for ${source.length} characters of text`)
}
