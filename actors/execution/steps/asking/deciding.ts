// Decisions about approvals of an execution: who may decide, on what was shown, and which decision is first.
// behavior.ts calls it for a decision, alarm.ts for a timeout.

import { denialMessage } from '../../../../domain/denial.ts'
import { Failure, notFound } from '../../../../domain/failure.ts'
import { canonical, type Json } from '../../../../domain/json.ts'
import { own } from '../../../../domain/own.ts'
import { areEdited, type Decider, isAsked } from '../../../../domain/work/approval.ts'
import { budgetStep } from '../../../../domain/work/budget.ts'
import type { Decision } from '../../../../runtime/actor.ts'
import type { ApprovalDecided, DecideMessage, Event, PendingApproval, State } from '../../protocol.ts'
import { unraised } from '../budget.ts'
import { failed } from '../failing.ts'
import { type ExecutionContext, stepAt } from '../paths.ts'
import { isCall } from '../program.ts'
import { type Asked, defectOfAnswer, formOf, reviewedAnswer } from './ask.ts'

/** Takes a decision. The first one wins; a later one is refused with the name of the first decider. */
export function decideApproval(
  context: ExecutionContext,
  state: State,
  message: DecideMessage,
  now: number,
): Decision<Event> {
  const found = Object.entries(state.approvals).find(([, { request }]) => request.id === message.approvalId)
  if (!found) return refused(alreadyDecided(state, message.approvalId))
  const [path, pending] = found
  const refusal = refusalOf(state, pending, message, now) ?? unfit(context, path, pending, message)
  if (refusal) return refused(refusal)
  if (message.decision === 'deny')
    return { events: applyDecision(context, state, path, outcome(pending, 'denied', message)) }
  const { request, votes } = pending
  if (votes.length + 1 < request.quorum)
    return { events: [{ type: 'approval-voted', step: path, by: message.by.userId }] }
  return { events: applyDecision(context, state, path, outcome(pending, 'approved', message)) }
}

/** Decides an approval whose time has run out, by its policy. */
export function expire(context: ExecutionContext, state: State, path: string): readonly Event[] {
  const { onTimeout } = state.approvals[path]!.request
  const decision = onTimeout === 'approve' ? 'approved' : onTimeout === 'deny' ? 'denied' : 'expired'
  return applyDecision(context, state, path, {
    decision,
    by: null,
    note: 'nobody decided in time',
    args: null,
    form: null,
  })
}

type Outcome = Pick<ApprovalDecided, 'decision' | 'by' | 'note' | 'args' | 'form'>

function outcome(
  { request }: PendingApproval,
  decision: 'approved' | 'denied',
  { by, note, args, form }: DecideMessage,
): Outcome {
  // The proposed arguments sent back are no edit.
  return { decision, by: by.userId, note, args: areEdited(request, args) ? args : null, form }
}

/** The events of a decision and of its step. An approved tool step begins by `advance`. */
export function applyDecision(
  context: ExecutionContext,
  state: State,
  path: string,
  outcome: Outcome,
): readonly Event[] {
  const { request } = state.approvals[path]!
  const decided: Event = { type: 'approval-decided', step: path, id: request.id, ...outcome }
  const { decision, by, note, form } = outcome
  if (path === budgetStep)
    return decision === 'approved' ? [decided] : [decided, ...unraised(withoutApproval(state, path), by)]
  const step = stepAt(context, path)
  const isTool = isCall(step)
  const outputOf = (): Json => {
    if (step.block.kind === 'ask')
      return decision === 'approved' ? reviewedAnswer(request.args, outcome) : null
    const isNothing = isTool && context.program.irVersion > 1
    return isNothing ? null : { approved: decision === 'approved', by, note, form }
  }
  if (decision === 'approved' && isTool) return [decided]
  if (decision === 'approved' || (decision === 'denied' && request.onDeny === 'continue')) {
    return [decided, { type: 'step-completed', step: path, output: outputOf() }]
  }
  const code = decision === 'denied' ? 'approval-denied' : 'approval-expired'
  const message = decision === 'denied' ? denialMessage({ by, note }) : 'nobody decided in time'
  return [decided, ...failed(context, withoutApproval(state, path), path, { code, message })]
}

/** The state without this approval, so that the failure that follows does not cancel it as well. */
function withoutApproval(state: State, path: string): State {
  const { [path]: _, ...approvals } = state.approvals
  return { ...state, approvals }
}

function refusalOf(
  state: State,
  { request, votes }: PendingApproval,
  { by, digest, args }: DecideMessage,
  now: number,
): Failure | null {
  if (!isAsked(request, by))
    return new Failure(
      'forbidden',
      `this approval is addressed to ${request.assignees.join(', ')}; your role is ${by.role}`,
    )
  if (isStarter(state, by) && request.notStarter) {
    return new Failure('forbidden', 'this approval is not for the one who started the execution')
  }
  if (request.expiresAt !== null && request.expiresAt <= now) {
    return new Failure('conflict', 'the time to decide this approval is over')
  }
  if (digest !== null && digest !== request.digest) {
    return new Failure('conflict', 'what was shown has changed: read the approval again')
  }
  if (request.quorum > 1 && areEdited(request, args)) {
    return new Failure(
      'conflict',
      'several must approve this, so none of them can change the arguments: deny it',
    )
  }
  return votes.includes(by.userId)
    ? new Failure('conflict', 'you have approved this already; others must too')
    : null
}

/** A corrected answer of a model has to fit as the model's own had to. */
function unfit(
  context: ExecutionContext,
  path: string,
  { request }: PendingApproval,
  { decision, args }: DecideMessage,
): Failure | null {
  if (decision !== 'approve' || !areEdited(request, args) || path === budgetStep) return null
  const { block } = stepAt(context, path)
  if (block.kind !== 'ask') return null
  const { answer = null, ...rest } = args
  const { answer: _, ...shown } = request.args!
  if (JSON.stringify(canonical(rest)) !== JSON.stringify(canonical(shown)))
    return new Failure('validation-failed', 'args: of a review only the answer can be corrected')
  const defect = defectOfAnswer(formOf(block, shown as unknown as Asked), answer)
  return defect === null ? null : new Failure('validation-failed', `args.${defect}`)
}

function isStarter(state: State, { userId }: Decider): boolean {
  return state.start!.startedBy === userId
}

function alreadyDecided({ decisions, withdrawn }: State, approvalId: string): Failure {
  const isWithdrawn = withdrawn.some(({ id }) => id === approvalId)
  const decided = isWithdrawn ? { decision: 'cancelled', by: null } : own(decisions, approvalId)
  if (!decided) return notFound('approval')
  const who = decided.by === null ? '' : ` by ${decided.by}`
  return new Failure('conflict', `this approval is ${decided.decision} already${who}`)
}

function refused(refusal: Failure): Decision<Event> {
  return { events: [], refusal }
}
