// The schedules of workflows on their way to their actors: a change is first a row, and the actor is told
// after the commit (actors/setting-sync.ts). storage/workflows/workflows.ts writes them in the row of the
// workflow.
import { type KeptSchedule, keptAfter, type ScheduleSetting } from '../../domain/work/schedule.ts'
import type { Database } from '../postgres/database.ts'

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
        const { schedule, setBy, key, servedBy } = JSON.parse(kept) as KeptSchedule
        const optional = { ...(key !== undefined && { key }), ...(servedBy !== undefined && { servedBy }) }
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
  const kept = row.schedule ? (JSON.parse(row.schedule) as KeptSchedule) : null
  const next = keptAfter(kept, said)
  if (next === kept) return
  const servedBy = kept?.servedBy
  write(row, servedBy === undefined ? next : { ...next!, servedBy })
}

/** Notes the version that the schedule goes on to start (storage/workflows/serving.ts). */
export function noteServing(row: ScheduleColumns, servedBy: string): void {
  const kept = row.schedule ? (JSON.parse(row.schedule) as KeptSchedule) : null
  if (kept?.schedule && kept.servedBy !== servedBy) write(row, { ...kept, servedBy })
}

function write(row: ScheduleColumns, kept: KeptSchedule | null): void {
  row.schedule = JSON.stringify(kept)
  row.scheduleRevision += 1
}

export interface ScheduleColumns {
  /** JSON text: KeptSchedule. */
  schedule?: string | null | undefined
  scheduleRevision: number
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
