// One endpoint with its rows in a real database, delivering to a function; time can be moved on.
import { DeliveryWakes } from '../../../actors/webhook/delivery-wakes.ts'
import { webhookKind } from '../../../actors/webhook/effects.ts'
import { Endpoint } from '../../../actors/webhook/endpoint.ts'
import type { EndpointParts } from '../../../actors/webhook/endpoint-parts.ts'
import type { Message } from '../../../actors/webhook/protocol.ts'
import { newId } from '../../../domain/ids.ts'
import type { WebhookAnswer } from '../../../rpc/webhook-request.ts'
import type { Outside } from '../../../runtime/actor.ts'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import type { Engine } from '../../../runtime/engine.ts'
import type { AnyKind } from '../../../runtime/host/activation.ts'
import { silentLog } from '../../../runtime/log.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import { inProcessLinks } from '../../../runtime/system/link.ts'
import { startLocalEngine } from '../../../runtime/system/local-engine.ts'
import { deliveryStore } from '../../../storage/events/deliveries.ts'
import { type DueDelivery, deliveryQueue } from '../../../storage/events/delivery-queue.ts'
import { eventStore, settleEvents } from '../../../storage/events/events.ts'
import { markFailing, markWell, switchOff } from '../../../storage/events/webhook-health.ts'
import { webhookStore } from '../../../storage/events/webhooks.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { signUpSomeone } from '../database.ts'
import { testVault } from '../vault.ts'

export const taken: WebhookAnswer = { isTaken: true, status: 204, error: null, body: '', retryAfterMs: 0 }
export const refused = (status: number, retryAfterMs = 0): WebhookAnswer => ({
  ...{ isTaken: false, status, error: `it answered ${status}`, body: '', retryAfterMs },
})

export interface Sent {
  readonly type: string
  readonly resource: string
}

export class EndpointLife {
  readonly organizationId: string
  readonly id: string
  readonly sent: Sent[] = []
  /** How many are being sent at once, and how many at most were. */
  underWay = 0
  mostUnderWay = 0
  /** Turns that were over. */
  turns = 0
  /** Turns of the actor that have begun. */
  begun = 0
  answer: (sent: Sent, n: number) => Promise<WebhookAnswer> | WebhookAnswer = () => taken
  /** Of the actor. */
  readonly journal = new MemoryJournal<unknown>()
  readonly #database: Database
  readonly #wakes = new DeliveryWakes()
  #controller = new AbortController()
  #offsetMs = 0
  #running: Promise<Message | null> = Promise.resolve(null)

  private constructor(database: Database, organizationId: string, id: string) {
    this.#database = database
    this.organizationId = organizationId
    this.id = id
  }

  static async open(database: Database): Promise<EndpointLife> {
    const { organizationId, userId } = await signUpSomeone(database)
    const caller = { organizationId, userId, role: 'owner', key: null, sessionId: null } as const
    const webhooks = webhookStore(database, testVault(), () => {})
    const url = 'http://127.0.0.1:9/'
    const { id } = await webhooks.create({ caller, address: null }, newId('webhook'), { url, events: ['*'] })
    return new EndpointLife(database, organizationId, id)
  }

  readonly clock: Clock = {
    now: () => systemClock.now() + this.#offsetMs,
    elapsed: systemClock.elapsed,
    after: systemClock.after,
    soon: systemClock.soon,
  }

  /** Time goes on, at once. */
  pass(ms: number): void {
    this.#offsetMs += ms
    this.#wakes.wake(this.organizationId)
  }

  start(retryMs = 1_000): Promise<Message | null> {
    const { signal } = this.#controller
    const pause = (ms: number) => new Promise<void>(resolve => systemClock.after(ms, resolve))
    const outside = { signal, pause, ask: () => Promise.reject(new Error('nobody is asked')) }
    this.#running = this.#turns(retryMs, outside)
    return this.#running
  }

  /** One turn after another, as the actor owes them. */
  async #turns(retryMs: number, outside: Outside): Promise<Message | null> {
    for (let failures = 0; ; this.turns++) {
      const word = await new Endpoint(this.#parts(retryMs), outside, failures).run()
      if (word?.type !== 'turned') return word
      failures = word.failures
    }
  }

  /** The actor of the webhook, in an engine of this thread. */
  startActor(retryMs = 1_000): Promise<Engine> {
    const kind = webhookKind(() => ({
      ...this.#parts(retryMs),
      listen: wake => {
        this.begun++
        const unlisten = this.#wakes.listen(this.organizationId, wake)
        return () => {
          this.turns++
          unlisten()
        }
      },
    }))
    const { journal } = this
    const parts = { kinds: [kind as unknown as AnyKind], journal, invalidate: () => {} }
    return startLocalEngine({
      ...{ slots: 1, log: silentLog, open: inProcessLinks(() => parts, systemClock) },
      toWake: async () => [],
    })
  }

  /** As a host that dies: what is under way is not written down. */
  async stop(): Promise<void> {
    this.#controller.abort()
    await this.#running
    this.#controller = new AbortController()
  }

  async tell(...resources: string[]): Promise<void> {
    const events = eventStore(this.#database)
    for (const resource of resources) {
      const name = { organizationId: this.organizationId, type: 'workflow.updated' as const, resource }
      await events.publish({ ...name, data: { id: resource }, at: this.clock.now() })
    }
    while ((await settleEvents(this.#database, 1_000)).taken > 0);
    this.#wakes.wake(this.organizationId)
  }

  async deliveries() {
    const { items } = await deliveryStore(this.#database).list(this.organizationId, this.id, { limit: 100 })
    return items
  }

  /** Of the actor's journal. */
  get entries(): number {
    return this.journal.entries.get(this.id)?.length ?? 0
  }

  get resources(): string[] {
    return this.sent.map(({ resource }) => resource)
  }

  #parts(retryMs: number): EndpointParts {
    const own = { organizationId: this.organizationId, id: this.id }
    const at = (since: number, error: string) => ({ ...own, since, error, now: this.clock.now() })
    return {
      queue: deliveryQueue(this.#database, this.organizationId, this.id),
      send: (_webhook, due) => this.#send(due),
      listen: wake => this.#wakes.listen(this.organizationId, wake),
      failing: (since, error) => markFailing(this.#database, at(since, error)),
      well: () => markWell(this.#database, own),
      switchOff: (since, error) => switchOff(this.#database, at(since, error)),
      clock: this.clock,
      retryMs,
    }
  }

  async #send({ body }: DueDelivery): Promise<WebhookAnswer> {
    const { type, data } = JSON.parse(body!)
    const sent = { type, resource: data.id }
    const n = this.sent.push(sent) - 1
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay)
    try {
      return await this.answer(sent, n)
    } finally {
      this.underWay--
    }
  }
}
