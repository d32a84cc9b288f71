// The sentences of each kind, put together once.
import type { StepKind } from '../blocks/block.ts'
import { blocks } from '../blocks/blocks.ts'
import type { Sentences } from './form.ts'
import { policies } from './policies.ts'
import { fieldsSaid, without } from './slots.ts'

/** Those of every step, but those that the kind says itself. */
export const policiesOf: { readonly [Kind in StepKind]: Sentences } = byKind(kind =>
  without(policies, fieldsSaid(blocks[kind].sentence)),
)

/** Does its own sentence name the step? */
export const namesItself: { readonly [Kind in StepKind]: boolean } = byKind(kind =>
  fieldsSaid(blocks[kind].sentence).has('id'),
)

function byKind<T>(make: (kind: StepKind) => T): { readonly [Kind in StepKind]: T } {
  const kinds = Object.keys(blocks) as readonly StepKind[]
  return Object.fromEntries(kinds.map(kind => [kind, make(kind)])) as { readonly [Kind in StepKind]: T }
}
