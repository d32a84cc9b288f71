// Bounds on the output of built-in tools. A tool that multiplies (replace, merge, template) checks before it
// builds; a tool whose library builds checks afterwards.
import { spend } from '../../domain/budgets/budget.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { ToolFailure } from './tool.ts'

/** Largest text that a tool makes, in characters, and roughly the largest output as JSON: 1 MiB. */
export const maxLength = 1024 * 1024
/** Deepest nesting of a value, as for request bodies. */
const maxDepth = 64

/** @throws {ToolFailure} `too-large`: the text would be too long */
export function checkLength(length: number): void {
  if (length > maxLength) throw tooLarge(`more than ${maxLength} characters`)
}

/**
 * The value, when it is not larger or deeper than an output may be. Stops counting at the limit.
 * @throws {ToolFailure} `too-large`
 */
export function bounded<T extends Json>(value: T): T {
  spend(count(value, 0, 0) / 64)
  return value
}

/** @returns `length` plus roughly the characters of the value as JSON */
function count(value: Json, length: number, depth: number): number {
  if (depth > maxDepth) throw tooLarge(`nested deeper than ${maxDepth}`)
  let total = length + (typeof value === 'string' ? value.length + 2 : 4)
  if (typeof value === 'object' && value !== null) {
    for (const key in value) {
      if (!Array.isArray(value)) total += key.length + 4
      total = count((value as JsonObject)[key]!, total, depth + 1)
    }
  }
  if (total > maxLength) throw tooLarge(`more than ${maxLength} characters as JSON`)
  return total
}

function tooLarge(what: string): ToolFailure {
  return new ToolFailure('too-large', `the result would be ${what}`)
}
