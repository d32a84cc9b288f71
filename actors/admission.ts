// Gives places to queued executions: per workflow and per organization no more are at work than their limits say, and
// workflows take turns, so that one with a long queue does not starve the others. What is queued and what is at work are
// rows, so that a restart goes on where it was, and a changed limit counts from the next look; all that is kept here is
// whose turn was the last.
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Queue, QueuedExecution, QueuedWorkflow } from '../storage/queues.ts'

export interface AdmissionParts {
  readonly organizations: () => Promise<readonly string[]>
  readonly read: (organizationId: string, most: number) => Promise<Queue>
  /** Lets an execution begin; resolves when that is durable. */
  readonly admit: (organizationId: string, executionId: string) => Promise<unknown>
  /** Calls back once, when the execution has ended or pauses. */
  readonly whenAtRest: (executionId: string, callback: () => void) => void
  readonly clock: Clock
  readonly log: Log
}

/** Places that come free are found this soon. */
const lookMs = 250
/** Admitted in one look, per organization. */
const mostAtOnce = 200

export class Admission {
  readonly #parts: AdmissionParts
  #callOff = () => {}
  #isStopped = false
  /** Something changed while a look was under way. */
  #isPoked = false
  #looking: Promise<void> | null = null
  /** Organizations of which some are being let in: until that is durable, what is read of them is old. */
  readonly #admitting = new Set<string>()
  /** Of each organization the workflow whose turn was the last: places come free one at a time. */
  readonly #served = new Map<string, string>()

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  start(): void {
    this.#lookAfter(lookMs)
  }

  /** Something was queued, has ended, or a limit has changed: looks at once. */
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

  /** Whoever is being let in begins, or is queued at the next start: the hosts end that. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#looking
  }

  async #look(): Promise<void> {
    await this.#trying(async () => {
      for (const organizationId of await this.#parts.organizations()) {
        if (this.#admitting.has(organizationId)) continue
        await this.#trying(() => this.#serve(organizationId))
      }
    })
  }

  /** Nobody waits for those who are let in: their host may hang, and other organizations have theirs elsewhere. */
  async #serve(organizationId: string): Promise<void> {
    const queue = await this.#parts.read(organizationId, mostAtOnce)
    const admitted = admissible(queue, mostAtOnce, this.#served.get(organizationId))
    const last = admitted.at(-1)
    if (last === undefined) return
    this.#served.set(organizationId, last.workflowId)
    const admitting = admitted.map(({ id }) => this.#trying(() => this.#admit(organizationId, id)))
    this.#admitting.add(organizationId)
    void Promise.all(admitting).then(isDone => {
      this.#admitting.delete(organizationId)
      // What came free meanwhile was passed over.
      if (isDone.every(Boolean)) this.poke()
    })
  }

  async #admit(organizationId: string, executionId: string): Promise<void> {
    // Its place is free as soon as it has ended or pauses.
    this.#parts.whenAtRest(executionId, () => this.poke())
    await this.#parts.admit(organizationId, executionId)
  }

  /** @returns whether it was done: the database or a host may be away, and who is queued waits for the next look */
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
 * Which queued executions may begin now, the oldest of a workflow first. It is the turn of the workflow that has the
 * fewest at work; among several, of the one whose id follows that of the last turn.
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
