// What a person confirms of a plan that a model or an agent made, before it starts by itself.
import { Failure } from '../../../domain/failure.ts'
import { withNotation } from '../../../domain/notation/notation-of.ts'
import { Confirmation } from '../../../domain/planning/confirmation/entry.ts'
import { refuseNoPerson, refuseUnticked } from '../../../domain/work/acceptance.ts'
import { AcceptPlan, Workflow } from '../../../domain/work/workflow.ts'
import { confirmWorkflow } from '../../mcp/route-tools/workflow-tools.ts'
import { route } from '../../pipeline/route.ts'
import { shownConfirmation } from '../../workflows/confirming.ts'
import { showWorkflow } from '../../workflows/schedules.ts'

export const confirmationRoutes = [
  route('GET /api/v1/workflows/:id/confirmation', {
    summary: 'What a person confirms before a workflow starts by itself',
    description:
      'Of the active version: what it changes, to whom it goes, what was chosen or taken for granted. `required` when a language model or an agent made the plan, unless the organization does without. Entries of severity `tick` are confirmed one by one.',
    permission: 'workflow:read',
    returns: Confirmation,
    tool: confirmWorkflow,
  }).handle(async ({ caller, params }, services) => {
    const version = await services.workflows.confirmable(caller.organizationId, params.id)
    return shownConfirmation(services, caller, version)
  }),

  route('POST /api/v1/workflows/:id/accept', {
    summary: 'Confirm the plan that a language model or an agent made',
    description:
      'Show a person `GET .../confirmation` first. `digest` is the one in it, and refuses a plan that has changed since, or whose tools have (409); `entries` are the ids of those that they ticked. Until then no schedule, tool, hook or other workflow starts it. For a signed-in person, or a key with the scope `confirm`; never for a key with a budget.',
    permission: 'workflow:confirm',
    audit: 'workflow.accepted',
    body: AcceptPlan,
    returns: Workflow,
    repeatable: true,
  }).handle(async ({ caller, params, body }, services) => {
    refuseNoPerson(caller)
    const { organizationId, userId } = caller
    const version = await services.workflows.confirmable(organizationId, params.id)
    if (version.digest === null)
      throw new Failure('conflict', 'no language model or agent made this plan: nothing is to be confirmed')
    const { digest, entries } = await shownConfirmation(services, caller, version)
    // That of plan and explanation is what clients know that do not know the confirmation.
    if (body.digest !== digest && body.digest !== version.digest)
      throw new Failure(
        'conflict',
        'digest: another plan is active by now, or its tools are others: read its confirmation',
      )
    refuseUnticked(entries, body.entries)
    const { versionId } = version
    const accepting = { versionId, digest, entries: body.entries, acceptedBy: userId }
    const accepted = await services.workflows.accept(organizationId, params.id, accepting)
    return withNotation(await showWorkflow(services, organizationId, accepted))
  }),
]
