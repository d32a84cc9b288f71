// Readers who hold the streams of executions through all that happens: each starts one, reads its log, comes
// back by Last-Event-ID wherever the stream broke, and leaves by itself now and then. What they were told,
// put together, has to be the log: without gap or repeat.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../support/people/client.ts'
import type { Violations } from '../checks/violations.ts'
import type { Load } from '../load.ts'
import type { Random } from '../random.ts'
import { type ChaosWorkflow, enter } from '../workflows.ts'

const restMs = 1_200
const againMs = 300

/** Lives through some seconds, so that faults meet it. */
export const followed: ChaosWorkflow = {
  name: 'Followed',
  weight: 0,
  inputs: (_, line) => ({ line }),
  steps: [
    enter('enter_first', '${inputs.line}'),
    { id: 'rest', kind: 'wait', for: restMs },
    enter('enter_second', '${steps.enter_first.line}+'),
    { id: 'pause', kind: 'wait', for: restMs },
    enter('enter_third', '${steps.enter_second.line}+'),
    { id: 'answer', kind: 'return', value: { $: 'steps.enter_third.line' } },
  ],
}

/** Apart from the numbers of the load. */
const firstNumber = 1_000_000

interface Heard {
  readonly id: string
  /** Of the events, as they came. */
  readonly told: readonly string[]
}

export class Followers {
  readonly #client: Client
  readonly #workflowId: string
  readonly #load: Load
  readonly #random: Random
  readonly #heard: Heard[] = []
  /** Streams that broke, or were left, and went on. */
  resumed = 0
  #next = firstNumber
  #isOver = false

  constructor(client: Client, workflowId: string, load: Load, random: Random) {
    this.#client = client
    this.#workflowId = workflowId
    this.#load = load
    this.#random = random
  }

  get count(): number {
    return this.#heard.length
  }

  /** Each follows one execution after another until it is over, and the last one to its end. */
  async run(readers: number, over: AbortSignal): Promise<void> {
    const follow = async () => {
      while (!over.aborted) {
        const id = await this.#start()
        if (id !== null) this.#heard.push({ id, told: await this.#follow(id) })
      }
    }
    await Promise.all(Array.from({ length: readers }, follow))
  }

  /** Nobody waits for an end any more. */
  end(): void {
    this.#isOver = true
  }

  /** Against the whole log, which is read now that nothing fails. */
  async check(violations: Violations): Promise<void> {
    for (const { id, told } of this.#heard) {
      const log = (await this.#client.readLog(id)).map(({ id, event }) => `${id} ${event}`)
      const isSame = log.join() === told.join()
      violations.expect('streams resume without gap or repeat', isSame, () => {
        return `${id}: told ${told.join(', ')}; log ${log.join(', ')}`
      })
    }
  }

  async #start(): Promise<string | null> {
    const number = this.#next++
    const ids = new Set<string>()
    this.#load.keyed.set(number, ids)
    const path = `/api/v1/workflows/${this.#workflowId}/execute`
    const headers = { 'idempotency-key': `follow-${number}` }
    while (!this.#isOver) {
      const asked = { inputs: { line: `line ${number}` } }
      const answer = await this.#client.post(path, asked, headers).catch(() => null)
      if (answer?.status === 201) {
        ids.add(answer.body.id)
        this.#load.accepted.set(answer.body.id, followed)
        return answer.body.id
      }
      await pause(againMs)
    }
    return null
  }

  async #follow(id: string): Promise<string[]> {
    const told: string[] = []
    let last: number | null = null
    while (!this.#isOver) {
      try {
        const headers: Record<string, string> = last === null ? {} : { 'last-event-id': String(last) }
        for await (const { id: number, event } of this.#client.stream(
          `/api/v1/executions/${id}/logs`,
          headers,
        )) {
          // What has no number is no part of the log: a node says that it leaves.
          if (number === null) continue
          told.push(`${number} ${event}`)
          last = number
          if (event === 'end') return told
          if (this.#random.chance(0.1)) break
        }
      } catch {
        // It broke, or no node answers just now.
        await pause(againMs)
      }
      this.resumed++
    }
    return told
  }
}
