// Sentences of the notation to take whole: how a list shows them, and what is put in, with places to fill
// (`${name}`, as CodeMirror has them). Made of the same data that the notation is read by.
import type { StepKind } from '../../../domain/plan/blocks/block.ts'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import type { Option, Part, Sentence, Sentences } from '../../../domain/plan/sentences/form.ts'
import { policies } from '../../../domain/plan/sentences/policies.ts'
import type { NotationForm } from '../../../language/notation/slots.ts'

type Form = Sentence<NotationForm>

export interface Snippet {
  readonly label: string
  readonly apply: string
  /** It ends before what has to be chosen next. */
  readonly isBegun?: true
}

/** What stands in a slot before somebody fills it. */
const places: { readonly [Each in NotationForm]: (slot: string) => string } = {
  value: slot => `\${${slot}}`,
  result: slot => `\${${slot}}`,
  moment: slot => `\${${slot}}`,
  expression: slot => `{{\${${slot}}}}`,
  condition: slot => `{{\${${slot}}}}`,
  pairs: () => '',
  arguments: () => '',
  name: slot => `\${${slot}}`,
  word: slot => `\${${slot}}`,
  text: slot => `"\${${slot}}"`,
  code: slot => `"\${${slot}}"`,
  javascript: slot => `"\${${slot}}"`,
  schema: () => '{${}}',
  formulas: () => '{${}}',
  choices: () => '["${}"]',
  count: slot => `\${${slot}}`,
  duration: () => '${5 minutes}',
  times: () => 'every ${day} at ${09:00}',
  zone: () => '${UTC}',
  ids: slot => `\${${slot}}`,
  tools: () => 'no tools',
  tool: () => '',
  people: () => 'someone',
}

/** One for each way in which the sentence can begin, or go on. Without what ends it. */
export function snippetsOf(sentence: Form): readonly Snippet[] {
  const [first] = sentence
  if (typeof first === 'object' && 'says' in first)
    return Object.values(first.says).map(words => snippet([words, ...sentence.slice(1)], null))
  const options = sentence.filter(isOption).filter(({ say }) => !say.some(part => isSlot(part, 'pairs')))
  const isWhole = options.length < 2 || sentence.some(part => typeof part === 'object' && 'as' in part)
  const chosen = options.length > 1 ? options : []
  return [...(isWhole ? [null] : []), ...chosen].map(option => snippet(sentence, option))
}

/** With the lists of steps that a step of the kind has, and what ends its line. */
export function stepSnippets(kind: StepKind): readonly Snippet[] {
  const { sentence, children = [] } = blocks[kind]
  return snippetsOf(sentence.notation ?? sentence.says).map(each =>
    each.isBegun ? each : { ...each, apply: `${each.apply}${children.length > 0 ? listOf(kind) : '.'}` },
  )
}

const approving = policies.flatMap(each =>
  'within' in each && each.within === 'approval' ? each.sentences : [],
)

/**
 * Who approves a call is said of steps that call something alone; others have such sentences of their own.
 */
export function suits(sentence: Form, kind: StepKind): boolean {
  const { shape, sentence: said } = blocks[kind]
  if ('approval' in shape || !approving.includes(sentence as Sentence)) return true
  return flat(said.further ?? []).includes(sentence as Sentence)
}

function flat(sentences: Sentences): readonly Sentence[] {
  return sentences.flatMap(each => ('within' in each ? flat(each.sentences) : [each]))
}

function listOf(kind: StepKind): string {
  const { lists = {}, leads } = blocks[kind].sentence
  const [over] = leads === undefined ? Object.values(lists) : []
  const words = over === undefined ? '' : `\n   ${snippetsOf(over.says)[0]!.apply}:`
  return `:${words}\n   1. \${}`
}

function snippet(sentence: Form, chosen: Option<NotationForm> | null): Snippet {
  // What follows the name of a tool depends on the tool.
  const end = sentence.findIndex(part => isSlot(part, 'tool'))
  const parts = (end === -1 ? sentence : sentence.slice(0, end)).flatMap(part =>
    isOption(part) ? (part === chosen ? part.say : (part.otherwise ?? [])) : [part],
  )
  const label = parts.map(part => (typeof part === 'string' ? part : isSaying(part) ? '' : '…')).join('')
  const apply = parts.map(part => (typeof part === 'string' ? part : placeOf(part))).join('')
  return { label: end === -1 ? label : `${label}…`, apply, ...(end !== -1 && { isBegun: true }) }
}

function placeOf(part: Exclude<Part<NotationForm>, string>): string {
  return 'as' in part ? places[part.as](part.slot) : ''
}

function isOption(part: Part<NotationForm>): part is Option<NotationForm> {
  return typeof part === 'object' && 'given' in part
}

function isSaying(part: Part<NotationForm>): boolean {
  return typeof part === 'object' && 'says' in part
}

function isSlot(part: Part<NotationForm>, form: NotationForm): boolean {
  return typeof part === 'object' && 'as' in part && part.as === form
}
