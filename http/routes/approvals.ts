// The approval inbox. Only POST decides: a GET, a link in a mail, never does.
import { z } from 'zod'
import { Approval, approvalStatuses, DecideApproval, deciderOf } from '../../domain/approval.ts'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import { compileSchema, defectUnder } from '../../domain/schema-check.ts'
import { allowingSecrets, sharedPlaces } from '../../domain/secret-places.ts'
import { offeredName } from '../../domain/tool.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { listQuery } from '../validation.ts'

export const approvalRoutes = [
  route('GET /api/v1/approvals', {
    summary: 'List approvals',
    permission: 'approval:read',
    query: z.object({ ...listQuery, status: z.enum(approvalStatuses).optional() }),
    returns: z.array(Approval),
    tool: 'list_approvals',
  }).handle(async ({ caller, query }, { approvals }) => {
    const { items, next } = await approvals.list(caller.organizationId, query.status ?? null, query)
    return page(items, next)
  }),

  route('GET /api/v1/approvals/:id', {
    summary: 'Get an approval: what would be done, and who decides',
    permission: 'approval:read',
    returns: Approval,
  }).handle(({ caller, params }, { approvals }) => approvals.get(caller.organizationId, params.id)),

  route('POST /api/v1/approvals/:id', {
    summary: 'Decide an approval',
    description:
      'The first decision wins, the second gets 409 with who decided. `args` replaces the arguments shown, and must fit the tool. `digest` makes the decision void when what was shown has changed.',
    permission: 'approval:decide',
    audit: 'approval.decided',
    body: DecideApproval,
    returns: Approval,
    repeatable: true,
    tool: 'decide_approval',
  }).handle(async ({ caller, params, body, intent }, services) => {
    const { organizationId } = caller
    const approval = await services.approvals.get(organizationId, params.id)
    const { decision, note = null, args = null, form = null, digest = null } = body
    if (args) await checkArguments(services, organizationId, approval, body)
    if (decision === 'approve' || form !== null) checkForm(approval, form)
    const { email } = await services.users.profile(organizationId, caller.userId)
    const by = deciderOf(caller, email)
    await services.runs.decide(approval.executionId, {
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

/** Edited arguments must fit the tool as those of the plan did; secrets that were left as shown are the plan's. */
async function checkArguments(
  { hub }: Services,
  organizationId: string,
  { tool, args: shown }: Approval,
  { decision, args }: DecideApproval,
): Promise<void> {
  if (decision === 'deny') throw new Failure('validation-failed', 'args: what is denied has none to change')
  if (tool === null) throw new Failure('validation-failed', 'args: this approval is not about a tool')
  const found = (await hub.list(organizationId)).find(one => offeredName(one) === tool)
  if (!found) throw new Failure('conflict', `the tool ${tool} is not there any more`)
  const secrets = sharedPlaces(args as JsonObject, shown as JsonObject)
  const defect = compileSchema(allowingSecrets(found.inputSchema, secrets))(args as JsonObject)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('args', defect))
}

function checkForm({ form: schema }: Approval, form: unknown): void {
  if (schema === null) {
    if (form !== null) throw new Failure('validation-failed', 'form: this approval asks for none')
    return
  }
  const defect = compileSchema(schema)(form as JsonObject)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('form', defect))
}
