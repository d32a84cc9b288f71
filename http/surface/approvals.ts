// Approvals that the user of an MCP client decides: which ones are asked of this caller, and the answers as decisions.
// A decision is made by the tool decide_approval, so that whoever may not call it decides nothing, and every check of
// POST /approvals/:id holds.
import { type Approval, deciderOf, isAsked } from '../../domain/approval.ts'
import type { Execution } from '../../domain/execution.ts'
import { Failure } from '../../domain/failure.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { answerOf } from '../../rpc/surface/approval-form.ts'
import type { Visit } from '../service-tools.ts'
import type { OfferedTool } from './tool-offer.ts'

/** `open`: closed without an answer. `settled`: somebody has decided it before, in the same way. */
export type Decided = 'decided' | 'settled' | 'open'

/** Votes that are remembered: of an approval that wants several, and still waits for others. */
const keptVotes = 100_000

export class Approvals {
  /** Oldest first. */
  readonly #votes = new Set<string>()

  /** Those of an execution that this caller may decide and has not. @param decide the tool, null: it may not call it */
  async askedOf(
    visit: Visit,
    decide: OfferedTool | null,
    execution: Execution,
  ): Promise<readonly Approval[]> {
    if (decide === null || execution.approvals.length === 0) return []
    const open = execution.approvals.filter(({ id }) => !this.#votes.has(voteOf(visit, id)))
    if (open.every(({ assignees }) => assignees.length === 0)) return open
    const { caller, services } = visit
    const { email } = await services.users.profile(caller.organizationId, caller.userId)
    return open.filter(approval => isAsked(approval, deciderOf(caller, email)))
  }

  /**
   * Decides as the answer says.
   * @param response of the client, as elicitation gives it
   * @throws {Failure} validation-failed: no answer to this question; as POST /approvals/:id: forbidden, conflict
   */
  async decide(visit: Visit, decide: OfferedTool, approval: Approval, response: Json): Promise<Decided> {
    if (decide.type !== 'service') throw new TypeError(`${decide.wire.name} decides nothing`)
    const answer = readAnswer(approval, response)
    if (answer === null) return 'open'
    if (isSettled(approval, answer.decision)) return 'settled'
    const args = Object.fromEntries(Object.entries(answer).filter(([, value]) => value != null)) as JsonObject
    try {
      await decide.tool.call({ id: approval.id, ...args }, visit)
      this.#remember(voteOf(visit, approval.id))
      return 'decided'
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error
      // Somebody was first, perhaps this user: asking again would change nothing.
      this.#remember(voteOf(visit, approval.id))
      const { caller, services } = visit
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

function readAnswer(approval: Approval, response: Json) {
  try {
    return answerOf(approval, response)
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('validation-failed', error.message)
    throw error
  }
}

/** The same answer sent twice, or after somebody who meant the same. */
function isSettled({ status }: Approval, decision: 'approve' | 'deny'): boolean {
  return status === (decision === 'approve' ? 'approved' : 'denied')
}

function voteOf({ caller }: Visit, approvalId: string): string {
  return `${approvalId} ${caller.userId}`
}
