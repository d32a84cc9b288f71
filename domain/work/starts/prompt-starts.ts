// What starts a workflow where its prompt says it and its plan does not, in the form of a plan: entries and
// digest cover it as they cover what a plan says. Called by http/workflows/confirming.ts.
import type { Plan, PromptSchedule, PromptTrigger } from '../../plan/plan.ts'
import type { KeptTrigger } from '../prompt-triggers.ts'
import type { PlanStart } from './said-starts.ts'

export interface PromptStarts {
  readonly schedule: PromptSchedule | null
  /** As the prompt says them, or as a version keeps them. */
  readonly triggers: readonly (PromptTrigger | KeptTrigger)[]
}

export function withSaidStarts(plan: Plan, { schedule, triggers }: PromptStarts): Plan {
  if (plan.start !== undefined) return plan
  const start = [...(schedule === null ? [] : [scheduleStart(schedule)]), ...triggers.map(triggerStart)]
  return start.length === 0 ? plan : { ...plan, start }
}

/** Without what is filled in where it is kept. */
function scheduleStart({ cron, timezone, everyWeeks, everyDays, from }: PromptSchedule): PlanStart {
  return {
    kind: 'schedule',
    cron,
    timezone,
    ...(everyWeeks !== undefined && { everyWeeks }),
    ...(everyDays !== undefined && { everyDays }),
    ...(from !== undefined && { from }),
  }
}

function triggerStart(trigger: PromptTrigger | KeptTrigger): PlanStart {
  if (trigger.kind === 'hook') return { kind: 'hook' }
  const { workflowId, on } = trigger
  return { kind: 'completion', workflow: workflowId ?? ('workflow' in trigger ? trigger.workflow : ''), on }
}
