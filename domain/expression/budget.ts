// Bounds what an expression may cost. CEL has no loops without a list, but lists of lists and doubled texts
// are loops enough: every evaluation has fuel, and every value that it makes is bounded. Evaluation is
// synchronous, so one counter is enough.

/** An expression, or a value that it met, is wrong. The message is for the plan's author. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError'
}

/** A key, an index or an optional value is missing; `default(value, fallback)` and `has` handle it. */
export class MissingValue extends ExpressionError {
  override readonly name = 'MissingValue'
}

/**
 * Bounds of one evaluation. One fuel is about one visited node of the expression, 20 to 50 ns: 0.1 s at
 * most.
 */
export const evaluationBounds = { fuel: 2_000_000, resultBytes: 1024 * 1024, resultDepth: 100 } as const

let fuel = 0

/** Fills the fuel up; called at the start of an evaluation. */
export function refuel(): void {
  fuel = evaluationBounds.fuel
}

/** @throws {ExpressionError} the evaluation has no fuel left */
export function spend(cost: number): void {
  fuel -= cost
  if (fuel < 0)
    throw new ExpressionError('the expression does too much work: fewer or shorter lists are needed')
}

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
