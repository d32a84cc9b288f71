// `wait`: for a time, until a moment, or for an event.
import { z } from 'zod'
import { JsonValue } from '../../json.ts'
import type { Argument } from '../plan.ts'
import { duration } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'

/** For a time in ms, until a moment (Unix ms or ISO 8601), or for an event, whose body is then the output. */
export interface WaitBlock {
  readonly kind: 'wait'
  readonly for?: number
  readonly until?: Argument
  readonly event?: string
}

export const wait: BlockKind<StepOf<'wait'>> = {
  shape: {
    for: duration.optional(),
    until: JsonValue.optional(),
    event: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'expected letters, digits, _, . or -')
      .optional(),
  },
  sentence: {
    says: [
      'Wait',
      { given: 'event', say: [' for the event ', { slot: 'event', as: 'text' }] },
      { given: 'until', say: [' until ', { slot: 'until', as: 'moment' }] },
      { given: 'for', say: [' ', { slot: 'for', as: 'duration' }] },
    ],
  },
  sources: ({ until }) => (until === undefined ? [] : [{ field: 'until', argument: until }]),
  origin: ({ event }) => (event === undefined ? null : `the event ${event}`),
}
