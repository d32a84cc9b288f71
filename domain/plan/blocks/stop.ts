// `stop`: ends the execution well, wherever it stands.
import { JsonValue } from '../../json.ts'
import { noCost } from '../cost.ts'
import type { Argument } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

/**
 * Ends the execution with this output, default null. In a loop or a branch it cancels what goes on beside it.
 */
export interface StopBlock {
  readonly kind: 'stop'
  readonly value?: Argument
}

export const stop: BlockKind<StepOf<'stop'>> = {
  shape: { value: JsonValue.optional() },
  sentence: {
    says: [
      'Stop the run here',
      { given: 'value', say: [', with the result ', { slot: 'value', as: 'value' }] },
    ],
  },
  sources: ({ value }) => (value === undefined ? [] : [{ field: 'value', argument: value }]),
  leaves: 'plan',
  cost: () => ({ ...noCost, earliest: 0 }),
}
