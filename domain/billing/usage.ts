// Usage as `GET /usage` shows it: rows by day, workflow, tool or key.
import { z } from 'zod'

export const usageDimensions = ['day', 'workflow', 'tool', 'key'] as const
export type UsageBy = (typeof usageDimensions)[number]

/** Days that one answer may span. */
export const longestUsageDays = 366

/** One of the first four says what the row is about; the others are not there. */
export const UsageRow = z.object({
  day: z.string().optional().meta({ description: 'A day in UTC', example: '2026-11-23' }),
  workflowId: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Null: language models that planned, and tools that chats called' }),
  tool: z.string().optional(),
  keyId: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Null: started without an API key, or called in a chat' }),
  executions: z.int().meta({ description: 'Started; of a tool, those that called it' }),
  cu: z.int(),
  modelTokens: z.int(),
})
export type UsageRow = z.infer<typeof UsageRow>

/** A day as yyyymmdd, UTC. @param at Unix ms */
export function dayOf(at: number): number {
  const then = new Date(at)
  return then.getUTCFullYear() * 10_000 + (then.getUTCMonth() + 1) * 100 + then.getUTCDate()
}
