// `foreach`: runs steps for each item of a list.
import { z } from 'zod'
import { listOf } from '../../schema/known.ts'
import { noCost, times } from '../cost.ts'
import type { Step } from '../plan.ts'
import { expression, identifier } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'

/** `over`: CEL that gives a list. Output: the last step's output for each item, in the order of the items. */
export interface ForeachBlock {
  readonly kind: 'foreach'
  readonly over: string
  readonly as: string
  readonly concurrency?: number
  readonly steps: readonly Step[]
}

export const foreach: BlockKind<StepOf<'foreach'>> = {
  shape: { over: expression, as: identifier, concurrency: z.int().min(1).max(1_000).optional() },
  children: [{ field: 'steps' }],
  encloses: 'loop',
  binds: { name: 'as', from: 'over' },
  sentence: {
    says: [
      'For each ',
      { slot: 'as', as: 'word' },
      ' of the list ',
      { slot: 'over', as: 'expression' },
      { given: 'concurrency', say: [', ', { slot: 'concurrency', as: 'count' }, ' at a time'] },
    ],
  },
  sources: ({ over }) => [{ field: 'over', expression: over, expects: 'list' }],
  isCalm: () => true,
  cost: (_, [each]) => ({ ...noCost, most: times(each!.most, null), earliest: each!.earliest }),
  output: (_, { lists: [each = null] }) => listOf(each),
  origin: (_, { lists: [each = null] }) => each,
}
