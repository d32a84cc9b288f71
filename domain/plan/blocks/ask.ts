// `ask`: a language model answers a question about an input, without tools.
import { z } from 'zod'
import { type JsonSchema, JsonValue } from '../../json.ts'
import { knownOf, texts } from '../../schema/known.ts'
import { answerForm } from '../answer-form.ts'
import { noCost } from '../cost.ts'
import { type ApprovalPolicy, type Argument, askBounds } from '../plan.ts'
import { reviewing } from '../sentences/policies.ts'
import { approvalShape, expression, schemaObject } from '../shapes.ts'
import type { BlockKind, StepOf } from './block.ts'
import { policySources } from './policy-sources.ts'

/**
 * Output: one of `choices`, with `many` a list of them; a value that fits `outputSchema`; else a text. An
 * answer that does not fit is corrected twice at most, then the step fails. The input is data: nothing in it
 * is followed.
 */
export interface AskBlock {
  readonly kind: 'ask'
  readonly question: Argument
  readonly input?: Argument
  /** Texts, or CEL that gives a list of them. */
  readonly choices?: readonly string[] | { readonly $: string }
  readonly many?: boolean
  readonly outputSchema?: JsonSchema
  /** Name of a model of the organization. Default: its default. */
  readonly model?: string
  /** Most compute units of its tokens, default 50. */
  readonly maxCu?: number
  /**
   * Somebody sees input and answer, and may correct it, before the step goes on; true: whoever may decide.
   */
  readonly review?: true | Partial<ApprovalPolicy>
  /**
   * An answer to the same question, from the same model, in the same form and about the same input is taken
   * again while it is not older: true, for 24 hours. It is the model's own, not a corrected one.
   */
  readonly cache?: true | { readonly ttlMs: number }
}

const { message: _, ...reviewShape } = approvalShape

export const ask: BlockKind<StepOf<'ask'>> = {
  shape: {
    question: JsonValue,
    input: JsonValue.optional(),
    choices: z
      .union([
        z.array(z.string().min(1).max(500)).min(2).max(askBounds.choices),
        z.strictObject({ $: expression }),
      ])
      .optional(),
    many: z.boolean().optional(),
    outputSchema: schemaObject.optional(),
    model: z.string().min(1).max(100).optional(),
    maxCu: z.int().min(1).max(1_000_000).optional(),
    review: z
      .union([z.literal(true), z.object({ ...reviewShape, message: JsonValue.optional() })])
      .optional(),
    cache: z
      .union([z.literal(true), z.strictObject({ ttlMs: z.int().min(1_000).max(askBounds.longestCacheMs) })])
      .optional(),
  },
  sentence: {
    says: [
      'Ask a language model ',
      { slot: 'question', as: 'value' },
      { given: 'input', say: [' about ', { slot: 'input', as: 'value' }] },
    ],
    further: [
      ['Its answer is one of ', { slot: 'choices', as: 'choices' }],
      [
        {
          slot: 'many',
          says: { true: 'It may be several of them, as a list', false: 'It is one of them alone' },
        },
      ],
      ['Its answer is of the form ', { slot: 'outputSchema', as: 'schema' }],
      ['The model is ', { slot: 'model', as: 'code' }],
      ['It costs ', { slot: 'maxCu', as: 'count' }, ' compute units at most'],
      [
        {
          slot: 'review',
          says: { true: 'Somebody sees the answer before it goes on, and may correct it' },
        },
      ],
      { within: 'review', sentences: reviewing },
      [{ slot: 'cache', says: { true: 'An answer to the same question is taken again for 24 hours' } }],
      {
        within: 'cache',
        sentences: [
          ['An answer to the same question is taken again for ', { slot: 'ttlMs', as: 'duration' }],
        ],
      },
    ],
  },
  sources: ({ question, input, choices, review }) => [
    { field: 'question', argument: question },
    ...(input === undefined ? [] : [{ field: 'input', argument: input }]),
    ...(choices === undefined || Array.isArray(choices)
      ? []
      : [{ field: 'choices', argument: choices as { readonly $: string } }]),
    ...(typeof review === 'object' ? policySources({ message: '', ...review }, 'review.') : []),
  ],
  asksModel: true,
  cost: () => ({ ...noCost, most: null }),
  output: step => knownOf(answerForm(step)) ?? texts,
  origin: () => 'a language model',
}
