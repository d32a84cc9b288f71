// The load of a chaos run: executions start at a fixed rate whatever the server does, and people act on them:
// they send events, cancel, decide approvals in a race. Writes down what the server acknowledged: that is
// what it must keep.
import { setTimeout as pause } from 'node:timers/promises'
import { isTerminal } from '../../domain/work/execution.ts'
import type { Answer, Client } from '../support/people/client.ts'
import type { Random } from './random.ts'
import { type ChaosWorkflow, drawn } from './workflows.ts'

export interface Decided {
  readonly approvalId: string
  readonly note: string
  readonly decision: 'approve' | 'deny'
}

/** For each approval, at each look into the inbox. */
const racers = 20
const pollMs = 250
/** Between two sendings of the same start, at first; each time twice as long. */
const againMs = 1_000
const againMsAtMost = 30_000
/** Nobody starts or decides more while so much waits: the proxy of the database lives in this process. */
const mostUnderWay = 500

export class Load {
  /** Executions whose start was acknowledged with 201. */
  readonly accepted = new Map<string, ChaosWorkflow>()
  /** Unix ms at which a cancel was acknowledged, by execution. */
  readonly cancelled = new Map<string, number>()
  /** Decisions that were acknowledged as the first. */
  readonly decided: Decided[] = []
  /** Milliseconds from each start to its 201. */
  readonly ackMs: number[] = []
  /** Answers to starts by status; 0: no answer. */
  readonly answers = new Map<number, number>()
  /**
   * Starts that were sent under a key until they were answered, by the number of their line: ids in the
   * answers.
   */
  readonly keyed = new Map<number, Set<string>>()
  /** Approvals that were raced for. */
  readonly raced = new Set<string>()
  readonly #client: Client
  readonly #random: Random
  readonly #ids: ReadonlyMap<string, string>
  readonly #underWay = new Set<Promise<void>>()
  #isOver = false

  /** @param ids of the workflows, by name */
  constructor(client: Client, ids: ReadonlyMap<string, string>, random: Random) {
    this.#client = client
    this.#ids = ids
    this.#random = random
  }

  /** Starts executions until it is over; those who act on them go on until `end`. */
  async run(perSecond: number, over: AbortSignal): Promise<void> {
    this.#do(this.#decideAll())
    const startedAt = Date.now()
    for (let count = 0; !over.aborted; ) {
      const due = Math.floor(((Date.now() - startedAt) * perSecond) / 1_000)
      for (; count < due; count++) if (!this.#isFull) this.#do(this.#start(count))
      await pause(5)
    }
  }

  /** Somebody has begun something and has not got an answer. */
  get isBusy(): boolean {
    // One is the inbox, which is always open.
    return this.#underWay.size > 1
  }

  get #isFull(): boolean {
    return this.#underWay.size >= mostUnderWay
  }

  /** Nobody acts any more; resolves when everybody has left. */
  async end(): Promise<void> {
    this.#isOver = true
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #do(work: Promise<void>): void {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  async #start(n: number): Promise<void> {
    const workflow = this.#random.pick(drawn)
    const inputs = workflow.inputs(this.#random, lineOf(n))
    const afterMs = this.#random.between(0, 1_500)
    const isKeyed = workflow.name === 'Parked' || this.#random.chance(0.5)
    const path = `/api/v1/workflows/${this.#ids.get(workflow.name)}/execute`
    const id = isKeyed ? await this.#startOnce(n, path, inputs) : await this.#startOne(path, inputs)
    if (id === null) return
    this.accepted.set(id, workflow)
    if (workflow.name === 'Parked') return this.#continue(id)
    if (workflow.name !== 'Event' && workflow.name !== 'Cancel') return
    await pause(afterMs)
    if (workflow.name === 'Event') await this.#insist(`/api/v1/executions/${id}/events/paid`, { amount: n })
    else if (await this.#insist(`/api/v1/executions/${id}/cancel`)) this.cancelled.set(id, Date.now())
  }

  /** Null when it was not acknowledged. */
  async #startOne(
    path: string,
    inputs: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    const startedAt = performance.now()
    const answer = await this.#post(path, { inputs }, headers)
    const status = answer?.status ?? 0
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
    if (status !== 201) return null
    this.ackMs.push(performance.now() - startedAt)
    return answer!.body.id
  }

  /** Under a key, until it is acknowledged; then once more. */
  async #startOnce(n: number, path: string, inputs: object): Promise<string | null> {
    const ids = new Set<string>()
    this.keyed.set(n, ids)
    const headers = { 'idempotency-key': `start-${n}` }
    for (let waitMs = againMs; !this.#isOver; waitMs = Math.min(2 * waitMs, againMsAtMost)) {
      const id = await this.#startOne(path, inputs, headers)
      if (id === null) await pause(waitMs)
      else if (ids.size === 0 && this.#random.chance(0.3)) ids.add(id)
      else {
        ids.add(id)
        return id
      }
    }
    return null
  }

  /** Somebody who has mended the cause, as often as it takes. */
  async #continue(id: string): Promise<void> {
    while (!this.#isOver) {
      const execution = await this.#client.get(`/api/v1/executions/${id}`).catch(() => null)
      if (execution?.status === 200 && isTerminal(execution.body.status)) return
      if (execution?.body?.status === 'waiting') await this.#post(`/api/v1/executions/${id}/retry`, {})
      await pause(pollMs)
    }
  }

  /** Asks again until it is done or refused for good. */
  async #insist(path: string, body?: object): Promise<boolean> {
    while (!this.#isOver) {
      const answer = await this.#post(path, body)
      if (answer?.status === 200) return true
      if (answer !== null && answer.status < 500 && answer.status !== 429) return false
      await pause(pollMs)
    }
    return false
  }

  async #decideAll(): Promise<void> {
    while (!this.#isOver) {
      const pending = await this.#client.get('/api/v1/approvals?status=pending&limit=100').catch(() => null)
      if (pending?.status === 200) {
        for (const { id, args } of pending.body as { id: string; args: { line: string } }[]) {
          if (this.#isFull) break
          this.raced.add(id)
          for (let n = 0; n < racers; n++) this.#do(this.#decide(id, `${id} racer ${n}`, args))
        }
      }
      await pause(pollMs)
    }
  }

  async #decide(approvalId: string, note: string, shown: { line: string }): Promise<void> {
    const decision = this.#random.chance(0.8) ? 'approve' : 'deny'
    const isEdited = decision === 'approve' && this.#random.chance(0.3)
    const args = isEdited ? { line: `${shown.line} as ${note}` } : null
    const answer = await this.#post(`/api/v1/approvals/${approvalId}`, { decision, note, args })
    if (answer?.status === 200) this.decided.push({ approvalId, note, decision })
  }

  /** Null: no answer, so nobody knows what became of it. */
  #post(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer | null> {
    return this.#client.post(path, body, headers).catch(() => null)
  }
}

function lineOf(n: number): string {
  return `line ${n}`
}

/** The number in the inputs of a start. */
export function numberOf(inputs: object): number {
  return Number(/line (\d+)/.exec(JSON.stringify(inputs))?.[1])
}
