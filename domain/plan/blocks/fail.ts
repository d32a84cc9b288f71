// `fail`: ends the execution as failed.
import { JsonValue } from '../../json.ts'
import type { Argument } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

/** Ends the execution as failed. `message`: a text or a computed value. */
export interface FailBlock {
  readonly kind: 'fail'
  readonly message: Argument
}

export const fail: BlockKind<StepOf<'fail'>> = {
  shape: { message: JsonValue },
  sentence: { says: ['Fail with the message ', { slot: 'message', as: 'value' }] },
  sources: ({ message }) => [{ field: 'message', argument: message }],
}
