// An approval: somebody decides whether something goes on, having seen exactly what it would do. Shapes as
// they leave over HTTP, and the pure rules of who may decide and what a decision holds for.
// approval-subject.ts says what it is about.
// 1. `args` is what was proposed and never changes. If somebody approved other arguments, those are in
//    `decidedArgs`.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import {
  canonical,
  type Json,
  type JsonObject,
  JsonObjectValue,
  type JsonSchema,
  JsonValue,
} from '../json.ts'
import { truncatedField } from '../page.ts'
import type { Caller } from '../people/permissions.ts'
import { text } from '../text.ts'
import { approvalKinds } from './approval-subject.ts'

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export const Approval = z.object({
  id: z.string(),
  /**
   * Kind of the subject: of an `execution`, `executionId` and `stepId` are set; of a `chat`, `sessionId` and
   * `callId`.
   */
  kind: z.enum(approvalKinds).meta(openValues),
  executionId: z.string().nullable(),
  stepId: z.string().nullable(),
  sessionId: z.string().nullable(),
  callId: z.string().nullable(),
  message: z.string(),
  tool: z.string().nullable(),
  /** As they were proposed. */
  args: JsonValue.nullable(),
  /** The arguments that somebody approved instead; null when nobody edited them. */
  decidedArgs: JsonValue.nullable(),
  /** Hash of what is shown. A decision that names a different one is refused. */
  digest: z.string(),
  assignees: z.array(z.string()),
  form: z.record(z.string(), z.unknown()).nullable() as unknown as z.ZodType<JsonSchema | null>,
  status: z.enum(approvalStatuses),
  requestedAt: z.int(),
  expiresAt: z.int().nullable(),
  decidedAt: z.int().nullable(),
  decidedBy: z.string().nullable(),
  note: z.string().nullable(),
  remember: z.array(z.literal('once')).exactOptional().meta({
    description:
      'How long an approval can hold, of a call that somebody with a shared key of a web page has caused. Absent: as long as one says',
  }),
})
export type Approval = z.infer<typeof Approval>

/** In a list, `args` and `form` that are too large are null, and such a `message` is empty. */
export const ListedApproval = Approval.extend(truncatedField)
export type ListedApproval = z.infer<typeof ListedApproval>

export const DecideApproval = z.object({
  decision: z.enum(['approve', 'deny']),
  note: text(0, 2_000).nullish(),
  /** Arguments to call the tool with instead of those shown; must fit its schema. */
  args: JsonObjectValue.nullish(),
  /** What the decider filled into the form. */
  form: JsonValue.nullish(),
  digest: z.string().max(100).nullish(),
})
export type DecideApproval = z.infer<typeof DecideApproval>

/** A decision on its way to the actor that owns the subject. */
export interface ApprovalDecision {
  readonly organizationId: string
  readonly approvalId: string
  readonly decision: 'approve' | 'deny'
  readonly by: Decider
  readonly note: string | null
  /** They have been checked against the tool's schema. */
  readonly args: JsonObject | null
  readonly form: Json
  readonly digest: string | null
  /** Id of the decision; one that was taken before changes nothing. Null: every one counts. */
  readonly intent?: string | null
}

/** An approval as it is asked for. */
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
  /** An approval holds for this call: many speak under the same name. */
  readonly onceOnly?: true
}

/** The decider, as an approval knows them. */
export interface Decider {
  readonly userId: string
  readonly role: string
  readonly email: string | null
}

/** SHA-256 of message, tool and arguments, in hex: equal for two approvals that show the same. */
export function digestOf(message: string, tool: string | null, args: Json): string {
  return createHash('sha256')
    .update(JSON.stringify([message, tool, canonical(args)]))
    .digest('hex')
}

/** Do these arguments differ from the ones that were shown? */
export function areEdited(
  { message, tool, digest }: Pick<ApprovalRequest, 'message' | 'tool' | 'digest'>,
  args: JsonObject | null,
): args is JsonObject {
  return args !== null && digestOf(message, tool, args) !== digest
}

/** Is this person asked? Without assignees, everybody with the permission is. */
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
