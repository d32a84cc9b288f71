// `set`: computes a value. Output: the value.
import { JsonValue } from '../../json.ts'
import type { Argument } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

export interface SetBlock {
  readonly kind: 'set'
  readonly value: Argument
}

export const set: BlockKind<StepOf<'set'>> = {
  shape: { value: JsonValue },
  sentence: {
    says: ['Let ', { slot: 'id', as: 'name' }, ' be ', { slot: 'value', as: 'value' }],
    friendly: 'kept items',
  },
  sources: ({ value }) => [{ field: 'value', argument: value }],
  isCalm: () => true,
  output: (_, { value }) => value('value'),
}
