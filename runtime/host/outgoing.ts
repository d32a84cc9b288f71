// The frames that a host sends about its actors: replies and refusals to askers, also to those that wait for
// the end of an actor, and the committed entries of watched addresses. The host calls it after a commit.
import { Failure } from '../../domain/failure.ts'
import type { Entry } from '../journal.ts'
import type { FromHost } from '../system/frames.ts'
import type { Activation } from './activation.ts'
import type { Answer } from './turn.ts'

export class Outgoing {
  readonly #send: (head: FromHost, payload?: string) => void
  /** Ids of the asks that wait for the end, by address. */
  readonly #waiting = new Map<string, number[]>()
  readonly #watched = new Set<string>()

  constructor(send: (head: FromHost, payload?: string) => void) {
    this.#send = send
  }

  /** Answers an ask whose turn is durable. */
  give(activation: Activation, answer: Answer): void {
    if ('failure' in answer) this.refuse(answer.id, answer.failure)
    else if (answer.until === 'done' && !activation.isDone) this.#wait(activation.address, answer.id)
    else this.reply(answer.id, answer.reply ?? activation.view())
  }

  /** Answers all who wait for the end of the actor. */
  answerEnd(activation: Activation): void {
    const ids = this.#waiting.get(activation.address)
    if (!ids) return
    this.#waiting.delete(activation.address)
    for (const id of ids) this.reply(id, activation.view())
  }

  forget(address: string, id: number): void {
    const ids = this.#waiting.get(address)?.filter(other => other !== id) ?? []
    if (ids.length > 0) this.#waiting.set(address, ids)
    else this.#waiting.delete(address)
  }

  reply(id: number, view: unknown): void {
    this.#send({ type: 'reply', id }, JSON.stringify(view))
  }

  /** The actor of this ask lives on another node. */
  moved(id: number): void {
    this.#send({ type: 'moved', id })
  }

  /** Those who wait for the end of these actors wait on another node from now on. */
  release(isLeaving: (address: string) => boolean): void {
    for (const [address, ids] of this.#waiting) {
      if (!isLeaving(address)) continue
      this.#waiting.delete(address)
      for (const id of ids) this.moved(id)
    }
  }

  refuse(id: number, failure: Failure): void {
    this.#send({ type: 'refused', id }, JSON.stringify(failure))
  }

  refuseBusy(id: number, message: string): void {
    this.refuse(id, new Failure('overloaded', message, { retryAfterMs: 1_000 }))
  }

  /** The actor has been loaded. */
  answerWakes({ wakes }: Activation): void {
    for (const id of wakes.splice(0)) this.reply(id, null)
  }

  watch(address: string): void {
    this.#watched.add(address)
    this.#send({ type: 'watching', address })
  }

  /** After a replay. Nobody announced a commit whose answer was lost or late: watchers read the journal. */
  announceUnheard(address: string): void {
    if (this.#watched.has(address)) this.#send({ type: 'watching', address })
  }

  unwatch(address: string): void {
    this.#watched.delete(address)
  }

  announce({ address, seq, at, body }: Entry): void {
    if (this.#watched.has(address)) this.#send({ type: 'entry', address, seq, at }, body)
  }

  #wait(address: string, id: number): void {
    const ids = this.#waiting.get(address)
    if (ids) ids.push(id)
    else this.#waiting.set(address, [id])
  }
}
