// Shows what a person confirms of a plan, accepts it, and reopens it where a tool has become another one.
// Called by the routes of workflows, of chats and of tool servers.
import { Failure } from '../../domain/failure.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { AttributedPlan } from '../../domain/plan/plan.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import { refuseNoPerson, refuseUnticked } from '../../domain/work/confirming/acceptance.ts'
import type { Confirmation } from '../../domain/work/confirming/entry.ts'
import { needsConfirmation } from '../../domain/work/confirming/needs-confirmation.ts'
import { withSaidStarts } from '../../domain/work/starts/prompt-starts.ts'
import type { StoredWorkflow, Workflow } from '../../domain/work/workflow.ts'
import { withTimes } from '../../language/language.ts'
import { saidNotation } from '../../language/notation.ts'
import type { ConfirmableVersion } from '../../storage/workflows/versions/confirmations.ts'
import type { Services } from '../services.ts'

type Asking = Pick<Caller, 'organizationId'>

/** Of a plan that nothing is kept of; undefined where there is nothing to confirm. */
export async function plannedConfirmation(
  services: Pick<Services, 'compiler' | 'organizations'>,
  asker: Asking,
  prompt: string,
  made: AttributedPlan,
  signal: AbortSignal,
): Promise<Confirmation | undefined> {
  const { diagnostics, quotes = {}, assumptions = [], plannedBy, schedule, triggers = [] } = made
  if (made.plan.steps.length === 0) return undefined
  const isOfMachine = needsConfirmation(plannedBy)
  const request = wordsIn(prompt, isOfMachine)
  const plan = withSaidStarts(made.plan, { schedule, triggers })
  const confirming = { plan, request, plannedBy, quotes, assumptions, diagnostics }
  const { digest, entries } = await services.compiler.confirm(asker, confirming, signal)
  const required = isOfMachine && (await acceptsPlans(services, asker))
  return { digest, entries: withTimes(entries, plan.start, Date.now()), accepted: false, required }
}

/** Of the active version. */
export async function shownConfirmation(
  services: Pick<Services, 'compiler' | 'organizations'>,
  asker: Asking,
  version: ConfirmableVersion,
): Promise<Confirmation> {
  const plan = withSaidStarts(version.plan, version.starts)
  const { prompt, plannedBy, diagnostics, said, digest: kept, isAccepted: accepted } = version
  const { quotes = {}, assumptions = [] } = said
  const request = wordsIn(prompt, kept !== null)
  const confirming = { plan, request, plannedBy, quotes, assumptions, diagnostics }
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
 * @throws {Failure} not-found; forbidden: it is no person; conflict: what they have read is not what there
 *   is, or nothing is to be confirmed; validation-failed: something is not ticked
 */
export async function acceptRead(
  services: Pick<Services, 'compiler' | 'organizations' | 'workflows'>,
  caller: Caller,
  workflowId: string,
  read: Read,
): Promise<StoredWorkflow> {
  refuseNoPerson(caller)
  const { organizationId } = caller
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
  return keepAccepted(services, caller, workflowId, version, { digest, entries: read.entries })
}

/**
 * Of what is still what was shown, by a caller who may confirm it.
 * @throws {Failure} conflict: another version is active by now, or a tool has become another one meanwhile
 */
export async function keepAccepted(
  services: Pick<Services, 'compiler' | 'organizations' | 'workflows'>,
  caller: Pick<Caller, 'organizationId' | 'userId'>,
  workflowId: string,
  version: ConfirmableVersion,
  read: Read,
): Promise<StoredWorkflow> {
  const { organizationId, userId: acceptedBy } = caller
  const { versionId } = version
  const accepting = { versionId, ...read, acceptedBy }
  const accepted = await services.workflows.accept(organizationId, workflowId, accepting)
  // Whoever has changed a tool since it was shown found nothing to reopen yet.
  const { digest } = await shownConfirmation(services, caller, version)
  if (digest === read.digest) return accepted
  await services.workflows.withdraw(organizationId, workflowId, accepting)
  throw new Failure('conflict', 'digest: a tool has become another one meanwhile: read the confirmation')
}

/**
 * What a person has said. A plan in notation that a model or an agent sends as the prompt is none of it, so
 * that nothing in it counts as asked for.
 */
function wordsIn(prompt: string, isOfMachine: boolean): string {
  return isOfMachine && saidNotation(prompt) !== null ? '' : prompt
}

/** A workflow that an agent has just made or changed, with what is to be confirmed of it. */
export async function withConfirmation<T extends Pick<Workflow, 'id' | 'acceptance'>>(
  services: Listing & Pick<Services, 'workflows'>,
  asker: Asking,
  workflow: T,
): Promise<T & { readonly confirmation?: Confirmation | Unlisted }> {
  if (workflow.acceptance === null || workflow.acceptance.acceptedAt !== null) return workflow
  const version = await services.workflows.confirmable(asker.organizationId, workflow.id)
  return { ...workflow, confirmation: await listedConfirmation(services, asker, workflow.id, version) }
}

type Listing = Pick<Services, 'appUrl' | 'compiler' | 'organizations'>

/** A confirmation whose entries could not be listed. */
export interface Unlisted {
  readonly required: boolean
  readonly accepted: boolean
  /** URL where a person sees it. */
  readonly page: string
}

/**
 * For what says a confirmation beside something else, which has happened and has to be told: what cannot be
 * listed now is named with its page. Whoever asks for the confirmation itself is told why.
 */
export async function listedConfirmation(
  services: Listing,
  asker: Asking,
  workflowId: string,
  version: ConfirmableVersion,
): Promise<Confirmation | Unlisted> {
  try {
    return await shownConfirmation(services, asker, version)
  } catch {
    const required = version.digest !== null && (await acceptsPlans(services, asker))
    return { required, accepted: version.isAccepted, page: confirmationPage(services, workflowId) }
  }
}

export function confirmationPage({ appUrl }: Pick<Services, 'appUrl'>, workflowId: string): string {
  return `${appUrl}/workflows/${workflowId}`
}

async function acceptsPlans({ organizations }: Pick<Services, 'organizations'>, { organizationId }: Asking) {
  return (await organizations.terms(organizationId)).acceptsPlans
}

/** Tools of a server that become others. */
interface OtherTools {
  /** Its slug. */
  readonly server: string
  /** Their names; null: all that it has. */
  readonly tools: ReadonlySet<string> | null
}

/**
 * Somebody has to confirm again what calls these tools: before they change, so that nothing runs with what
 * nobody has confirmed, and after it, since somebody may have confirmed the earlier ones meanwhile. Whatever
 * can refuse the change comes before.
 */
export async function reopening<T>(
  services: Pick<Services, 'installations' | 'workflows'>,
  actor: Actor,
  others: OtherTools,
  change: () => Promise<T>,
): Promise<T> {
  await reopen(services, actor, others)
  const changed = await change()
  await reopen(services, actor, others)
  return changed
}

async function reopen(
  { installations, workflows }: Pick<Services, 'installations' | 'workflows'>,
  actor: Actor,
  { server, tools }: OtherTools,
): Promise<void> {
  if (tools?.size === 0) return
  const { organizationId } = actor.caller
  const uses = (await installations.uses(organizationId, server))
    .map(use => ({ ...use, tools: use.tools.filter(name => tools?.has(name) ?? true) }))
    .filter(use => use.tools.length > 0)
  for (const [workflowId, ofWorkflow] of Map.groupBy(uses, use => use.workflowId)) {
    const named = new Set(ofWorkflow.flatMap(use => use.tools))
    const names = [...named].map(name => offeredName({ server, name }))
    const versions = ofWorkflow.map(({ version }) => version)
    await workflows.reopen(organizationId, workflowId, { versions, tools: names, actor })
  }
}
