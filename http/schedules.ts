// Schedules on their way in and out: what a request and its prompt say of when a workflow runs, and how a workflow's
// schedule is shown.
import type { Caller } from '../domain/permissions.ts'
import type { Compilation, Plan } from '../domain/plan.ts'
import { type KeptSchedule, Schedule, type ShownSchedule, show } from '../domain/schedule.ts'
import type { StoredWorkflow, Workflow } from '../domain/workflow.ts'
import type { Services } from './services.ts'

export interface Said {
  /** Of the request: null removes it, undefined leaves it to the prompt. */
  readonly schedule?: Schedule | null | undefined
  /** Of the request: one that somebody wrote says nothing of the time. */
  readonly plan?: Plan | null | undefined
  /** Of the new prompt or plan, if there is one. */
  readonly compilation?: Compilation | undefined
}

/** What was said of the schedule; undefined when nothing was. */
export function scheduleSaid({ userId }: Caller, { schedule, ...prompt }: Said): KeptSchedule | undefined {
  if (schedule !== undefined) return { schedule, isFromPrompt: false, setBy: userId }
  const found = promptSchedule(prompt)
  return found === undefined ? undefined : { schedule: found, isFromPrompt: true, setBy: userId }
}

/** When the prompt says that it runs, null for no time; undefined when nothing was said of it. */
export function promptSchedule({ plan, compilation }: Omit<Said, 'schedule'>): Schedule | null | undefined {
  const found = compilation && compiledSchedule(compilation)
  return found === null && plan ? undefined : found
}

/** Of POST /workflows/plan: a schedule that nothing has come of yet. */
export function shownInPlan(compilation: Compilation): ShownSchedule | null {
  const schedule = compiledSchedule(compilation)
  return schedule && show(schedule, { lastRunAt: null, lastError: null }, Date.now())
}

/** The workflow as it leaves; only one with a schedule needs a promise. @throws {Failure} unavailable */
export function shown(
  { schedules }: Services,
  { schedule, ...workflow }: StoredWorkflow,
): Workflow | Promise<Workflow> {
  if (schedule === null) return { ...workflow, schedule }
  return schedules
    .status(workflow.id)
    .then(status => ({ ...workflow, schedule: show(schedule, status, Date.now()) }))
}

/** The same after a change: its actor hears of it first. */
export async function told(services: Services, workflow: StoredWorkflow): Promise<Workflow> {
  await services.schedules.hear()
  return shown(services, workflow)
}

function compiledSchedule({ schedule }: Compilation): Schedule | null {
  return schedule ? Schedule.parse(schedule) : null
}
