// Another member of the cluster, as this node reaches it: the link, if there is one, and the asks that wait
// for its answers. peers.ts has one for each incarnation.
// 1. An ask ends by its answer, by its deadline, or by the end of the link: it is then asked again where the
//    actor is (router.ts).
import { Failure, type FailureCode } from '../../domain/failure.ts'
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Member } from '../placement/placement.ts'
import type { Until } from '../system/frames.ts'
import { Table } from '../table.ts'
import { Moved } from './moved.ts'
import type { NodeFrame } from './node-frames.ts'
import type { NodeLink } from './node-link.ts'

export interface ForwardedAsk {
  readonly address: string
  readonly payload: string
  readonly until: Until
  readonly fresh: boolean
  readonly epoch: number
  readonly leftMs: number
}

interface Waiting {
  readonly settle: (error: Error | null, reply: string) => void
}

export class Peer {
  readonly member: Member
  readonly #clock: Clock
  readonly #asks = new Table<number, Waiting>()
  #lastId = 0
  #link: NodeLink | null = null

  constructor(member: Member, clock: Clock) {
    this.member = member
    this.#clock = clock
  }

  get isUp(): boolean {
    return this.#link !== null
  }

  /** Has it been heard of in time? */
  get isCurrent(): boolean {
    return this.#link?.isLate === false
  }

  get link(): NodeLink | null {
    return this.#link
  }

  /** A link is there, or has ended. What was asked over the one before is asked again. */
  set link(link: NodeLink | null) {
    const before = this.#link
    this.#link = link
    if (before === null) return
    before.close()
    for (const { settle } of [...this.#asks.values()]) settle(new Moved(), '')
  }

  /** Dropped without a link: whoever relies on it has seen its end. */
  send(head: NodeFrame, payload?: string): void {
    this.#link?.send(head, payload)
  }

  /** @throws {Failure} the refusal, `overloaded`, `unavailable`. @throws {Moved} ask again where it is now */
  ask({ payload, ...ask }: ForwardedAsk): Promise<string> {
    const link = this.#link
    if (link === null) return Promise.reject(new Moved())
    if (link.isFull || this.#asks.size >= bounds.queued) {
      const text = 'too much waits for another node; try again soon'
      return Promise.reject(new Failure('overloaded', text, { retryAfterMs: 1_000 }))
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const settle = (error: Error | null, reply: string) => {
        callOff()
        this.#asks.delete(id)
        if (error) reject(error)
        else resolve(reply)
      }
      const callOff = this.#clock.after(ask.leftMs, () => settle(noAnswer(), ''))
      this.#asks.set(id, { settle })
      link.send({ type: 'ask', id, ...ask }, payload)
    })
  }

  /** Takes the answer to an ask; one that nobody waits for is ignored. */
  answered(head: Extract<NodeFrame, { type: 'reply' | 'refused' | 'moved' }>, payload: string): void {
    const asked = this.#asks.get(head.id)
    if (head.type === 'reply') asked?.settle(null, payload)
    else if (head.type === 'moved') asked?.settle(new Moved(), '')
    else asked?.settle(Failure.from(JSON.parse(payload) as { code: FailureCode; message: string }), '')
  }
}

export function noAnswer(): Failure {
  return new Failure('unavailable', 'no answer in time', { retryAfterMs: 1_000 })
}
