// The shape of a plan as a request may hold it, and as it leaves over HTTP: plan.ts as zod schemas. What a
// plan means is checked by the compiler.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { type Json, type JsonSchema, JsonValue } from '../json.ts'
import { agentBounds, codeBounds, irVersion, type Plan, planBounds, type Step } from './plan.ts'

export const identifierPattern = /^[a-z][a-z0-9_]{0,62}$/

const identifier = z
  .string()
  .regex(identifierPattern, 'expected a lower-case letter, then letters, digits or _')
const json = JsonValue
const args = z.record(z.string(), json)
const steps = z.lazy(() => z.array(StepSchema).max(planBounds.steps))
const schemaObject = z.record(z.string(), json) as z.ZodType<JsonSchema>

/** At most a year: anything longer is a mistake. */
const duration = z
  .int()
  .min(1)
  .max(366 * 86_400_000)

const approvalPolicy = {
  message: json,
  assignees: z.array(z.string().min(1).max(254)).max(50).optional(),
  form: schemaObject.optional(),
  timeoutMs: duration.optional(),
  onTimeout: z.enum(['approve', 'deny', 'fail']).optional(),
  onDeny: z.enum(['fail', 'continue']).optional(),
  quorum: z.int().min(1).max(50).optional(),
  notStarter: z.boolean().optional(),
}

const retryPolicy = z.object({
  maxAttempts: z.int().min(1).max(100),
  on: z.enum(['transient', 'any']).optional(),
  backoffMs: duration.optional(),
  maxBackoffMs: duration.optional(),
  park: z.boolean().optional(),
})

const common = {
  id: identifier,
  title: z.string().max(500).default(''),
  span: z.tuple([z.int().min(0), z.int().min(0)]).nullish(),
  when: z.string().max(planBounds.expressionLength).optional(),
  timeoutMs: duration.optional(),
  retry: retryPolicy.optional(),
  onError: z.union([z.literal('fail'), z.literal('continue'), z.object({ steps })]).optional(),
}
const expression = z.string().min(1).max(planBounds.expressionLength)

const branchCase = z.object({ when: expression, steps })
const branch = z.object({ name: z.string().max(100).optional(), steps })

/** By kind: the step as a request may hold it. */
export const stepShapes = {
  tool: z.object({
    ...common,
    kind: z.literal('tool'),
    server: z.string().nullable().default(null),
    tool: z.string().min(1).max(128),
    args: args.default({}),
    effect: z.enum(['pure', 'read', 'write', 'destructive']).optional(),
    approval: z.object(approvalPolicy).optional(),
  }),
  set: z.object({ ...common, kind: z.literal('set'), value: json }),
  if: z.object({
    ...common,
    kind: z.literal('if'),
    cases: z.array(branchCase).min(1).max(20),
    else: steps.optional(),
  }),
  foreach: z.object({
    ...common,
    kind: z.literal('foreach'),
    over: expression,
    as: identifier,
    concurrency: z.int().min(1).max(1_000).optional(),
    steps,
  }),
  parallel: z.object({
    ...common,
    kind: z.literal('parallel'),
    wait: z.enum(['all', 'any']).optional(),
    branches: z.array(branch).min(1).max(50),
  }),
  return: z.object({ ...common, kind: z.literal('return'), value: json }),
  fail: z.object({ ...common, kind: z.literal('fail'), message: json }),
  approval: z.object({ ...common, kind: z.literal('approval'), ...approvalPolicy }),
  wait: z.object({
    ...common,
    kind: z.literal('wait'),
    for: duration.optional(),
    until: json.optional(),
    event: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'expected letters, digits, _, . or -')
      .optional(),
  }),
  workflow: z.object({
    ...common,
    kind: z.literal('workflow'),
    workflow: z.string(),
    inputs: args.default({}),
  }),
  agent: z.object({
    ...common,
    kind: z.literal('agent'),
    goal: json,
    tools: z.array(z.string().min(1).max(200)).max(agentBounds.tools).default([]),
    model: z.string().min(1).max(100).optional(),
    maxSteps: z.int().min(1).max(100).optional(),
    maxCu: z.int().min(1).max(1_000_000).optional(),
    outputSchema: schemaObject.optional(),
  }),
  code: z.object({
    ...common,
    kind: z.literal('code'),
    js: z.string().max(codeBounds.length),
    args: args.optional(),
  }),
} as const

export type StepKind = keyof typeof stepShapes
export const stepKinds = Object.keys(stepShapes) as readonly StepKind[]

/**
 * One step as `plan` of a request may hold it. Unknown fields are dropped (reading/read-plan.ts keeps them).
 */
export const StepSchema: z.ZodType<Step, Step> = z
  .lazy(() => z.discriminatedUnion('kind', Object.values(stepShapes) as unknown as [z.ZodObject]))
  .meta(openValues) as unknown as z.ZodType<Step, Step>

const deadline = z.object({ ms: duration, excludeWaiting: z.boolean().optional() })
export const planShape = z.object({
  irVersion: z.literal(irVersion).optional(),
  deadline: deadline.optional(),
  steps: z.array(StepSchema).max(planBounds.steps),
})
export const PlanSchema = planShape as unknown as z.ZodType<Plan, Plan>

/** `plan` of a request: read by reading/read-plan.ts, which tells all that is wrong with it at once. */
export const SentPlan = JsonValue.meta({
  $ref: '#/components/schemas/Plan',
}) as unknown as z.ZodType<Json, Json | Plan>

/** The keys that each place of a plan has. */
export const planKeys = {
  plan: keysOf(planShape),
  deadline: keysOf(deadline),
  retry: keysOf(retryPolicy),
  approval: Object.keys(approvalPolicy),
  case: keysOf(branchCase),
  branch: keysOf(branch),
  onError: ['steps'],
  step: (kind: StepKind) => keysOf(stepShapes[kind]),
} as const

function keysOf({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape)
}
