// `tool`: calls a tool of a server, or a built-in one.
import { z } from 'zod'
import { knownOf } from '../../schema/known.ts'
import { offeredName, type ToolEffect } from '../../tools/tool.ts'
import { noCost, priceOf } from '../cost.ts'
import type { Argument } from '../plan.ts'
import { approvalShape, args } from '../shapes.ts'
import { type BlockKind, type StepOf, sourcesIn } from './block.ts'

export interface ToolBlock {
  readonly kind: 'tool'
  /** Slug of the tool server; null for a built-in tool. */
  readonly server: string | null
  readonly tool: string
  readonly args: { readonly [name: string]: Argument }
  /** Written by the compiler from the tool's definition; decides ordering. */
  readonly effect?: ToolEffect
}

export const tool: BlockKind<StepOf<'tool'>> = {
  shape: {
    server: z.string().nullable().default(null),
    tool: z.string().min(1).max(128),
    args: args.default({}),
    effect: z.enum(['pure', 'read', 'write', 'destructive']).optional(),
    approval: z.object(approvalShape).optional(),
  },
  sentence: {
    says: [
      { slot: 'tool', as: 'tool' },
      { given: 'args', say: [' with ', { slot: 'args', as: 'arguments', usual: {} }] },
    ],
    notation: [
      'Call ',
      { slot: 'tool', as: 'tool' },
      { given: 'args', say: [' with ', { slot: 'args', as: 'pairs', usual: {} }] },
    ],
  },
  sources: step => sourcesIn('args', step.args),
  isCalm: ({ approval, effect }) => approval === undefined && (effect === 'pure' || effect === 'read'),
  calls: ({ server, tool, effect = null }) => [{ field: 'tool', server, tool, effect }],
  cost: ({ retry }) => {
    const price = priceOf('tool_call')
    return { ...noCost, least: price, most: price * (retry?.maxAttempts ?? 1) }
  },
  // After a denial that is let go on, the output says so instead.
  output: ({ approval }, { tool }) =>
    tool === null || approval?.onDeny === 'continue'
      ? null
      : (knownOf(tool.outputSchema) ?? knownOf(tool.observedOutput, true)),
  origin: ({ server, tool, effect }, { read }) =>
    effect === 'pure' ? read : offeredName({ server, name: tool }),
}
