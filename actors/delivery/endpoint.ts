// Delivers to one endpoint for as long as that is owed: looks for new events when there is news, sends what is due, a few
// at once, and writes down what came of it, many in one statement. In memory are a few dozen deliveries, and no more.
// 1. What was sent is ended only when that is written; until then it is under way, and after a crash it is sent again.
// 2. An endpoint at which everything fails is spared: one at a time, with pauses (domain/delivery-pauses.ts).
import { sparingPauseMs } from '../../domain/delivery-pauses.ts'
import { webhookBounds } from '../../domain/webhook.ts'
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Outside } from '../../runtime/actor.ts'
import type { DueDelivery, EndedAttempt, LoadedWebhook } from '../../storage/delivery-queue.ts'
import { patiently } from '../patiently.ts'
import { Bell } from './bell.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { outcomeOf } from './outcome.ts'
import type { Message } from './protocol.ts'

interface Ended extends EndedAttempt {
  readonly due: DueDelivery
}

/** News are told; this is for those that were not, because they were older than this host. */
const lookMs = 60_000
/** Due deliveries that are read in one go. */
const fetched = 32

export class Endpoint {
  readonly #parts: EndpointParts
  readonly #outside: Outside
  readonly #underWay = new Set<string>()
  /** Due, and not under way yet: none of them waits for another, or for one that is. */
  readonly #ready: DueDelivery[] = []
  #webhook: LoadedWebhook | null = null
  #ended: Ended[] = []
  #isWriting = false
  #isNews = true
  readonly #bell: Bell
  /** Attempts in a row that failed. */
  #failures = 0
  #sparedUntil = 0
  /** The endpoint wants nothing any more, and why. */
  #gone: { readonly since: number; readonly error: string } | null = null
  /** What the actor is to be told when nothing is under way any more. */
  #over: Message | null = null
  #defect: { readonly error: unknown } | null = null

  constructor(parts: EndpointParts, outside: Outside) {
    this.#parts = parts
    this.#bell = new Bell(parts.clock)
    this.#outside = outside
  }

  /** @returns what the actor is told when it is over; null when it is no longer owed */
  async run(): Promise<Message | null> {
    const { signal } = this.#outside
    const ring = () => this.#bell.ring()
    const unlisten = this.#parts.listen(() => {
      this.#isNews = true
      ring()
    })
    signal.addEventListener('abort', ring)
    try {
      while (!signal.aborted) {
        this.#bell.still()
        if (this.#isNews && this.#over === null) this.#over = await this.#look()
        if (this.#underWay.size === 0 && this.#gone !== null) await this.#switchOff(this.#gone)
        if (this.#underWay.size === 0 && this.#over !== null) return this.#over
        await this.#bell.wait(await this.#begin())
        if (this.#defect !== null) throw this.#defect.error
      }
      return null
    } finally {
      unlisten()
      signal.removeEventListener('abort', ring)
    }
  }

  /** Reads the row again, and makes deliveries of what is new. */
  async #look(): Promise<Message | null> {
    this.#isNews = false
    const { queue, clock } = this.#parts
    const webhook = await patiently(this.#outside, async () => ({ row: await queue.load() }))
    if (webhook === null) return null
    if (webhook.row === null) return { type: 'remove' }
    if (!webhook.row.active) return { type: 'switched-off', revision: webhook.row.revision }
    if (webhook.row.url !== this.#webhook?.url) this.#failures = this.#sparedUntil = 0
    let row = webhook.row
    this.#webhook = row
    while (!this.#outside.signal.aborted) {
      const position = await patiently(this.#outside, () => queue.takeEvents(row, clock.now()))
      if (position === null) return null
      this.#webhook = row = { ...row, position }
    }
    return null
  }

  /** Sends what is due, as far as there is room. @returns when there may be more to do (Unix ms) */
  async #begin(): Promise<number> {
    const { queue, clock } = this.#parts
    const now = clock.now()
    const latest = now + lookMs
    const atOnce = this.#failures < webhookBounds.atOnce ? webhookBounds.atOnce : 1
    const room = atOnce - this.#underWay.size
    if (this.#gone !== null || this.#over !== null || room <= 0) return latest
    if (now < this.#sparedUntil) return this.#sparedUntil
    const isAll = this.#ready.length < room && (await this.#refill(now))
    for (const delivery of this.#ready.splice(0, room)) this.#start(delivery)
    if (!isAll) return latest
    const next = await patiently(this.#outside, async () => ({ at: await queue.nextAfter(now) }))
    return Math.min(latest, next?.at ?? latest)
  }

  /** @returns whether those are all that are due */
  async #refill(now: number): Promise<boolean> {
    const known = [...this.#underWay, ...this.#ready.map(({ id }) => id)]
    const room = fetched - this.#ready.length
    const due = await patiently(this.#outside, () => this.#parts.queue.due(now, known, room))
    this.#ready.push(...(due ?? []))
    return due !== null && due.length < room
  }

  #start(due: DueDelivery): void {
    this.#underWay.add(due.id)
    this.#attempt(due).catch(error => {
      this.#defect = { error }
      this.#bell.ring()
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

  /** Written by whoever comes first, for all who come meanwhile. */
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
    const written = await patiently(this.#outside, async () => {
      await this.#parts.queue.finish(rows)
      await this.#tellHealth(batch)
      return true
    })
    if (written === null) return
    for (const { id } of batch) this.#underWay.delete(id)
    this.#bell.ring()
  }

  async #tellHealth(batch: readonly Ended[]): Promise<void> {
    const dead = batch.find(({ status }) => status === 'dead')
    if (dead !== undefined && this.#gone === null) {
      const error = dead.attempt?.error ?? `given up after ${webhookBounds.lifeMs / 3_600_000} hours`
      await this.#parts.failing(dead.due.createdAt, error)
      this.#isNews = true
    } else if (this.#webhook?.failingSince && batch.some(({ status }) => status === 'delivered')) {
      await this.#parts.well()
      this.#webhook = { ...this.#webhook, failingSince: null }
    }
  }

  async #switchOff({ since, error }: { since: number; error: string }): Promise<void> {
    const done = await patiently(this.#outside, async () => ({
      revision: await this.#parts.switchOff(since, error),
    }))
    this.#gone = null
    const revision = done?.revision
    // Null: somebody else has switched it off, or it is gone.
    if (revision) this.#over = { type: 'switched-off', revision }
    else this.#isNews = true
    this.#bell.ring()
  }
}
