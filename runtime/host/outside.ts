// Asks of a host's effects to other actors. They go through the main thread, which knows where actors live.
// 1. Only effects and the thread itself ask; a decision never waits for anybody (R6).
// 2. Every ask ends by an answer or by `outsideAskMs`.
// 3. In a cluster no pause ends past the own deadline of the node: what an effect tries again is for
//    another node to do by then.
import { Failure } from '../../domain/failure.ts'
import type { Outside } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { FromHost } from '../system/frames.ts'
import { Table } from '../table.ts'
import type { HostParts } from './host-parts.ts'

interface Asked {
  readonly resolve: (reply: string) => void
  readonly reject: (failure: Failure) => void
  readonly callOff: () => void
}

type OutsideParts = Pick<HostParts, 'clock' | 'send' | 'standing'>

export class OutsideAsks {
  readonly #clock: Clock
  readonly #send: (head: FromHost, payload?: string) => void
  readonly #standing: HostParts['standing']
  readonly #asked = new Table<number, Asked>()
  #lastId: number

  constructor({ clock, send, standing }: OutsideParts) {
    this.#clock = clock
    this.#send = send
    this.#standing = standing
    // Higher than the ids of the previous host, whose answers may still come.
    this.#lastId = clock.now() * 1_000
  }

  /** What one effect gets from the runtime. @param signal aborts when the effect is no longer pending */
  outside(signal: AbortSignal): Outside {
    return { signal, ask: this.ask, pause: delayMs => this.#pause(delayMs, signal) }
  }

  /** @throws {Failure} the other's refusal; unavailable when no answer comes in time */
  ask = (address: string, message: unknown, isFresh = false): Promise<string> => {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const callOff = this.#clock.after(bounds.outsideAskMs, () => {
        this.#asked.delete(id)
        reject(new Failure('unavailable', `no answer from ${address} in time`))
      })
      this.#asked.set(id, { resolve, reject, callOff })
      this.#send({ type: 'ask', id, address, fresh: isFresh }, JSON.stringify(message))
    })
  }

  /** Takes the answer to an ask; an answer that nobody waits for is ignored. */
  settle(id: number, isRefused: boolean, payload: string): void {
    const asked = this.#asked.get(id)
    if (!asked) return
    this.#asked.delete(id)
    asked.callOff()
    if (isRefused) asked.reject(Failure.from(JSON.parse(payload)))
    else asked.resolve(payload)
  }

  #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const end = () => {
        callOff()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const wait = (ms: number) =>
        this.#clock.after(ms, () => {
          if (this.#standing?.isAlive === false) callOff = wait(bounds.renewalMs)
          else end()
        })
      let callOff = wait(delayMs)
      signal.addEventListener('abort', end)
    })
  }
}
