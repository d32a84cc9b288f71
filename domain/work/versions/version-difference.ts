// What changed between two versions of a workflow, for those who review or roll back.
import { z } from 'zod'
import { canonical, type Json, type JsonSchema, JsonValue } from '../../json.ts'
import { computeEstimate } from '../../plan/compute-estimate.ts'
import { lineDifference } from '../../plan/difference/line-difference.ts'
import { stepDifference } from '../../plan/difference/step-difference.ts'
import type { Plan } from '../../plan/plan.ts'
import { credentialNames, toolNames } from '../../plan/plan-uses.ts'
import { schemaChanges } from '../../schema/schema-drift.ts'

const step = { id: z.string(), kind: z.string(), title: z.string() }
const used = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })
const estimate = z.object({
  least: z.int(),
  most: z.int().nullable().meta({ description: 'Null when the plan does not bound it' }),
})

export const VersionDifference = z.object({
  workflowId: z.string(),
  from: z.int(),
  to: z.int(),
  /** Every line of both prompts. */
  prompt: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  steps: z.object({
    added: z.array(z.object(step)),
    removed: z.array(z.object(step)),
    changed: z.array(
      z.object({
        ...step,
        fields: z.array(
          z.object({ field: z.string(), before: JsonValue.nullable(), after: JsonValue.nullable() }),
        ),
      }),
    ),
  }),
  inputsSchema: z.array(
    z.object({
      path: z.string(),
      before: JsonValue.nullable(),
      after: JsonValue.nullable(),
      change: z
        .enum(['breaking', 'additive'])
        .meta({ description: 'Breaking: inputs that fitted may no longer fit' }),
    }),
  ),
  outputSchema: z.object({ before: JsonValue.nullable(), after: JsonValue.nullable() }).nullable().meta({
    description: 'What the plan says that it returns; null when both say the same',
  }),
  start: z
    .array(z.object({ id: z.string(), before: JsonValue.nullable(), after: JsonValue.nullable() }))
    .meta({ description: 'What the plan says that starts it, where it differs' }),
  tools: used,
  credentials: used,
  cu: z.object({ from: estimate, to: estimate }),
})
export type VersionDifference = z.infer<typeof VersionDifference>

/** What is compared of a version. */
export interface ComparedVersion {
  readonly version: number
  readonly prompt: string
  readonly plan: Plan
  readonly inputsSchema: JsonSchema
}

export function versionDifference(workflowId: string, from: ComparedVersion, to: ComparedVersion) {
  return {
    workflowId,
    from: from.version,
    to: to.version,
    prompt: lineDifference(from.prompt, to.prompt),
    steps: stepDifference(from.plan, to.plan),
    inputsSchema: inputChanges(from.inputsSchema, to.inputsSchema),
    outputSchema: outputChange(from.plan, to.plan),
    start: startChanges(from.plan, to.plan),
    tools: uses(toolNames(from.plan), toolNames(to.plan)),
    credentials: uses(credentialNames(from.plan), credentialNames(to.plan)),
    cu: { from: computeEstimate(from.plan), to: computeEstimate(to.plan) },
  }
}

/** Programs send inputs by name and type: other texts about them break nobody. */
function inputChanges(before: JsonSchema, after: JsonSchema) {
  return schemaChanges(before as Json, after as Json, 'input', 'inputs').map(
    ({ path, kind, isBreaking, ...values }) => ({
      ...{ path: path.replaceAll('.properties.', '.'), before: values.before, after: values.after },
      change: isBreaking && kind !== 'text' ? ('breaking' as const) : ('additive' as const),
    }),
  )
}

function outputChange(from: Plan, to: Plan) {
  const [before, after] = [from.outputSchema ?? null, to.outputSchema ?? null]
  return isSame(before, after) ? null : { before, after }
}

function startChanges({ start: before = [] }: Plan, { start: after = [] }: Plan) {
  const ids = new Set([...before, ...after].map(({ id }) => id!))
  return [...ids].flatMap(id => {
    const [old = null, made = null] = [before, after].map(starts => starts.find(each => each.id === id))
    return isSame(old, made) ? [] : [{ id, before: old as Json, after: made as Json }]
  })
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(canonical(before as Json)) === JSON.stringify(canonical(after as Json))
}

function uses(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter(name => !before.includes(name)),
    removed: before.filter(name => !after.includes(name)),
  }
}
