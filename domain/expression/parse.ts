// Source text to syntax tree, by cel-js: its grammar, literals and limits. domain/expression/evaluate.ts
// gives the tree its meaning, over plain JSON and with a bound on the work; cel-js's own evaluator has
// neither (bigints, unbounded macros).
import { Environment, ParseError } from '@marcbachmann/cel-js'
import { maxExpressionLength } from './bounds.ts'
import { ExpressionError } from './budget.ts'
import { constructMeant } from './foreign-words.ts'

/** A node of cel-js's tree: its operator and operands. */
export interface Node {
  readonly op: string
  readonly args: unknown
}

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  limits: {
    maxAstNodes: 1_000,
    maxDepth: 50,
    maxListElements: 200,
    maxMapEntries: 100,
    maxCallArguments: 16,
  },
})

/** @throws {ExpressionError} with the position of the mistake */
export function parse(source: string): Node {
  if (source.length > maxExpressionLength) {
    throw new ExpressionError(
      `the expression has ${source.length} characters, more than ${maxExpressionLength}`,
    )
  }
  if (source.trim() === '') throw new ExpressionError('the expression is empty')
  try {
    return environment.parse(source).ast as unknown as Node
  } catch (cause) {
    if (!(cause instanceof ParseError))
      throw new ExpressionError('the expression cannot be parsed', { cause })
    const at = cause.range === undefined ? '' : ` at character ${cause.range.start + 1}`
    throw new ExpressionError(`${cause.summary}${at}${constructMeant(source)}`, { cause })
  }
}

/**
 * The path of a plain reference (`inputs.order.items[0]`), its variable first, or null when the node is
 * anything else.
 */
export function pathOf(node: Node): readonly (string | number)[] | null {
  if (node.op === 'id') return [node.args as string]
  if (node.op !== '.' && node.op !== '[]') return null
  const [container, key] = node.args as [Node, string | Node]
  const path = pathOf(container)
  const last = typeof key === 'string' ? key : literalOf(key)
  if (path === null || (typeof last !== 'string' && typeof last !== 'number')) return null
  return [...path, last]
}

/**
 * The JSON value of a literal node; undefined when the node is no literal.
 * @throws {ExpressionError} bytes
 */
export function literalOf(node: Node): null | boolean | number | string | undefined {
  if (node.op !== 'value') return undefined
  const value = node.args
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (value instanceof Uint8Array) throw new ExpressionError('bytes are not JSON: write a text')
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new ExpressionError(
      `the whole number ${String(value)} is too large for a number: write it as a text`,
    )
  return number
}
