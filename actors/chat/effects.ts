// The kind of chat sessions, which actors/host.ts gives to its host: opens the behavior, and asks an
// assistant for each answer, in the host's thread. The assistant acts through the desk of the main thread
// (service.ts).
import type { Assistant } from '../../domain/chat/assistant.ts'
import type { ChatDecision } from '../../domain/chat/chat.ts'
import type { ServiceCalls } from '../../domain/chat/service-calls.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Approval } from '../../domain/work/approval.ts'
import type { ChatProjection } from '../../domain/work/projection.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import type { Clock } from '../../runtime/clock.ts'
import { tenantOf } from '../tenant.ts'
import { type ChatBehavior, chat } from './behavior.ts'
import type { SayExecution } from './following.ts'
import type { AnswerEffect, ChatEffect, Event, Message, ReturnedAnswer, State } from './protocol.ts'
import { serviceCalls } from './service.ts'

export interface ChatParts {
  /** Answers without a language model. */
  readonly assistant: Assistant
  readonly sayExecution: SayExecution
  readonly clock: Pick<Clock, 'now'>
}

export type ChatKind = ActorKind<Message, Event, State, ChatEffect, ChatProjection>

/** Count it up when you change the shape of State. */
const stateVersion = 1

export function chatKind(parts: ChatParts): ChatKind {
  const open = (id: string): ChatBehavior => chat({ id, sayExecution: parts.sayExecution })
  return {
    prefix: prefixes.chat,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    tenantOf,
    snapshots: { version: stateVersion, open },
    open(address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'open' && first.type !== 'opened') throw notFound('chat session')
      return open(address)
    },
    perform: (address, effect, outside) => answer(parts, address, effect, outside),
  }
}

async function answer(
  parts: ChatParts,
  address: string,
  effect: AnswerEffect,
  outside: Outside,
): Promise<Message | null> {
  const { answerId, memory } = effect
  try {
    const answered = await answerOf(parts, address, effect, outside)
    return outside.signal.aborted ? null : { type: 'returned', answerId, answer: answered }
  } catch (error) {
    if (outside.signal.aborted) return null
    if (!(error instanceof Failure)) throw error
    return { type: 'returned', answerId, answer: refusedAnswer(error.message, memory) }
  }
}

function answerOf(
  { assistant, clock }: ChatParts,
  address: string,
  effect: AnswerEffect,
  outside: Outside,
): Promise<ReturnedAnswer> {
  const { text, decision, memory, workflowId, executionIds } = effect
  const service = serviceCalls(address, effect, outside)
  if (decision !== null) return decide(service, decision, memory)
  const { signal } = outside
  return assistant({ text, memory, workflowId, executionIds, now: clock.now() }, { service, signal })
}

/** Decides an approval that somebody has read in the session. */
async function decide(
  service: ServiceCalls,
  { remember: _, ...decision }: ChatDecision,
  memory: JsonObject,
): Promise<ReturnedAnswer> {
  const decided = await service.call('POST /api/v1/approvals/:id', decision as JsonObject)
  if (!decided.ok) return refusedAnswer(decided.message, memory)
  const approval = decided.value as unknown as Approval
  const text = decision.decision === 'approve' ? 'Approved.' : 'Denied.'
  return { parts: [{ type: 'text', text }], memory, executionId: approval.executionId }
}

function refusedAnswer(reason: string, memory: JsonObject): ReturnedAnswer {
  const text = `This did not work: ${reason}.`
  return { parts: [{ type: 'text', text }], memory, executionId: null, isFailed: true }
}
