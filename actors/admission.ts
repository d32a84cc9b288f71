// Admits queued executions under the limits on running executions. main/services.ts makes one, main/chores.ts
// starts it in the main thread.
// 1. A workflow and an organization never have more running executions than their limits.
// 2. Workflows of an organization take turns, so a long queue does not starve the others.
// 3. An admission that got no answer may still be carried out, by the host that comes after. It keeps its
//    place, and is asked for again until its row tells.
// 4. In a cluster one node admits. What another node pokes waits for its next look.
// 5. Queued and running executions are rows: a restart goes on from them, and a changed limit counts at the
//    next look. In memory is only which workflow had the last turn, and which admissions got no answer.
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Queue, QueuedExecution, QueuedWorkflow } from '../storage/executions/queues.ts'

export interface AdmissionParts {
  /** Is it this node that admits? Else its looks see nothing. */
  readonly leads: () => boolean
  readonly organizations: () => Promise<readonly string[]>
  readonly read: (organizationId: string, most: number) => Promise<Queue>
  /** Lets an execution begin; resolves when that is durable. */
  readonly admit: (organizationId: string, executionId: string) => Promise<unknown>
  /** Calls back once, when the execution has ended or pauses. */
  readonly whenAtRest: (executionId: string, callback: () => void) => void
  readonly clock: Clock
  readonly log: Log
}

/** Pause between two looks. */
const lookMs = 250
/** Most executions admitted in one look, per organization. */
const mostAtOnce = 200

export class Admission {
  readonly #parts: AdmissionParts
  #callOff = () => {}
  #isStopped = false
  /** Something changed during a look. */
  #isPoked = false
  #looking: Promise<void> | null = null
  /** Organizations with admissions in flight: their rows are stale until those are durable. */
  readonly #admitting = new Set<string>()
  /** By organization: the workflow that had the last turn. Places come free one at a time. */
  readonly #served = new Map<string, string>()
  /** Admissions that got no answer. */
  readonly #doubtful = new Set<string>()

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  start(): void {
    this.#lookAfter(lookMs)
  }

  /** Looks at once: something was queued or has ended, or a limit has changed. */
  poke(): void {
    if (this.#looking) this.#isPoked = true
    else if (!this.#isStopped) this.#lookAfter(0)
  }

  #lookAfter(delayMs: number): void {
    this.#callOff()
    this.#callOff = this.#parts.clock.after(delayMs, () => {
      this.#isPoked = false
      this.#looking = this.#look().finally(() => {
        this.#looking = null
        if (!this.#isStopped) this.#lookAfter(this.#isPoked ? 0 : lookMs)
      })
    })
  }

  /** Ends the looks. Admissions in flight are left to the hosts: each begins, or stays queued. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#looking
  }

  async #look(): Promise<void> {
    if (!this.#parts.leads()) return
    await this.#trying(async () => {
      for (const organizationId of await this.#parts.organizations()) {
        if (this.#admitting.has(organizationId)) continue
        await this.#trying(() => this.#serve(organizationId))
      }
    })
  }

  /** Does not wait for the admissions: one host may hang while other organizations have theirs elsewhere. */
  async #serve(organizationId: string): Promise<void> {
    const queue = await this.#parts.read(organizationId, mostAtOnce)
    const { again, rest } = setApart(queue, this.#doubtful)
    const admitted = admissible(rest, mostAtOnce, this.#served.get(organizationId))
    const last = admitted.at(-1)
    if (last !== undefined) this.#served.set(organizationId, last.workflowId)
    const ids = [...again, ...admitted.map(({ id }) => id)]
    if (ids.length === 0) return
    const admitting = ids.map(id => this.#trying(() => this.#admit(organizationId, id)))
    this.#admitting.add(organizationId)
    void Promise.all(admitting).then(isDone => {
      this.#admitting.delete(organizationId)
      // Looks passed this organization over meanwhile, and places may have come free.
      if (isDone.every(Boolean)) this.poke()
    })
  }

  async #admit(organizationId: string, executionId: string): Promise<void> {
    // Its place comes free when it ends or pauses.
    this.#parts.whenAtRest(executionId, () => this.poke())
    this.#doubtful.add(executionId)
    await this.#parts.admit(organizationId, executionId)
    this.#doubtful.delete(executionId)
  }

  /** @returns whether `run` succeeded. The database or a host may be away: the next look tries again */
  async #trying(run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'cannot admit queued executions, trying again')
      return false
    }
  }
}

/**
 * The queue without admissions that got no answer: those that are still queued are asked for again, and count
 * as at work; others are forgotten.
 */
function setApart({ limit, workflows }: Queue, doubtful: Set<string>): { again: string[]; rest: Queue } {
  const again: string[] = []
  const others = workflows.map(workflow => {
    const asked = workflow.queued.filter(id => doubtful.has(id))
    again.push(...asked)
    const queued = workflow.queued.filter(id => !doubtful.has(id))
    return { ...workflow, running: workflow.running + asked.length, queued }
  })
  return { again, rest: { limit, workflows: others } }
}

/**
 * Which queued executions may begin now, the oldest of a workflow first. The workflow with the fewest running
 * executions has the turn; among several, the one whose id follows that of the last turn.
 * @param most how many at once
 * @param last the workflow that had the last turn
 */
export function admissible({ limit, workflows }: Queue, most: number, last = ''): QueuedExecution[] {
  const running = workflows.reduce((sum, workflow) => sum + workflow.running, 0)
  const free = Math.min(most, limit === null ? most : limit - running)
  const byId = workflows.toSorted((a, b) => (a.workflowId < b.workflowId ? -1 : 1))
  const inTurn = [
    ...byId.filter(({ workflowId }) => workflowId > last),
    ...byId.filter(({ workflowId }) => workflowId <= last),
  ]
  const turns = inTurn.map(turnOf).filter(({ ids }) => ids.length > 0)
  const admitted: QueuedExecution[] = []
  while (admitted.length < free && turns.length > 0) {
    const turn = turns.reduce((fewest, other) => (other.running < fewest.running ? other : fewest))
    const { workflowId } = turn
    admitted.push({ id: turn.ids.shift()!, workflowId })
    turn.running++
    turns.splice(turns.indexOf(turn), 1)
    if (turn.ids.length > 0) turns.push(turn)
  }
  return admitted
}

function turnOf(workflow: QueuedWorkflow) {
  const { workflowId, running, queued } = workflow
  const places = workflow.limit === null ? workflow.queued.length : workflow.limit - workflow.running
  return { workflowId, running, ids: queued.slice(0, Math.max(0, places)) }
}
