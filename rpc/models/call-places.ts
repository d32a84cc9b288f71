// Bounds how many calls of models an organization has under way: one alone neither holds up the others nor
// passes its budget by more than those calls cost. Used by models.ts.
// 1. A call that finds no place waits for one, in the order of coming, for half of its time at most.
// 2. What it has waited is gone from the time that the model has for it.
import { type LanguageModel, type ModelRequest, modelFailure } from '../../domain/models/language-model.ts'
import type { Clock } from '../../runtime/clock.ts'

export const callsAtOnce = 8
/** Calls that wait in one organization. */
const mostWaiting = 1_000
/** Connections of one thread to the model of the service: the calls of 128 organizations. */
export const serviceConnections = 128 * callsAtOnce

interface Places {
  taken: number
  /** Each call takes a place that became free. */
  readonly waiting: Set<() => void>
}

export class CallPlaces {
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #places = new Map<string, Places>()

  constructor(clock: Pick<Clock, 'now' | 'after'>) {
    this.#clock = clock
  }

  bounded(model: LanguageModel, organizationId: string): LanguageModel {
    return {
      ...model,
      ask: async request => {
        const beganAt = this.#clock.now()
        if (!(await this.#take(organizationId, request))) {
          request.signal.throwIfAborted()
          const message = `the organization has ${callsAtOnce} calls of models under way`
          return modelFailure('rate-limited', message, { retryable: true, retryAfterMs: 1_000 })
        }
        try {
          const timeoutMs = request.timeoutMs - (this.#clock.now() - beganAt)
          return await model.ask({ ...request, timeoutMs })
        } finally {
          this.#leave(organizationId)
        }
      },
    }
  }

  /** @returns whether there is a place */
  #take(organizationId: string, { timeoutMs, signal }: ModelRequest): boolean | Promise<boolean> {
    const places = this.#places.get(organizationId) ?? { taken: 0, waiting: new Set() }
    this.#places.set(organizationId, places)
    if (places.taken < callsAtOnce) {
      places.taken++
      return true
    }
    if (places.waiting.size >= mostWaiting) return false
    return new Promise(resolve => {
      const end = (hasPlace: boolean) => {
        callOff()
        signal.removeEventListener('abort', giveUp)
        places.waiting.delete(enter)
        resolve(hasPlace)
      }
      const enter = () => end(true)
      const giveUp = () => end(false)
      const callOff = this.#clock.after(timeoutMs / 2, giveUp)
      signal.addEventListener('abort', giveUp)
      places.waiting.add(enter)
    })
  }

  #leave(organizationId: string): void {
    const places = this.#places.get(organizationId)!
    const [next] = places.waiting
    if (next !== undefined) next()
    else if (--places.taken === 0) this.#places.delete(organizationId)
  }
}
