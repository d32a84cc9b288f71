// An approval: somebody decides whether a step goes on, having seen exactly what it would do. Shapes as they leave over
// HTTP, and the pure rules of who may decide and what a decision is bound to.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonical, type Json, type JsonObject, type JsonSchema, JsonValue } from './json.ts'
import type { Caller } from './permissions.ts'
import { text } from './text.ts'

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export const Approval = z.object({
  id: z.string(),
  executionId: z.string(),
  stepId: z.string(),
  message: z.string(),
  tool: z.string().nullable(),
  args: JsonValue.nullable(),
  /** Hash of what is shown; a decision may name it, and is refused when it is about something else. */
  digest: z.string(),
  assignees: z.array(z.string()),
  form: z.record(z.string(), z.unknown()).nullable() as unknown as z.ZodType<JsonSchema | null>,
  status: z.enum(approvalStatuses),
  requestedAt: z.int(),
  expiresAt: z.int().nullable(),
  decidedAt: z.int().nullable(),
  decidedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type Approval = z.infer<typeof Approval>

export const DecideApproval = z.object({
  decision: z.enum(['approve', 'deny']),
  note: text(0, 2_000).nullish(),
  /** Arguments to call the tool with instead of those shown; must fit its schema. */
  args: z.record(z.string(), JsonValue).nullish() as unknown as z.ZodType<
    JsonObject | null | undefined,
    JsonObject | null | undefined
  >,
  /** What the form asked for. */
  form: JsonValue.nullish(),
  digest: z.string().max(100).nullish(),
})
export type DecideApproval = z.infer<typeof DecideApproval>

/** What is asked for, before anybody has decided. */
export interface ApprovalRequest {
  readonly id: string
  readonly message: string
  readonly tool: string | null
  readonly args: JsonObject | null
  readonly digest: string
  readonly assignees: readonly string[]
  readonly form: JsonSchema | null
  readonly expiresAt: number | null
  readonly onTimeout: 'approve' | 'deny' | 'fail'
  readonly onDeny: 'fail' | 'continue'
  readonly quorum: number
  readonly notStarter: boolean
}

/** Who decides, as far as an approval asks. */
export interface Decider {
  readonly userId: string
  readonly role: string
  readonly email: string | null
}

/** SHA-256 of message, tool and arguments, in hex: two approvals that show the same have the same. */
export function digestOf(message: string, tool: string | null, args: Json): string {
  return createHash('sha256')
    .update(JSON.stringify([message, tool, canonical(args)]))
    .digest('hex')
}

/** Is this one asked? Without assignees, whoever holds the permission is. */
export function isAsked(
  { assignees }: Pick<ApprovalRequest, 'assignees'>,
  { userId, role, email }: Decider,
): boolean {
  if (assignees.length === 0) return true
  const names = assignees.map(name => name.toLowerCase())
  return [userId, role, email ?? ''].some(name => names.includes(name.toLowerCase()))
}

export function deciderOf(caller: Caller, email: string | null): Decider {
  return { userId: caller.userId, role: caller.role, email }
}
