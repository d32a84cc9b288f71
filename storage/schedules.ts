// The schedules of workflows on their way to their actors: a change is a row first, and told after its commit. Written
// in the row of the workflow by storage/workflows.ts.
import { type KeptSchedule, keptAfter, type ScheduleSetting } from '../domain/schedule.ts'
import type { Database } from './database.ts'

export type ScheduleStore = ReturnType<typeof scheduleStore>

export function scheduleStore(database: Pick<Database, 'query'>) {
  return {
    /** Changes that the actor has not heard of, of every organization, by workflow id, after a given one. */
    async untold(after: string, limit: number): Promise<ScheduleSetting[]> {
      const rows = await database.query<UntoldRow>(findUntold, [after, limit])
      return rows.map(({ workflowId, organizationId, revision, kept }) => {
        const { schedule, setBy } = JSON.parse(kept) as KeptSchedule
        return { workflowId, organizationId, revision, schedule, setBy }
      })
    },

    /** The actor knows this revision, and with it the earlier ones. */
    async told({ workflowId, revision }: ScheduleSetting): Promise<void> {
      await database.query(markTold, [workflowId, revision])
    },
  }
}

/** What the row of a new workflow has of it. */
export function firstSchedule(said: KeptSchedule | undefined) {
  const row = { schedule: null, scheduleRevision: 0, scheduleTold: 0 }
  if (said !== undefined) setSchedule(row, said)
  return row
}

/** Changes the row by what was said, if that changes anything. */
export function setSchedule(row: ScheduleColumns, said: KeptSchedule): void {
  const kept = row.schedule ? (JSON.parse(row.schedule) as KeptSchedule) : null
  const next = keptAfter(kept, said)
  if (next === kept) return
  row.schedule = JSON.stringify(next)
  row.scheduleRevision += 1
}

interface ScheduleColumns {
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
