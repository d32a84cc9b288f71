// Triggers of a workflow: hooks, which start it from outside, and the ends of other executions. The schedule
// is listed among them, and changed with the workflow.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { Failure } from '../../../domain/failure.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import {
  CreatedTrigger,
  CreateTrigger,
  hookTokenHash,
  newHookToken,
  RotateTrigger,
  UpdateTrigger,
  WorkflowTrigger,
} from '../../../domain/work/trigger.ts'
import { makerKeyOf } from '../../../storage/chat/maker-keys.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'
import {
  changeOf,
  refuseUnusable,
  scheduleTriggers,
  secretIn,
  settingsOf,
  showTrigger,
} from '../../triggers/triggers.ts'

export const triggerRoutes = [
  route('GET /api/v1/workflows/:id/triggers', {
    summary: 'List what starts a workflow: its schedules, hooks and completions',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(WorkflowTrigger),
  }).handle(async ({ caller: { organizationId }, params: { id }, query }, services) => {
    const schedules = await scheduleTriggers(services, await services.workflows.active(organizationId, id))
    const others = (await services.triggers.list(organizationId, id)).map(showTrigger)
    return page(pageOfList([...schedules, ...others], query, fixedOrder<WorkflowTrigger>('triggers')))
  }),

  route('POST /api/v1/workflows/:id/triggers', {
    summary: 'Create a trigger of a workflow',
    description:
      '`hook`: the answer has the `url` that starts the workflow. Keep it: only this answer shows it. `completion`: starts the workflow when an execution of `workflowId` completes or fails. A repeat with the same `Idempotency-Key` gets 409.',
    permission: 'workflow:write',
    audit: 'trigger.created',
    body: CreateTrigger,
    returns: CreatedTrigger,
    status: 201,
    repeatable: true,
    secret: true,
  }).handle(async ({ caller, params: { id: workflowId }, body, intent }, services) => {
    const { organizationId, userId } = caller
    await services.workflows.get(organizationId, workflowId)
    await refuseUnusable(services, organizationId, body.kind, { deduplication: null, ...body })
    const sourceId = body.kind === 'completion' ? body.workflowId : null
    if (sourceId !== null) await refuseUnknownSource(services, organizationId, sourceId)
    const token = body.kind === 'hook' ? newHookToken() : null
    const created = await services.triggers.create({
      ...{ id: intent.newId('trigger'), organizationId, workflowId, kind: body.kind, sourceId },
      ...{ enabled: body.enabled ?? true, settings: settingsOf(body), secret: secretIn(body) },
      ...{ tokenHash: token === null ? null : hookTokenHash(token), createdBy: userId },
      keyId: makerKeyOf(caller),
    })
    return { ...showTrigger(created), url: token === null ? null : hookUrl(services, token) }
  }),

  route('GET /api/v1/workflows/:id/triggers/:triggerId', {
    summary: 'Get a trigger',
    permission: 'workflow:read',
    returns: WorkflowTrigger,
  }).handle(async ({ caller, params }, services) => {
    const place = await placeOf(services, caller.organizationId, params)
    return showTrigger(await services.triggers.get(place))
  }),

  route('PUT /api/v1/workflows/:id/triggers/:triggerId', {
    summary: 'Change a trigger, or switch it on or off',
    description:
      'Absent fields stay as they are. A secret stays when `verification` has none and the same kind.',
    permission: 'workflow:write',
    audit: 'trigger.updated',
    body: UpdateTrigger,
    returns: WorkflowTrigger,
  }).handle(async ({ caller, params, body }, services) => {
    const place = await placeOf(services, caller.organizationId, params)
    const trigger = await services.triggers.get(place)
    await refuseUnusable(services, caller.organizationId, trigger.kind, body)
    const change = { ...changeOf(trigger, body), keyId: makerKeyOf(caller) }
    return showTrigger(await services.triggers.update(place, change))
  }),

  route('POST /api/v1/workflows/:id/triggers/:triggerId/rotate', {
    summary: 'Give a hook another address',
    description:
      'The old one counts for `overlapSeconds` more, default 0. Keep `url`: only this answer shows it. 409 for a trigger that is no hook.',
    permission: 'workflow:write',
    audit: 'trigger.rotated',
    body: RotateTrigger,
    returns: CreatedTrigger,
    secret: true,
  }).handle(async ({ caller, params, body }, services) => {
    const place = await placeOf(services, caller.organizationId, params)
    if ((await services.triggers.get(place)).kind !== 'hook')
      throw new Failure('conflict', 'only a hook has an address')
    const token = newHookToken()
    const rotated = await services.triggers.rotate(
      place,
      hookTokenHash(token),
      body.overlapSeconds,
      makerKeyOf(caller),
    )
    return { ...showTrigger(rotated), url: hookUrl(services, token) }
  }),

  route('DELETE /api/v1/workflows/:id/triggers/:triggerId', {
    summary: 'Delete a trigger',
    permission: 'workflow:write',
    audit: 'trigger.deleted',
    returns: DeletedSchema,
  }).handle(async ({ caller, params }, services) => {
    await services.triggers.remove(await placeOf(services, caller.organizationId, params))
    return { id: params.triggerId, deleted: true }
  }),
]

/** @throws {Failure} not-found: the workflow */
async function placeOf(
  { workflows }: Services,
  organizationId: string,
  { id: workflowId, triggerId }: { readonly id: string; readonly triggerId: string },
) {
  await workflows.get(organizationId, workflowId)
  return { organizationId, workflowId, id: triggerId }
}

async function refuseUnknownSource(
  { workflows }: Services,
  organizationId: string,
  id: string,
): Promise<void> {
  try {
    await workflows.get(organizationId, id)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error
    throw new Failure('validation-failed', 'workflowId: expected the id of a workflow')
  }
}

function hookUrl({ appUrl }: Services, token: string): string {
  return `${appUrl}/hooks/${token}`
}
