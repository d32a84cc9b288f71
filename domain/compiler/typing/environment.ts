// Where an expression stands: what is known of what it reads, and who is told what is wrong with it. infer.ts
// and its neighbours share it.
import type { MaybeKnown } from '../../schema/known.ts'
import type { Problem } from './problems.ts'

/** What an expression may read. */
export interface Environment {
  /** By `steps.<id>`, `inputs.<name>`, or the name of a variable. */
  readonly known: ReadonlyMap<string, MaybeKnown>
  /** Steps whose output is null when they are skipped or fail, with why. */
  readonly mayBeNull: ReadonlyMap<string, string>
  /** References that are asked for their presence around this expression: `steps.one.note`. */
  readonly tested: ReadonlySet<string>
  /** Is the step's output what a tool answers? */
  readonly isAnswer: (step: string) => boolean
  readonly tell: (problem: Problem) => void
  /** Inside of `has` and `default`: what is missing is no fault. */
  readonly isTolerant?: boolean
}

/** `steps.orders[0].total` */
export function written(path: readonly (string | number)[]): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
}
