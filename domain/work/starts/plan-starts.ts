// What a plan says that starts it, as a workflow keeps it: its schedules, and its other triggers. Whoever
// makes a version the active one applies them (storage/workflows/starts.ts).
import type { Plan } from '../../plan/plan.ts'
import { completionInputs } from '../prompt-triggers.ts'
import { type NamedSchedule, Schedule } from '../schedule.ts'
import type { CompletionStart, HookStart } from './said-starts.ts'

/** With its id, and the workflow that it watches. */
export type SaidTrigger =
  | (Omit<HookStart, 'id'> & { readonly id: string })
  | (Required<Omit<CompletionStart, 'workflow'>> & { readonly id: string })

export interface SaidStarts {
  readonly schedules: readonly (NamedSchedule & { readonly isSaidEnabled: boolean })[]
  readonly triggers: readonly SaidTrigger[]
}

/** @param plan passed the compiler without an error @returns null where the plan does not say */
export function startsIn({ start, inputs }: Pick<Plan, 'start' | 'inputs'>): SaidStarts | null {
  if (start === undefined) return null
  const schedules = start.flatMap(each => {
    if (each.kind !== 'schedule') return []
    const { kind: _, id, ...schedule } = each
    return [{ id: id!, schedule: Schedule.parse(schedule), isSaidEnabled: schedule.enabled !== undefined }]
  })
  const triggers = start.flatMap((each): SaidTrigger[] => {
    if (each.kind === 'schedule') return []
    if (each.kind === 'hook') return [{ ...each, id: each.id! }]
    const { kind, id, workflowId, on = 'completed' } = each
    const mapping = each.inputs ?? readInputs(inputs)
    return workflowId === undefined ? [] : [{ kind, id: id!, workflowId, on, inputs: mapping }]
  })
  return { schedules, triggers }
}

/** What the end of an execution gives, as far as the plan declares it. */
function readInputs(declared: Plan['inputs']) {
  if (declared === undefined || declared['additionalProperties'] !== false) return completionInputs
  const properties = (declared['properties'] ?? {}) as object
  const names = Object.entries(completionInputs).filter(([name]) => Object.hasOwn(properties, name))
  return Object.fromEntries(names)
}
