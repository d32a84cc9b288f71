// `return`: ends the execution with an output.
import { JsonValue } from '../../json.ts'
import { noCost } from '../cost.ts'
import type { Argument } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

/** Ends the execution with this output. Cannot stand inside foreach or parallel. */
export interface ReturnBlock {
  readonly kind: 'return'
  readonly value: Argument
}

export const returning: BlockKind<StepOf<'return'>> = {
  shape: { value: JsonValue },
  sentence: {
    says: [{ slot: 'value', as: 'result' }],
    notation: ['Return ', { slot: 'value', as: 'value' }],
  },
  sources: ({ value }) => [{ field: 'value', argument: value }],
  leaves: 'plan',
  cost: () => ({ ...noCost, earliest: 0 }),
}
