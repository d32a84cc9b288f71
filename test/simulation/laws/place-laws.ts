// The law of limits: among the executions that were given a place and have not paused or ended since, there
// are never more than the limits say, the organization's and each workflow's.
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import type { Story } from '../story.ts'

export interface Limits {
  /** Executions at work at once, of the organization; null: nothing is ever queued. */
  readonly organization: number | null
  /** Of each workflow; null for none of its own. */
  readonly workflow: number | null
}

export class PlaceLaws {
  readonly #limits: Limits
  readonly #check: (isKept: boolean, law: string) => void
  /** Executions to their workflows. */
  readonly #placed = new Map<string, string>()

  constructor(limits: Limits, check: (isKept: boolean, law: string) => void) {
    this.#limits = limits
    this.#check = check
  }

  move({ id, start, status: from }: Story, to: ExecutionStatus): void {
    this.#placed.delete(id)
    if (from !== 'queued' || to !== 'running' || !start.isGated) return
    this.#placed.set(id, start.workflowId)
    const { organization, workflow } = this.#limits
    const { size } = this.#placed
    this.#check(
      organization === null || size <= organization,
      `${id}: begins as number ${size} of ${organization}`,
    )
    const own = [...this.#placed.values()].filter(other => other === start.workflowId).length
    this.#check(
      workflow === null || own <= workflow,
      `${id}: begins as number ${own} of ${workflow} of its workflow`,
    )
  }
}
