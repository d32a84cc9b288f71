// What is confirmed of a version, and who has done so. Called by storage/workflows/workflows.ts.
import type { EntityManager } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../../../domain/failure.ts'
import type { Actor } from '../../../domain/people/audit.ts'
import { entryOf } from '../../../domain/people/audit.ts'
import type { Diagnostic, Plan, PlannedBy } from '../../../domain/plan/plan.ts'
import type { PromptStarts } from '../../../domain/work/starts/prompt-starts.ts'
import { auditRow } from '../../accounts/audit.ts'
import { AuditTable } from '../../accounts/audit-table.ts'
import type { Queries } from '../../postgres/statement.ts'
import type { KeptSaying } from '../workflow-tables.ts'

/** The active version, as its confirmation needs it. */
export interface ConfirmableVersion {
  readonly versionId: string
  /** Of the workflow. */
  readonly name: string
  readonly plan: Plan
  /** Those that the prompt says. */
  readonly starts: PromptStarts
  readonly prompt: string
  readonly diagnostics: readonly Diagnostic[]
  readonly plannedBy: PlannedBy | null
  /** Of plan and explanation; null where nobody has to confirm it. */
  readonly digest: string | null
  readonly said: Partial<KeptSaying>
  readonly isAccepted: boolean
}

/** What somebody has confirmed. */
export interface Accepting {
  /** The version that they were shown. */
  readonly versionId: string
  readonly digest: string
  /** Ids of the entries that were ticked. */
  readonly entries: readonly string[]
  readonly acceptedBy: string
}

/** @throws {Failure} not-found */
export async function loadConfirmable(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<ConfirmableVersion> {
  const [row] = await queries.query<ConfirmableRow>(find, [organizationId, id])
  if (row === undefined) throw notFound('workflow')
  const { plan, diagnostics, said, schedule, triggers, ...rest } = row
  return {
    ...rest,
    starts: {
      schedule: schedule === null ? null : JSON.parse(schedule),
      triggers: triggers === null ? [] : JSON.parse(triggers),
    },
    plan: JSON.parse(plan),
    diagnostics: JSON.parse(diagnostics),
    said: said === null ? {} : JSON.parse(said),
  }
}

type ConfirmableRow = Omit<ConfirmableVersion, 'plan' | 'diagnostics' | 'said' | 'starts'> & {
  readonly plan: string
  readonly schedule: string | null
  readonly triggers: string | null
  readonly diagnostics: string
  readonly said: string | null
}

const find = {
  name: 'workflow-versions.confirmable',
  text: `select v.id as "versionId", w.name, v.plan, v.prompt, v.diagnostics, v.planned_by as "plannedBy", v.digest, v.said,
      v.prompt_schedule as schedule, v.prompt_triggers as triggers,
      a.version_id is not null as "isAccepted"
    from workflows w join workflow_versions v on v.id = w.active_version_id
      left join accepted_versions a on a.version_id = v.id
    where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`,
}

interface LockedWorkflow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly activeVersionId: string
  readonly updatedAt: number
}

/**
 * Again is the same; what has another digest takes the place of what was confirmed. @throws {Failure}
 * conflict: another version is active by now
 */
export async function keepAcceptance(
  em: EntityManager,
  { organizationId, activeVersionId, updatedAt }: LockedWorkflow,
  { versionId, digest, entries, acceptedBy }: Accepting,
): Promise<void> {
  if (versionId !== activeVersionId)
    throw new Failure('conflict', 'digest: another plan is active by now: read its confirmation')
  const values = [versionId, organizationId, updatedAt, acceptedBy, digest, JSON.stringify(entries)]
  await em.execute(insert, values)
}

const insert = `insert into accepted_versions (version_id, organization_id, accepted_at, accepted_by, digest, entries)
  values (?, ?, ?, ?, ?, ?) on conflict (version_id) do update set accepted_at = excluded.accepted_at,
    accepted_by = excluded.accepted_by, digest = excluded.digest, entries = excluded.entries
  where accepted_versions.digest is distinct from excluded.digest`

/** Takes back what has just been confirmed. */
export async function withdrawAcceptance(
  em: EntityManager,
  { id, organizationId }: LockedWorkflow,
  { versionId, digest }: Pick<Accepting, 'versionId' | 'digest'>,
): Promise<void> {
  await em.execute(remove, [id, organizationId, versionId, digest])
}

const remove = `delete from accepted_versions a using workflow_versions v
  where v.id = a.version_id and v.workflow_id = ? and v.organization_id = ? and v.id = ? and a.digest = ?`

/**
 * Takes back what was accepted of the versions of a workflow, and notes why. @returns whether anything was
 */
export async function reopenAcceptance(
  em: EntityManager,
  { id, organizationId, name }: LockedWorkflow,
  { versions, tools, actor }: Reopening,
): Promise<boolean> {
  const marks = versions.map(() => '?').join(', ')
  const gone = await em.execute(
    `delete from accepted_versions a using workflow_versions v
      where v.id = a.version_id and v.workflow_id = ? and v.organization_id = ? and v.version in (${marks})
      returning v.version`,
    [id, organizationId, ...versions],
  )
  if (gone.length === 0) return false
  const target = { type: 'workflow', id, name }
  await em.insert(AuditTable, auditRow(entryOf(actor, 'workflow.reopened', target, { tools })))
  return true
}

/** A tool that the plans call is another one now. */
export interface Reopening {
  readonly versions: readonly number[]
  /** Offered names. */
  readonly tools: readonly string[]
  readonly actor: Actor
}
