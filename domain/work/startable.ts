// Whether a workflow can start, by hand and by its schedule, as far as one can know before a start. Shown
// with every workflow and trigger, so that nobody waits for a start that will be refused. Pure.
import { z } from 'zod'
import type { JsonSchema } from '../json.ts'
import { own } from '../own.ts'
import type { Diagnostic } from '../plan/plan.ts'
import type { ShownSchedule } from './schedule.ts'

export const Startable = z.object({
  ok: z
    .boolean()
    .meta({ description: 'Nothing stands in the way of its starts, nor of those of its schedule' }),
  reasons: z.array(
    z.object({
      code: z.string().meta({ description: 'As `X-Error-Code` of a start' }),
      message: z.string(),
      trigger: z
        .string()
        .nullable()
        .meta({ description: 'Id of the trigger that cannot start it; null: nobody can' }),
    }),
  ),
})
export type Startable = z.infer<typeof Startable>
type Reason = Startable['reasons'][number]

interface StartedWorkflow {
  readonly status: 'ready' | 'needs_review'
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'message'>[]
  readonly inputsSchema: JsonSchema
}

/** @param schedule with the id that it has among the triggers */
export function startableOf(
  { status, diagnostics, inputsSchema }: StartedWorkflow,
  schedule: (ShownSchedule & { readonly id: string }) | null,
): Startable {
  if (status !== 'ready') {
    const first = diagnostics.find(({ severity }) => severity === 'error')
    const message = first?.message ?? 'the workflow needs review'
    return refused([{ code: 'workflow-needs-review', message, trigger: null }])
  }
  return refused(schedule?.enabled ? scheduleReasons(inputsSchema, schedule) : [])
}

/** Of a trigger that has started nothing the last time. */
export function startableAfter(id: string, lastError: { readonly message: string } | null): Startable {
  return refused(lastError === null ? [] : [{ code: 'refused', message: lastError.message, trigger: id }])
}

/** Inputs that must be there at each start, and are not. */
export function missingInputs({ required }: JsonSchema, inputs: object): readonly string[] {
  const names = Array.isArray(required) ? (required as readonly string[]) : []
  return names.filter(name => own(inputs as Record<string, unknown>, name) === undefined)
}

/** A time that was skipped because of its policy is no refusal. */
const policies = ['overlap', 'too-many-runs']

function scheduleReasons(
  schema: JsonSchema,
  { id, inputs, lastError }: ShownSchedule & { readonly id: string },
): readonly Reason[] {
  const missing = missingInputs(schema, inputs).map(
    (name): Reason => ({ code: 'validation-failed', message: missingInput(name), trigger: id }),
  )
  if (missing.length > 0 || lastError === null || policies.includes(lastError.code)) return missing
  return [{ code: lastError.code, message: lastError.message, trigger: id }]
}

export function missingInput(name: string): string {
  return `schedule.inputs.${name}: expected a value, as the workflow needs it at each start`
}

function refused(reasons: readonly Reason[]): Startable {
  return { ok: reasons.length === 0, reasons: [...reasons] }
}
