// The schedules of workflows on their way to their actors: a change is first a row, and the actor is told
// after the commit (actors/setting-sync.ts). storage/workflows/workflows.ts writes them in the row of the
// workflow.

import {
  type KeptSchedule,
  keptAfter,
  type NamedSchedule,
  othersAfter,
  type ScheduleSetting,
  schedulesOf,
} from '../../domain/work/schedule.ts'
import type { SaidStarts } from '../../domain/work/starts/plan-starts.ts'
import type { Database } from '../postgres/database.ts'
import type { TriggerMaker } from './prompt-triggers.ts'

export type ScheduleStore = ReturnType<typeof scheduleStore>

export function scheduleStore(database: Pick<Database, 'query'>) {
  return {
    /**
     * Settings that their actors have not confirmed, in all organizations, by workflow id, after a given
     * one.
     */
    async unsynced(after: string, limit: number): Promise<ScheduleSetting[]> {
      const rows = await database.query<UntoldRow>(findUntold, [after, limit])
      return rows.map(({ workflowId, organizationId, revision, kept }) => {
        const { schedule, setBy, key, servedBy, others } = JSON.parse(kept) as KeptSchedule
        const optional = {
          ...(key !== undefined && { key }),
          ...(servedBy !== undefined && { servedBy }),
          ...(others !== undefined && { others }),
        }
        return { workflowId, organizationId, revision, schedule, setBy, ...optional }
      })
    },

    /** Notes that the actor has this revision, and with it the earlier ones. */
    async markSynced({ workflowId, revision }: ScheduleSetting): Promise<void> {
      await database.query(markTold, [workflowId, revision])
    },
  }
}

/** The schedule columns of a new workflow. */
export function firstSchedule(said: KeptSchedule | undefined) {
  const row = { schedule: null, scheduleRevision: 0, scheduleTold: 0 }
  if (said !== undefined) setSchedule(row, said)
  return row
}

/** Puts a schedule that a person or a prompt has set into the row, if that changes anything. */
export function setSchedule(row: ScheduleColumns, said: KeptSchedule): void {
  const kept = keptIn(row)
  const next = keptAfter(kept, said)
  if (next === kept) return
  const servedBy = kept?.servedBy
  const { others: several = [], ...only } = next!
  const others = othersAfter(untold(row, kept), several)
  write(row, {
    ...only,
    ...(servedBy !== undefined && { servedBy }),
    ...(others.length > 0 && { others }),
  })
}

/**
 * The schedules that a plan says, all of them. Switched on or off stays what somebody has switched, where the
 * plan does not say it.
 */
export function setPlanSchedules(
  row: ScheduleColumns,
  said: SaidStarts['schedules'],
  { userId: setBy, keyId }: TriggerMaker,
): void {
  const kept = keptIn(row)
  const by = { isFromPrompt: true, isFromPlan: true, setBy, ...(keyId !== null && { key: keyId }) } as const
  const [only] = said
  if (only === undefined || said.length > 1)
    return setSchedule(row, { schedule: null, others: said.map(bare), ...by })
  const enabled = only.isSaidEnabled ? only.schedule!.enabled : (kept?.schedule?.enabled ?? true)
  setSchedule(row, { schedule: { ...only.schedule!, enabled }, startId: only.id, ...by })
}

/** Removes those that a plan said. */
export function leavePlanSchedules(row: ScheduleColumns, maker: TriggerMaker): void {
  if (keptIn(row)?.isFromPlan) setPlanSchedules(row, [], maker)
}

/** Removes all, whoever said them. */
export function removeSchedules(row: ScheduleColumns): void {
  const others = (keptIn(row)?.others ?? []).map(({ id }) => ({ id, schedule: null }))
  if (row.schedule) write(row, { schedule: null, isFromPrompt: false, setBy: '', others })
}

function bare({ id, schedule }: NamedSchedule): NamedSchedule {
  return { id, schedule }
}

/** Those of several whose actors may have to be told that they are gone. */
function untold({ scheduleTold, scheduleRevision }: ScheduleColumns, kept: KeptSchedule | null) {
  const others = kept?.others ?? []
  return scheduleTold < scheduleRevision ? others : others.filter(({ schedule }) => schedule !== null)
}

function keptIn({ schedule }: ScheduleColumns): KeptSchedule | null {
  return schedule ? (JSON.parse(schedule) as KeptSchedule) : null
}

/** Notes the version that the schedule goes on to start (storage/workflows/serving.ts). */
export function noteServing(row: ScheduleColumns, servedBy: string): void {
  const kept = keptIn(row)
  if (kept !== null && schedulesOf(kept).length > 0 && kept.servedBy !== servedBy)
    write(row, { ...kept, servedBy })
}

function write(row: ScheduleColumns, kept: KeptSchedule | null): void {
  row.schedule = JSON.stringify(kept)
  row.scheduleRevision += 1
}

export interface ScheduleColumns {
  /** JSON text: KeptSchedule. */
  schedule?: string | null | undefined
  scheduleRevision: number
  /** The revision that actors have. */
  scheduleTold: number
}

interface UntoldRow {
  readonly workflowId: string
  readonly organizationId: string
  readonly revision: number
  readonly kept: string
}

const findUntold = {
  name: 'schedules.untold',
  text: `select id as "workflowId", organization_id as "organizationId", schedule_revision as revision, schedule as kept
    from workflows where schedule_told < schedule_revision and id > $1 order by id limit $2`,
}

const markTold = {
  name: 'schedules.told',
  text: 'update workflows set schedule_told = $2 where id = $1 and schedule_told < $2',
}
