// The triggers that the prompt of the active version says, as rows beside those that people made. Called
// under the lock of the workflow's row, in the transaction of the change (storage/workflows/workflows.ts).
// 1. One that is there already stays as it is, with its address; one that no prompt says any more goes.
// 2. What a person made or changed is never touched, and counts as what the prompt says.
// 3. Nobody knows the address of a new hook: rotating it gives one.
import type { EntityManager } from '@mikro-orm/postgresql'
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { completionInputs, type KeptTrigger } from '../../domain/work/prompt-triggers.ts'
import { hookTokenHash, newHookToken, triggerBounds } from '../../domain/work/trigger.ts'
import type { TriggerSettings } from './triggers.ts'

interface KeptRow {
  readonly id: string
  readonly kind: KeptTrigger['kind']
  readonly sourceId: string | null
  readonly settings: string
  readonly fromPrompt: boolean
}

/** In whose name executions start: a user, and the API key that they used; null for none. */
export interface TriggerMaker {
  readonly userId: string
  readonly keyId: string | null
}

export async function applyPromptTriggers(
  em: EntityManager,
  {
    id,
    organizationId,
    updatedAt,
  }: { readonly id: string; readonly organizationId: string; readonly updatedAt: number },
  said: readonly KeptTrigger[],
  { userId, keyId }: TriggerMaker,
): Promise<void> {
  const rows: KeptRow[] = await em.execute(listKept, [organizationId, id])
  const stays = (row: KeptRow) => !row.fromPrompt || said.some(trigger => isSame(row, trigger))
  for (const row of rows) if (!stays(row)) await em.execute(removeKept, [organizationId, row.id])
  const kept = rows.filter(stays)
  const missing = said.filter(trigger => !kept.some(row => isSame(row, trigger)))
  if (kept.length + missing.length > triggerBounds.perWorkflow && missing.length > 0)
    throw new Failure('conflict', `the workflow has ${kept.length} triggers: delete one`)
  for (const trigger of missing) {
    const isHook = trigger.kind === 'hook'
    await em.execute(insertKept, [
      ...[newId('trigger'), organizationId, id, trigger.kind, JSON.stringify(settingsOf(trigger))],
      ...[isHook ? null : trigger.workflowId, isHook ? hookTokenHash(newHookToken()) : null, userId],
      ...[updatedAt, updatedAt, updatedAt, keyId],
    ])
  }
}

/** A person's of the same source is what the prompt says, whatever else it says. */
function isSame({ kind, sourceId, settings, fromPrompt }: KeptRow, trigger: KeptTrigger): boolean {
  if (kind !== trigger.kind) return false
  if (trigger.kind === 'hook') return true
  if (sourceId !== trigger.workflowId) return false
  return !fromPrompt || (JSON.parse(settings) as TriggerSettings).on === trigger.on
}

function settingsOf(trigger: KeptTrigger): TriggerSettings {
  if (trigger.kind === 'completion')
    return { inputs: completionInputs, verification: null, deduplication: null, on: trigger.on }
  const verification = { kind: 'none', toleranceSeconds: triggerBounds.toleranceSeconds[0] } as const
  return { inputs: null, verification, deduplication: null, on: null }
}

const listKept = `select id, kind, source_id as "sourceId", settings, from_prompt as "fromPrompt"
  from workflow_triggers where organization_id = ? and workflow_id = ?`

const removeKept = 'delete from workflow_triggers where organization_id = ? and id = ? and from_prompt'

const insertKept = `insert into workflow_triggers (id, organization_id, workflow_id, kind, enabled, settings, source_id,
    token_hash, created_by, created_at, updated_at, listens_since, key_id, from_prompt)
  values (?, ?, ?, ?, true, ?, ?, ?, ?, ?, ?, ?, ?, true)`
