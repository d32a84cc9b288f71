// One message on its way to its answer: what was said, what is remembered, and how the service is asked.
// Every file of this folder that carries out a command takes a Talk and gives a Said.

import type { AssistantRequest } from '../../../domain/chat/assistant.ts'
import type { ChatPart } from '../../../domain/chat/chat.ts'
import type { WorkflowName } from '../../../domain/work/workflow.ts'
import type { Names } from '../../../language/commands.ts'
import type { Calls } from './calls.ts'
import type { Memory } from './memory.ts'
import { choicesPart, textPart } from './text/parts.ts'

export interface Talk {
  readonly request: AssistantRequest
  readonly calls: Calls
  readonly memory: Memory
  /** Newest first. */
  readonly workflows: readonly WorkflowName[]
  readonly names: Names
}

export interface Said {
  readonly parts: readonly ChatPart[]
  /** What changes in memory. The question is closed unless it says another. */
  readonly memory?: Partial<Memory>
  readonly executionId?: string | null
  readonly title?: string | null
  /** Workflows that it has made or shown. */
  readonly toConfirm?: readonly string[]
}

/** A sentence or more, and what can be said next. */
export function say(
  text: string,
  choices: readonly (readonly [title: string, message: string])[] = [],
  memory: Partial<Memory> = {},
): Said {
  const parts: ChatPart[] = [textPart(text)]
  return { parts: choices.length > 0 ? [...parts, choicesPart(choices)] : parts, memory }
}

/** Was the reference found, or is there something to say instead? */
export function isSaid<T extends object>(found: T | Said): found is Said {
  return 'parts' in found
}
