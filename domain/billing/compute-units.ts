// The price list of executions in compute units (CU), for the API. actors/execution/evolve.ts counts them
// where they arise; a test compares both.
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
