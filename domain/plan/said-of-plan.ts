// What is said of a plan besides its steps: by whoever sends it, or by a language model that wrote it.
import { z } from 'zod'

const text = (most: number) => z.string().max(most)
const options = z.array(text(500)).max(20).default([])

/** A value of the plan that the request does not say. */
export const Assumption = z.object({
  step: text(100).nullable().default(null),
  field: text(200).nullable().default(null),
  text: text(1_000),
  options,
})
export type Assumption = z.infer<typeof Assumption>

/** Of each list; more would hide what matters. */
export const mostEntries = 30

/** As whoever sends a plan says them. */
export const SentAssumptions = z.array(Assumption).max(mostEntries)
export const SentQuotes = z
  .record(text(100), text(1_000))
  .refine(quotes => Object.keys(quotes).length <= 200, 'expected at most 200 quotes')
  .meta({ description: 'By step id: the exact words of the prompt that ask for the step' })

/** A part of the request that the plan does not do. */
export const Cannot = z.object({
  words: text(1_000),
  why: z.enum(['no-tool', 'judgement', 'trigger', 'unclear']).catch('unclear'),
  /** What comes nearest, or what would have to be connected. */
  nearest: text(500).nullable().default(null),
})
export type Cannot = z.infer<typeof Cannot>

export const OpenQuestion = z.object({ id: text(100), text: text(1_000), options })
export type OpenQuestion = z.infer<typeof OpenQuestion>
