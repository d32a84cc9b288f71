// `approval`: waits until somebody decides.
import { knownOf, recordOf, truths } from '../../schema/known.ts'
import type { ApprovalPolicy } from '../plan.ts'
import { approvalForm } from '../sentences/policies.ts'
import { approvalShape } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'
import { policySources } from './policy-sources.ts'

/** Output: `{approved, by, note, form}`. */
export interface ApprovalBlock extends ApprovalPolicy {
  readonly kind: 'approval'
}

export const approval: BlockKind<StepOf<'approval'>> = {
  shape: approvalShape,
  sentence: approvalForm,
  sources: step => policySources(step),
  output: ({ form }) =>
    recordOf(
      new Map([
        ['approved', truths],
        ['by', null],
        ['note', null],
        ['form', form === undefined ? null : knownOf(form)],
      ]),
    ),
}
