// `agent`: a language model reaches for a goal with tools.
import { z } from 'zod'
import { type JsonSchema, JsonValue } from '../../json.ts'
import { knownOf, texts } from '../../schema/known.ts'
import { splitOfferedName } from '../../tools/tool.ts'
import { noCost } from '../cost.ts'
import { type Argument, agentBounds } from '../plan.ts'
import { schemaObject } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'

/**
 * A language model reaches for the goal, with the tools that it may call and no others. Output: its last
 * text, or a value that fits `outputSchema`.
 */
export interface AgentBlock {
  readonly kind: 'agent'
  readonly goal: Argument
  /** Offered names: `http_get`, `<server>__<tool>`. */
  readonly tools: readonly string[]
  /** Name of a model of the organization. Default: its default. */
  readonly model?: string
  /** How often the model is asked, default 10. */
  readonly maxSteps?: number
  /** Most compute units of its tokens and calls, default 100. */
  readonly maxCu?: number
  readonly outputSchema?: JsonSchema
}

export const agent: BlockKind<StepOf<'agent'>> = {
  shape: {
    goal: JsonValue,
    tools: z.array(z.string().min(1).max(200)).max(agentBounds.tools).default([]),
    model: z.string().min(1).max(100).optional(),
    maxSteps: z.int().min(1).max(100).optional(),
    maxCu: z.int().min(1).max(1_000_000).optional(),
    outputSchema: schemaObject.optional(),
  },
  sentence: {
    says: [
      'Let an agent work on ',
      { slot: 'goal', as: 'value' },
      ' with ',
      { slot: 'tools', as: 'tools', usual: [] },
    ],
    further: [
      ['The model is ', { slot: 'model', as: 'code' }],
      ['It takes ', { slot: 'maxSteps', as: 'count' }, ' steps at most'],
      ['It costs ', { slot: 'maxCu', as: 'count' }, ' compute units at most'],
      ['Its answer is of the form ', { slot: 'outputSchema', as: 'schema' }],
    ],
  },
  sources: ({ goal }) => [{ field: 'goal', argument: goal }],
  asksModel: true,
  calls: ({ tools }) =>
    tools.map((name, index) => ({ field: `tools[${index}]`, effect: null, ...splitOfferedName(name) })),
  cost: () => ({ ...noCost, most: null }),
  output: ({ outputSchema }) => (outputSchema === undefined ? texts : knownOf(outputSchema)),
  origin: () => 'a language model',
}
