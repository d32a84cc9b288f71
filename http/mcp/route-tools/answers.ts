// Parts of what tools answer, as loose schemas: what callers can rely on, no more, because every client that
// lists the tools reads them.
import { z } from 'zod'
import { JsonValue } from '../../../domain/json.ts'

export const anything = JsonValue.nullable()
export const maybeText = z.string().nullable()

export const errorAnswer = z.looseObject({ code: z.string() }).nullable()

export const diagnosticAnswer = z.looseObject({ severity: z.string(), message: z.string() })

export const executionAnswer = z.looseObject({
  id: z.string(),
  status: z.string(),
  output: anything.optional(),
  error: errorAnswer.optional(),
})

export const workflowAnswer = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  version: z.int(),
  status: z.string(),
  diagnostics: z.array(diagnosticAnswer),
  explanation: maybeText,
})
