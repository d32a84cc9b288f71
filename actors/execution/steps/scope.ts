// The scope of an expression in a step: inputs, now, the items of foreach, and the outputs of steps. Only the
// outputs that the expression names are gathered, from its own list outward. beginning.ts evaluates in it.
import { type Computed, ExpressionError } from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'
import type { Frame, State } from '../protocol.ts'
import { frameOf, framePathOf } from './paths.ts'

/** Evaluates in the scope of one step. @throws {ExpressionError} */
export type Evaluate = (computed: Computed) => Json

/**
 * @param now Unix ms at which the step begins; the journal has it as the time of the entry
 * @param body steps that may not have run: null then
 */
export function evaluatorOf(
  state: State,
  path: string,
  now: number,
  body: ReadonlySet<string> = nothing,
): Evaluate {
  const frame = frameOf(state, path)
  const { inputs } = state.start!
  return computed => {
    const steps = computed.steps.length === 0 ? none : outputsOf(state, frame, computed.steps, body)
    return computed.evaluate({ ...frame.names, inputs, steps, now })
  }
}

/** Is the condition true? @throws {ExpressionError} it is no boolean, and to convert it would be a guess */
export function holds(condition: Computed, evaluate: Evaluate): boolean {
  const value = evaluate(condition)
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`expected true or false as a condition, received ${nameOf(value)}`)
}

export function nameOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const none = Object.freeze({})
const nothing: ReadonlySet<string> = new Set()

function outputsOf(
  state: State,
  own: Frame,
  steps: readonly string[],
  body: ReadonlySet<string>,
): { [id: string]: Json } {
  const outputs: { [id: string]: Json } = {}
  for (const id of steps) {
    if (body.has(id)) {
      outputs[id] = own.outputs[id] ?? null
      continue
    }
    let frame = own
    while (!Object.hasOwn(frame.outputs, id)) {
      if (frame.owner === null) throw new ExpressionError(`steps.${id} has not run`)
      frame = state.frames[framePathOf(frame.owner)]!
    }
    outputs[id] = frame.outputs[id]!
  }
  return outputs
}
