// One turn of delivering to one endpoint; effects.ts performs it. It takes new events into the queue, sends
// due deliveries, a few at once, and writes their results, many in one statement.
// 1. A delivery ends only when its result is written; after a crash it is sent again.
// 2. An endpoint that keeps failing is spared: it gets one delivery at a time, with pauses
//    (domain/news/delivery-pauses.ts). The count of failures goes on from turn to turn.
// 3. After `turnMs` the turn begins nothing more. It ends when nothing is in flight and the pause is over.
//    The next turn may run on another host, so a turn holds nothing that must not be lost.
// 4. In memory are a few dozen deliveries at most.
import { sparingFailures, sparingPauseMs } from '../../domain/news/delivery-pauses.ts'
import { webhookBounds } from '../../domain/news/webhook.ts'
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Outside } from '../../runtime/actor.ts'
import type { DueDelivery, EndedAttempt, LoadedWebhook } from '../../storage/events/delivery-queue.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { outcomeOf } from './outcome.ts'
import type { Message } from './protocol.ts'
import { WakeSignal } from './wake-signal.ts'

interface Ended extends EndedAttempt {
  readonly due: DueDelivery
}

/** Longest time in which a turn begins deliveries. Every turn looks for events whose wake was missed. */
export const turnMs = 120_000
/** Most due deliveries in memory. */
const fetchSize = 32

export class Endpoint {
  readonly #parts: EndpointParts
  readonly #outside: Outside
  /** Ids of deliveries being sent or written. */
  readonly #inFlight = new Set<string>()
  /** Due deliveries that can be sent now: none waits for another one. */
  readonly #ready: DueDelivery[] = []
  #webhook: LoadedWebhook | null = null
  /** Results to write. */
  #ended: Ended[] = []
  #isWriting = false
  /** The row or the events may have changed. */
  #isStale = true
  readonly #wakes: WakeSignal
  readonly #endsAt: number
  /** Failed attempts in a row. */
  #failures: number
  #sparedUntil = 0
  /** The endpoint answered 410 Gone, and when and how. */
  #gone: { readonly since: number; readonly error: string } | null = null
  /** The last message to the actor, once nothing is in flight. */
  #last: Message | null = null
  #defect: { readonly error: unknown } | null = null

  /** @param failures failed attempts in a row before this turn */
  constructor(parts: EndpointParts, outside: Outside, failures: number) {
    this.#parts = parts
    this.#failures = failures
    this.#endsAt = parts.clock.now() + turnMs
    this.#wakes = new WakeSignal(parts.clock)
    this.#outside = outside
  }

  /** @returns the message to the actor: this turn or all delivering is over; null when it was aborted */
  async run(): Promise<Message | null> {
    const { signal } = this.#outside
    const wake = () => this.#wakes.set()
    const unlisten = this.#parts.listen(() => {
      this.#isStale = true
      wake()
    })
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted) {
        this.#wakes.clear()
        if (this.#isStale && this.#last === null) this.#last = await this.#look()
        if (this.#inFlight.size === 0 && this.#gone !== null) await this.#switchOff(this.#gone)
        if (this.#inFlight.size === 0 && this.#last !== null) return this.#last
        if (this.#isTurnOver()) return { type: 'turned', failures: sparingFailures(this.#failures) }
        await this.#wakes.wait(await this.#begin())
        if (this.#defect !== null) throw this.#defect.error
      }
      return null
    } finally {
      unlisten()
      signal.removeEventListener('abort', wake)
    }
  }

  #isTurnOver(): boolean {
    return this.#inFlight.size === 0 && this.#parts.clock.now() >= Math.max(this.#endsAt, this.#sparedUntil)
  }

  /** Reads the row again, and makes deliveries of new events. @returns why delivering is over, or null */
  async #look(): Promise<Message | null> {
    this.#isStale = false
    const { queue, clock } = this.#parts
    const webhook = await askUntilAnswered(this.#outside, async () => ({ row: await queue.load() }))
    if (webhook === null) return null
    if (webhook.row === null) return { type: 'remove' }
    if (!webhook.row.active) return { type: 'switched-off', revision: webhook.row.revision }
    if (this.#webhook && webhook.row.url !== this.#webhook.url) this.#failures = this.#sparedUntil = 0
    let row = webhook.row
    this.#webhook = row
    while (!this.#outside.signal.aborted) {
      const position = await askUntilAnswered(this.#outside, () => queue.takeEvents(row, clock.now()))
      if (position === null) return null
      this.#webhook = row = { ...row, position }
    }
    return null
  }

  /** Begins due deliveries, as far as there is room. @returns when there may be more to do (Unix ms) */
  async #begin(): Promise<number> {
    const { queue, clock } = this.#parts
    const now = clock.now()
    const latest = now < this.#endsAt ? this.#endsAt : now + turnMs
    const atOnce = this.#failures < webhookBounds.atOnce ? webhookBounds.atOnce : 1
    const room = atOnce - this.#inFlight.size
    if (now < this.#sparedUntil) return this.#sparedUntil
    if (this.#gone !== null || this.#last !== null || room <= 0 || now >= this.#endsAt) return latest
    const isAll = this.#ready.length < room && (await this.#refill(now))
    for (const delivery of this.#ready.splice(0, room)) this.#start(delivery)
    if (!isAll) return latest
    const next = await askUntilAnswered(this.#outside, async () => ({ at: await queue.nextAfter(now) }))
    return Math.min(latest, next?.at ?? latest)
  }

  /** Reads due deliveries. @returns whether there are no others */
  async #refill(now: number): Promise<boolean> {
    const known = [...this.#inFlight, ...this.#ready.map(({ id }) => id)]
    const room = fetchSize - this.#ready.length
    const due = await askUntilAnswered(this.#outside, () => this.#parts.queue.due(now, known, room))
    this.#ready.push(...(due ?? []))
    return due !== null && due.length < room
  }

  #start(due: DueDelivery): void {
    this.#inFlight.add(due.id)
    this.#attempt(due).catch(error => {
      this.#defect = { error }
      this.#wakes.set()
    })
  }

  async #attempt(due: DueDelivery): Promise<void> {
    const { clock, send } = this.#parts
    const at = clock.now()
    const isLate = at >= due.expiresAt && (due.attempts > 0 || this.#failures > 0)
    if (due.body === null || isLate) {
      return this.#end({ due, id: due.id, status: 'dead', nextAt: null, attempt: null })
    }
    const answer = await send(this.#webhook!, due, this.#outside.signal)
    if (this.#outside.signal.aborted) return
    const { isTaken: _, retryAfterMs: __, ...kept } = answer
    const attempt = { at, durationMs: clock.now() - at, ...kept }
    this.#note(due, answer)
    return this.#end({
      due,
      id: due.id,
      attempt,
      ...outcomeOf(due, answer, clock.now(), this.#parts.retryMs),
    })
  }

  #note(due: DueDelivery, { isTaken, status, error }: WebhookAnswer): void {
    const { clock, retryMs } = this.#parts
    this.#failures = isTaken ? 0 : this.#failures + 1
    this.#sparedUntil = clock.now() + sparingPauseMs(this.#failures, retryMs)
    if (status === 410) this.#gone = { since: due.createdAt, error: error! }
  }

  /** Queues the result. The first caller writes for all that come meanwhile. */
  async #end(ended: Ended): Promise<void> {
    this.#ended.push(ended)
    if (this.#isWriting) return
    this.#isWriting = true
    try {
      while (this.#ended.length > 0 && !this.#outside.signal.aborted) await this.#write(this.#ended.splice(0))
    } finally {
      this.#isWriting = false
    }
  }

  async #write(batch: readonly Ended[]): Promise<void> {
    const rows = batch.map(({ due: _, ...row }) => row)
    const written = await askUntilAnswered(this.#outside, async () => {
      await this.#parts.queue.finish(rows)
      await this.#markHealth(batch)
      return true
    })
    if (written === null) return
    for (const { id } of batch) this.#inFlight.delete(id)
    this.#wakes.set()
  }

  async #markHealth(batch: readonly Ended[]): Promise<void> {
    const dead = batch.find(({ status }) => status === 'dead')
    if (dead !== undefined && this.#gone === null) {
      const error = dead.attempt?.error ?? `given up after ${webhookBounds.lifeMs / 3_600_000} hours`
      await this.#parts.failing(dead.due.createdAt, error)
      this.#isStale = true
    } else if (this.#webhook?.failingSince && batch.some(({ status }) => status === 'delivered')) {
      await this.#parts.well()
      this.#webhook = { ...this.#webhook, failingSince: null }
    }
  }

  async #switchOff({ since, error }: { since: number; error: string }): Promise<void> {
    const done = await askUntilAnswered(this.#outside, async () => ({
      revision: await this.#parts.switchOff(since, error),
    }))
    this.#gone = null
    const revision = done?.revision
    // Null: somebody else has switched it off, or its row is gone.
    if (revision) this.#last = { type: 'switched-off', revision }
    else this.#isStale = true
    this.#wakes.set()
  }
}
