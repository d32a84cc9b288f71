// What a function of expressions is. The tables beside this file define them, domain/expression/functions.ts
// puts them together.
import type { ValueType } from '../values.ts'

export interface ExpressionFunction {
  readonly description: string
  /** Types of the arguments; those after `required` may be left out. */
  readonly parameters: readonly (ValueType | 'sized')[]
  readonly required?: number
  /** The last parameter may repeat. */
  readonly isVariadic?: boolean
  /** An argument that is not there (a missing key, an item of an empty list) counts as null. */
  readonly isTolerant?: boolean
  readonly returns: ValueType
  // calls.ts has checked the arguments against `parameters`.
  readonly run: (...args: never[]) => unknown
}

export type FunctionTable = { readonly [name: string]: ExpressionFunction }

export function define(
  description: string,
  parameters: ExpressionFunction['parameters'],
  returns: ValueType,
  run: ExpressionFunction['run'],
  shape: Pick<ExpressionFunction, 'required' | 'isVariadic' | 'isTolerant'> = {},
): ExpressionFunction {
  return { description, parameters, returns, run, ...shape }
}
