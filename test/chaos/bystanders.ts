// Executions that need nothing of what is in trouble: how long do they take while threads die or tools
// misbehave, next to how long they take when nothing is wrong? Figures for the report; no law is judged by
// them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../support/people/client.ts'
import type { FaultGroup } from './nemesis.ts'

const everyMs = 100

export class Bystanders {
  /** Milliseconds from start to completed, by the kind of fault that was at work; `calm`: none. */
  readonly tookMs = new Map<FaultGroup | 'calm', number[]>()
  readonly #client: Client
  readonly #workflowId: string
  readonly #trouble: () => FaultGroup | null
  readonly #underWay = new Set<Promise<void>>()

  constructor(client: Client, workflowId: string, trouble: () => FaultGroup | null) {
    this.#client = client
    this.#workflowId = workflowId
    this.#trouble = trouble
  }

  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const work = this.#pass()
      this.#underWay.add(work)
      void work.finally(() => this.#underWay.delete(work))
      await pause(everyMs)
    }
    await Promise.all(this.#underWay)
  }

  /** The 99th percentile under the fault, divided by that without any; null when there are too few. */
  ratio(group: FaultGroup): number | null {
    const [calm, troubled] = [this.p99(`calm`), this.p99(group)]
    return calm === null || troubled === null ? null : troubled / calm
  }

  p99(when: FaultGroup | 'calm'): number | null {
    const sorted = (this.tookMs.get(when) ?? []).toSorted((a, b) => a - b)
    return sorted.length < 100 ? null : sorted[Math.floor(sorted.length * 0.99)]!
  }

  async #pass(): Promise<void> {
    const before = this.#trouble() ?? 'calm'
    const startedAt = performance.now()
    const path = `/api/v1/workflows/${this.#workflowId}/execute`
    const answer = await this.#client.post(path, { inputs: {} }, { prefer: 'wait=20' }).catch(() => null)
    // Of one that met two kinds, nobody can say to which its time belongs.
    if (answer?.body?.status !== 'completed' || (this.#trouble() ?? 'calm') !== before) return
    const took = this.tookMs.get(before) ?? []
    this.tookMs.set(before, took)
    took.push(performance.now() - startedAt)
  }
}
