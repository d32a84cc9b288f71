// A trigger: what starts a workflow without anybody asking for it. Calls from outside (`hook`) and the end of
// another workflow's execution (`completion`) are rows of their own; the `schedule` of a workflow is listed
// among its triggers. Shapes as they leave over HTTP, and bounds.

import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { JsonValue } from '../json.ts'
import { text } from '../text.ts'
import { ExecutionError, executionStatuses } from './execution.ts'
import { ShownSchedule } from './schedule.ts'
import { Startable } from './startable.ts'
import { completionEvents, deduplication, inputMapping } from './starts/input-mapping.ts'

export const triggerBounds = {
  perWorkflow: 20,
  /** A chain of completion triggers ends here: an execution that this many have led to leads to no other. */
  chain: 10,
  toleranceSeconds: [300, 3_600],
  overlapSeconds: 7 * 24 * 3_600,
  /** Characters of the id of a delivery. */
  deliveryIdLength: 1_000,
} as const

export const triggerKinds = ['hook', 'completion', 'schedule'] as const
export const verificationKinds = ['none', 'bearer', 'github', 'stripe', 'slack', 'standard'] as const

/** Without the secret: as it leaves. */
const verification = z.object({
  kind: z.enum(verificationKinds).meta(openValues),
  toleranceSeconds: z
    .int()
    .min(1)
    .max(triggerBounds.toleranceSeconds[1])
    .meta({ description: 'How old a signed timestamp may be: stripe, slack and standard' }),
})

const newVerification = verification
  .extend({
    secret: text(8, 512).optional().meta({ description: 'What the sender proves; never shown again' }),
    toleranceSeconds: verification.shape.toleranceSeconds.default(triggerBounds.toleranceSeconds[0]),
  })
  .superRefine(({ kind, secret }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', path: ['secret'], message })
    if (kind === 'none' && secret !== undefined) report('expected none, because nothing is verified')
    if (kind === 'standard' && secret !== undefined && !isStandardSecret(secret))
      report('expected whsec_ and 24 to 64 bytes in base64')
  })

const hookFields = {
  inputs: inputMapping.nullish(),
  verification: newVerification.optional(),
  deduplication: deduplication.nullish(),
  enabled: z.boolean().optional(),
}

const completionFields = {
  workflowId: z.string().max(100).meta({ description: 'The workflow whose executions are watched' }),
  on: z.enum(completionEvents).optional(),
  inputs: inputMapping.nullish(),
  enabled: z.boolean().optional(),
}

export const CreateTrigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hook'), ...hookFields }).superRefine(({ verification }, context) => {
    if (verification === undefined || verification.kind === 'none' || verification.secret !== undefined)
      return
    context.addIssue({ code: 'custom', path: ['verification', 'secret'], message: 'expected a secret' })
  }),
  z.object({ kind: z.literal('completion'), ...completionFields }),
])
export type CreateTrigger = z.infer<typeof CreateTrigger>

/** Fields of the other kind are refused by the route. Absent ones stay as they are. */
export const UpdateTrigger = z.object({
  enabled: z.boolean().optional(),
  inputs: inputMapping.nullish(),
  verification: newVerification.optional(),
  deduplication: deduplication.nullish(),
  on: z.enum(completionEvents).optional(),
})
export type UpdateTrigger = z.infer<typeof UpdateTrigger>

export const RotateTrigger = z
  .object({ overlapSeconds: z.int().min(0).max(triggerBounds.overlapSeconds).default(0) })
  .default({ overlapSeconds: 0 })

export const WorkflowTrigger = z.object({
  id: z.string(),
  kind: z.enum(triggerKinds).meta(openValues),
  enabled: z.boolean(),
  inputs: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'Null: a hook passes its JSON body, a completion passes nothing' }),
  verification: verification.nullable().meta({ description: 'Of a hook' }),
  deduplication: deduplication
    .nullable()
    .meta({ description: 'Null: the id that the sender is known to send' }),
  workflowId: z.string().nullable().meta({ description: 'Of a completion: the workflow that is watched' }),
  on: z.enum(completionEvents).nullable(),
  schedule: ShownSchedule.nullable(),
  lastError: z
    .object({ message: z.string(), at: z.int() })
    .nullable()
    .meta({ description: 'Why a completion last started nothing' }),
  startable: Startable,
  fromPrompt: z
    .boolean()
    .nullable()
    .meta({ description: 'Prompt or plan say it: it goes when they do not. Null for a schedule' }),
  start: z.string().nullable().meta({
    description: 'Its id in `start` of the plan that says it, by which it is kept; null for others',
  }),
  createdAt: z.int().nullable(),
  updatedAt: z.int().nullable(),
})
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>

/** `url` is shown by the answers that made it, and null for a completion. */
export const CreatedTrigger = WorkflowTrigger.extend({ url: z.string().nullable() })
export type CreatedTrigger = z.infer<typeof CreatedTrigger>

/** The answer to a delivery. `output` and `error` are null until the execution has ended. */
export const HookAnswer = z.object({
  executionId: z.string(),
  status: z.enum(executionStatuses),
  duplicate: z.boolean().meta({ description: 'This delivery had come before; nothing was started again' }),
  output: JsonValue.nullable(),
  error: ExecutionError.nullable(),
})
export type HookAnswer = z.infer<typeof HookAnswer>

/** The secret part of a hook's address. @param random 32 bytes, which nobody can guess */
export function newHookToken(random: Buffer = randomBytes(32)): string {
  return `hook_${random.toString('base64url')}`
}

export function isHookToken(token: string): boolean {
  return /^hook_[\w-]{43}$/.test(token)
}

/** What is stored of a token. */
export function hookTokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

function isStandardSecret(secret: string): boolean {
  const match = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)
  const bytes = match === null ? 0 : Buffer.from(match[1]!, 'base64').length
  return bytes >= 24 && bytes <= 64
}
