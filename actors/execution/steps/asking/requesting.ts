// How an approval is asked for: its message and people are computed, its digest covers what is shown.
// beginning.ts and agent.ts call it.
import { derivedIdAt } from '../../../../domain/ids.ts'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import { digestOf } from '../../../../domain/work/approval.ts'
import type { Event, State } from '../../protocol.ts'
import { failed } from '../failing.ts'
import type { ExecutionContext } from '../paths.ts'
import type { ProgramApproval } from '../program.ts'
import { type Evaluate, holds } from '../scope.ts'
import { askedPeople } from './asked-people.ts'

interface Place {
  readonly context: ExecutionContext
  readonly state: State
  readonly path: string
  readonly now: number
}

/** What somebody decides about, besides the message. */
interface Subject {
  readonly tool: string | null
  readonly args: JsonObject | null
}

/** Is nobody to be asked? @throws {ExpressionError} */
export function isExempt({ unless }: ProgramApproval, evaluate: Evaluate): boolean {
  return unless !== null && holds(unless, evaluate)
}

/** @throws {ExpressionError} */
export function requestApproval(
  { context, state, path, now }: Place,
  approval: ProgramApproval,
  { tool, args }: Subject,
  evaluate: Evaluate,
): readonly Event[] {
  const message = showable(asText(evaluate(approval.message)))
  const assignees = askedPeople(approval, evaluate)
  if (typeof assignees === 'string')
    return failed(context, state, path, { code: 'nobody-asked', message: assignees })
  const asked: Event = {
    type: 'approval-requested',
    step: path,
    request: {
      // The id carries the time of the request, by which approvals are listed.
      id: derivedIdAt('approval', `${context.id}/${path}`, now),
      message,
      tool,
      args,
      digest: digestOf(message, tool, args),
      assignees,
      form: approval.form ?? null,
      expiresAt: approval.timeoutMs === undefined ? null : now + approval.timeoutMs,
      onTimeout: approval.onTimeout ?? 'fail',
      onDeny: approval.onDeny ?? 'fail',
      quorum: approval.quorum ?? 1,
      notStarter: approval.notStarter ?? false,
    },
  }
  return [asked]
}

export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Replaces characters that PostgreSQL cannot store as text by the replacement character. */
function showable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
