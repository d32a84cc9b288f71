// The turns of a language model within an answer: the calls that it asks for, and how they begin, wait for
// approval and end. behavior.ts calls it. Pure. Its laws:
// 1. A call that needs approval is made after it, with the arguments that were approved, or never.
// 2. An answer whose open calls all wait for approval ends; the decisions begin another one, which goes on.
// 3. Whatever the user says next instead withdraws what was asked.

import type { ChatPart, ToolPart } from '../../domain/chat/chat.ts'
import { isShared, type Speaker } from '../../domain/chat/speaker.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { shownName } from '../../domain/shown/shown.ts'
import { type Approval, type ApprovalRequest, digestOf } from '../../domain/work/approval.ts'
import { columnsOf } from '../../domain/work/approval-subject.ts'
import { assistantMessage } from './answer-message.ts'
import type { Answering, CallEffect, CallResult, Event, Message, State, TurnCall } from './protocol.ts'

/** Turns of a model in one answer, and what its tokens may cost. */
export const turnBounds = { turns: 12, cu: 200, calls: 16 } as const
/** How long somebody has to decide. */
const approvalMs = 24 * 60 * 60 * 1_000

export function turned(
  { answering }: State,
  { answerId, turn, said }: Extract<Message, { type: 'turned' }>,
): readonly Event[] {
  if (answering?.answerId !== answerId || answering.turns.length !== turn) return []
  return [
    { type: 'turned', answerId, said },
    ...said.calls.map((call): Event => {
      const { id: callId, tool, args } = call
      return { type: 'call-begun', answerId, callId, tool, args }
    }),
  ]
}

function requestOf(
  { id, tool, args }: Pick<TurnCall, 'id' | 'tool' | 'args'>,
  { by, why, onceOnly }: { readonly by: Speaker; readonly why: string | null; readonly onceOnly: boolean },
  now: number,
): ApprovalRequest {
  const message = `The assistant wants to call ${shownName(tool)}${why === null ? '' : `, which ${why}`}`
  return {
    ...{ id: derivedIdAt('approval', id, now), message, tool, args, digest: digestOf(message, tool, args) },
    ...{
      assignees: [by.userId],
      form: null,
      expiresAt: now + approvalMs,
      onTimeout: 'deny',
      onDeny: 'continue',
    },
    ...{ quorum: 1, notStarter: false, ...(onceOnly && { onceOnly: true }) },
  }
}

export function callReturned(
  state: State,
  { answerId, callId, result }: Extract<Message, { type: 'call-returned' }>,
  now: number,
): readonly Event[] {
  const call = state.answering?.answerId === answerId ? callOf(state.answering, callId) : undefined
  if (call?.status !== 'running') return []
  if (result.ok || result.isApprovalNeeded !== true || call.isApproved)
    return [{ type: 'call-ended', answerId, callId, tool: call.tool, args: call.args, result }]
  const { remembers, why = null } = result
  const { by } = state.answering!
  const request = requestOf(call, { by, why, onceOnly: remembers === null || isShared(by) }, now)
  const kept = remembers == null ? {} : { remembers }
  return [{ type: 'call-asks', answerId, callId, request, requestedAt: now, ...kept }]
}

export function lastCalls({ turns }: Pick<Answering, 'turns'>): readonly TurnCall[] {
  return turns.at(-1)?.calls ?? []
}

function callOf(answering: Answering, callId: string): TurnCall | undefined {
  return lastCalls(answering).find(({ id }) => id === callId)
}

export function isAsking({ status }: Pick<TurnCall, 'status'>): boolean {
  return status === 'awaiting_approval'
}

/** The model is waited for: no call is open. */
export function isThinking(answering: Answering): boolean {
  return answering.following === null && lastCalls(answering).every(call => !isOpen(call))
}

function isOpen({ status }: TurnCall): boolean {
  return status === 'running' || status === 'awaiting_approval'
}

export function* openCalls({ start, answering, granted, transcript }: State): Iterable<CallEffect> {
  if (answering === null) return
  const { answerId, by, text } = answering
  const { organizationId, workflowId } = start!
  const said = () => transcript.flatMap(({ role, text: earlier }) => (role === 'user' ? [earlier] : []))
  for (const { id, tool, args, status, isApproved, isOffered = isApproved } of lastCalls(answering)) {
    if (status !== 'running') continue
    yield {
      ...{ type: 'call', id, organizationId, workflowId, answerId, by, tool, args },
      ...{ isOffered, isApproved, words: [...said(), text] },
      granted: isShared(by) ? [] : granted,
    }
  }
}

/** Ends an answer of which every open call waits for approval. */
export function suspension(
  context: { readonly id: string },
  answering: Answering,
  now: number,
): readonly Event[] {
  const calls = lastCalls(answering)
  if (!calls.some(isAsking) || calls.some(({ status }) => status === 'running')) return []
  const parts = partsOf(context.id, answering)
  return [
    {
      type: 'answered',
      message: assistantMessage(context, { id: answering.answerId, parts, executionId: null }, now),
    },
  ]
}

/**
 * What a message shows of the turns: what was said, the calls, and the approvals that they wait for. Of turns
 * that an earlier message has shown, the calls that it left open.
 */
export function partsOf(
  sessionId: string,
  { turns, shownTurns }: Pick<Answering, 'turns' | 'shownTurns'>,
): readonly ChatPart[] {
  const from = Math.max(0, shownTurns - 1)
  return turns
    .slice(from)
    .flatMap(({ text, calls }, index) => [
      ...(text === '' || from + index < shownTurns ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(toolPart),
      ...calls
        .filter(isAsking)
        .map(call => ({ type: 'approval' as const, approval: approvalOf(sessionId, call) })),
    ])
}

/** The text of the turns that the message under way shows. */
export function textOfTurns({ turns, shownTurns }: Pick<Answering, 'turns' | 'shownTurns'>): string {
  const texts = turns.slice(shownTurns).flatMap(({ text }) => (text === '' ? [] : [text]))
  return texts.join('\n\n')
}

/** Characters of a tool's arguments and output that a message keeps. */
const shownLength = 4_000

/** A call that has ended, as streams show it. */
export function endedPart(id: string, name: string, args: JsonObject, result: CallResult): ToolPart {
  const shown = { type: 'tool', id, name, args: short(args) } as const
  return result.ok
    ? { ...shown, status: 'done', output: short(result.output), error: null }
    : { ...shown, status: 'failed', output: null, error: result.error }
}

export function toolPart({ id, tool, status, args, output, error }: TurnCall): ToolPart {
  return { type: 'tool', id, name: tool, status, args: short(args), output: short(output), error }
}

function short(value: Json): Json {
  const text = JSON.stringify(value)
  return text.length <= shownLength ? value : `${text.slice(0, shownLength).toWellFormed()} (cut short here)`
}

export function approvalOf(
  sessionId: string,
  { id: callId, approval }: Pick<TurnCall, 'id' | 'approval'>,
): Approval {
  const { request, requestedAt } = approval!
  const { id, message, tool, args, digest, assignees, form, expiresAt, onceOnly } = request
  return {
    ...{
      id,
      ...columnsOf({ kind: 'chat', sessionId, callId }),
      message,
      tool,
      args,
      decidedArgs: null,
      digest,
    },
    ...{ assignees: [...assignees], form, status: 'pending', requestedAt, expiresAt },
    ...{ decidedAt: null, decidedBy: null, note: null, ...(onceOnly && { remember: ['once'] }) },
  }
}
