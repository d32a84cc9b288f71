// Calls that the hub does not make before somebody has approved them: an admin asks for it, whatever the plan says
// (domain/tool-settings.ts). The step then waits as if its plan had asked; the call that is approved says so.
import { digestOf } from '../../domain/approval.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import { offeredName, type ToolError } from '../../domain/tool.ts'
import { type Run, stepAt } from './paths.ts'
import type { Event, State } from './protocol.ts'

/** Of the arguments, in the message; whoever decides sees all of them beside it. */
const shownLength = 200

/** A call that says that it is approved is not asked about again: then this is an error as any other. */
export function isForApproval({ calls }: State, path: string, { code }: ToolError): boolean {
  return code === 'approval-required' && calls[path]!.isApproved !== true
}

export function approvalOfCall(run: Run, { calls }: State, path: string, now: number): Event {
  const { block } = stepAt(run, path)
  if (block.kind !== 'tool') throw new TypeError(`step ${path} of ${run.id} calls no tool`)
  const { input: args } = calls[path]!
  const tool = offeredName({ server: block.server, name: block.tool })
  const given = JSON.stringify(args)
  const shown =
    given.length <= shownLength ? given : `${given.slice(0, shownLength - 1).toWellFormed()}\u2026`
  const message = `Call ${tool} with ${shown}?`
  const asked = { message, tool, args, digest: digestOf(message, tool, args) }
  const anybody = { assignees: [], form: null, expiresAt: null, quorum: 1, notStarter: false }
  const id = derivedIdAt('approval', `${run.id}/${path}/call`, now)
  return {
    type: 'approval-requested',
    step: path,
    request: { id, ...asked, ...anybody, onTimeout: 'fail', onDeny: 'fail' },
  }
}
