// An execution in words: its result, its failure with what to do, its pause with the approval, its end. Used
// for answers, and by the actor of a session for what becomes of an execution later.
import type { ChatPart } from '../../../domain/chat/chat.ts'
import { denialIn } from '../../../domain/denial.ts'
import { askedText } from '../../../domain/shown/asked-text.ts'
import { hostNotes, shownJson, shownName, shownText } from '../../../domain/shown/shown.ts'
import { durationWords } from '../../../domain/time-words.ts'
import type { Approval, ListedApproval } from '../../../domain/work/approval.ts'
import type { Execution, ListedExecution } from '../../../domain/work/execution.ts'
import { bullets, fenced, plain, strong } from './text/markdown.ts'
import { choicesPart, textPart } from './text/parts.ts'
import { valueBlock, valueBounds } from './text/value-words.ts'

/** @param execution as it is, with its pending approvals; of a list, its output may have been left out */
export function sayExecution(execution: Execution | ListedExecution): ChatPart[] {
  const { id, workflowId, workflowName, status } = execution
  const card: ChatPart = { type: 'execution', executionId: id, workflowId, workflowName, status }
  return [textPart(words(execution)), card, ...partsOf(execution)]
}

function words(execution: Execution | ListedExecution): string {
  const { status, durationMs, output } = execution
  const name = strong(execution.workflowName)
  switch (status) {
    case 'completed': {
      const time = durationMs === null || durationMs === 0 ? '' : ` in ${durationWords(durationMs)}`
      const result = output === null ? withoutOutput(execution) : `Result:\n\n${valueBlock(output)}`
      return `${name} is done${time}. ${result}`
    }
    case 'failed':
      return failure(execution)
    case 'cancelled':
      return `${name} was cancelled. Nothing more of it is done.`
    case 'awaiting_approval':
      return pause(execution)
    case 'waiting':
      return `${name} waits. Ask "why" to see what for.`
    case 'queued':
      return `${name} is queued: it starts when there is a place.`
    case 'running':
      return `${name} is running. I tell you when it ends.`
  }
}

function withoutOutput(execution: Execution | ListedExecution): string {
  const left = 'truncated' in execution && execution.truncated.find(({ field }) => field === 'output')
  return left ? `Its result is large. It begins:\n\n${fenced(left.preview)}` : 'It gave no result.'
}

function failure({ workflowName, error }: Execution): string {
  const at = error?.step ? ` at the step ${plain(error.step, 100)}` : ''
  const denial = error?.code === 'approval-denied' ? denialIn(error.message) : null
  if (denial !== null) {
    const why = denial.note === null ? '' : `\n\n> ${plain(denial.note, 1_000)}`
    return `${strong(workflowName)} was denied${at}, and goes no further.${why}`
  }
  const cause = error === null ? '' : `\n\n> ${plain(error.message, 1_000)}`
  const advice =
    error?.code === 'approval-denied'
      ? ''
      : '\n\nSay "retry" to go on from where it failed, or "run it again" to start anew.'
  return `${strong(workflowName)} failed${at}.${cause}${advice}`
}

function pause({ workflowName, approvals }: Execution): string {
  const [first, ...others] = approvals
  const name = strong(workflowName)
  if (first === undefined) return `${name} waits for an approval.`
  if (others.length > 0)
    return `${name} waits for ${approvals.length} approvals. Say which one: "approve the first one".`
  return `${name} waits for your approval. ${approvalWords(first)}`
}

/** Is it too much for a message? Then it is decided on its card, which shows all of it. */
export function isTooLong(approval: Approval | ListedApproval): boolean {
  const isCut = 'truncated' in approval && approval.truncated.length > 0
  return isCut || askedText(approval, null, valueBounds.length).missing > 0
}

/** What is asked, the call before the words of the plan's author, and how to answer. */
export function approvalWords(approval: Approval | ListedApproval): string {
  const parts = [...callWords(approval), `It asks:\n\n> ${plain(shownText(approval.message), 5_000)}`]
  if (approval.assignees.length > 0) {
    const asked = approval.assignees.slice(0, 5).map(each => plain(each, 100))
    parts.push(`Asked: ${asked.join(', ')}`)
  }
  if (approval.form !== null) parts.push('It has a form: fill it in on the card.')
  const how = isTooLong(approval)
    ? 'This is too long for a message. Read all of it on its card, and approve it there.'
    : 'Say "approve", or "deny because ...".'
  return [...parts, how].join('\n\n')
}

function callWords({ tool, args }: Approval | ListedApproval): readonly string[] {
  if (tool === null) return []
  const name = plain(shownName(tool), 500)
  if (args === null) return [`It would call ${name}`]
  const notes = hostNotes(args).map(note => plain(note, 600))
  const block = fenced(shownJson(args), 'json', valueBounds.length)
  return [`It would call ${name} with:`, block, ...(notes.length === 0 ? [] : [bullets(notes)])]
}

export const decisions = [
  ['Approve', 'approve'],
  ['Deny', 'deny'],
] as const
const mending = [
  ['Retry', 'retry'],
  ['Run it again', 'run it again'],
] as const
const watching = [
  ['Status', 'status'],
  ['Cancel', 'cancel it'],
] as const

function partsOf({ status, approvals, error }: Execution): ChatPart[] {
  switch (status) {
    case 'awaiting_approval': {
      const cards = approvals.map((approval): ChatPart => ({ type: 'approval', approval }))
      const isPlain = approvals.length === 1 && approvals[0]!.form === null && !isTooLong(approvals[0]!)
      return isPlain ? [...cards, choicesPart(decisions)] : cards
    }
    case 'failed':
      return error?.code === 'approval-denied' ? [] : [choicesPart(mending)]
    case 'queued':
    case 'running':
    case 'waiting':
      return [choicesPart(watching)]
    case 'completed':
    case 'cancelled':
      return []
  }
}
