// What the service says of a prompt, and what could be written instead. Pure.
import { own } from '../../../../domain/own.ts'
import type { Answer, Body } from '../../../../http/client.ts'
import { propertiesOf, type Schema } from '../../../parts/schema-form/shape.ts'

export type PlanBody = Body<'POST /api/v1/workflows/plan'>
export type PlanAnswer = Answer<'POST /api/v1/workflows/plan'>

/** The answer, which has the text that it is about, and whom it was asked of. */
export type Planned = PlanAnswer & {
  /** `kept`: nobody, it is saved so. `notation`: nobody, somebody has written it as its notation. */
  readonly origin: 'reader' | 'model' | 'kept' | 'notation'
}
export type Diagnostic = Planned['diagnostics'][number]
export type OutlineLine = Planned['outline'][number]

/** What is sent beside the text, so that what is kept is what was shown: a model's plan, or whose it is. */
export type SentPlan = Pick<
  Body<'POST /api/v1/workflows/plan'>,
  'plan' | 'quotes' | 'assumptions' | 'base' | 'plannedBy'
> & {
  /** Where there are no other words: the notation is its own prompt. */
  readonly prompt?: string
}

/** Null: it is saved so already. */
export function sentPlan(planned: Planned): SentPlan | null {
  const { origin, plannedBy, plan, quotes, assumptions, base, prompt, notation } = planned
  if (origin === 'kept') return null
  // Whoever writes it is its author.
  if (origin === 'notation') return { plan, ...(prompt === notation && { prompt }), ...(base && { base }) }
  // The reader makes the same plan again.
  if (plannedBy !== 'model') return { plannedBy: 'reader' }
  return {
    plan,
    plannedBy,
    ...(quotes && { quotes }),
    ...(assumptions && { assumptions }),
    ...(base && { base }),
  }
}

/**
 * Is there a part that it does not do, or something that it has to know? A plan that is sent has forgotten.
 */
export function isOpen({ cannot = [], questions = [] }: Planned): boolean {
  return cannot.length > 0 || questions.length > 0
}

/** Was it changed by hand before that was cleared up? It is not kept yet: it would be forgotten. */
export function isOpenByHand(planned: Planned): boolean {
  return planned.origin === 'notation' && isOpen(planned)
}

/** The model was asked and gave no plan: why, as the service says it. */
export function modelFailure({ origin, plannedBy, diagnostics }: Planned): string | null {
  if (origin !== 'model' || plannedBy === 'model') return null
  return diagnostics.find(({ code }) => code === 'MODEL_FAILED')?.message ?? null
}

/** A whole prompt to put in place of the one that is there. */
export interface Instead {
  readonly title: string
  readonly prompt: string
}

/** What a click can do about it: its fixes, or its candidates where it says which words are meant. */
export function instead(diagnostic: Diagnostic, prompt: string): readonly Instead[] {
  const { fixes = [], candidates = [], span } = diagnostic
  if (fixes.length > 0) return fixes
  if (span === null) return []
  return candidates.slice(0, 8).map(candidate => ({
    title: candidate,
    prompt: withCandidate(prompt, span, diagnostic, candidate),
  }))
}

/**
 * The candidate stands where the word was that the message quotes. A tool is named in backticks; one that is
 * said by words is put behind them.
 */
function withCandidate(
  prompt: string,
  [from, to]: readonly [number, number],
  { code, message }: Diagnostic,
  candidate: string,
): string {
  const said = prompt.slice(from, to)
  const isNamed = /TOOL|ACTION/.test(code)
  const written = isNamed ? `\`${candidate}\`` : /\s/.test(candidate) ? `"${candidate}"` : candidate
  const quoted = [...message.matchAll(/["`]([^"`]+)["`]/g)]
    .map(([, text]) => text!)
    .find(text => said.toLowerCase().includes(text.toLowerCase()))
  if (quoted === undefined) {
    if (code !== 'AMBIGUOUS_TOOL') return prompt.slice(0, from) + written + prompt.slice(to)
    const [, body = said, end = ''] = /^(.*?)([.\s]*)$/s.exec(said) ?? []
    return `${prompt.slice(0, from)}Call ${written}: ${body}${end}${prompt.slice(to)}`
  }
  const at = said.toLowerCase().indexOf(quoted.toLowerCase())
  const before = said.slice(0, at)
  const after = said.slice(at + quoted.length)
  const isQuoted = /[`"]$/.test(before) && /^[`"]/.test(after)
  return prompt.slice(0, from) + before + (isQuoted ? candidate : written) + after + prompt.slice(to)
}

/**
 * A loop or a branch whose steps stand below it has the words of its first step: those of the line above are
 * its own.
 */
export function withHeaders(outline: readonly OutlineLine[], prompt: string): OutlineLine[] {
  return outline.map((line, index) => {
    const below = outline[index + 1]
    if (below === undefined || below.depth <= line.depth || line.span === null) return line
    return below.span?.[0] === line.span[0] ? { ...line, span: lineAbove(prompt, line.span) } : line
  })
}

function lineAbove(prompt: string, span: readonly [number, number]): [number, number] {
  const own: [number, number] = [...span]
  const begin = prompt.lastIndexOf('\n', span[0] - 1) + 1
  const isFirst = /^\s*(?:[-*•]|\w{1,3}[.)])?\s*$/.test(prompt.slice(begin, span[0]))
  const above = prompt.slice(0, Math.max(begin - 1, 0)).trimEnd()
  if (begin === 0 || !isFirst || !above.endsWith(':')) return own
  const start = above.lastIndexOf('\n') + 1
  const marker = /^\s*(?:[-*•]|\w{1,3}[.)])?\s*/.exec(above.slice(start))![0]
  return [start + marker.length, above.length]
}

/** The lines to show: of a prompt that is not understood yet, those of before stay below, until it is. */
export function shownLines(
  now: Planned | null,
  before: readonly OutlineLine[],
): readonly (OutlineLine & { readonly isOld: boolean })[] {
  const lines = (now?.outline ?? []).map(line => ({ ...line, isOld: false }))
  if (now === null || now.origin !== 'reader' || now.status === 'ready' || now.prompt.trim() === '')
    return lines
  return [...lines, ...before.slice(lines.length).map(line => ({ ...line, isOld: true }))]
}

/** Is the plan what the prompt says, in the notation? Then the prompt is no note beside it. */
export function saysItsPlan({
  prompt,
  notation = '',
}: {
  readonly prompt: string
  readonly notation?: string | undefined
}): boolean {
  const bare = (text: string) => text.replace(/\s+/g, '')
  return bare(notation) === bare(prompt)
}

/** Names of columns that the plan reads: of files that somebody makes up to try it. */
export function columnsIn(plan: Planned['plan']): readonly string[] {
  const text = JSON.stringify(plan)
  // Of loops, and of expressions: `rows.map(row, row.amount)`.
  const variables = [...text.matchAll(/"as":"([a-z]\w*)"|\.[a-z_]+\(([a-z]\w*), /gi)].map(
    ([, ofLoop, ofExpression]) => ofLoop ?? ofExpression!,
  )
  const fields = [
    ...text.matchAll(new RegExp(`\\b(?:${variables.join('|') || 'item'})\\.([A-Za-z]\\w*)`, 'g')),
    ...text.matchAll(/"(?:field|by|key)":"([A-Za-z]\w*)"/g),
  ].map(([, name]) => name!)
  const own = new Set(['filter', 'map', 'key', 'items'])
  return [...new Set(fields)].filter(name => !own.has(name))
}

/** Inputs that a schedule of this prompt would have to give, and does not. */
export function unfedInputs(
  planned: Planned | null,
  saved: { readonly schedule: { readonly inputs: object } | null } | null,
): readonly string[] {
  if (planned?.status !== 'ready' || planned.schedule === null) return []
  const given = (saved?.schedule?.inputs ?? planned.schedule.inputs) as Record<string, unknown>
  return propertiesOf(planned.inputsSchema as Schema)
    .filter(({ name, isRequired }) => isRequired && own(given, name) === undefined)
    .map(({ name }) => name)
}

/** Names of inputs that the plan calculates with: what somebody makes up for them is a number. */
export function numbersIn(plan: Planned['plan']): readonly string[] {
  const text = JSON.stringify(plan)
  const uses = [
    ...text.matchAll(/\b(?:number|int|double)\(inputs\.(\w+)\)/g),
    ...text.matchAll(/\binputs\.(\w+) (?:[-*/%]|[<>]=?) /g),
    ...text.matchAll(/ (?:[-*/%]|[<>]=?) inputs\.(\w+)\b/g),
  ]
  return [...new Set(uses.map(([, name]) => name!))]
}
