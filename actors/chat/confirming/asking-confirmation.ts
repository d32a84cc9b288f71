// Asks the desk of the main thread what somebody has to confirm of the workflows that an answer has made, and
// puts it behind the answer. effects.ts calls it.
import type { ChatPart } from '../../../domain/chat/chat.ts'
import type { ServiceAnswer } from '../../../domain/chat/service-calls.ts'
import type { Speaker } from '../../../domain/chat/speaker.ts'
import type { Outside } from '../../../runtime/actor.ts'
import type { ReturnedAnswer } from '../protocol.ts'
import { askDesk } from '../service.ts'
import { type OpenConfirmation, openParts } from './confirming.ts'

/** What the desk is asked; its answer is a ServiceAnswer with an OpenConfirmation, or with null. */
export interface AskConfirmation {
  readonly type: 'open-confirmation'
  readonly organizationId: string
  readonly sessionId: string
  readonly by: Speaker
  readonly workflowId: string
}

/** Workflows of one answer. */
const shownMost = 5

/**
 * The answer with what is to be confirmed, before the choices that it ends with.
 * @returns null when nobody waits for the answer any more
 */
export async function withConfirmations(
  answer: ReturnedAnswer,
  toConfirm: readonly string[],
  { organizationId, sessionId, by }: Omit<AskConfirmation, 'type' | 'workflowId'>,
  outside: Outside,
): Promise<ReturnedAnswer | null> {
  const told: ChatPart[] = []
  for (const workflowId of [...new Set(toConfirm)].slice(-shownMost)) {
    const asked: AskConfirmation = { type: 'open-confirmation', organizationId, sessionId, by, workflowId }
    const found = await askDesk<ServiceAnswer>(asked, outside)
    if (found === null) return null
    // What the speaker may not see is not told.
    if (found.ok && found.value !== null)
      told.push(...openParts(workflowId, found.value as unknown as OpenConfirmation))
  }
  const { parts } = answer
  const end = parts.at(-1)?.type === 'choices' ? parts.length - 1 : parts.length
  return { ...answer, parts: parts.toSpliced(end, 0, ...told) }
}
