// Short names for what steps give, by which the sentences of an explanation refer to each other: `get_order`
// is "order". The same for the same plan; no loop variable, no word of expressions.
import { splitTemplate } from '../../../domain/expression/template.ts'
import { variableOf } from '../../../domain/plan/blocks/blocks.ts'
import { sourcesOf } from '../../../domain/plan/blocks/sources.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Argument, Step } from '../../../domain/plan/plan.ts'
import { wordsOf } from '../lexicon/types.ts'
import { readVerbs } from '../lexicon/verbs.ts'
import { closed } from '../lexicon/words.ts'
import { codeWords } from './values.ts'

const reserved = [
  'inputs',
  'steps',
  'now',
  'error',
  'true',
  'false',
  'null',
  'in',
  'has',
  'size',
  'default',
  'step',
  'item',
  'one',
  'list',
  'result',
]

/** Of every step that a later one refers to. */
export function namesOf(steps: readonly Step[]): ReadonlyMap<string, string> {
  const all = allSteps(steps)
  const sources = all.flatMap(expressionsOf)
  const said = new Set(
    sources.flatMap(source =>
      [...outsideTexts(source).matchAll(/\bsteps\s*\.\s*([a-z]\w*)/g)].map(match => match[1]!),
    ),
  )
  for (const id of all.flatMap(({ after = [] }) => after)) said.add(id)
  const taken = new Set([...reserved, ...closed])
  for (const source of sources)
    for (const [word] of withoutFields(outsideTexts(source)).matchAll(/[A-Za-z_]\w*/g)) taken.add(word)
  for (const step of all) taken.add(variableOf(step) ?? '')
  const names = new Map<string, string>()
  for (const step of all) {
    const { id } = step
    // A name that is said and not used would hide another of its kind: every computed value has its own.
    if ((!said.has(id) && step.kind !== 'set') || names.has(id)) continue
    const name = nameFor(wishFor(step), taken)
    taken.add(name)
    names.set(id, name)
  }
  return names
}

/**
 * What a tool of a server gives is called as the tool says: `list_orders` gives orders. A step that somebody
 * has named keeps its name, by which other texts about the plan call it.
 */
function wishFor(step: Step): string {
  if (step.kind !== 'tool' || step.server === null) return step.id
  const words = wordsOf(step.tool).join('_')
  const isDerived = step.id.replace(/(_\d+)+$/, '') === words
  return isDerived ? words : step.id
}

function nameFor(id: string, taken: ReadonlySet<string>): string {
  const words = id
    .replace(/(_\d+)+$/, '')
    .replace(/_+$/, '')
    .split('_')
  const short = words.length > 1 && readVerbs.has(words[0]!) ? words.slice(1) : words
  const base = short.join('_').replace(/\d/g, '') || 'value'
  const marks = ['', 'next_', 'third_', 'fourth_', 'fifth_', 'sixth_']
  for (const mark of marks) if (!taken.has(mark + base)) return mark + base
  for (let n = 0; ; n++) {
    const name = `${base}_${[...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`
    if (!taken.has(name)) return name
  }
}

/** Expressions with the names in place of `steps.<id>`; what stands in texts stays. */
export function renamed(source: string, names: ReadonlyMap<string, string>): string {
  return source
    .split(texts)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(?<![\w.])steps\s*\.\s*([a-z]\w*)/g, (whole, id: string) => names.get(id) ?? whole),
    )
    .join('')
}

const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

function outsideTexts(source: string): string {
  return source
    .split(texts)
    .filter((_, index) => index % 2 === 0)
    .join(' ')
}

/** What stands behind a dot hides no name; functions do. */
function withoutFields(source: string): string {
  return source.replace(/\.\s*\??\s*[A-Za-z_]\w*(?!\w|\s*\()/g, '')
}

/** Everything in a step that may be an expression. */
function expressionsOf(step: Step): readonly string[] {
  return sourcesOf(step).flatMap(source =>
    'expression' in source ? [source.expression] : expressionsIn(source.argument),
  )
}

function expressionsIn(value: Argument): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) =>
    (key === '$' || key === '$t') && typeof each === 'string'
      ? key === '$t'
        ? templateExpressions(each)
        : [each]
      : expressionsIn(each as Argument),
  )
}

/** Words between them are no names. */
function templateExpressions(template: string): readonly string[] {
  return splitTemplate(template).flatMap(part => (part.type === 'text' ? [] : [part.source]))
}

/** Without figures, which a name of the language has not. */
export function plainName(id: string): string {
  return id.replace(/(_\d+)+$/, '').replace(/\d/g, '') || 'value'
}

export function argumentWords(name: string): string {
  const words = wordsOf(name)
  return words.length > 0 && /^[A-Za-z][\w]*$/.test(name) && !/\d/.test(name)
    ? words.join(' ')
    : codeWords(name)
}
