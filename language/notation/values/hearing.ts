// What is told of a text while it is read: what stands where, and what could stand at its end. Editors listen
// (../editing); for who only wants the plan nothing is told.
import type { Sentence } from '../../../domain/plan/sentences/form.ts'
import type { Holder, NotationForm } from '../slots.ts'

/** What a piece of a text is. */
export type MarkKind =
  /** The number of a step. */
  | 'number'
  /** Words of the notation itself. */
  | 'words'
  | 'tool'
  /** Of an argument. */
  | 'argument'
  /** Of a step, a variable, a model, a secret. */
  | 'name'
  /** A number, a time, true, false, null. */
  | 'literal'
  | 'text'
  | 'expression'
  | 'code'
  /** The lines around a block. */
  | 'fence'

/** Both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What could stand at a place. */
export type Offer =
  | { readonly type: 'words'; readonly words: string }
  /** A step of the kind that begins with the words. */
  | { readonly type: 'step'; readonly kind: string; readonly words: string }
  | {
      readonly type: 'sentence'
      readonly sentence: Sentence<NotationForm>
      readonly openings: readonly string[]
    }
  | { readonly type: 'number'; readonly number: number }
  | { readonly type: 'slot'; readonly form: NotationForm; readonly field: string; readonly holder: Holder }
  /** The name of an argument, in a line of its own or after `with`. */
  | { readonly type: 'argument'; readonly known: readonly string[] }
  /** One of several: of a tool, of a step. */
  | { readonly type: 'name'; readonly of: MarkKind }
  /** What an argument holds. */
  | { readonly type: 'value'; readonly argument: string }
  | { readonly type: 'expression' }

export interface Hearing {
  mark(kind: MarkKind, from: Place, to: Place): void
  offer(offer: Offer, from: Place): void
  /** A list of steps begins whose items stand after so many blanks. */
  list(indent: number, isHandler: boolean): void
  /** The line of a step was read. */
  step(step: Holder, indent: number, line: number): void
}
