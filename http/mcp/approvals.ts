// Approvals that the user of an MCP client decides: which ones this caller is asked about, and the answers as
// decisions. A decision goes through the tool decide_approval. So a caller without that tool decides nothing,
// and every check of POST /approvals/:id applies.

import { Failure } from '../../domain/failure.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { type Approval, deciderOf, isAsked } from '../../domain/work/approval.ts'
import { budgetStep } from '../../domain/work/budget.ts'
import type { Execution } from '../../domain/work/execution.ts'
import { answerOf, questionOf } from '../../rpc/surface/approval-form.ts'
import type { InputRequest } from '../../rpc/surface/surface.ts'
import type { ToolCallContext } from './service-tools.ts'
import { effectOf, type OfferedTool, type ToolOffer } from './tool-offer.ts'

/**
 * `open`: the question was closed without an answer. `settled`: somebody has already decided in the same way.
 */
export type Decided = 'decided' | 'settled' | 'open'

/** Number of remembered votes on approvals that need several and still wait for others. */
const keptVotes = 100_000

export class Approvals {
  /** Oldest first. */
  readonly #votes = new Set<string>()

  /**
   * The approvals of an execution that this caller may decide and has not.
   * @param decide the tool; null when the caller may not call it
   */
  async askedOf(
    callContext: ToolCallContext,
    decide: OfferedTool | null,
    execution: Execution,
  ): Promise<readonly Approval[]> {
    if (decide === null || execution.approvals.length === 0) return []
    const isByKey = callContext.caller.key !== null
    const open = execution.approvals.filter(
      ({ id, stepId }) => !this.#votes.has(voteOf(callContext, id)) && !(isByKey && stepId === budgetStep),
    )
    if (open.every(({ assignees }) => assignees.length === 0)) return open
    const { caller, services } = callContext
    const { email } = await services.users.profile(caller.organizationId, caller.userId)
    return open.filter(approval => isAsked(approval, deciderOf(caller, email)))
  }

  /**
   * Decides according to the answer.
   * @param response of the client, in the form of elicitation
   * @throws {Failure} validation-failed: it does not answer this question; as POST /approvals/:id: forbidden,
   *   conflict
   */
  async decide(
    callContext: ToolCallContext,
    decide: OfferedTool,
    approval: Approval,
    response: Json,
  ): Promise<Decided> {
    if (decide.type !== 'service') throw new TypeError(`${decide.wire.name} decides nothing`)
    const answer = readAnswer(approval, response)
    if (answer === null) return 'open'
    if (isSettled(approval, answer.decision)) return 'settled'
    const args = Object.fromEntries(Object.entries(answer).filter(([, value]) => value != null)) as JsonObject
    try {
      await decide.tool.call({ id: approval.id, ...args }, callContext)
      this.#remember(voteOf(callContext, approval.id))
      return 'decided'
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error
      // Somebody decided first, perhaps this user; asking again would change nothing.
      this.#remember(voteOf(callContext, approval.id))
      const { caller, services } = callContext
      const now = await services.approvals.get(caller.organizationId, approval.id)
      if (isSettled(now, answer.decision)) return 'settled'
      throw error
    }
  }

  #remember(vote: string): void {
    if (this.#votes.size >= keptVotes) this.#votes.delete(this.#votes.values().next().value!)
    this.#votes.add(vote)
  }
}

/**
 * The approvals as questions, by id.
 * @param defects by approval, why its last answer was refused
 */
export function questionsOf(
  { services }: ToolCallContext,
  offer: ToolOffer,
  approvals: readonly Approval[],
  defects: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<string, InputRequest>> {
  const question = (approval: Approval) => {
    const { id, tool } = approval
    const page = `${services.appUrl}/approvals/${id}`
    const asking = { page, effect: effectOf(offer, tool), defect: defects.get(id) ?? null }
    return [id, questionOf(approval, asking)] as const
  }
  return Object.fromEntries(approvals.map(question))
}

function readAnswer(approval: Approval, response: Json) {
  try {
    return answerOf(approval, response)
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('validation-failed', error.message)
    throw error
  }
}

/** True for an answer that was sent twice, or that agrees with an earlier decision. */
function isSettled({ status }: Approval, decision: 'approve' | 'deny'): boolean {
  return status === (decision === 'approve' ? 'approved' : 'denied')
}

function voteOf({ caller }: ToolCallContext, approvalId: string): string {
  return `${approvalId} ${caller.userId}`
}
