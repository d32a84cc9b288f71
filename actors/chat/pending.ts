// What a chat session owes to the outside (R4): the answer under way, calls of its tools, and grants to keep.
// behavior.ts hands it to the runtime.
import { isShared } from '../../domain/chat/speaker.ts'
import type { ChatEffect, State } from './protocol.ts'
import { isThinking, openCalls, partsOf, textOfTurns } from './turns.ts'

/** @param id of the session */
export function* pending(id: string, state: State): Iterable<ChatEffect> {
  const { start, deletedAt, grants } = state
  if (start === null || deletedAt !== null) return
  const { organizationId, owner } = start
  for (const grant of grants)
    yield { type: 'keep-grant', id: `keep ${grant.id}`, organizationId, owner, grant }
  yield* openCalls(state)
  yield* answer(id, state)
}

function* answer(
  id: string,
  { start, answering, memory, executions, transcript, granted }: State,
): Iterable<ChatEffect> {
  if (answering === null || !isThinking(answering)) return
  const { answerId, text, decision, by, content, turns, cu } = answering
  yield {
    ...{ type: 'answer', id: `answer ${answerId} ${turns.length}`, answerId },
    ...{ organizationId: start!.organizationId, workflowId: start!.workflowId },
    ...{ text, decision, by, memory, turns, transcript, cu },
    granted: isShared(by) ? [] : granted,
    hasBegun: content.length > textOfTurns(answering).length,
    hasText: content !== '',
    shown: partsOf(id, answering),
    executionIds: executions.map(({ id }) => id),
  }
}
