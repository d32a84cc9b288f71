// Turns a syntax tree into closures over plain JSON. Called by domain/expression/expression.ts. It resolves
// every variable once: loop variables to slots, all others to the scope. `steps` and `inputs` are read only
// by names that stand in the source, so the dependencies of an expression are known before it runs.
import { prepareAccess, prepareOptionalAccess } from './access.ts'
import { ExpressionError, MissingValue } from './budget.ts'
import { prepareCall, prepareMethod } from './calls.ts'
import { literalOf, type Node } from './parse.ts'
import {
  type BinaryOperator,
  binaryOperators,
  describe,
  operatorType,
  typeOf,
  type ValueType,
} from './values.ts'

/** The variables of one evaluation. `locals` holds loop variables by slot. */
export interface Frame {
  readonly scope: { readonly [name: string]: unknown }
  readonly locals: unknown[]
}

export interface Prepared {
  readonly type: ValueType
  /** Undefined stands for a missing optional value (`a.?b`). */
  readonly run: (frame: Frame) => unknown
}

/** What is gathered while an expression is prepared. */
export interface Reading {
  readonly steps: Set<string>
  readonly names: Set<string>
  readonly inputs: Set<string>
  /** Inputs that some reading tolerates the absence of. */
  readonly optionalInputs: Set<string>
  /** Steps that are asked whether they failed, or were skipped. */
  readonly failed: Set<string>
  readonly skipped: Set<string>
  /** Inside `has` or `default`, or after `.?`. */
  readonly isTolerant: boolean
  /** Loop variables in scope and their slots. */
  readonly locals: ReadonlyMap<string, number>
  readonly depth: number
  readonly absence: Absence
}

/**
 * What an optional value is that is not there (`x.?y`), in a comparison and where it leaves an expression:
 * null; in plans of the first version an error, and equal to nothing.
 */
export type Absence = 'null' | 'error'

/** Deep enough for left-deep chains (`a + b + c ...`), which nest as deep as they are long. */
const maxDepth = 250

export function prepare(node: Node, outer: Reading): Prepared {
  if (outer.depth > maxDepth) throw new ExpressionError('the expression is nested too deeply')
  const reading = { ...outer, depth: outer.depth + 1 }
  switch (node.op) {
    case 'value':
      return prepareLiteral(node)
    case 'id':
    case '.':
    case '[]':
      return prepareAccess(node, reading)
    case '.?':
    case '[?]':
      return prepareOptionalAccess(node, reading)
    case 'call':
      return prepareCall(node.args as [string, Node[]], reading)
    case 'rcall':
      return prepareMethod(node.args as [string, Node, Node[]], reading)
    case 'list':
      return prepareList(node.args as Node[], reading)
    case 'map':
      return prepareMap(node.args as [Node, Node][], reading)
    case '?:':
      return prepareChoice(node.args as [Node, Node, Node], reading)
    case '&&':
    case '||':
      return prepareLogic(node.args as [Node, Node], node.op === '||', reading)
    case '!_':
      return prepareNot(node.args as Node, reading)
    case '-_':
      return prepareMinus(node.args as Node, reading)
    default:
      return prepareBinary(node.op as BinaryOperator, node.args as [Node, Node], reading)
  }
}

/** @throws {ExpressionError} the value is not a condition; the message describes it */
export function asCondition(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`expected true or false, received ${describe(value)}`)
}

function prepareLiteral(node: Node): Prepared {
  const value = literalOf(node)
  return { type: typeOf(value), run: () => value }
}

function prepareList(items: readonly Node[], reading: Reading): Prepared {
  const { absence } = reading
  const prepared = items.map(item => prepare(item, reading))
  return { type: 'list', run: frame => prepared.map(item => present(item.run(frame), absence)) }
}

function prepareMap(entries: readonly [Node, Node][], reading: Reading): Prepared {
  const prepared = entries.map(([key, value]) => [prepare(key, reading), prepare(value, reading)] as const)
  return {
    type: 'map',
    run: frame => {
      const map: Record<string, unknown> = {}
      for (const [key, value] of prepared) {
        const name = key.run(frame)
        if (typeof name !== 'string' || name === '__proto__') {
          throw new ExpressionError(`a key of a map is a text, received ${describe(name)}`)
        }
        map[name] = present(value.run(frame), reading.absence)
      }
      return map
    },
  }
}

/** JSON has no word for an optional value that is not there. @throws {MissingValue} */
export function present(value: unknown, absence: Absence): unknown {
  if (value !== undefined) return value
  if (absence === 'null') return null
  throw new MissingValue('an optional value is not there: add .orValue(...)')
}

function prepareChoice(args: [Node, Node, Node], reading: Reading): Prepared {
  const [condition, yes, no] = args.map(arg => prepare(arg, reading)) as [Prepared, Prepared, Prepared]
  expectType(condition, 'bool', 'the condition of ?:')
  return {
    type: yes.type === no.type ? yes.type : 'any',
    run: frame => (asCondition(condition.run(frame)) ? yes.run(frame) : no.run(frame)),
  }
}

/** As in CEL, an operand that decides by itself decides even when the other one fails. */
function prepareLogic(args: [Node, Node], decisive: boolean, reading: Reading): Prepared {
  const [left, right] = args.map(arg => prepare(arg, reading)) as [Prepared, Prepared]
  expectType(left, 'bool', decisive ? '||' : '&&')
  expectType(right, 'bool', decisive ? '||' : '&&')
  const run = (frame: Frame): boolean => {
    try {
      if (asCondition(left.run(frame)) === decisive) return decisive
    } catch (error) {
      if (error instanceof ExpressionError && asCondition(right.run(frame)) === decisive) return decisive
      throw error
    }
    return asCondition(right.run(frame))
  }
  return { type: 'bool', run }
}

function prepareNot(arg: Node, reading: Reading): Prepared {
  const value = prepare(arg, reading)
  expectType(value, 'bool', '!')
  return { type: 'bool', run: frame => !asCondition(value.run(frame)) }
}

function prepareMinus(arg: Node, reading: Reading): Prepared {
  const value = prepare(arg, reading)
  expectType(value, 'number', '-')
  const run = (frame: Frame): number => {
    const number = value.run(frame)
    if (typeof number !== 'number')
      throw new ExpressionError(`- expects a number, received ${describe(number)}`)
    return -number
  }
  return { type: 'number', run }
}

function expectType(value: Prepared, type: ValueType, what: string): void {
  if (value.type === 'any' || value.type === type) return
  throw new ExpressionError(
    `${what} expects ${type === 'bool' ? 'true or false' : `a ${type}`}, received a ${value.type}`,
  )
}

function prepareBinary(operator: BinaryOperator, args: [Node, Node], reading: Reading): Prepared {
  const run = binaryOperators[operator]
  if (run === undefined) throw new ExpressionError(`${operator} is not understood here`)
  const [left, right] = args.map(arg => prepare(arg, reading)) as [Prepared, Prepared]
  const type = operatorType(operator, left.type, right.type)
  if (type === null) throw new ExpressionError(`${operator} does not take a ${left.type} and a ${right.type}`)
  if (reading.absence === 'null' && (operator === '==' || operator === '!='))
    return { type, run: frame => run(left.run(frame) ?? null, right.run(frame) ?? null) }
  return { type, run: frame => run(left.run(frame), right.run(frame)) }
}
