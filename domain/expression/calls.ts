// Prepares calls: functions of the table (domain/expression/functions.ts), written `f(x)` or `x.f()`, and
// `has` and `default`, which tolerate missing values, and those of endings.ts. Called by
// domain/expression/evaluate.ts.

import { spend } from '../budgets/budget.ts'
import { own } from '../own.ts'
import { ExpressionError, MissingValue } from './budget.ts'
import { isComprehension, prepareComprehension } from './comprehension.ts'
import { asksEnding, prepareEnding } from './endings.ts'
import { type Frame, type Prepared, prepare, type Reading } from './evaluate.ts'
import { functionMeant } from './foreign-words.ts'
import { type ExpressionFunction, functions } from './functions.ts'
import type { Node } from './parse.ts'
import { describe, typeOf, type ValueType } from './values.ts'

export function prepareCall([name, args]: [string, Node[]], reading: Reading): Prepared {
  if (name === 'has') return prepareHas(args, reading)
  if (name === 'default') return prepareDefault(args, reading)
  if (asksEnding(name)) return prepareEnding(name, args, reading)
  const definition = own(functions, name) ?? null
  if (definition === null)
    throw new ExpressionError(`there is no function ${name}${functionMeant(name, Object.keys(functions))}`)
  const prepared = args.map(arg =>
    definition.isTolerant ? orNull(prepare(arg, { ...reading, isTolerant: true })) : prepare(arg, reading),
  )
  return prepareFunction(name, definition, prepared)
}

export function prepareMethod([name, receiver, args]: [string, Node, Node[]], reading: Reading): Prepared {
  if (isComprehension(name, receiver)) return prepareComprehension(name, receiver, args, reading)
  if (name === 'orValue' && args.length === 1) {
    const [value, fallback] = [prepare(receiver, reading), prepare(args[0]!, reading)]
    return { type: 'any', run: frame => value.run(frame) ?? fallback.run(frame) }
  }
  if (name === 'hasValue' && args.length === 0) {
    const value = prepare(receiver, reading)
    return { type: 'bool', run: frame => value.run(frame) !== undefined }
  }
  return prepareCall([name, [receiver, ...args]], reading)
}

/** `has(a.b.c)`: does the key exist? Unlike in CEL also false when `a` or `a.b` is missing. */
function prepareHas(args: Node[], reading: Reading): Prepared {
  const [arg] = args
  if (args.length !== 1 || (arg!.op !== '.' && arg!.op !== '[]')) {
    throw new ExpressionError('has takes one reference to a key, such as has(inputs.name)')
  }
  const value = prepare(arg!, { ...reading, isTolerant: true })
  return { type: 'bool', run: frame => attempt(value, frame) !== undefined }
}

/** `default(value, fallback)`: the fallback when the value is null or missing. */
function prepareDefault(args: Node[], reading: Reading): Prepared {
  if (args.length !== 2) throw new ExpressionError('default takes a value and a fallback')
  const [value, fallback] = [prepare(args[0]!, { ...reading, isTolerant: true }), prepare(args[1]!, reading)]
  return { type: 'any', run: frame => attempt(value, frame) ?? fallback.run(frame) }
}

function orNull(value: Prepared): Prepared {
  return { type: value.type, run: frame => attempt(value, frame) ?? null }
}

function attempt(value: Prepared, frame: Frame): unknown {
  try {
    return value.run(frame)
  } catch (error) {
    if (error instanceof MissingValue) return undefined
    throw error
  }
}

function prepareFunction(name: string, definition: ExpressionFunction, args: readonly Prepared[]): Prepared {
  const { parameters, required = parameters.length, isVariadic = false, run } = definition
  if (args.length < required || (args.length > parameters.length && !isVariadic)) {
    const expected = required === parameters.length ? `${required}` : `${required} to ${parameters.length}`
    throw new ExpressionError(`${name} takes ${expected} values, received ${args.length}`)
  }
  const kinds = args.map((_, index) => parameters[Math.min(index, parameters.length - 1)]!)
  args.forEach((arg, index) => {
    if (arg.type !== 'any' && !fits(arg.type, kinds[index]!))
      throw wrongArgument(name, kinds[index]!, `a ${arg.type}`)
  })
  return {
    type: definition.returns,
    run: frame => {
      const values = args.map((arg, index) => {
        const value = arg.run(frame)
        if (value === undefined || !fits(typeOf(value), kinds[index]!))
          throw wrongArgument(name, kinds[index]!, describe(value))
        spend(typeof value === 'string' ? value.length >> 4 : Array.isArray(value) ? value.length : 1)
        return value
      })
      return run(...(values as never[]))
    },
  }
}

function fits(type: ValueType, parameter: ValueType | 'sized'): boolean {
  if (parameter === 'any' || parameter === type) return true
  return parameter === 'sized' && (type === 'text' || type === 'list' || type === 'map')
}

function wrongArgument(name: string, parameter: ValueType | 'sized', received: string): ExpressionError {
  const expected = parameter === 'sized' ? 'text, list or map' : parameter
  return new ExpressionError(`${name} expects a ${expected}, received ${received}`)
}
