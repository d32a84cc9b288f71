// Somebody who keeps reading during a chaos run: an answer, even that the service is unavailable, comes
// within 5 s.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../support/people/client.ts'
import type { Violations } from './checks/violations.ts'

const everyMs = 500
/** Goal R3, and something for a busy machine. */
const boundMs = 5_500

export class ReadProbe {
  /** Milliseconds of each read that was answered, whatever the status. */
  readonly answeredMs: number[] = []
  readonly #client: Client
  readonly #underWay = new Set<Promise<void>>()

  constructor(client: Client) {
    this.#client = client
  }

  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const read = this.#read()
      this.#underWay.add(read)
      void read.finally(() => this.#underWay.delete(read))
      await pause(everyMs)
    }
    await Promise.all(this.#underWay)
  }

  check(violations: Violations): void {
    for (const ms of this.answeredMs) {
      violations.expect('reads answer within 5 s', ms <= boundMs, () => `${Math.round(ms)} ms`)
    }
  }

  async #read(): Promise<void> {
    const startedAt = performance.now()
    const answer = await this.#client.get('/api/v1/executions?limit=1').catch(() => null)
    if (answer !== null) this.answeredMs.push(performance.now() - startedAt)
  }
}
