// The port of assistants: a message of the user becomes an answer. The actor of a session asks one, in a
// host's thread, and keeps what it returns in the journal.
// 1. It keeps nothing: what it must know for the next message stands in `memory`, which is bounded JSON.
// 2. Asked again with the same request, after a crash, it does nothing twice (service-calls.ts).
import type { JsonObject } from '../json.ts'
import type { ChatPart } from './chat.ts'
import type { ServiceCalls } from './service-calls.ts'

export interface AssistantRequest {
  readonly text: string
  /** What the last answer left for this one; `{}` in the beginning. */
  readonly memory: JsonObject
  /** The one workflow that the session is about; null for all. */
  readonly workflowId: string | null
  /** Executions that the session has started, newest last; at most 20. */
  readonly executionIds: readonly string[]
  /** Unix ms. */
  readonly now: number
}

export interface AssistantAnswer {
  /** Texts are Markdown. At least one. */
  readonly parts: readonly ChatPart[]
  /** At most 16 KiB as JSON. */
  readonly memory: JsonObject
  /** The execution that it has started: the session follows it until its end. */
  readonly executionId: string | null
  /** Workflows that it has made or shown: what somebody has to confirm of them is told behind it. */
  readonly toConfirm?: readonly string[]
  /** A title for a session that has none; absent or null: none comes to mind. */
  readonly title?: string | null
}

export interface AssistantParts {
  readonly service: ServiceCalls
  readonly signal: AbortSignal
}

export type Assistant = (request: AssistantRequest, parts: AssistantParts) => Promise<AssistantAnswer>
