// The shape of a plan as a request may hold it, and as it leaves over HTTP: plan.ts as zod schemas. What a
// plan means is checked by the compiler.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { type Json, JsonValue } from '../json.ts'
import { PlanStartSchema, type StartKind, startBounds, startShapes } from '../work/starts/said-starts.ts'
import type { ChildField, StepKind } from './blocks/block.ts'
import { blocks } from './blocks/blocks.ts'
import { irVersions, type Plan, planBounds, type Step } from './plan.ts'
import { approvalShape, duration, identifier, schemaObject } from './shapes.ts'

const steps = z.lazy(() => z.array(StepSchema).max(planBounds.steps))

const retryPolicy = z.object({
  maxAttempts: z.int().min(1).max(100),
  on: z.enum(['transient', 'any']).optional(),
  backoffMs: duration.optional(),
  maxBackoffMs: duration.optional(),
  pauseMs: duration.optional(),
  deadlineMs: duration.optional(),
  park: z.boolean().optional(),
})

/** What every step has. */
const common = {
  id: identifier,
  title: z.string().max(500).default(''),
  span: z.tuple([z.int().min(0), z.int().min(0)]).nullish(),
  when: z.string().max(planBounds.expressionLength).optional(),
  after: z.array(identifier).max(planBounds.steps).optional(),
  timeoutMs: duration.optional(),
  retry: retryPolicy.optional(),
  onError: z.union([z.literal('fail'), z.literal('continue'), z.object({ steps })]).optional(),
}

function childShape({ isOptional, each }: ChildField): z.ZodType {
  const shape =
    each === undefined
      ? steps
      : z
          .array(z.object({ ...each.shape, steps }))
          .min(1)
          .max(each.most)
  return isOptional ? shape.optional() : shape
}

/** By kind: the step as a request may hold it. */
export const stepShapes = Object.fromEntries(
  Object.entries(blocks).map(([kind, { shape, children = [] }]) => {
    const inside = children.map(child => [child.field, childShape(child)] as const)
    return [kind, z.object({ ...common, kind: z.literal(kind), ...shape, ...Object.fromEntries(inside) })]
  }),
) as unknown as { readonly [Kind in StepKind]: z.ZodObject }

export const stepKinds = Object.keys(stepShapes) as readonly StepKind[]

/**
 * One step as `plan` of a request may hold it. Unknown fields are dropped (reading/read-plan.ts keeps them).
 */
export const StepSchema: z.ZodType<Step, Step> = z
  .lazy(() => z.discriminatedUnion('kind', Object.values(stepShapes) as [z.ZodObject]))
  .meta(openValues) as unknown as z.ZodType<Step, Step>

const deadline = z.object({ ms: duration, excludeWaiting: z.boolean().optional() })
export const planShape = z.object({
  irVersion: z
    .literal([...irVersions])
    .meta(openValues)
    .optional(),
  deadline: deadline.optional(),
  inputs: schemaObject.optional(),
  outputSchema: schemaObject.optional(),
  start: z.array(PlanStartSchema).max(startBounds.count).optional(),
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
  approval: Object.keys(approvalShape),
  onError: ['steps'],
  start: (kind: StartKind) => keysOf(startShapes[kind]),
  step: (kind: StepKind) => keysOf(stepShapes[kind]),
  part: ({ each }: ChildField) => [...Object.keys(each?.shape ?? {}), 'steps'],
} as const

function keysOf({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape)
}
