// Approvals that an admin requires of a tool, whatever the plan says (domain/tools/tool-settings.ts). The hub
// refuses the call with `approval-required`; behavior.ts then lets the step wait as if its plan asked for an
// approval. The approved call carries a flag that the hub accepts.

import { derivedIdAt } from '../../../../domain/ids.ts'
import { shownName } from '../../../../domain/shown/shown.ts'
import { offeredName, type ToolError } from '../../../../domain/tools/tool.ts'
import { digestOf } from '../../../../domain/work/approval.ts'
import type { Event, State } from '../../protocol.ts'
import { callAt } from '../agent.ts'
import { type ExecutionContext, stepAt } from '../paths.ts'

/** Does the call need an approval? If it had one already, this is an error like any other. */
export function isForApproval({ calls }: State, path: string, { code }: ToolError): boolean {
  return code === 'approval-required' && calls[path]!.isApproved !== true
}

export function approvalOfCall(context: ExecutionContext, state: State, path: string, now: number): Event {
  const { block } = stepAt(context, path)
  if (block.kind !== 'tool' && block.kind !== 'agent-call')
    throw new TypeError(`step ${path} of ${context.id} calls no tool`)
  const { input: args } = state.calls[path]!
  const tool =
    block.kind === 'tool' ? offeredName({ server: block.server, name: block.tool }) : callAt(state, path).tool
  const message = `Call ${shownName(tool)}?`
  const asked = { message, tool, args, digest: digestOf(message, tool, args) }
  const anybody = { assignees: [], form: null, expiresAt: null, quorum: 1, notStarter: false }
  const id = derivedIdAt('approval', `${context.id}/${path}/call`, now)
  return {
    type: 'approval-requested',
    step: path,
    request: { id, ...asked, ...anybody, onTimeout: 'fail', onDeny: 'fail' },
  }
}
