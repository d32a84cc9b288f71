// How each function of expressions is called, as text: for the guide of the plan language, and for editors,
// which need no more of the table.
import type { ExpressionFunction } from './define.ts'

export interface FunctionShape {
  readonly name: string
  /** `truncate(text, number) text` */
  readonly shape: string
  readonly description: string
}

export function shapeOf(
  name: string,
  { parameters, required, isVariadic, returns }: ExpressionFunction,
): string {
  const least = required ?? parameters.length
  const given = parameters.map(
    (type, index) => `${type === 'sized' ? 'any' : type}${index < least ? '' : '?'}`,
  )
  return `${name}(${given.join(', ')}${isVariadic ? '...' : ''}) ${returns}`
}

export function functionShapes(functions: {
  readonly [name: string]: ExpressionFunction
}): readonly FunctionShape[] {
  return Object.entries(functions).map(([name, each]) => ({
    ...{ name, shape: shapeOf(name, each), description: each.description },
  }))
}
