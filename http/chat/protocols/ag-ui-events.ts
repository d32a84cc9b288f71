// The forms of AG-UI events that ag-ui-stream.ts makes: interrupts, results of calls, custom events, errors.
import type { ToolPart } from '../../../domain/chat/chat.ts'
import { askedText } from '../../../domain/shown/asked-text.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import { responseSchema, wholeSchema } from './ag-ui-request.ts'

const elsewhere = 'This is too long to be approved here. All of it is seen and approved in the inbox.'

export interface RunEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export function interruptOf(approval: Approval): object {
  const { id, callId, expiresAt } = approval
  const { text, missing } = askedText(approval)
  const reason = callId === null ? 'approval' : 'tool_call'
  const asked =
    missing === 0
      ? { message: text, responseSchema }
      : { message: `${text}\n\n${elsewhere}`, responseSchema: wholeSchema }
  return {
    ...{ id, reason, ...asked },
    ...(callId !== null && { toolCallId: callId }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
    metadata: { approval },
  }
}

/** What a call has come to, as the text of a message; null: nothing yet. */
export function resultOf({ status, output, error }: ToolPart): string | null {
  switch (status) {
    case 'running':
    case 'awaiting_approval':
      return null
    case 'done':
      return typeof output === 'string' ? output : JSON.stringify(output)
    case 'failed':
    case 'denied':
    case 'cancelled':
      return JSON.stringify({ error: error ?? status })
  }
}

export function custom(name: string, value: unknown): RunEvent {
  return { type: 'CUSTOM', name, value }
}

export function runError(message: string, code: string): RunEvent {
  return { type: 'RUN_ERROR', message, code }
}
