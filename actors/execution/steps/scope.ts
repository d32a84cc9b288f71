// The scope of an expression in a step: inputs, now, the items of foreach, and the outputs of steps. Only the
// outputs and endings that the expression names are gathered, from its own list outward. beginning.ts
// evaluates in it.
import { type Ending, endingsName } from '../../../domain/expression/endings.ts'
import { type Computed, ExpressionError } from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
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
    if (computed.steps.length === 0) return computed.evaluate({ ...frame.names, inputs, steps: none, now })
    const { steps, endings } = endedOf(state, frame, computed.steps, body)
    return computed.evaluate({ ...frame.names, inputs, steps, now, [endingsName]: endings })
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

interface Ended {
  readonly steps: { [id: string]: Json }
  readonly endings: { [id: string]: Ending }
}

function endedOf(state: State, inner: Frame, ids: readonly string[], body: ReadonlySet<string>): Ended {
  const ended: Ended = { steps: {}, endings: {} }
  for (const id of ids) {
    const frame = body.has(id) ? inner : frameWith(state, inner, id)
    ended.steps[id] = frame.outputs[id] ?? null
    const ending = frame.endings === undefined ? undefined : own(frame.endings, id)
    if (ending !== undefined) ended.endings[id] = ending
  }
  return ended
}

/** The frame in which the step has ended, from this one outward. */
function frameWith(state: State, inner: Frame, id: string): Frame {
  let frame = inner
  while (!Object.hasOwn(frame.outputs, id)) {
    if (frame.owner === null) throw new ExpressionError(`steps.${id} has not run`)
    frame = state.frames[framePathOf(frame.owner)]!
  }
  return frame
}
