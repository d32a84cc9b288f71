// A sentence of the notation as the guide shows it: its words, `<...>` for what an author puts in, `[...]`
// for what may be left out, `(... | ...)` for one of several. Made of the data that the notation reads by.

import type { Option, Part, Saying, Sentence, Sentences } from '../../../domain/plan/sentences/form.ts'
import type { NotationForm } from '../../../language/notation/slots.ts'

const holes: { readonly [Form in NotationForm]: string } = {
  value: '<value>',
  result: '<value>',
  moment: '<value>',
  expression: '{{cel}}',
  condition: '{{cel}}',
  pairs: '<name>: <value>',
  arguments: '<name>: <value>',
  name: '<id>',
  word: '<name>',
  ids: '<id>, <id>',
  text: '"<text>"',
  code: '"<name>"',
  javascript: '"<code>"',
  schema: '<JSON>',
  count: '<number>',
  duration: '<time>',
  people: 'someone[ among ["<who>"]]',
  choices: '["<text>", "<text>"]',
  tool: '<tool>',
  tools: '(no tools | the tools <tool>, <tool>)',
  times: '<times>',
  zone: '<time zone>',
  formulas: '{"<input>": {{cel}}}',
}

export interface Pattern {
  /** Of the plan, that the sentence is about. */
  readonly field: string
  /** One, but several where a sentence is nothing but words for the values of its field. */
  readonly says: readonly string[]
}

export function patternOf(sentence: Sentence<NotationForm>, end = '.'): Pattern {
  const [only] = sentence
  const isWords = sentence.length === 1 && typeof only === 'object' && 'says' in only
  const said = isWords ? alternatives(only) : [sentence.map(partOf).join('')]
  const [field = ''] = sentence.flatMap(part => (typeof part === 'object' && 'slot' in part ? part.slot : []))
  return { field, says: said.map(each => `${each}${end}`) }
}

/** @param left sentences that stand elsewhere */
export function allPatterns(
  sentences: Sentences<NotationForm>,
  left: Sentences<NotationForm> = [],
): readonly Pattern[] {
  return sentences
    .filter(each => !left.includes(each))
    .flatMap(each => {
      if (!('within' in each)) return patternOf(each)
      const { within } = each
      return allPatterns(each.sentences, left).map(({ field, says }) => ({
        field: field === '' ? within : `${within}.${field}`,
        says,
      }))
    })
}

function partOf(part: Part<NotationForm>): string {
  if (typeof part === 'string') return part
  if ('says' in part) return `[${alternatives(part).join(' | ')}]`
  if ('given' in part) return optionOf(part)
  return holes[part.as]
}

function optionOf({ say, otherwise = [] }: Option<NotationForm>): string {
  const [only] = say
  const isWords = say.length === 1 && typeof only === 'object' && 'says' in only
  const said = isWords ? alternatives(only) : [say.map(partOf).join('')]
  if (otherwise.length === 0) return `[${said.join(' | ')}]`
  const all = [...said, otherwise.map(partOf).join('')]
  // The blank that all begin with stands before them.
  return all.every(each => each.startsWith(' '))
    ? ` (${all.map(each => each.slice(1)).join(' | ')})`
    : `(${all.join(' | ')})`
}

function alternatives({ says }: Saying): readonly string[] {
  return Object.values(says)
}
