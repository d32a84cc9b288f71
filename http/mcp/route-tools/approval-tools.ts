// Approvals as tools: what waits for a decision, and the decision.
import { z } from 'zod'
import { maybeText } from './answers.ts'
import { bounded, cut, filled, pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'

const approvalAnswer = z.looseObject({
  id: z.string(),
  executionId: maybeText,
  message: z.string(),
  status: z.string(),
})

export const listApprovals: RouteTool = {
  name: 'list_approvals',
  description:
    'Use it to see what waits for a decision of a person. Gives rows, newest first: id, execution, message, tool and arguments that would be called, status.',
  args: { status: 'Only those', limit: '', cursor: '' },
  answer: approvalAnswer,
  brief: approval => ({
    ...pick(approval, ['id', 'executionId', 'status']),
    ...filled(pick(approval, ['tool', 'expiresAt'])),
    message: cut(approval['message'], 200),
    ...(approval['tool'] && approval['args'] && { args: bounded(approval['args']) }),
  }),
}

export const decideApproval: RouteTool = {
  name: 'decide_approval',
  description:
    'Use it only when your user has told you the decision. The first decision counts. Gives the approval as decided; its execution goes on.',
  args: {
    id: 'Id of the approval: apr_..., from list_approvals',
    decision: 'What your user decided',
    note: 'A note of your user',
    args: 'Other arguments for the tool, which must fit it',
    form: 'What your user filled into the form of the approval',
    digest: 'Of the approval that your user has seen: refused when it has changed since',
  },
  answer: approvalAnswer,
  brief: approval => ({
    ...pick(approval, ['id', 'executionId', 'message', 'status', 'decidedBy', 'note']),
    ...(approval['decidedArgs'] && { decidedArgs: bounded(approval['decidedArgs']) }),
  }),
}
