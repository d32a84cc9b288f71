// `next`: ends a turn of a loop.
import { JsonValue } from '../../json.ts'
import type { Argument } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

/**
 * Ends this turn of the innermost loop, whose output is then the value, default null; the loop goes on. What
 * goes on beside it in the turn is cancelled.
 */
export interface NextBlock {
  readonly kind: 'next'
  readonly value?: Argument
}

export const next: BlockKind<StepOf<'next'>> = {
  shape: { value: JsonValue.optional() },
  sentence: {
    says: [
      'Go on with the next turn',
      { given: 'value', say: ['; this one gives ', { slot: 'value', as: 'value' }] },
    ],
  },
  sources: ({ value }) => (value === undefined ? [] : [{ field: 'value', argument: value }]),
  leaves: 'turn',
}
