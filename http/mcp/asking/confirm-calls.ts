// confirm_workflow: the person of an agent confirms what it has planned, in a question of their own client
// (elicitation). The agent itself decides nothing: without such a client the call is refused, and says who
// confirms it and where. What a client says of its person is believed where a person has let it in: it is
// signed in, or connected with their consent. A program with an API key may say anything, so the key needs
// the scope `confirm`.
import { randomUUID } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { entryOf } from '../../../domain/people/audit.ts'
import { allows, type Caller, lackOf } from '../../../domain/people/permissions.ts'
import { whoConfirms, whyNoPerson } from '../../../domain/work/confirming/acceptance.ts'
import type { Confirmation } from '../../../domain/work/confirming/entry.ts'
import { asksPerson } from '../../../rpc/surface/capabilities.ts'
import { confirmingQuestion, readConfirming } from '../../../rpc/surface/confirmation-form.ts'
import type { Outcome, SurfaceContext } from '../../../rpc/surface/surface.ts'
import { type WireResult, wireResult } from '../../../rpc/tool-wire.ts'
import { isConnected } from '../../connections/caller.ts'
import { keepAccepted, shownConfirmation } from '../../workflows/confirming.ts'
import type { ToolCallContext } from '../service-tools.ts'

type Called = Outcome<WireResult>

const asked = 'confirmation'

/**
 * @throws {Failure} not-found; forbidden: nobody of this caller may confirm; conflict: nothing is to be
 *   confirmed, or its client asks nobody
 */
export async function confirmCall(
  callContext: ToolCallContext,
  id: string,
  context: SurfaceContext,
): Promise<Called> {
  const { services, caller } = callContext
  const { organizationId } = caller
  const page = `${services.appUrl}/workflows/${id}`
  const elsewhere = `${whoConfirms} confirms it, at ${page}`
  const why = whyNoPerson(caller) ?? whyNotTrusted(caller)
  if (why !== null) throw new Failure('forbidden', `${why}: ${elsewhere}`)
  const version = await services.workflows.confirmable(organizationId, id)
  const shown = await shownConfirmation(services, caller, version)
  if (shown.accepted || version.digest === null) return answered(shown)
  if (!asksPerson(context.clientCapabilities))
    throw new Failure('conflict', `your client asks its person nothing: ${elsewhere}`)
  const ask = (defect: string | null): Called => ({
    type: 'input-required',
    requests: { [asked]: confirmingQuestion(shown, { id, ...version, page, defect }) },
    state: { confirms: id, digest: shown.digest, question: randomUUID() },
  })
  const response = context.inputs[asked]
  const before = stateOf(context.requestState)
  if (response === undefined || before?.confirms !== id) return ask(null)
  if (!(await services.confirmations.isFirst(context.requestState))) return ask('it was answered before')
  if (before.digest !== shown.digest) return ask('it has changed since it was shown')
  const answer = readConfirming(shown, response)
  if (answer.type === 'wrong') return ask(answer.defect)
  if (answer.type === 'declined') return answered(shown)
  const { digest } = shown
  await keepAccepted(services, caller, id, version, { digest, entries: answer.entries })
  const actor = { caller, address: callContext.request.clientAddress }
  await services.audit.record(
    entryOf(actor, 'workflow.accepted', { type: 'workflow', id }, { by: 'elicitation' }),
  )
  return answered({ ...shown, accepted: true })
}

/** Null: the client passes on what its person says. */
function whyNotTrusted(caller: Caller): string | null {
  const isTrusted = isConnected(caller) || allows(caller, 'workflow:confirm')
  return isTrusted ? null : lackOf(caller, 'workflow:confirm')
}

/** The entries have been seen by whom they are for. */
function answered({ digest, accepted, required }: Confirmation): Called {
  const output = { digest, accepted, required }
  return { type: 'complete', result: wireResult({ ok: true, output }) }
}

function stateOf(state: Json | null): { readonly confirms: string; readonly digest: string } | null {
  if (!isObject(state)) return null
  const { confirms, digest } = state as JsonObject
  return typeof confirms === 'string' && typeof digest === 'string' ? { confirms, digest } : null
}
