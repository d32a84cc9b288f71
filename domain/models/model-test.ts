// Trying a language model: whether it answers, and how it does with the plan of a sample request. Shapes as
// they arrive and leave over HTTP.
import { z } from 'zod'
import { text } from '../text.ts'
import { modelBounds, planning } from './model.ts'

/** The body of `POST /api/v1/models/test`. */
export const TestModel = z.object({
  /** Name of a model; absent for the default. */
  name: text(1, modelBounds.nameLength).optional(),
  plan: z
    .boolean()
    .optional()
    .meta({ description: 'Has it plan a sample request, too, and keeps how it did' }),
})

/** How a model did with a sample request over two made-up tools. */
export const SamplePlan = z.object({
  plans: planning,
  request: z.string(),
  /** Ms. */
  durationMs: z.int(),
  problems: z.array(z.string()).meta({ description: 'Why it did badly, or why there is no plan' }),
})
export type SamplePlan = z.infer<typeof SamplePlan>

export const ModelTest = z.object({
  ok: z.boolean(),
  /** What the provider calls the model; null when there is none. */
  model: z.string().nullable(),
  /** Ms from the question to the whole answer. */
  durationMs: z.int(),
  tokens: z.int(),
  error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
})
export type ModelTest = z.infer<typeof ModelTest>
