// Gives places to queued executions: per workflow and per organization no more are at work than their limits say, and
// workflows take turns, so that one with a long queue does not starve the others. It keeps nothing: what is queued and
// what is at work are rows, so that a restart goes on where it was, and a changed limit counts from the next look.
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Queue } from '../storage/queues.ts'

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

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#looking
  }

  async #admit(organizationId: string, executionId: string): Promise<void> {
    // Its place is free as soon as it has ended or pauses.
    this.#parts.whenAtRest(executionId, () => this.poke())
    await this.#parts.admit(organizationId, executionId)
  }

  async #look(): Promise<void> {
    try {
      for (const organizationId of await this.#parts.organizations()) {
        const queue = await this.#parts.read(organizationId, mostAtOnce)
        await Promise.all(admissible(queue, mostAtOnce).map(id => this.#admit(organizationId, id)))
      }
    } catch (error) {
      // The database or a host is away: whoever is queued stays queued until the next look.
      this.#parts.log.warn({ err: error }, 'cannot admit queued executions, trying again')
    }
  }
}

/**
 * Which queued executions may begin now: workflows take turns, oldest execution first.
 * @param most how many at once
 */
export function admissible({ limit, workflows }: Queue, most: number): string[] {
  const running = workflows.reduce((sum, workflow) => sum + workflow.running, 0)
  let free = Math.min(most, limit === null ? most : limit - running)
  const turns = workflows.map(workflow => {
    const places = workflow.limit === null ? workflow.queued.length : workflow.limit - workflow.running
    return { ids: workflow.queued.slice(0, Math.max(0, places)), next: 0 }
  })
  const admitted: string[] = []
  for (let isMore = true; isMore && free > 0; ) {
    isMore = false
    for (const turn of turns) {
      if (turn.next >= turn.ids.length || free <= 0) continue
      admitted.push(turn.ids[turn.next++]!)
      free--
      isMore = true
    }
  }
  return admitted
}
