// The kind of chat sessions, which actors/host.ts gives to its host: opens the behavior, asks an assistant
// for each answer and makes the calls of a language model, in the host's thread.
// 1. With a language model the assistant is that model (model/), without one it reads plain words (words/).
//    So it does with a model for commands that say all by themselves, before the model is asked; and for
//    others that the model did not answer.
// 2. A decision about an approval is made as it was sent; no assistant interprets it.
import type { Assistant, AssistantAnswer } from '../../domain/chat/assistant.ts'
import { bareDecision } from '../../domain/chat/bare-decision.ts'
import type { ChatDecision } from '../../domain/chat/chat.ts'
import type { ServiceCalls } from '../../domain/chat/service-calls.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { prefixes, timeOf } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Approval } from '../../domain/work/approval.ts'
import { isCommand, isPlainQuestion } from '../../language/commands.ts'
import type { Models } from '../../rpc/models/models.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import type { Clock } from '../../runtime/clock.ts'
import { deskAddress } from '../../runtime/engine.ts'
import type { MonthBudgets } from '../../storage/usage/month-budgets.ts'
import { budgetExceeded } from '../../storage/usage/start-bounds.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import type { ModelCallParts } from '../model-calls/model-calls.ts'
import { tenantOf } from '../tenant.ts'
import { type ChatBehavior, chat } from './behavior.ts'
import { withConfirmations } from './confirming/asking-confirmation.ts'
import type { SayExecution } from './following.ts'
import { askForTurn } from './model/asking.ts'
import { withMade } from './model/made.ts'
import { type ChatCallParts, makeCall, ServiceTools } from './model/tools.ts'
import type { ChatProjections } from './projection.ts'
import type {
  AnswerEffect,
  CallEffect,
  ChatEffect,
  Event,
  KeepGrantEffect,
  Message,
  ReturnedAnswer,
  State,
} from './protocol.ts'
import { serviceCalls } from './service.ts'

export interface ChatParts extends ModelCallParts {
  /** Answers without a language model. */
  readonly assistant: Assistant
  /** Carries out what needs no understanding; null: the message is nothing of that kind. */
  readonly obey: (...asked: Parameters<Assistant>) => Promise<AssistantAnswer | null>
  readonly sayExecution: SayExecution
  readonly models: Pick<Models, 'open'>
  readonly clock: Pick<Clock, 'elapsed' | 'soon'>
  /** Of API keys. Default: they have as much as they want. */
  readonly monthBudgets?: Pick<MonthBudgets, 'take' | 'spend'>
}

/** Parts of all sessions of a host. */
interface Shared extends ChatParts {
  readonly serviceTools: ServiceTools
}

export type ChatKind = ActorKind<Message, Event, State, ChatEffect, ChatProjections>

/** Count it up when you change the shape of State. */
const stateVersion = 2

export function chatKind(given: ChatParts): ChatKind {
  const parts: Shared = { ...given, serviceTools: new ServiceTools() }
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
    perform(address, effect, outside) {
      switch (effect.type) {
        case 'answer':
          return answer(parts, address, effect, outside)
        case 'call':
          return call(parts, address, effect, outside)
        case 'keep-grant':
          return keepGrant(effect, outside)
      }
    },
  }
}

async function answer(
  parts: Shared,
  address: string,
  effect: AnswerEffect,
  outside: Outside,
): Promise<Message | null> {
  const { answerId, memory } = effect
  let tried: AnswerEffect = effect
  try {
    const message = await askUntilAnswered(outside, () => {
      const now = tried
      // A try that the database or the main thread cut off may have said something.
      tried = { ...effect, hasBegun: true }
      return answerOf(parts, address, now, outside)
    })
    return outside.signal.aborted ? null : message
  } catch (error) {
    if (outside.signal.aborted) return null
    if (!(error instanceof Failure)) throw error
    return { type: 'returned', answerId, answer: refusedAnswer(error.message, memory) }
  }
}

async function answerOf(
  { assistant, obey, models, hub, clock, serviceTools, monthBudgets }: Shared,
  address: string,
  effect: AnswerEffect,
  outside: Outside,
): Promise<Message | null> {
  const { answerId, text, decision, memory, workflowId, executionIds, organizationId, by } = effect
  const asker = { organizationId, sessionId: address, workflowId, by }
  const service = serviceCalls({ ...asker, id: answerId }, outside)
  const returned = (answer: ReturnedAnswer): Message => ({ type: 'returned', answerId, answer })
  const told = async ({ toConfirm = [], ...answer }: AssistantAnswer): Promise<Message | null> => {
    const whole = await withConfirmations(answer, toConfirm, asker, outside)
    return whole === null ? null : returned(whole)
  }
  if (decision !== null) return returned(await decide(service, decision, memory))
  // The time of the message, so that a try after a crash asks the same.
  const request = { text, memory, workflowId, executionIds, now: timeOf(answerId) }
  const answerPlainly = () => assistant(request, { service, signal: outside.signal })
  const isFirst = effect.turns.length === 0
  // A decision needs no model, and none may make it.
  const model =
    bareDecision(text) || (isFirst && isPlainQuestion(text))
      ? null
      : await askUntilAnswered(outside, async () => ({ opened: await models.open(organizationId) }))
  if (model?.opened) {
    const done = isFirst ? await obey(request, { service, signal: outside.signal }) : null
    if (done !== null) return told(done)
    const spent = await spentBy(monthBudgets, effect, 0)
    if (spent !== null) return returned(refusedAnswer(spent, memory))
    const { key } = by
    const spend = async (cu: number) => {
      if (key !== null) await monthBudgets?.spend({ organizationId, keyId: key.id }, cu)
    }
    const asking = { hub, clock, serviceTools, model: model.opened, spend }
    const said = await askForTurn(asking, address, effect, outside)
    const isUnanswered = said?.type === 'returned' && said.answer.isFailed === true
    if (isUnanswered && isFirst && isCommand(text)) return told(await answerPlainly())
    return said?.type === 'returned' ? told(withMade(said.answer, effect.turns)) : said
  }
  return told(await answerPlainly())
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

async function call(
  parts: Shared,
  address: string,
  effect: CallEffect,
  outside: Outside,
): Promise<Message | null> {
  const { answerId, id: callId } = effect
  const unpaid: ChatCallParts['unpaid'] = (by, cu) => spentBy(parts.monthBudgets, by, cu)
  const result = await makeCall({ ...parts, unpaid }, address, effect, outside)
  return result === null || outside.signal.aborted
    ? null
    : { type: 'call-returned', answerId, callId, result }
}

/** Takes compute units from the budget of the speaker's key. @returns why it cannot; null when it could */
async function spentBy(
  budgets: ChatParts['monthBudgets'],
  { organizationId, by }: Pick<CallEffect, 'organizationId' | 'by'>,
  cu: number,
): Promise<string | null> {
  if (by.key === null || budgets === undefined) return null
  const refused = await budgets.take({ organizationId, keyId: by.key.id }, Math.max(cu, 1))
  return refused === null ? null : budgetExceeded(refused.limit, refused.used).message
}

async function keepGrant(
  { organizationId, owner, grant }: KeepGrantEffect,
  outside: Outside,
): Promise<Message | null> {
  const keep = { type: 'keep-grant', organizationId, owner, grant }
  try {
    const kept = await askUntilAnswered(outside, () => outside.ask(deskAddress, keep))
    return kept === null ? null : { type: 'grant-kept', grantId: grant.id }
  } catch (error) {
    // The desk refuses it, for a member who has left for instance: it holds for this session only.
    if (error instanceof Failure) return { type: 'grant-kept', grantId: grant.id }
    throw error
  }
}
