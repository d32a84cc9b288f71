// Two orders one after the other that undo each other: the same tool on the same thing with another value.
import type { Step } from '../../plan/plan.ts'
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

/** They differ in values of enumerations only. */
function isUndone(state: State, first: Call, second: Call): boolean {
  const model = state.lexicon.tools.find(
    ({ tool }) => tool.name === first.tool && tool.server === first.server,
  )
  const names = [...new Set([...Object.keys(first.args), ...Object.keys(second.args)])]
  const different = names.filter(
    name => JSON.stringify(first.args[name]) !== JSON.stringify(second.args[name]),
  )
  const isChoice = (name: string) =>
    model?.args.some(arg => arg.name === name && arg.type.k === 'text' && arg.type.values !== undefined)
  return (
    different.length > 0 &&
    different.every(name => isChoice(name) && name in first.args && name in second.args)
  )
}
