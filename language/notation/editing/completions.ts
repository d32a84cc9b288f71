// How a text in notation could go on at a place: what the reader would take there, filled in with the tools
// of the organization and what an expression there can see. Pure; called at each key. Best first.
import type { FunctionShape } from '../../../domain/expression/library/function-shapes.ts'
import type { StepKind } from '../../../domain/plan/blocks/block.ts'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import { kindOf } from '../../../language/notation/kinds.ts'
import { expressionOptions, openExpression } from './expression-options.ts'
import { type Heard, hear, type Offered } from './listening.ts'
import { fits, type Group, type Option, plain } from './options.ts'
import type { KnownTool, World } from './reach.ts'
import { snippetsOf, stepSnippets, suits } from './snippets.ts'
import { argumentOptions, slotOptions } from './value-options.ts'

export interface Given {
  readonly tools: readonly KnownTool[]
  readonly functions: readonly FunctionShape[]
}

/** Words that the notation has for what hardly anybody needs. */
const rare: ReadonlySet<string> = new Set(['cel ', 'cel "', 'template ', 'Start '])
/** Of one group. */
const mostOptions = 200

const kinds = Object.keys(blocks) as readonly StepKind[]

/** @param at in UTF-16 units; what stands behind it in its line is left as it is */
export function completionsAt(text: string, at: number, given: Given): readonly Group[] {
  const before = text.slice(0, at)
  const end = text.indexOf('\n', at)
  const rest = text.slice(at, end === -1 ? undefined : end)
  const heard = hear(before)
  const line: LineEnd = { before, rest, isBare: rest.trim() === '' }
  const world: World = { reach: heard.reach, tools: given.tools, inputs: inputsOf(heard, text, at) }
  const inside = openExpression(before, heard.slot)
  const groups =
    inside !== null
      ? [expressionOptions(before, inside, world, given.functions)]
      : [...slotGroups(heard, line, world), ...wordGroups(heard, line)]
  const found = groups
    .map(({ from, options }) => ({ from, options: fits(options, before.slice(from)).slice(0, mostOptions) }))
    .filter(({ options }) => options.length > 0)
  // What is begun comes before what could follow it.
  const begun = found.filter(({ from, options }) =>
    options.some(({ label }) => from < at && label !== before.slice(from)),
  )
  return begun.length > 0 ? begun : found
}

interface LineEnd {
  readonly before: string
  /** What stands behind the place in its line. */
  readonly rest: string
  readonly isBare: boolean
}

/** As the text says them; names that it only reads are inputs, too. */
function inputsOf({ inputs }: Heard, text: string, at: number): World['inputs'] {
  const read = [...text.matchAll(/\binputs\.([A-Za-z_]\w*)/g)].flatMap(found =>
    // What is being written there is none yet.
    found.index + found[0].length === at ? [] : [[found[1]!, {}] as const],
  )
  const said = inputs?.['properties']
  return { ...inputs, properties: { ...Object.fromEntries(read), ...(said as object | undefined) } }
}

function slotGroups(heard: Heard, { isBare }: LineEnd, world: World): readonly Group[] {
  const { slot, caller } = heard
  if (slot === null) return []
  if (slot.offer.type === 'argument')
    return [{ from: slot.from, options: argumentOptions(slot.offer, caller, world, isBare) }]
  return [{ from: slot.from, options: slotOptions(slot.offer, { ...heard, world, isBare }) }]
}

function wordGroups(heard: Heard, line: LineEnd): readonly Group[] {
  const groups = new Map<number, Option[]>()
  const isSaid = (words: readonly string[]) =>
    words.some(each => line.rest.trimStart().startsWith(each.trim()))
  const openings = new Set<string>()
  const kind = kindIn(line)
  for (const { offer, from } of inOrder(heard.offers)) {
    // What stands there already, and what comes after it in the order of sentences, is not offered again.
    if (offer.type === 'sentence' && isSaid(offer.openings)) break
    if (offer.type === 'sentence') for (const words of offer.openings) openings.add(words)
    if (offer.type === 'sentence' && kind !== null && !suits(offer.sentence, kind)) continue
    const options = optionsFor({ offer, from }, line)
    groups.set(from, [...(groups.get(from) ?? []), ...options])
  }
  return [...groups].map(([from, options]) => ({
    from,
    options: options.filter(
      each => each.type !== 'words' || !(openings.has(each.apply) || isSaid([each.apply])),
    ),
  }))
}

/** Steps in the order of the plan language, not in that in which the reader tells their words apart. */
function inOrder(offers: readonly Offered[]): readonly Offered[] {
  const place = ({ offer }: Offered) => (offer.type === 'step' ? kinds.indexOf(offer.kind as StepKind) : -1)
  return offers.toSorted((a, b) => place(a) - place(b))
}

/** Of the step that the line begins; null: it begins none. */
function kindIn({ before }: LineEnd): StepKind | null {
  const [, said] = /(?:^|\n) *\d{1,6}\. (.*)$/.exec(before) ?? []
  return said === undefined ? null : kindOf(said)
}

function optionsFor({ offer, from }: Offered, line: LineEnd): readonly Option[] {
  switch (offer.type) {
    case 'step':
      return stepOptions(offer.kind as StepKind, line)
    case 'number':
      return kinds.flatMap(kind =>
        stepOptions(kind, line).map(each => ({
          ...each,
          label: `${offer.number}. ${each.label}`,
          apply: `${offer.number}. ${each.apply}`,
        })),
      )
    case 'sentence':
      return snippetsOf(offer.sentence).map(({ label, apply }) => ({
        ...{ type: 'sentence', label: label.trim() },
        apply: `${gap(line)}${apply}${endOf(line, from)}`,
      }))
    case 'words':
      return /[A-Za-z]/.test(offer.words) && !rare.has(offer.words)
        ? [{ type: 'words', label: offer.words.trim(), apply: plain(offer.words) }]
        : []
    default:
      return []
  }
}

function stepOptions(kind: StepKind, { isBare }: LineEnd): readonly Option[] {
  return stepSnippets(kind).map(({ label, apply, isBegun = false }) => ({
    ...{ type: 'step', label: label.trim(), detail: kind, apply: isBare ? apply : apply.split('\n')[0]! },
    ...(isBegun && { isBegun }),
  }))
}

/** The blank that stands between two sentences. */
function gap({ before }: LineEnd): string {
  return before.endsWith('.') ? ' ' : ''
}

/** Above a list of steps a line ends in a colon. */
function endOf(line: LineEnd, from: number): string {
  const { before, rest, isBare } = line
  if (rest.trimStart().startsWith(':')) return ''
  const kind = kindIn(line)
  // What stands below a step, and is none, are words over a list.
  if (kind === null && before[from - 1] === ' ') return ':\n1. ${}'
  if (!isBare) return '. '
  return kind !== null && (blocks[kind].children ?? []).length > 0 ? ':' : '.'
}
