// What executions cost, in compute units (CU): the rate list. What is charged is counted where it happens
// (actors/execution/evolve.ts); a test holds both against each other.
import { z } from 'zod'

export const CuRate = z.object({
  unit: z.string(),
  cu: z.number(),
  description: z.string(),
})
export type CuRate = z.infer<typeof CuRate>

export const cuRates: readonly CuRate[] = [
  { unit: 'execution', cu: 1, description: 'An execution that was started' },
  { unit: 'tool_call', cu: 1, description: 'A call of a tool; every attempt counts' },
  { unit: 'code_step', cu: 2, description: 'A step that runs code' },
  { unit: 'model_tokens', cu: 1, description: '1,000 tokens of a language model, in and out' },
  { unit: 'waiting', cu: 0, description: 'Waiting for a time, an event, an approval or another execution' },
]
