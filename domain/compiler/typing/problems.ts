// What is wrong with a plan's values: said the same way by all that infers them (infer.ts and
// function-results.ts).
import { nearestName } from '../../distance.ts'
import type { ValueType } from '../../expression/values.ts'
import { own } from '../../own.ts'
import type { DiagnosticCode } from '../../plan/diagnostics.ts'
import { type Known, type MaybeKnown, namedFields, typesOf } from '../../schema/known.ts'
import type { Misread } from '../noticed.ts'

export interface Problem {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'question' | 'info'
  readonly message: string
  readonly candidates?: readonly string[]
  /** The field that is not there. */
  readonly misread?: Pick<Misread, 'said' | 'key' | 'within'>
  /** A text and something else are added up. */
  readonly isMixedSum?: boolean
}

export function unknownField(within: Known, key: string, said: string): Problem {
  const fields = namedFields(within)
  const near = nearestName(key, fields)
  const hint = near === null ? '' : `; did you mean ${near}?`
  const isSeen = within.isObserved ? 'has had no' : 'has no'
  const message = `${said} ${isSeen} ${key}; it has ${fields.slice(0, 40).join(', ') || 'no fields'}${hint}`
  const severity = within.isObserved ? 'question' : 'error'
  const candidates = near === null ? fields.slice(0, 5) : [near]
  return { code: 'UNKNOWN_FIELD', severity, message, candidates, misread: { said, key, within } }
}

export function fault(code: DiagnosticCode, message: string): Problem {
  return { code, severity: 'error', message }
}

const valueTypes: { readonly [type: string]: ValueType } = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'bool',
  array: 'list',
  object: 'map',
  null: 'null',
}

/** As expressions call it; `any` when it may be several. */
export function typeOfKnown(known: MaybeKnown): ValueType {
  const types = typesOf(known) ?? []
  const all = new Set(types.map(type => own(valueTypes, type) ?? 'any'))
  return all.size === 1 ? [...all][0]! : 'any'
}
