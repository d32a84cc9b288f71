// What was computed or asked for and led to nothing: a figure that no later step takes, a question whose
// answer nobody gets. Words that were read so were lost. The reader asks at the end of a prompt.
import type { Step } from '../../../domain/plan/plan.ts'
import type { Span } from '../grammar/terms.ts'
import type { State } from './state.ts'

/** @returns the words of the first such thing; null: everything is used */
export function idleIn(state: State): Span | null {
  const steps = state.blocks.flatMap(block => block.steps)
  const all = steps.flatMap(within)
  const text = JSON.stringify([steps, state.lastAsked])
  const isUsed = (cel: string) => text.includes(JSON.stringify(cel).slice(1, -1))
  const isNamed = (step: Step) => new RegExp(`steps\\.${step.id}\\b`).test(text)
  const lost = state.asked.find(
    value => JSON.stringify(value) !== JSON.stringify(state.lastAsked) && !celsIn(value).every(isUsed),
  )
  if (lost !== undefined) return (steps.at(-1)?.span as Span | undefined) ?? [0, 0]
  const last = steps.at(-1)
  // What a loop gives is its last step's, for each item.
  const given = new Set(
    all.flatMap(each => (each.kind === 'foreach' && isNamed(each) ? each.steps.slice(-1) : [])),
  )
  const idle = all.find(step => isFigure(step) && !given.has(step) && step !== last && !isNamed(step))
  if (idle !== undefined) return idle.span as Span
  return last !== undefined && isTooLate(last, all) ? (last.span as Span) : null
}

/** "Post each. Skip the discontinued ones.": they were posted already. */
function isTooLate(last: Step, all: readonly Step[]): boolean {
  const from = last.kind === 'set' ? /^([\w.]+)\.filter\(/.exec(celsIn(last.value)[0] ?? '')?.[1] : undefined
  return from !== undefined && all.some(step => step.kind === 'foreach' && step.over === from)
}

/** Steps that compute, and do nothing else. */
function isFigure(step: Step): boolean {
  if (step.kind === 'set' && isLookUp(celsIn(step.value)[0] ?? '')) return false
  return (
    step.kind === 'set' ||
    (step.kind === 'tool' && step.server === null && /^(list|date|html|csv|json)_/.test(step.tool))
  )
}

/** One record, found by its id among all: as if a tool had got it. */
function isLookUp(cel: string): boolean {
  return /^first\([\w.]+\.filter\((\w+), \1\.\w+ == [\w.]+\)\)$/.test(cel)
}

function celsIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [JSON.stringify(value)]
  const { $ } = value as { $?: string }
  return $ === undefined ? Object.values(value).flatMap(celsIn) : [$]
}

function within(step: Step): readonly Step[] {
  switch (step.kind) {
    case 'if':
      return [
        step,
        ...step.cases.flatMap(each => each.steps.flatMap(within)),
        ...(step.else ?? []).flatMap(within),
      ]
    case 'foreach':
      return [step, ...step.steps.flatMap(within)]
    case 'parallel':
      return [step, ...step.branches.flatMap(branch => branch.steps.flatMap(within))]
    case 'tool':
      return [step, ...(typeof step.onError === 'object' ? step.onError.steps.flatMap(within) : [])]
    default:
      return [step]
  }
}
