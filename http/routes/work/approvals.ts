// The approval inbox. Only POST decides; a GET, such as a link in a mail, never does.
import { z } from 'zod'
import { decideAtOwner } from '../../../actors/approval-owners.ts'
import { Failure } from '../../../domain/failure.ts'
import { isObject, type JsonObject } from '../../../domain/json.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { defectUnder } from '../../../domain/schema/schema-check.ts'
import {
  Approval,
  approvalStatuses,
  DecideApproval,
  deciderOf,
  ListedApproval,
} from '../../../domain/work/approval.ts'
import { subjectOf } from '../../../domain/work/approval-subject.ts'
import { budgetStep } from '../../../domain/work/budget.ts'
import { refuseUnfitArguments } from '../../executions/edits.ts'
import { decideApproval, listApprovals } from '../../mcp/route-tools/approval-tools.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'

export const approvalRoutes = [
  route('GET /api/v1/approvals', {
    summary: 'List approvals',
    permission: 'approval:read',
    query: z.object({ ...listQuery, status: z.enum(approvalStatuses).optional() }),
    returns: z.array(ListedApproval),
    tool: listApprovals,
  }).handle(async ({ caller, query }, { approvals }) => {
    const listed = await approvals.list(caller.organizationId, query.status ?? null, query)
    return page(listed)
  }),

  route('GET /api/v1/approvals/:id', {
    summary: 'Get an approval: what would be done, and who decides',
    permission: 'approval:read',
    returns: Approval,
  }).handle(({ caller, params }, { approvals }) => approvals.get(caller.organizationId, params.id)),

  route('POST /api/v1/approvals/:id', {
    summary: 'Decide an approval',
    description:
      'The first decision wins; a second one is refused (conflict) and learns who decided. To call the tool with other arguments, send `args`: they must fit the tool, and are kept as `decidedArgs` beside the proposed `args`. Of a review of what a model answered, `args.answer` can be corrected. With `digest`, the decision is refused when the approval has changed since you read it.',
    permission: 'approval:decide',
    audit: 'approval.decided',
    body: DecideApproval,
    returns: Approval,
    repeatable: true,
    tool: decideApproval,
  }).handle(async ({ caller, params, body, intent }, services) => {
    const { organizationId } = caller
    const approval = await services.approvals.get(organizationId, params.id)
    refuseBudgetByKey(caller, approval)
    const { decision, note = null, args = null, form = null, digest = null } = body
    if (args) await checkArguments(services, organizationId, approval, body)
    if (decision === 'approve' || form !== null) await checkForm(services, organizationId, approval, form)
    const { email } = await services.users.profile(organizationId, caller.userId)
    const by = deciderOf(caller, email)
    await decideAtOwner(services.approvalOwners, subjectOf(approval), {
      organizationId,
      approvalId: approval.id,
      decision,
      by,
      note,
      args,
      form,
      digest,
      intent: intent.id,
    })
    return services.approvals.get(organizationId, params.id)
  }),
]

/** More compute units are a person's to give: a key would give them to itself. */
function refuseBudgetByKey({ key }: Caller, { stepId }: Approval): void {
  if (key !== null && stepId === budgetStep)
    throw new Failure(
      'forbidden',
      'a person who is signed in decides about a budget, no API key or application',
    )
}

async function checkArguments(
  services: Services,
  organizationId: string,
  { tool, args: shown }: Approval,
  { decision, args }: DecideApproval,
): Promise<void> {
  if (decision === 'deny') throw new Failure('validation-failed', 'args: leave them out when you deny')
  if (tool === null) {
    // The answer of a model can be corrected; its execution knows which ones fit.
    if (isObject(shown) && Object.hasOwn(shown, 'question') && Object.hasOwn(shown, 'answer')) return
    throw new Failure('validation-failed', 'args: this approval calls no tool, leave them out')
  }
  await refuseUnfitArguments(services, organizationId, { tool, shown, args: args as JsonObject })
}

async function checkForm(
  { thinking }: Services,
  organizationId: string,
  { form: schema }: Approval,
  form: unknown,
): Promise<void> {
  if (schema === null) {
    if (form !== null) throw new Failure('validation-failed', 'form: this approval has no form, leave it out')
    return
  }
  const defect = await thinking.check({ organizationId }, schema, form as JsonObject)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('form', defect))
}
