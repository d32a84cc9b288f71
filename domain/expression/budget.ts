// Bounds what an expression may make. CEL has no loops without a list, but lists of lists and doubled texts
// are loops enough: every evaluation has a budget (domain/budgets/budget.ts), and every value that it makes
// is bounded.
import { spend } from '../budgets/budget.ts'

/** An expression, or a value that it met, is wrong. The message is for the plan's author. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError'

  /** Expressions may meet one for every item of a list, so it is made without a trace of the stack. */
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
    spend(errorCost)
  }
}

/** Units; 4 us, measured. */
const errorCost = 120

/** A key, an index or an optional value is missing; `default(value, fallback)` and `has` handle it. */
export class MissingValue extends ExpressionError {
  override readonly name = 'MissingValue'
}

/** Bounds of the value of one evaluation. */
export const evaluationBounds = { resultBytes: 1024 * 1024, resultDepth: 100 } as const

/** @throws {ExpressionError} the text is longer than a result may be */
export function boundedText(text: string): string {
  if (text.length > evaluationBounds.resultBytes) throw tooLarge()
  spend(text.length >> 4)
  return text
}

/**
 * Estimates the size of a value as JSON without making the JSON.
 * @param limit bytes; beyond them it stops and refuses the value
 * @throws {ExpressionError} too large, too deep, or not JSON
 */
export function measure(value: unknown, limit: number = evaluationBounds.resultBytes): number {
  const size = sizeOf(value, limit, evaluationBounds.resultDepth)
  if (size > limit) throw tooLarge()
  spend(size >> 5)
  return size
}

function sizeOf(value: unknown, limit: number, depth: number): number {
  switch (typeof value) {
    case 'string':
      return value.length + 2
    case 'number':
      if (!Number.isFinite(value))
        throw new ExpressionError(`the result is ${value}, which JSON has no word for`)
      return 8
    case 'boolean':
      return 5
    case 'object':
      if (value === null) return 4
      if (depth === 0)
        throw new ExpressionError(`the result is nested deeper than ${evaluationBounds.resultDepth}`)
      return sizeOfParts(value, limit, depth)
    default:
      throw new MissingValue('the result is an optional value that is not there: add .orValue(...)')
  }
}

function sizeOfParts(value: object, limit: number, depth: number): number {
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + sizeOf(item, limit - size, depth - 1)
      if (size > limit) return size
    }
    return size
  }
  for (const key in value) {
    size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key], limit - size, depth - 1)
    if (size > limit) return size
  }
  return size
}

function tooLarge(): ExpressionError {
  return new ExpressionError(`the result is larger than ${evaluationBounds.resultBytes} bytes of JSON`)
}
