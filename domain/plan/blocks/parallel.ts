// `parallel`: runs branches at the same time.
import { z } from 'zod'
import { type Cost, oneOf, plus } from '../cost.ts'
import type { Step } from '../plan.ts'
import type { BlockKind, StepOf } from './block.ts'

/**
 * Output: the last step's output of each branch, as a list; with `any`, the output of the branch that ended
 * first.
 */
export interface ParallelBlock {
  readonly kind: 'parallel'
  readonly wait?: 'all' | 'any'
  readonly branches: readonly { readonly name?: string; readonly steps: readonly Step[] }[]
}

export const parallel: BlockKind<StepOf<'parallel'>> = {
  shape: { wait: z.enum(['all', 'any']).optional() },
  children: [
    {
      field: 'branches',
      each: { name: 'branch', shape: { name: z.string().max(100).optional() }, most: 50 },
    },
  ],
  encloses: 'branches',
  sentence: {
    says: [
      'At the same time',
      {
        slot: 'wait',
        says: { any: ', until the first of them has ended', all: ', until all of them have ended' },
      },
    ],
    lists: {
      branches: {
        says: [
          {
            given: 'name',
            say: ['The branch ', { slot: 'name', as: 'text' }],
            otherwise: ['Do the following'],
          },
        ],
        stands: 'below',
      },
    },
  },
  isCalm: () => true,
  cost: ({ wait }, branches) => {
    const most = branches.reduce<Cost['most']>((sum, branch) => plus(sum, branch.most), 0)
    const least = branches.map(branch => branch.least)
    const { earliest } = oneOf(branches)
    if (wait === 'any') return { least: Math.min(...least), most, earliest }
    return { least: least.reduce((a, b) => a + b, 0), most, earliest }
  },
  origin: (_, { lists }) => lists.find(each => each !== null) ?? null,
}
