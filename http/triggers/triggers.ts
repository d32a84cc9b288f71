// Common parts of the trigger routes: what a request changes, and how triggers are shown.

import { scheduleAddress } from '../../actors/schedule/client.ts'
import { Failure } from '../../domain/failure.ts'
import { type ShownSchedule, show } from '../../domain/work/schedule.ts'
import { startableAfter, startableOf } from '../../domain/work/startable.ts'
import { namesOf } from '../../domain/work/starts/input-mapping.ts'
import {
  type CreateTrigger,
  triggerBounds,
  type UpdateTrigger,
  type WorkflowTrigger,
} from '../../domain/work/trigger.ts'
import type { StoredTrigger, TriggerChange, TriggerSettings } from '../../storage/workflows/triggers.ts'
import type { ActiveWorkflow } from '../../storage/workflows/workflow-rows.ts'
import type { Services } from '../services.ts'
import { withSchedule } from '../workflows/schedules.ts'

const unverified = { kind: 'none', toleranceSeconds: triggerBounds.toleranceSeconds[0] } as const

export function settingsOf(said: CreateTrigger): TriggerSettings {
  if (said.kind === 'completion') {
    return {
      inputs: said.inputs ?? null,
      verification: null,
      deduplication: null,
      on: said.on ?? 'completed',
    }
  }
  const { kind, toleranceSeconds } = said.verification ?? unverified
  const { inputs = null, deduplication = null } = said
  return { inputs, verification: { kind, toleranceSeconds }, deduplication, on: null }
}

export function secretIn(said: CreateTrigger): string | null {
  return said.kind === 'hook' ? (said.verification?.secret ?? null) : null
}

/** @throws {Failure} validation-failed: an expression cannot be used; rate-limited */
export async function refuseUnusable(
  { mappings }: Services,
  organizationId: string,
  kind: 'hook' | 'completion',
  { inputs, deduplication }: Pick<UpdateTrigger, 'inputs' | 'deduplication'>,
): Promise<void> {
  const names = namesOf[kind]
  if (inputs) await mappings.refuseUnusable({ organizationId }, 'inputs.', inputs, names)
  if (!deduplication || 'header' in deduplication) return
  await mappings.refuseUnusable({ organizationId }, 'deduplication.', { ...deduplication }, names)
}

/** @throws {Failure} validation-failed: a field of the other kind; a secret is missing */
export function changeOf(trigger: StoredTrigger, said: UpdateTrigger): Omit<TriggerChange, 'keyId'> {
  const foreign = trigger.kind === 'hook' ? (['on'] as const) : (['verification', 'deduplication'] as const)
  for (const field of foreign) {
    if (said[field] !== undefined) throw invalid(field, `a ${trigger.kind} has none`)
  }
  const { verification } = said
  const isOther = verification !== undefined && verification.kind !== trigger.verification?.kind
  if (isOther && verification.kind !== 'none' && verification.secret === undefined)
    throw invalid('verification.secret', 'expected a secret')
  const settings = {
    inputs: said.inputs === undefined ? trigger.inputs : said.inputs,
    verification:
      verification === undefined
        ? trigger.verification
        : { kind: verification.kind, toleranceSeconds: verification.toleranceSeconds },
    deduplication: said.deduplication === undefined ? trigger.deduplication : said.deduplication,
    on: said.on ?? trigger.on,
    ...(trigger.servedBy !== undefined && { servedBy: trigger.servedBy }),
    ...(trigger.startId !== undefined && { startId: trigger.startId }),
  }
  const secret = verification?.kind === 'none' ? null : verification?.secret
  return { enabled: said.enabled, settings, secret }
}

export function showTrigger(trigger: StoredTrigger): WorkflowTrigger {
  const { id, kind, enabled, inputs, verification, deduplication, sourceId, on } = trigger
  const { fromPrompt, startId: start = null, lastError, createdAt, updatedAt } = trigger
  const startable = startableAfter(id, lastError)
  const shown = { id, kind, enabled, inputs, verification, deduplication, workflowId: sourceId, on }
  return { ...shown, schedule: null, lastError, startable, fromPrompt, start, createdAt, updatedAt }
}

/** The schedules of a workflow as some of its triggers. @throws {Failure} unavailable */
export async function scheduleTriggers(
  services: Services,
  { view, schedules, startId }: ActiveWorkflow,
): Promise<readonly WorkflowTrigger[]> {
  const { schedule, startable } = await withSchedule(services, view)
  const only =
    schedule === null ? [] : [{ id: scheduleAddress(view.id), start: startId, schedule, startable }]
  const several = schedules.map(async ({ id: start, schedule: said }) => {
    const id = scheduleAddress(view.id, start)
    const shown = show(said!, await services.schedules.status(view.id, start), Date.now())
    return { id, start, schedule: shown, startable: startableOf(view, { ...shown, id }) }
  })
  return [...only, ...(await Promise.all(several))].map(scheduled)
}

function scheduled(
  shown: Pick<WorkflowTrigger, 'id' | 'start' | 'startable'> & { readonly schedule: ShownSchedule },
): WorkflowTrigger {
  return {
    ...shown,
    kind: 'schedule',
    enabled: shown.schedule.enabled,
    inputs: null,
    verification: null,
    deduplication: null,
    workflowId: null,
    on: null,
    // Its own says when.
    lastError: null,
    fromPrompt: null,
    createdAt: null,
    updatedAt: null,
  }
}

function invalid(field: string, message: string): Failure {
  return new Failure('validation-failed', `${field}: ${message}`)
}
