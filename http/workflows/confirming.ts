// Shows what a person confirms of a plan, accepts it, and reopens it where a tool has become another one.
// Called by the routes of workflows, of chats and of tool servers.
import { Failure } from '../../domain/failure.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { AttributedPlan } from '../../domain/plan/plan.ts'
import type { Confirmation } from '../../domain/planning/confirmation/entry.ts'
import { withTimes } from '../../domain/planning/confirmation/times.ts'
import type { WorkflowUse } from '../../domain/tools/marketplace/marketplace.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import { refuseNoPerson, refuseUnticked } from '../../domain/work/acceptance.ts'
import { needsConfirmation } from '../../domain/work/needs-confirmation.ts'
import type { StoredWorkflow, Workflow } from '../../domain/work/workflow.ts'
import type { ConfirmableVersion } from '../../storage/workflows/versions/confirmations.ts'
import type { Services } from '../services.ts'

type Asking = Pick<Caller, 'organizationId'>

/** Of a plan that nothing is kept of; undefined where there is nothing to confirm. */
export async function plannedConfirmation(
  services: Pick<Services, 'compiler' | 'organizations'>,
  asker: Asking,
  request: string,
  made: AttributedPlan,
  signal: AbortSignal,
): Promise<Confirmation | undefined> {
  const { plan, diagnostics, quotes = {}, assumptions = [], plannedBy } = made
  if (plan.steps.length === 0) return undefined
  const confirming = { plan, request, quotes, assumptions, diagnostics }
  const { digest, entries } = await services.compiler.confirm(asker, confirming, signal)
  const required = needsConfirmation(plannedBy) && (await acceptsPlans(services, asker))
  return { digest, entries: withTimes(entries, plan.start, Date.now()), accepted: false, required }
}

/** Of the active version. */
export async function shownConfirmation(
  services: Pick<Services, 'compiler' | 'organizations'>,
  asker: Asking,
  version: ConfirmableVersion,
): Promise<Confirmation> {
  const { plan, prompt: request, diagnostics, said, digest: kept, isAccepted: accepted } = version
  const { quotes = {}, assumptions = [] } = said
  const confirming = { plan, request, quotes, assumptions, diagnostics }
  const { digest, entries } = await services.compiler.confirm(asker, confirming)
  const required = kept !== null && (await acceptsPlans(services, asker))
  return { digest, entries: withTimes(entries, plan.start, Date.now()), accepted, required }
}

/** What somebody has read, and what of it they have ticked. */
interface Read {
  readonly digest: string
  readonly entries: readonly string[]
}

/**
 * Of a caller that holds the permission `workflow:confirm`.
 * @throws {Failure} not-found; forbidden: it is no person; conflict: what they have read is not what there is,
 *   or nothing is to be confirmed; validation-failed: something is not ticked
 */
export async function acceptRead(
  services: Pick<Services, 'compiler' | 'organizations' | 'workflows'>,
  caller: Caller,
  workflowId: string,
  read: Read,
): Promise<StoredWorkflow> {
  refuseNoPerson(caller)
  const { organizationId, userId } = caller
  const version = await services.workflows.confirmable(organizationId, workflowId)
  if (version.digest === null)
    throw new Failure('conflict', 'no language model or agent made this plan: nothing is to be confirmed')
  const { digest, entries } = await shownConfirmation(services, caller, version)
  // That of plan and explanation is what clients know that do not know the confirmation.
  if (read.digest !== digest && read.digest !== version.digest)
    throw new Failure(
      'conflict',
      'digest: another plan is active by now, or its tools are others: read its confirmation',
    )
  refuseUnticked(entries, read.entries)
  const { versionId } = version
  const accepting = { versionId, digest, entries: read.entries, acceptedBy: userId }
  return services.workflows.accept(organizationId, workflowId, accepting)
}

/** A workflow that an agent has just made or changed, with what is to be confirmed of it. */
export async function withConfirmation<T extends Pick<Workflow, 'id' | 'acceptance'>>(
  services: Pick<Services, 'compiler' | 'organizations' | 'workflows'>,
  asker: Asking,
  workflow: T,
): Promise<T & { readonly confirmation?: Confirmation }> {
  if (workflow.acceptance === null || workflow.acceptance.acceptedAt !== null) return workflow
  const version = await services.workflows.confirmable(asker.organizationId, workflow.id)
  return { ...workflow, confirmation: await shownConfirmation(services, asker, version) }
}

async function acceptsPlans({ organizations }: Pick<Services, 'organizations'>, { organizationId }: Asking) {
  return (await organizations.terms(organizationId)).acceptsPlans
}

/**
 * Somebody has to confirm again what calls these tools. Comes before the tools change, so that nothing runs
 * with what nobody has confirmed.
 * @param uses versions and the tools of the server that they call
 */
export async function reopenConfirmations(
  { workflows }: Pick<Services, 'workflows'>,
  actor: Actor,
  server: string,
  uses: readonly Pick<WorkflowUse, 'workflowId' | 'version' | 'tools'>[],
): Promise<void> {
  const { organizationId } = actor.caller
  for (const [workflowId, ofWorkflow] of Map.groupBy(uses, use => use.workflowId)) {
    const tools = new Set(ofWorkflow.flatMap(use => use.tools))
    const names = [...tools].map(name => offeredName({ server, name }))
    const versions = ofWorkflow.map(({ version }) => version)
    await workflows.reopen(organizationId, workflowId, { versions, tools: names, actor })
  }
}
