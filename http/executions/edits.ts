// Arguments that a person gives in place of others: of an approval, of a step that runs again.
import { agentCallId, stepIdOf } from '../../actors/execution/steps/paths.ts'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { allowingSecrets, sharedPlaces } from '../../domain/plan/secret-places.ts'
import { defectUnder } from '../../domain/schema/schema-check.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import type { RetryExecution, StepEdit } from '../../domain/work/execution.ts'
import type { Services } from '../services.ts'

/** Kinds of steps that have arguments. */
const editable: ReadonlySet<string> = new Set(['tool', 'code', 'workflow'])

/**
 * The arguments that a retry gives a step; undefined when it gives none.
 * @throws {Failure} validation-failed: no step is named, it takes no arguments, or they do not fit its tool;
 *   conflict: the tool is no longer offered
 */
export async function editOf(
  services: Services,
  { organizationId, userId }: Caller,
  executionId: string,
  { fromStep, args, version }: RetryExecution,
): Promise<StepEdit | undefined> {
  if (args == null) return undefined
  if (fromStep == null)
    throw new Failure('validation-failed', 'fromStep: expected the step that takes args, received none')
  if (version != null)
    throw new Failure(
      'validation-failed',
      'args: leave them out with version, as its step may be another one',
    )
  const { kind, tool, input } = await namedStep(services, organizationId, executionId, fromStep)
  if (!editable.has(kind) || stepIdOf(fromStep) === agentCallId)
    throw new Failure(
      'validation-failed',
      `args: the step ${fromStep} takes none; only a step of a plan that calls a tool, code or a workflow does`,
    )
  if (tool !== null) await refuseUnfitArguments(services, organizationId, { tool, shown: input, args })
  return { step: fromStep, args, by: userId }
}

async function namedStep({ executionLog }: Services, organizationId: string, id: string, step: string) {
  try {
    return await executionLog.step(organizationId, id, step)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error
    throw new Failure('validation-failed', `fromStep: the execution has no step ${step}`)
  }
}

/**
 * Edited arguments must fit the tool, as those of the plan did. A secret that is sent back as shown stays the
 * one of the plan.
 * @throws {Failure} validation-failed; conflict: the tool is no longer offered
 */
export async function refuseUnfitArguments(
  { hub, thinking }: Services,
  organizationId: string,
  { tool, shown, args }: { readonly tool: string; readonly shown: unknown; readonly args: JsonObject },
): Promise<void> {
  const found = (await hub.list(organizationId)).find(one => offeredName(one) === tool)
  if (!found) throw new Failure('conflict', `the tool ${tool} is no longer offered`)
  const secrets = sharedPlaces(args, (shown ?? {}) as JsonObject)
  const schema = allowingSecrets(found.inputSchema, secrets)
  const defect = await thinking.check({ organizationId }, schema, args)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('args', defect))
}
