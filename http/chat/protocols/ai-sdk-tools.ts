// Calls of tools and approvals as chunks of the AI SDK. An approval belongs to a call there: that of an
// execution, which is no call of the assistant, is shown as one with the approval's own id. Used by
// ai-sdk-stream.ts.
import type { UIMessageChunk } from 'ai'
import type { ChatMessage, ToolPart } from '../../../domain/chat/chat.ts'
import type { Json } from '../../../domain/json.ts'
import { shownText } from '../../../domain/shown/shown.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import type { TranslatedAnswer } from './protocol.ts'

type Decided = NonNullable<TranslatedAnswer['decided']>

/** Offered to clients where the approval names no tool. */
export const namelessTool = 'approval'

export class ToolChunks {
  /** Calls that the client knows, with what it was told last. */
  readonly #told = new Map<string, string>()
  /** The chunks so far, by call; a restart needs them again. */
  readonly #chunks = new Map<string, UIMessageChunk[]>()
  /** Call of an approval that waits, by the approval's id. */
  readonly #asked = new Map<string, string>()
  /** Approvals that are decided, by this request or meanwhile. */
  readonly #decided = new Set<string>()

  /** @param answers what the user has decided is about calls that the client shows already */
  constructor(answers: readonly TranslatedAnswer[]) {
    for (const { decided } of answers) {
      if (decided === null) continue
      this.#decided.add(decided.decision.id)
      if (decided.toolCallId !== null) this.#told.set(decided.toolCallId, 'answered')
    }
  }

  get isAsking(): boolean {
    return this.#asked.size > 0
  }

  tell({ id, name, status, args, output, error }: ToolPart): readonly UIMessageChunk[] {
    if (this.#told.get(id) === status) return []
    const begun = this.#begin(id, { name, args, title: null })
    this.#told.set(id, status)
    switch (status) {
      case 'running':
      case 'awaiting_approval':
        return begun
      case 'done':
        return [...begun, ...this.#keep(id, { type: 'tool-output-available', toolCallId: id, output })]
      case 'failed':
        return [...begun, ...this.#keep(id, failed(id, error ?? 'The call has failed.'))]
      case 'cancelled':
        return [...begun, ...this.#keep(id, failed(id, 'The call was cancelled.'))]
      case 'denied':
        return [...begun, ...this.#keep(id, { type: 'tool-output-denied', toolCallId: id })]
    }
  }

  ask(approval: Approval): readonly UIMessageChunk[] {
    const { id: approvalId, tool, args } = approval
    const message = approval.message === '' ? '' : shownText(approval.message)
    if (this.#asked.has(approvalId) || this.#decided.has(approvalId)) return []
    const toolCallId = callOf(approval)
    const begun = this.#begin(toolCallId, { name: tool ?? namelessTool, args, title: message })
    this.#asked.set(approvalId, toolCallId)
    const reason = message === '' ? {} : { reason: message }
    const asked = { type: 'tool-approval-request', approvalId, toolCallId, ...reason } as const
    return [...begun, ...this.#keep(toolCallId, { ...asked, approvalDescriptor: approval })]
  }

  /** Somebody has decided, here or elsewhere; or nobody has in time. */
  decide({ id: approvalId, status, note }: Approval): readonly UIMessageChunk[] {
    this.#decided.add(approvalId)
    const toolCallId = this.#asked.get(approvalId)
    if (toolCallId === undefined) return []
    this.#asked.delete(approvalId)
    const reason = note === null ? {} : { reason: note }
    const approved = status === 'approved'
    const response = { type: 'tool-approval-response', approvalId, approved, ...reason } as const
    const outcome = this.#outcome(approvalId, toolCallId, status)
    return [...this.#keep(toolCallId, response), ...outcome]
  }

  /** The answer to a decision: what has become of the call that it was about. */
  settle({ toolCallId, decision }: Decided, { status, content }: ChatMessage): readonly UIMessageChunk[] {
    if (toolCallId === null || this.#told.get(toolCallId) !== 'answered') return []
    this.#told.set(toolCallId, 'settled')
    if (status === 'failed') return [failed(toolCallId, content)]
    return this.#outcome(decision.id, toolCallId, decision.decision === 'approve' ? 'approved' : 'denied')
  }

  /** All that was told of the calls of this answer. */
  again(): readonly UIMessageChunk[] {
    return [...this.#chunks.values()].flat()
  }

  /** An approved call of the assistant is made now and tells its output itself. */
  #outcome(approvalId: string, toolCallId: string, status: Approval['status']): readonly UIMessageChunk[] {
    if (status === 'denied') return this.#keep(toolCallId, { type: 'tool-output-denied', toolCallId })
    if (status !== 'approved') return this.#keep(toolCallId, failed(toolCallId, `The approval is ${status}.`))
    if (toolCallId !== approvalId) return []
    const output = { approved: true }
    return this.#keep(toolCallId, { type: 'tool-output-available', toolCallId, output })
  }

  #begin(
    id: string,
    call: { readonly name: string; readonly args: Json; readonly title: string | null },
  ): readonly UIMessageChunk[] {
    if (this.#told.has(id)) return []
    this.#told.set(id, 'begun')
    const { name, args, title } = call
    const named = title === null || title === '' ? {} : { title }
    const input = { type: 'tool-input-available', toolCallId: id, toolName: name, input: args ?? {} } as const
    return this.#keep(id, { ...input, dynamic: true, providerExecuted: true, ...named })
  }

  #keep(id: string, chunk: UIMessageChunk): readonly UIMessageChunk[] {
    this.#chunks.set(id, [...(this.#chunks.get(id) ?? []), chunk])
    return [chunk]
  }
}

/** The call that waits for the approval. */
export function callOf(approval: Approval): string {
  return approval.callId ?? approval.id
}

function failed(toolCallId: string, errorText: string): UIMessageChunk {
  return { type: 'tool-output-error', toolCallId, errorText }
}
