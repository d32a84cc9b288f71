// The figures of canaries, and the workflows that have one. storage/workflows/workflows.ts writes them.
import { earliestIdAt } from '../../domain/ids.ts'
import {
  canaryRule,
  type EndedCanary,
  type KeptCanary,
  noFigures,
  type VersionFigures,
} from '../../domain/work/versions/canary.ts'
import type { Queries } from '../postgres/statement.ts'

/** A workflow with its canary, and how the last one ended. */
export interface CanaryRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  /** Number of the active version. */
  readonly active: number
  readonly canary: KeptCanary | null
  readonly ended: EndedCanary | null
}

export type CanaryStore = ReturnType<typeof canaryStore>

export function canaryStore(database: Queries) {
  return {
    /** Null: there is no such workflow. */
    async get(organizationId: string, id: string): Promise<CanaryRow | null> {
      const [row] = await database.query<StoredRow>(find, [organizationId, id])
      return row === undefined ? null : rowOf(row)
    },

    /** Workflows with a canary, in all organizations, by id, after a given one. */
    async list(after: string, limit: number): Promise<readonly CanaryRow[]> {
      return (await database.query<StoredRow>(list, [after, limit])).map(rowOf)
    },

    /** Figures of versions, of the latest executions since a time. */
    async figures(
      { organizationId, id }: Pick<CanaryRow, 'organizationId' | 'id'>,
      versions: readonly number[],
      since: number,
    ): Promise<readonly VersionFigures[]> {
      const values = [organizationId, id, versions, earliestIdAt('execution', since), canaryRule.latest]
      const rows = await database.query<VersionFigures>(figures, values)
      return versions.map(version => rows.find(row => row.version === version) ?? { version, ...noFigures })
    },
  }
}

type StoredRow = Omit<CanaryRow, 'canary' | 'ended'> & {
  readonly canary: string | null
  readonly ended: string | null
}

function rowOf({ canary, ended, ...row }: StoredRow): CanaryRow {
  const parsed = <T>(text: string | null) => (text === null ? null : (JSON.parse(text) as T))
  return { ...row, canary: parsed<KeptCanary>(canary), ended: parsed<EndedCanary>(ended) }
}

const columns = `w.id, w.organization_id as "organizationId", w.name, v.version as active, w.canary, w.ended_canary as ended
  from workflows w join workflow_versions v on v.id = w.active_version_id`

const find = {
  name: 'canaries.find',
  text: `select ${columns} where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`,
}

const list = {
  name: 'canaries.list',
  text: `select ${columns} where w.canary is not null and w.deleted_at is null and w.id > $1 order by w.id limit $2`,
}

const figures = {
  name: 'canaries.figures',
  text: `select workflow_version as version,
      count(*)::int as executions,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where finished_at is null)::int as running,
      (count(*) filter (where status = 'completed'))::float8
        / nullif(count(*) filter (where status in ('completed', 'failed')), 0) as "successRate",
      round(avg(finished_at - started_at) filter (where status = 'completed'))::float8 as "avgDurationMs"
    from (
      select workflow_version, status, started_at, finished_at from executions
      where organization_id = $1 and workflow_id = $2 and workflow_version = any($3::int[]) and id >= $4
      order by id desc limit $5
    ) latest group by workflow_version`,
}
