// What a person confirms of a plan that a model or an agent made, before it starts by itself.

import { Confirmation } from '../../../domain/work/confirming/entry.ts'
import { AcceptPlan, Workflow } from '../../../domain/work/workflow.ts'
import { withNotation } from '../../../language/notation.ts'
import { confirmWorkflow } from '../../mcp/route-tools/workflow-tools.ts'
import { route } from '../../pipeline/route.ts'
import { acceptRead, shownConfirmation } from '../../workflows/confirming.ts'
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
      'Show a person `GET .../confirmation` first. `digest` is the one in it, and refuses a plan that has changed since, or whose tools have (409); `entries` are the ids of those that they ticked. Until then no schedule, hook, other workflow or tool of its own (`run_<slug>`) starts it; who may run workflows can, an agent by `execute_workflow` too. For a signed-in person, or a key with the scope `confirm`; never for a key with a budget.',
    permission: 'workflow:confirm',
    audit: 'workflow.accepted',
    body: AcceptPlan,
    returns: Workflow,
    repeatable: true,
  }).handle(async ({ caller, params, body }, services) => {
    const accepted = await acceptRead(services, caller, params.id, body)
    return withNotation(await showWorkflow(services, caller.organizationId, accepted))
  }),
]
