// Names of inputs to CEL expressions: where the inputs of a triggered execution come from, and how a hook
// knows a delivery again. Shapes, for triggers (trigger.ts) and for plans that say them
// (domain/work/starts/said-starts.ts).
import { z } from 'zod'
import { maxExpressionLength } from '../../expression/bounds.ts'
import { text } from '../../text.ts'

const mostInputs = 100

export type InputMapping = { readonly [input: string]: string }

export const inputMapping = z
  .record(text(1, 200), text(1, maxExpressionLength))
  .refine(inputs => Object.keys(inputs).length <= mostInputs, `at most ${mostInputs} inputs`)
  .meta({
    description: 'A CEL expression for each input',
    example: { amount: 'body.data.amount', sender: "headers['x-sender']" },
  })

export const deduplication = z.union([
  z.object({ header: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'expected the name of a header') }),
  z.object({ expression: text(1, maxExpressionLength) }),
])

export const completionEvents = ['completed', 'failed', 'both'] as const

/** What expressions may read. */
export const namesOf = { hook: ['body', 'query', 'headers'], completion: ['execution'] } as const
