// Reads schedules from requests and prompts, and shows the schedules of workflows. Called by the workflow
// routes.
import { scheduleAddress } from '../../actors/schedule/client.ts'
import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { Compilation, Plan } from '../../domain/plan/plan.ts'
import { withDefaults } from '../../domain/schema/defaults.ts'
import { defectUnder } from '../../domain/schema/schema-check.ts'
import {
  isSameTimes,
  type KeptSchedule,
  Schedule,
  type ShownSchedule,
  show,
} from '../../domain/work/schedule.ts'
import { missingInput, missingInputs, startableOf } from '../../domain/work/startable.ts'
import type { PlannedWorkflow, StoredWorkflow, Workflow } from '../../domain/work/workflow.ts'
import { withNotation } from '../../language/notation.ts'
import { makerKeyOf } from '../../storage/chat/maker-keys.ts'
import type { Services } from '../services.ts'
import { withAbsentTools } from './absent-tools.ts'

export interface ScheduleSource {
  /** From the request: null removes it, undefined leaves it to the prompt. */
  readonly schedule?: Schedule | null | undefined
  /** What the new prompt says of it. */
  readonly promptSchedule?: Schedule | null | undefined
  /** The compilation of the new prompt or plan, if there is one. */
  readonly compilation?: Compilation | undefined
}

interface PromptSource extends Pick<ScheduleSource, 'compilation'> {
  /** As it was sent, in JSON or in notation; undefined: words. */
  readonly plan?: Json | undefined
}

/**
 * The schedule that a request or its prompt sets; undefined when neither does, or the plan says what starts
 * it.
 * @throws {Failure} validation-failed: the request says another than the plan
 */
export function scheduleOf(
  caller: Caller,
  { schedule, ...prompt }: ScheduleSource,
): KeptSchedule | undefined {
  const key = makerKeyOf(caller)
  const maker = { setBy: caller.userId, ...(key !== null && { key }) }
  if (prompt.compilation?.plan.start !== undefined) {
    refuseOther(schedule, prompt.compilation)
    return undefined
  }
  if (schedule !== undefined) return { schedule, isFromPrompt: false, ...maker }
  const { promptSchedule: found } = prompt
  return found === undefined ? undefined : { schedule: found, isFromPrompt: true, ...maker }
}

/**
 * A model or an agent says what starts a workflow where somebody confirms it.
 * @throws {Failure} validation-failed
 */
export function refuseUnseen(schedule: Schedule | null | undefined): void {
  if (schedule != null)
    throw new Failure('validation-failed', 'schedule: say in `start` of the plan when the workflow starts')
}

/**
 * The schedule in the new prompt, null for none; undefined where nobody can tell, so that the one before
 * stays: there is no new prompt, it is not understood, a hand-written plan names none, or the plan says
 * itself what starts it (storage/workflows/starts.ts).
 */
export function promptSchedule({ plan, compilation }: PromptSource): Schedule | null | undefined {
  if (compilation?.status === 'needs_review' || compilation?.plan.start !== undefined) return undefined
  const found = compilation && compiledSchedule(compilation)
  return found === null && plan ? undefined : found
}

/**
 * A plan that says what starts the workflow says all of it. What shows the workflow and saves it again
 * repeats the schedule that it was shown.
 */
function refuseOther(sent: Schedule | null | undefined, compilation: Compilation): void {
  if (sent == null) return
  const own = compiledSchedule(compilation)
  if (own !== null && isSameTimes(own, sent)) return
  throw new Failure(
    'validation-failed',
    'schedule: the plan says when the workflow starts, change its `start`',
  )
}

/** For POST /workflows/plan: what would start the workflow, as its plan says it. */
export function showPlannedStarts({ start = [] }: Plan): PlannedWorkflow['start'] {
  return start.map((each): PlannedWorkflow['start'][number] => {
    const id = each.id!
    if (each.kind === 'hook') return { kind: 'hook', id }
    if (each.kind === 'completion') return { kind: 'completion', id, workflowId: each.workflowId ?? null }
    return { kind: 'schedule', id, schedule: show(Schedule.parse(each), neverRun, Date.now()) }
  })
}

const neverRun = { lastRunAt: null, lastError: null }

/** For POST /workflows/plan: a schedule that does not run yet. */
export function showPlannedSchedule(compilation: Compilation): ShownSchedule | null {
  const schedule = compiledSchedule(compilation)
  return schedule && show(schedule, neverRun, Date.now())
}

/**
 * The workflow as the API shows it; only one with a schedule or tools of servers needs a promise.
 * @throws {Failure} unavailable
 */
export function showWorkflow<T extends StoredWorkflow>(
  services: Services,
  organizationId: string,
  workflow: T,
): Shown<T> | Promise<Shown<T>> {
  const read = withAbsentTools(services, organizationId, workflow)
  return read instanceof Promise
    ? read.then(one => withSchedule(services, one))
    : withSchedule(services, read)
}

/** With the state of its schedule. @throws {Failure} unavailable */
export function withSchedule<T extends StoredWorkflow>(
  { schedules }: Services,
  { schedule, ...workflow }: T,
): Shown<T> | Promise<Shown<T>> {
  if (schedule === null) return { ...workflow, schedule }
  return schedules.status(workflow.id).then(status => {
    const shown = show(schedule, status, Date.now())
    const startable = startableOf(workflow, { ...shown, id: scheduleAddress(workflow.id) })
    return { ...workflow, schedule: shown, startable }
  })
}

/**
 * Of a schedule that somebody sets: with it the workflow must be able to start. That of a prompt is answered
 * with what it lacks (`startable`).
 * @throws {Failure} validation-failed: inputs are missing, or do not fit
 */
export async function refuseUnstartable(
  { thinking, workflows }: Pick<Services, 'thinking' | 'workflows'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  {
    schedule,
    workflowId,
    compilation,
  }: {
    readonly schedule: Schedule | null | undefined
    /** Null: it is new. */
    readonly workflowId: string | null
    readonly compilation: Compilation | undefined
  },
): Promise<void> {
  if (!schedule?.enabled) return
  const started =
    compilation ?? (workflowId === null ? null : await workflows.get(organizationId, workflowId))
  if (started === null || started.status !== 'ready') return
  const inputs = withDefaults(started.inputsSchema, schedule.inputs)
  const [missing] = missingInputs(started.inputsSchema, inputs)
  if (missing !== undefined) throw new Failure('validation-failed', missingInput(missing))
  const defect = await thinking.check({ organizationId }, started.inputsSchema, inputs)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('schedule.inputs', defect))
}

type Shown<T extends StoredWorkflow> = Omit<T, 'schedule'> & Pick<Workflow, 'schedule'>

/** The same after a change, with its notation; first tells the schedule's actor. */
export async function withSyncedSchedule(
  services: Services,
  organizationId: string,
  workflow: StoredWorkflow,
): Promise<Workflow> {
  await services.schedules.syncSettings()
  return withNotation(await showWorkflow(services, organizationId, workflow))
}

function compiledSchedule({ schedule }: Compilation): Schedule | null {
  return schedule ? Schedule.parse(schedule) : null
}
