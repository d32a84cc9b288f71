// `code`: runs JavaScript in a sandbox.
import { z } from 'zod'
import { noCost, priceOf } from '../cost.ts'
import { type Argument, codeBounds } from '../plan.ts'
import { args } from '../shapes.ts'
import { type BlockKind, type StepOf, sourcesIn } from './block.ts'

/**
 * JavaScript in a sandbox: the body of an async function with one parameter, `args`. Output: what it returns,
 * as JSON. `timeoutMs` of the step may shorten its time.
 */
export interface CodeBlock {
  readonly kind: 'code'
  readonly js: string
  readonly args?: { readonly [name: string]: Argument }
}

export const code: BlockKind<StepOf<'code'>> = {
  shape: { js: z.string().max(codeBounds.length), args: args.optional() },
  sentence: {
    says: [
      'Run the JavaScript ',
      { slot: 'js', as: 'javascript' },
      { given: 'args', say: [' with ', { slot: 'args', as: 'pairs' }] },
    ],
  },
  sources: ({ args = {} }) => sourcesIn('args', args),
  isCalm: () => true,
  cost: () => ({ ...noCost, least: priceOf('code_step'), most: priceOf('code_step') }),
}
