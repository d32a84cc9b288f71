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
  description: 'What waits for the decision of a person: message, tool and arguments that would be called.',
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
  description: 'Only when your user has told you the decision. The first one counts; its execution goes on.',
  args: {
    id: 'apr_...',
    decision: 'What your user decided',
    note: 'A note of your user',
    args: 'Other arguments for the tool',
    form: 'What your user filled in',
    digest: 'Of what your user has seen: refused when it has changed since',
  },
  answer: approvalAnswer,
  brief: approval => ({
    ...pick(approval, ['id', 'executionId', 'message', 'status', 'decidedBy', 'note']),
    ...(approval['decidedArgs'] && { decidedArgs: bounded(approval['decidedArgs']) }),
  }),
}
