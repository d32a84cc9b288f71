// Parts of a plan's shape that several kinds of blocks have.
import { z } from 'zod'
import { type JsonSchema, JsonValue } from '../json.ts'
import { planBounds } from './plan.ts'

export const identifierPattern = /^[a-z][a-z0-9_]{0,62}$/

export const identifier = z
  .string()
  .regex(identifierPattern, 'expected a lower-case letter, then letters, digits or _')
export const args = z.record(z.string(), JsonValue)
export const schemaObject = z.record(z.string(), JsonValue) as z.ZodType<JsonSchema>
export const expression = z.string().min(1).max(planBounds.expressionLength)

/** At most a year: anything longer is a mistake. */
export const duration = z
  .int()
  .min(1)
  .max(366 * 86_400_000)

export const approvalShape = {
  message: JsonValue,
  unless: expression.optional(),
  assignees: z.array(z.string().min(1).max(254)).max(50).optional(),
  assigneesFrom: z.array(expression).max(10).optional(),
  form: schemaObject.optional(),
  timeoutMs: duration.optional(),
  onTimeout: z.enum(['approve', 'deny', 'fail']).optional(),
  onDeny: z.enum(['fail', 'continue']).optional(),
  quorum: z.int().min(1).max(50).optional(),
  notStarter: z.boolean().optional(),
}
