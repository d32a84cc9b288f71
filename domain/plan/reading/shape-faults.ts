// What zod says of a part of a plan, as a person would say it: the field, what was expected, what was sent.
import type { z } from 'zod'
import { nearestName } from '../../distance.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { DiagnosticCode } from '../diagnostics.ts'

export interface ShapeFault {
  /** Default BAD_SHAPE. */
  readonly code?: DiagnosticCode
  readonly message: string
  readonly candidates?: readonly string[]
}

/** Of what was sent, in characters. */
const shownLength = 60

/** Each with its field: `timeoutMs`, `cases[0].when`. */
export function shapeFaults(error: z.ZodError, sent: JsonObject): readonly (readonly [string, ShapeFault])[] {
  return error.issues.map(issue => [fieldOf(issue.path), faultOf(issue, valueAt(sent, issue.path))] as const)
}

function faultOf(issue: z.core.$ZodIssue, value: Json | undefined): ShapeFault {
  const received = value === undefined ? 'nothing' : shown(value)
  const fault = { message: `expected ${expectedBy(issue)}, received ${received}` }
  const candidates = optionsOf(issue)
  if (candidates.length === 0) return fault
  const near = typeof value === 'string' ? nearestName(value, candidates) : null
  if (near === null) return { ...fault, candidates }
  return { message: `${fault.message}; did you mean ${near}?`, candidates: [near] }
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeName(issue.expected)
    case 'too_small':
      return `${unitOf(issue.origin)} of at least ${issue.minimum}`
    case 'too_big':
      return `${unitOf(issue.origin)} of at most ${issue.maximum}`
    case 'invalid_value':
      return optionsOf(issue).length > 1 ? `one of ${optionsOf(issue).join(', ')}` : String(issue.values[0])
    case 'invalid_union': {
      const parts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [expectedBy(first)]))
      return [...new Set(parts)].join(' or ')
    }
    default:
      return issue.message.replace(/^(?:Invalid input: )?expected /, '')
  }
}

const typeNames: { readonly [type: string]: string } = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
}

function typeName(expected: string): string {
  return Object.hasOwn(typeNames, expected) ? typeNames[expected]! : expected
}

function unitOf(origin: string): string {
  if (origin === 'string') return 'a text with a length'
  return origin === 'array' ? 'a list with a length' : 'a number'
}

function optionsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code !== 'invalid_union') return []
  return issue.errors.flatMap(([first]) => (first === undefined ? [] : optionsOf(first)))
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? String(key) : `.${String(key)}`))
    .join('')
}

function valueAt(sent: JsonObject, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = sent
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.hasOwn(value, key) ? (value as JsonObject)[String(key)] : undefined
  }
  return value
}

function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > shownLength ? `${text.slice(0, shownLength)}...` : text
}
