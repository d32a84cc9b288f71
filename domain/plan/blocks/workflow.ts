// `workflow`: runs another workflow, and waits for its end.
import { z } from 'zod'
import type { Argument } from '../plan.ts'
import { args } from '../shapes.ts'
import { type BlockKind, type StepOf, sourcesIn } from './block.ts'

/** Runs another workflow, by id or name; output: its output. */
export interface WorkflowBlock {
  readonly kind: 'workflow'
  readonly workflow: string
  readonly inputs: { readonly [name: string]: Argument }
}

export const workflow: BlockKind<StepOf<'workflow'>> = {
  shape: { workflow: z.string(), inputs: args.default({}) },
  sentence: {
    says: [
      'Run the workflow ',
      { slot: 'workflow', as: 'text' },
      { given: 'inputs', say: [' with the inputs ', { slot: 'inputs', as: 'pairs', usual: {} }] },
    ],
  },
  sources: ({ inputs }) => sourcesIn('inputs', inputs),
  runs: ({ workflow }) => workflow,
  origin: ({ workflow }) => `the workflow ${workflow}`,
}
