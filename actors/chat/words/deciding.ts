// Approvals: what waits, and decisions about exactly one of them.
// 1. A decision without a name is about the one approval that the chat has shown and that waited when the
//    message came; where there are several, it asks which. One that the chat has not shown is shown first.
// 2. The digest of what was shown goes with the decision: what has changed since is refused.

import { shownLine } from '../../../domain/shown/shown.ts'
import { agoWords } from '../../../domain/time-words.ts'
import type { Approval, ListedApproval } from '../../../domain/work/approval.ts'
import type { ApprovalRef, Command } from '../../../language/commands.ts'
import { approvalWords, decisions, isTooLong } from './execution-words.ts'
import { findExecution, itemAt, which } from './finding.ts'
import { itemOf } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { plain } from './text/markdown.ts'
import { choicesPart, textPart } from './text/parts.ts'

export type Decision = Extract<Command, { type: 'approve' | 'deny' }>

export async function decide(talk: Talk, command: Decision): Promise<Said> {
  const found = await findApproval(talk, command)
  if (isSaid(found)) return found
  const { approval, isShown } = found
  const { decidedAt, status } = approval
  // Decided since the message came: perhaps by this message, before a crash.
  const wasOpen = status === 'pending' || (decidedAt !== null && decidedAt >= talk.request.now)
  if (!wasOpen)
    return say(
      `That approval is ${status} already${approval.decidedBy === null ? '' : `, by ${plain(approval.decidedBy, 100)}`}.`,
    )
  if (!isShown) return show(approval, 'Is it this one?')
  if (command.type === 'approve' && approval.form !== null)
    return show(approval, 'It has a form: fill it in on the card, and approve there.')
  if (command.type === 'approve' && isTooLong(approval)) return show(approval, 'Nothing is decided yet.')
  return decided(talk, command, approval)
}

/** @param digest of what was shown */
export async function decided(
  talk: Talk,
  { type, note }: Decision,
  { id, digest }: Pick<Approval, 'id' | 'digest'>,
): Promise<Said> {
  const approval = await talk.calls.decide(id, type, note?.slice(0, 2_000) ?? null, digest)
  const reason = note === null ? '' : ` Your note: ${plain(note, 300)}`
  const done = type === 'approve' ? 'Approved: it goes on.' : 'Denied.'
  const text = approval.status === 'pending' ? 'Noted. It waits for others, too.' : `${done}${reason}`
  return {
    parts: [textPart(text), { type: 'approval', approval }],
    memory: { approval: { id, digest }, ...(approval.executionId && { executionId: approval.executionId }) },
  }
}

interface Found {
  readonly approval: Approval
  /** The chat has shown it, or the message names it. */
  readonly isShown: boolean
}

async function findApproval(talk: Talk, command: Decision): Promise<Found | Said> {
  const ref: ApprovalRef = command.approval
  switch (ref.by) {
    case 'id':
      return { approval: await approvalOf(talk, ref.id), isShown: true }
    case 'place': {
      const item = itemAt(talk.memory.list, 'approval', ref.place)
      return item === null
        ? among(talk, command, await waiting(talk))
        : { approval: await approvalOf(talk, item.id), isShown: true }
    }
    case 'execution': {
      const found = await findExecution(talk, ref.execution, execution => ({
        ...command,
        approval: { by: 'execution', execution },
      }))
      if (isSaid(found)) return found
      const own = (await waiting(talk)).filter(({ executionId }) => executionId === found.id)
      return among(talk, command, own, true)
    }
    case 'last':
      return lastShown(talk, command)
  }
}

/** Who may only chat reads approvals in their list. */
async function approvalOf(talk: Talk, id: string): Promise<Approval> {
  return (await waiting(talk)).find(each => each.id === id) ?? talk.calls.approval(id)
}

async function lastShown(talk: Talk, command: Decision): Promise<Found | Said> {
  const { memory, request } = talk
  const all = await waiting(talk)
  const own = all.filter(
    ({ id, executionId }) => id === memory.approval?.id || request.executionIds.includes(executionId ?? ''),
  )
  if (own.length > 0) return among(talk, command, own, true)
  // Decided by this very message, before a crash: the same decision is sent again.
  const latest = all.length > 0 || memory.approval === null ? [] : await talk.calls.approvals()
  const approval = latest.find(({ id }) => id === memory.approval?.id)
  return approval === undefined ? among(talk, command, all) : { approval, isShown: true }
}

/** Those that waited when the message came, newest first. */
async function waiting(talk: Talk): Promise<readonly ListedApproval[]> {
  const { now } = talk.request
  const pending = await talk.calls.approvals('pending')
  return pending.filter(({ requestedAt }) => requestedAt <= now)
}

function among(
  talk: Talk,
  command: Decision,
  approvals: readonly ListedApproval[],
  isShown = false,
): Found | Said {
  const [first, second] = approvals
  if (first === undefined) return say('Nothing waits for a decision.')
  if (second === undefined) return { approval: first, isShown }
  const options = approvals.map(each => itemOf('approval', each.id, titleOf(each, talk.request.now)))
  return which(`${approvals.length} approvals wait. Which one do you mean?`, options, command)
}

function show(approval: Approval, text: string): Said {
  const { id, digest } = approval
  return {
    parts: [
      textPart(`${text} ${approvalWords(approval)}`),
      { type: 'approval', approval },
      choicesPart(decisions),
    ],
    memory: {
      approval: { id, digest },
      ...(approval.form === null &&
        !isTooLong(approval) && { question: { type: 'decide', id, digest } as const }),
    },
  }
}

/** A yes or no that answers nothing may be about the one approval that this chat waits for. */
export async function pointAt(talk: Talk): Promise<Said> {
  const own = (await waiting(talk)).filter(({ executionId }) =>
    talk.request.executionIds.includes(executionId ?? ''),
  )
  if (own.length === 1) return show(own[0]!, 'Do you mean this approval?')
  return say(
    'There is no question open, so nothing was done. Say what you want, for example "approve", "run ..." or "help".',
  )
}

/** What waits for a decision. */
export async function listApprovals(talk: Talk): Promise<Said> {
  const pending = await talk.calls.approvals('pending')
  const [first, second] = pending
  if (first === undefined) return say('Nothing waits for you.')
  if (second === undefined) return show(first, 'One approval waits.')
  const { now } = talk.request
  const lines = pending.slice(0, 10).map((each, index) => `${index + 1}. ${plain(titleOf(each, now), 200)}`)
  const more = pending.length > 10 ? `\n\nand ${pending.length - 10} more` : ''
  const text = `${pending.length} approvals wait:\n\n${lines.join('\n')}${more}\n\nSay "approve the first one", or "deny the second one because ...".`
  const list = pending.slice(0, 20).map(each => itemOf('approval', each.id, titleOf(each, now)))
  return {
    parts: [
      textPart(text),
      ...pending.slice(0, 10).map(approval => ({ type: 'approval', approval }) as const),
    ],
    memory: { list },
  }
}

function titleOf({ message, tool, requestedAt }: Approval, now: number): string {
  const said = message.slice(0, 50).toWellFormed() || tool || 'an approval'
  return `${shownLine(said)}, ${agoWords(requestedAt, now)}`
}
