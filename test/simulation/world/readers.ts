// Readers of logs: each follows one execution, does not keep up now and then, leaves and comes back after the
// last event that it saw, as a browser does when its connection breaks. What they are given has no gap and no
// repeat.
import type { JournalFeed } from '../../../actors/journal-feed.ts'
import { Failure } from '../../../domain/failure.ts'
import type { SourceEvent } from '../../../runtime/event-source.ts'
import { organizationId } from '../../support/execution.ts'
import type { Service } from './service.ts'
import type { World } from './world.ts'

export class Reader {
  readonly id: string
  /** Number of the last event seen. */
  last = 0
  hasEnded = false
  /** Who serves it; null: nobody is there. */
  service: Service | null = null
  readonly #world: World
  #feed: JournalFeed | null = null
  #visit = 0

  constructor(world: World, id: string) {
    this.#world = world
    this.id = id
    this.open()
  }

  /** Leaves, and comes back. */
  open(): void {
    this.close()
    const visit = this.#visit
    const service = this.#world.deployment.entry
    this.service = service
    if (service === null) return
    const read = () =>
      this.#read(service, () => this.#visit === visit).catch(error => this.#world.fail(error))
    this.#world.scheduler.add(service.main, `reads ${this.id}`, 0, read)
  }

  close(): void {
    this.#visit++
    this.#feed?.close()
    this.#feed = null
  }

  async #read(service: Service, isHere: () => boolean): Promise<void> {
    while (isHere()) {
      try {
        return await this.#follow(service, isHere)
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'unavailable') throw error
        if (isHere()) this.#feed?.close()
        await service.main.sleep(100)
      }
    }
  }

  async #follow(service: Service, isHere: () => boolean): Promise<void> {
    const log = await service.executionLog.log(organizationId, this.id, this.last)
    if (!isHere()) return
    if (log === null) {
      this.#world.laws.check(this.hasEnded, `the log of ${this.id} ended at ${this.last}`)
      return
    }
    let isWoken = false
    let wake = () => {}
    const feed = log.open(this.last, () => {
      isWoken = true
      wake()
    })
    this.#feed = feed
    while (isHere()) {
      isWoken = false
      const lines = await feed.pull(this.#world.scheduler.random.between(1, 4))
      if (!isHere()) return
      for (const line of lines) this.#take(line)
      if (this.#world.scheduler.random.chance(0.1)) feed.pause()
      if (lines.length > 0) await service.main.sleep(0)
      else if (!isWoken) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    }
  }

  #take({ id, event, isLast }: SourceEvent): void {
    const { laws, scheduler } = this.#world
    scheduler.trace(`${this.id} log ${id}`)
    laws.check(id === this.last + 1, `the log of ${this.id} goes from ${this.last} to ${id}`)
    const type = laws.stories.get(this.id)!.types[id - 1]
    laws.check(type !== undefined, `the log of ${this.id} tells ${id}, which is not durable`)
    const isRight = event === (lineOf[type!] ?? event)
    laws.check(isRight, `the log of ${this.id} has ${event} at ${id}, the journal ${type}`)
    this.last = id
    if (isLast) this.hasEnded = true
  }
}

/** Which line some events become. */
const lineOf: { readonly [type: string]: string } = {
  started: 'status',
  'status-changed': 'status',
  ended: 'end',
  'step-started': 'step',
  'step-completed': 'step',
  'event-received': 'log',
}
