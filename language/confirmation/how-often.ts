// How often a step may run in one run of its workflow: the product of the bounds of the loops around it that
// the plan itself says.
import type { Node } from '../../domain/expression/parse.ts'
import { literalOf } from '../../domain/expression/parse.ts'
import { childLists } from '../../domain/plan/nested-steps.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { treeOf } from './pieces.ts'

export interface PlacedStep {
  readonly step: Step
  /** Null: nothing in the plan says. */
  readonly most: number | null
}

/** All steps, those inside of others behind them. */
export function placedSteps(steps: readonly Step[], most: number | null = 1): readonly PlacedStep[] {
  return steps.flatMap(step => {
    const inside = times(most, turnsOf(step))
    const below = childLists(step).flatMap(list => placedSteps(list.steps, list.isHandler ? most : inside))
    return [{ step, most }, ...below]
  })
}

export function oftenWords(most: number | null): string {
  if (most === null) return 'for each item of a list, no bound known'
  return most === 1 ? 'once in a run' : `at most ${most.toLocaleString('en')} times in a run`
}

function turnsOf(step: Step): number | null {
  switch (step.kind) {
    case 'repeat':
      return step.most
    case 'foreach':
      return boundOf(treeOf(step.over))
    default:
      return 1
  }
}

/** How many items the list has at most. */
function boundOf(node: Node | null): number | null {
  if (node === null) return null
  if (node.op === 'list') return (node.args as readonly Node[]).length
  const call = calledOn(node)
  if (call === null) return null
  const { name, list, args } = call
  if (name === 'slice') return sliced(boundOf(list), args)
  return keeping.has(name) ? boundOf(list) : null
}

/** They give no more items than they are given. */
const keeping: ReadonlySet<string> = new Set(['filter', 'map', 'sortBy', 'sort', 'reverse', 'unique'])

function sliced(bound: number | null, [from, to]: readonly Node[]): number | null {
  const [start, end] = [indexOf(from), indexOf(to)]
  if (start === null || end === null) return bound
  const length = Math.max(0, end - start)
  return bound === null ? length : Math.min(bound, length)
}

/** Null: it is computed, or counts from the end. */
function indexOf(node: Node | undefined): number | null {
  const value = node === undefined ? undefined : literalOf(node)
  return typeof value === 'number' && value >= 0 ? value : null
}

/** `f(list, ...)` and `list.f(...)`. */
function calledOn({ op, args }: Node) {
  if (op === 'call') {
    const [name, [list, ...rest]] = args as [string, Node[]]
    return list === undefined ? null : { name, list, args: rest }
  }
  if (op !== 'rcall') return null
  const [name, list, rest] = args as [string, Node, Node[]]
  return { name, list, args: rest }
}

function times(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a * b
}
