// `repeat`: runs steps again and again, until something is so.
import { z } from 'zod'
import { noCost, times } from '../cost.ts'
import { repeatBounds, type Step } from '../plan.ts'
import { duration, expression, identifier } from '../shapes.ts'
import type { BlockKind, Source, StepOf } from './block.ts'

/**
 * Turns of its steps, one after the other. After each, `until` or `while` (CEL, of which at most one is
 * given) decides; both see the steps of the turn, null where one did not run. `while` is asked before the
 * first turn, too. Without either, there are `most` turns. With one that `most` turns did not settle, the
 * step fails. The steps see as `as` what the turn before gave, null in the first. Output: the last step's
 * output in the last turn, null without a turn.
 */
export interface RepeatBlock {
  readonly kind: 'repeat'
  readonly until?: string
  readonly while?: string
  readonly most: number
  /** From the beginning of one turn to that of the next, at least. The pause takes no memory. */
  readonly everyMs?: number
  readonly as?: string
  readonly steps: readonly Step[]
}

export const repeat: BlockKind<StepOf<'repeat'>> = {
  shape: {
    until: expression.optional(),
    while: expression.optional(),
    most: z.int().min(1).max(repeatBounds.turns),
    everyMs: duration.min(repeatBounds.everyMs).optional(),
    as: identifier.optional(),
  },
  children: [{ field: 'steps' }],
  encloses: 'loop',
  binds: { name: 'as' },
  sentence: {
    says: [
      'Repeat',
      { given: 'until', say: [' until ', { slot: 'until', as: 'condition' }] },
      { given: 'while', say: [' as long as ', { slot: 'while', as: 'condition' }] },
      ', ',
      { slot: 'most', as: 'count' },
      ' times at most',
      { given: 'everyMs', say: [', every ', { slot: 'everyMs', as: 'duration' }] },
      { given: 'as', say: ['; what the turn before gave is called ', { slot: 'as', as: 'word' }] },
    ],
  },
  sources: step =>
    (['until', 'while'] as const).flatMap((field): readonly Source[] => {
      const expression = step[field]
      return expression === undefined ? [] : [{ field, expression, expects: 'bool', seesBody: true }]
    }),
  isCalm: ({ everyMs }) => everyMs === undefined,
  cost: ({ most }, [turn]) => ({ ...noCost, most: times(turn!.most, most), earliest: turn!.earliest }),
  output: (step, { lists: [turn = null] }) => (step.while === undefined ? turn : null),
  origin: (_, { read, lists: [turn = null] }) => turn ?? read,
}
