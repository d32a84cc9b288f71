// Two orders that do not go together: the second undoes the first (the same tool on the same thing with
// another value), or does it once more (all of a list again, or what cannot be taken back).
import { own } from '../../../domain/own.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { State } from './state.ts'

type Call = Extract<Step, { kind: 'tool' }>

/** @returns the place of the second in the prompt; null: nothing is contradicted */
export function contradictionIn(state: State): readonly [number, number] | null {
  const { steps } = state
  for (const [index, second] of steps.entries()) {
    const first = steps[index - 1]
    if (first?.kind !== 'tool' || second.kind !== 'tool') continue
    if (first.tool !== second.tool || first.server !== second.server || state.effectOf(second) === 'read')
      continue
    if (isUndone(state, first, second)) return second.span ?? [0, 0]
  }
  return null
}

/** @returns the place of what is done a second time, step for step; null: nothing is */
export function repeatedIn(state: State): readonly [number, number] | null {
  const seen = new Set<string>()
  for (const step of state.steps) {
    if (!isHardlyTwice(state, step)) continue
    const key = JSON.stringify(step, withoutNames)
    if (seen.has(key)) return step.span ?? [0, 0]
    seen.add(key)
  }
  return null
}

function isHardlyTwice(state: State, step: Step): boolean {
  if (step.kind === 'tool') return state.effectOf(step) === 'destructive'
  const isEffect = (each: Step) => each.kind === 'tool' && !/^(?:read|pure)$/.test(state.effectOf(each))
  return step.kind === 'foreach' && step.steps.some(isEffect)
}

/** Ids, titles and places say nothing of what is done. */
function withoutNames(this: { kind?: string }, key: string, value: unknown): unknown {
  return this.kind !== undefined && /^(?:id|title|span)$/.test(key) ? undefined : value
}

/** They differ in values of enumerations only. */
function isUndone(state: State, first: Call, second: Call): boolean {
  const model = state.lexicon.tools.find(
    ({ tool }) => tool.name === first.tool && tool.server === first.server,
  )
  const names = [...new Set([...Object.keys(first.args), ...Object.keys(second.args)])]
  const different = names.filter(
    name => JSON.stringify(own(first.args, name)) !== JSON.stringify(own(second.args, name)),
  )
  const isChoice = (name: string) =>
    model?.args.some(arg => arg.name === name && arg.type.k === 'text' && arg.type.values !== undefined)
  return (
    different.length > 0 &&
    different.every(
      name => isChoice(name) && Object.hasOwn(first.args, name) && Object.hasOwn(second.args, name),
    )
  )
}
