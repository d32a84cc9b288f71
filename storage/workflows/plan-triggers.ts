// The triggers that the plan of the active version says, as rows beside those that people made. Called under
// the lock of the workflow's row, in the transaction of the change (storage/workflows/starts.ts).
// 1. One keeps its row by its id in the plan, and with it its address, its secret and whether it is switched
//    on; the rest of it is what the plan says. One that a prompt said before is taken over.
// 2. It runs in the name of whoever made the version the active one.
// 3. One that the plan does not say any more goes; what a person made stays.
import type { EntityManager } from '@mikro-orm/postgresql'
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { SaidTrigger } from '../../domain/work/starts/plan-starts.ts'
import { hookTokenHash, newHookToken, triggerBounds } from '../../domain/work/trigger.ts'
import type { TriggerMaker } from './prompt-triggers.ts'
import type { TriggerSettings } from './triggers.ts'

interface ChangedWorkflow {
  readonly id: string
  readonly organizationId: string
  readonly updatedAt: number
}

interface KeptRow {
  readonly id: string
  readonly kind: SaidTrigger['kind']
  readonly sourceId: string | null
  readonly settings: TriggerSettings
  readonly fromPrompt: boolean
}

/** @throws {Failure} conflict: there are too many */
export async function applyPlanTriggers(
  em: EntityManager,
  workflow: ChangedWorkflow,
  said: readonly SaidTrigger[],
  maker: TriggerMaker,
): Promise<void> {
  const rows = await keptRows(em, workflow)
  const kept = new Map(said.map(trigger => [trigger.id, rowOf(rows, trigger)]))
  const stays = new Set([...kept.values()].flatMap(row => row?.id ?? []))
  const gone = rows.filter(row => row.fromPrompt && !stays.has(row.id))
  const byHand = rows.filter(row => !row.fromPrompt).length
  if (byHand + said.length > triggerBounds.perWorkflow)
    throw new Failure(
      'conflict',
      `the workflow has ${byHand} triggers, and ${said.length} more would be too many: delete one`,
    )
  await remove(em, workflow, gone)
  for (const trigger of said) {
    const row = kept.get(trigger.id) ?? null
    await (row === null ? insert(em, workflow, trigger, maker) : change(em, workflow, row, trigger, maker))
  }
}

/** The plan does not say any more what starts it: what a plan said before goes. */
export async function leavePlanTriggers(em: EntityManager, workflow: ChangedWorkflow): Promise<void> {
  const rows = await keptRows(em, workflow)
  const said = rows.filter(({ fromPrompt, settings }) => fromPrompt && settings.startId !== undefined)
  await remove(em, workflow, said)
}

async function keptRows(
  em: EntityManager,
  { organizationId, id }: ChangedWorkflow,
): Promise<readonly KeptRow[]> {
  const rows: (Omit<KeptRow, 'settings'> & { settings: string })[] = await em.execute(list, [
    organizationId,
    id,
  ])
  return rows.map(row => ({ ...row, settings: JSON.parse(row.settings) }))
}

function rowOf(rows: readonly KeptRow[], trigger: SaidTrigger): KeptRow | null {
  const alike = rows.filter(({ kind, fromPrompt }) => kind === trigger.kind && fromPrompt)
  const source = trigger.kind === 'completion' ? trigger.workflowId : null
  const ofPrompt = ({ settings, sourceId }: KeptRow) => settings.startId === undefined && sourceId === source
  return alike.find(({ settings }) => settings.startId === trigger.id) ?? alike.find(ofPrompt) ?? null
}

async function remove(em: EntityManager, { organizationId }: ChangedWorkflow, rows: readonly KeptRow[]) {
  for (const { id } of rows) await em.execute(removeOne, [organizationId, id])
}

async function change(
  em: EntityManager,
  { organizationId, updatedAt }: ChangedWorkflow,
  { id, settings, sourceId: before }: KeptRow,
  trigger: SaidTrigger,
  { userId, keyId }: TriggerMaker,
) {
  const sourceId = trigger.kind === 'completion' ? trigger.workflowId : null
  const { verification, servedBy } = settings
  const next = { ...settingsOf(trigger), verification, ...(servedBy !== undefined && { servedBy }) }
  const since = before === sourceId ? null : updatedAt
  const values = [JSON.stringify(next), sourceId, userId, keyId, updatedAt, since, organizationId, id]
  await em.execute(changeOne, values)
}

async function insert(
  em: EntityManager,
  { id, organizationId, updatedAt }: ChangedWorkflow,
  trigger: SaidTrigger,
  { userId, keyId }: TriggerMaker,
) {
  const { kind } = trigger
  const isHook = kind === 'hook'
  await em.execute(insertOne, [
    ...[newId('trigger'), organizationId, id, kind, JSON.stringify(settingsOf(trigger))],
    ...[isHook ? null : trigger.workflowId, isHook ? hookTokenHash(newHookToken()) : null, userId],
    ...[updatedAt, updatedAt, updatedAt, keyId],
  ])
}

function settingsOf(trigger: SaidTrigger): TriggerSettings {
  const { id: startId, inputs = null } = trigger
  if (trigger.kind === 'completion')
    return { startId, inputs, verification: null, deduplication: null, on: trigger.on }
  const verification = { kind: 'none', toleranceSeconds: triggerBounds.toleranceSeconds[0] } as const
  return { startId, inputs, verification, deduplication: trigger.deduplication ?? null, on: null }
}

const list = `select id, kind, source_id as "sourceId", settings, from_prompt as "fromPrompt"
  from workflow_triggers where organization_id = ? and workflow_id = ? order by id`

const removeOne = 'delete from workflow_triggers where organization_id = ? and id = ? and from_prompt'

/** What it says of its last error was of other settings. */
const changeOne = `update workflow_triggers set settings = ?, source_id = ?, created_by = ?, key_id = ?, updated_at = ?,
    listens_since = coalesce(?::bigint, listens_since), error = null, error_at = null
  where organization_id = ? and id = ?`

const insertOne = `insert into workflow_triggers (id, organization_id, workflow_id, kind, enabled, settings, source_id,
    token_hash, created_by, created_at, updated_at, listens_since, key_id, from_prompt)
  values (?, ?, ?, ?, true, ?, ?, ?, ?, ?, ?, ?, ?, true)`
