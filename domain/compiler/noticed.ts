// What the compiler notices of values while it judges, for who mends a plan: the same that it says in
// diagnostics, as data. Called by language/planning/mending/.
import type { Known } from '../schema/known.ts'

/** A field is read that the value does not have; `said` is the path before it (`steps.orders`). */
export interface Misread {
  readonly type: 'misread'
  readonly step: string
  /** Of the step: `args.body`, `cases[0].when`. */
  readonly field: string
  readonly said: string
  readonly key: string
  /** Null: nothing is known, and the field is one that other languages have everywhere. */
  readonly within: Known | null
}

/** A computed argument is of types that the tool does not take. */
export interface Misfit {
  readonly type: 'misfit'
  readonly step: string
  readonly argument: string
  readonly expected: readonly string[]
  readonly received: readonly string[]
}

/** A text and a number are added up in the field. */
export interface MixedSum {
  readonly type: 'mixed-sum'
  readonly step: string
  readonly field: string
}

/** A text of the field is nothing but the path of a value that is known to be there. */
export interface BarePath {
  readonly type: 'bare-path'
  readonly step: string
  readonly field: string
  readonly text: string
}

export type Noticed = Misread | Misfit | MixedSum | BarePath
