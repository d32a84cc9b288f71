// `if`: runs the first case whose condition is true, else `else`.
import { eitherOf } from '../../schema/known.ts'
import { noCost, oneOf } from '../cost.ts'
import type { Step } from '../plan.ts'
import { expression } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'

/**
 * Runs the first case whose CEL `when` is true, else `else`. Output: the output of that branch's last step,
 * or null.
 */
export interface IfBlock {
  readonly kind: 'if'
  readonly cases: readonly { readonly when: string; readonly steps: readonly Step[] }[]
  readonly else?: readonly Step[]
}

export const conditional: BlockKind<StepOf<'if'>> = {
  shape: {},
  children: [
    { field: 'cases', each: { name: 'case', shape: { when: expression }, most: 20 } },
    { field: 'else', isOptional: true },
  ],
  sentence: {
    says: ['If ', { slot: 'when', as: 'condition' }],
    leads: 'cases',
    lists: {
      cases: { says: ['Otherwise, if ', { slot: 'when', as: 'condition' }], stands: 'beside' },
      else: { says: ['Otherwise'], stands: 'beside' },
    },
    together: 'the condition',
  },
  sources: ({ cases }) =>
    cases.map(({ when }, index) => ({ field: `cases[${index}].when`, expression: when, expects: 'bool' })),
  isCalm: () => true,
  cost: (step, lists) => oneOf(step.else === undefined ? [...lists, noCost] : lists),
  output: (step, { lists }) => (step.else === undefined ? null : lists.reduce(eitherOf)),
  origin: (_, { lists }) => lists.find(each => each !== null) ?? null,
}
