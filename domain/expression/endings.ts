// `failed(steps.x)` and `skipped(steps.x)`: how a step ended that the plan went on after. What a step gave
// does not say it, since null may also be a result. Called by calls.ts.
import { ExpressionError } from './budget.ts'
import type { Prepared, Reading } from './evaluate.ts'
import { type Node, pathOf } from './parse.ts'
import { peek } from './values.ts'

/** How a step ended whose output is not what it gave itself. */
export type Ending = 'failed' | 'skipped'

const endings: readonly string[] = ['failed', 'skipped'] satisfies readonly Ending[]

/** Of the scope: endings by step id. No expression can name it. */
export const endingsName = '?endings'

export function asksEnding(name: string): name is Ending {
  return endings.includes(name)
}

/** @throws {ExpressionError} the argument is not `steps.<id>` */
export function prepareEnding(ending: Ending, args: readonly Node[], reading: Reading): Prepared {
  const [arg] = args
  const path = args.length === 1 && !reading.locals.has('steps') ? pathOf(arg!) : null
  const [root, id] = path ?? []
  if (path?.length !== 2 || root !== 'steps' || typeof id !== 'string')
    throw new ExpressionError(`${ending} takes one step, such as ${ending}(steps.orders)`)
  reading.steps.add(id)
  reading[ending].add(id)
  return { type: 'bool', run: ({ scope }) => peek(peek(scope, endingsName), id) === ending }
}
