// Events of approvals that executions of a chat session ask for: one when it is asked for, one when it is
// decided, whoever decided. chat-stream.ts sends them without ids, behind the event of the execution.
import type { Approval } from '../../domain/work/approval.ts'
import type { ListedExecution } from '../../domain/work/execution.ts'
import type { SourceEvent } from '../../runtime/event-source.ts'
import type { ApprovalStore } from '../../storage/executions/approvals.ts'

export class ApprovalEvents {
  readonly #organizationId: string
  readonly #approvals: Pick<ApprovalStore, 'those'>
  /** Ids of the approvals that each execution has asked for, and of which no decision is told. */
  readonly #open = new Map<string, ReadonlySet<string>>()

  constructor(organizationId: string, approvals: Pick<ApprovalStore, 'those'>) {
    this.#organizationId = organizationId
    this.#approvals = approvals
  }

  async after({ id, approvals }: ListedExecution): Promise<readonly SourceEvent[]> {
    const before = this.#open.get(id) ?? new Set<string>()
    const now = new Set(approvals.map(each => each.id))
    if (now.size === 0) this.#open.delete(id)
    else this.#open.set(id, now)
    const asked = approvals.filter(each => !before.has(each.id))
    const decided = [...before].filter(each => !now.has(each))
    const found = decided.length === 0 ? [] : await this.#approvals.those(this.#organizationId, decided)
    return [...asked, ...found].map(eventOf)
  }
}

function eventOf(approval: Approval): SourceEvent {
  return { id: 0, event: 'approval', data: JSON.stringify({ approval }), isPassing: true }
}
