// Carries asks to the node that has the actor, from wherever they come: clients of this node, effects of its
// hosts. The engine of a cluster (cluster-engine.ts) has one.
// 1. An actor of this node is asked at once, as a server that is alone does it: nothing is kept for it here.
//    Another one is asked over a link, or the ask waits until somebody owns its shard.
// 2. Who has moved, died or become unreachable is looked for again, until the ask's own deadline. So an ask
//    may be repeated, as when a host dies; only the first one says that the address is fresh.
import { Failure } from '../../domain/failure.ts'
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { AskOptions } from '../engine.ts'
import { type Placement, shardOf } from '../placement/placement.ts'
import type { AskText } from '../system/system.ts'
import { Moved } from './moved.ts'
import { noAnswer } from './peer.ts'
import type { Peers } from './peers.ts'

export interface RouterParts {
  readonly placement: Pick<Placement, 'ownerOf' | 'refresh'>
  readonly peers: Pick<Peers, 'at'>
  /** Has this node taken the shard over, and not begun to give it up? */
  readonly isOwn: (shard: number) => boolean
  /** Asks a host of this node. */
  readonly here: AskText
  /** Ends the asks of `here` that wait for the end of an actor. */
  readonly endWaitsHere: () => void
  readonly clock: Clock
}

/** Asks of this node since it started, each attempt. */
export interface AskCounts {
  readonly own: number
  readonly forwarded: number
}

export class Router {
  readonly asks: AskCounts
  readonly #asks = { own: 0, forwarded: 0 }
  readonly #parts: RouterParts
  /** Asks that look for the owner again when something has changed. */
  readonly #waiting = new Set<() => void>()
  /** Ends the asks that wait for the end of an actor of another node, or of nobody. */
  readonly #ends = new Set<(failure: Failure) => void>()
  #refreshing: Promise<void> | null = null
  #isStopping = false

  constructor(parts: RouterParts) {
    this.#parts = parts
    this.asks = this.#asks
  }

  ask: AskText = (address, payload, options = {}) => {
    if (this.#isStopping) return Promise.reject(stopping())
    const end = this.#parts.clock.elapsed() + (options.timeoutMs ?? bounds.askMs)
    if (!this.#parts.isOwn(shardOf(address))) return this.#search(address, payload, options, end)
    this.#asks.own++
    return this.#parts.here(address, payload, options).catch(error => {
      if (!(error instanceof Moved)) throw error
      return this.#search(address, payload, { ...options, isFresh: false }, end)
    })
  }

  /** The owners, or the links to them, have changed. */
  changed(): void {
    for (const goOn of [...this.#waiting]) goOn()
  }

  /** Fails every ask of this node that waits for the end of an actor. */
  endWaits(): void {
    this.#parts.endWaitsHere()
    for (const end of [...this.#ends]) end(noAnswer())
  }

  /** What waits for an owner fails. */
  stop(): void {
    this.#isStopping = true
    this.changed()
  }

  #search(address: string, payload: string, options: AskOptions, end: number): Promise<string> {
    const asked = this.#ask(address, payload, options, end)
    return options.until === 'done' ? this.#endable(asked) : asked
  }

  /** @param end of the ask, on the clock's `elapsed` */
  async #ask(address: string, payload: string, options: AskOptions, end: number): Promise<string> {
    const { until = 'decided' } = options
    const { clock } = this.#parts
    const shard = shardOf(address)
    for (let attempt = 0; !this.#isStopping; attempt++) {
      const leftMs = end - clock.elapsed()
      if (leftMs <= 0) throw noAnswer()
      const isFresh = options.isFresh === true && attempt === 0
      try {
        if (this.#parts.isOwn(shard)) {
          this.#asks.own++
          return await this.#parts.here(address, payload, { until, isFresh, timeoutMs: leftMs })
        }
        const owner = this.#parts.placement.ownerOf(shard)
        const peer = owner === null ? undefined : this.#parts.peers.at(owner.member.incarnation)
        if (owner !== null && peer?.isUp) {
          this.#asks.forwarded++
          return await peer.ask({ address, payload, until, fresh: isFresh, epoch: owner.epoch, leftMs })
        }
      } catch (error) {
        if (!(error instanceof Moved)) throw error
      }
      if (this.#waiting.size >= bounds.queued)
        throw new Failure('overloaded', 'too much waits for another node', { retryAfterMs: 1_000 })
      await this.#lookAgain(attempt, leftMs)
    }
    throw stopping()
  }

  /** Resolves when something has changed, or after a pause that doubles. */
  async #lookAgain(attempt: number, leftMs: number): Promise<void> {
    const [first, last] = bounds.reroutedMs
    const pauseMs = Math.min(leftMs, last, first * 2 ** attempt)
    void this.refresh()
    await new Promise<void>(resolve => {
      const goOn = () => {
        callOff()
        this.#waiting.delete(goOn)
        resolve()
      }
      const callOff = this.#parts.clock.after(pauseMs, goOn)
      this.#waiting.add(goOn)
    })
  }

  /** Reads the placement once for all who want it. A database that is away is asked at the next look. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#parts.placement
      .refresh()
      .catch(() => {})
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  #endable(asked: Promise<string>): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#ends.add(reject)
      asked.then(resolve, reject).finally(() => this.#ends.delete(reject))
    })
  }
}

function stopping(): Failure {
  return new Failure('unavailable', 'the service is stopping')
}
