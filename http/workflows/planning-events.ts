// The progress of a planner, and then its answer, as server-sent events. Called by the route of plans.
import { Failure } from '../../domain/failure.ts'
import type { PlanningProgress } from '../../domain/plan/planning.ts'
import type { EventSource, SourceEvent } from '../../runtime/event-source.ts'
import type { IncomingRequest } from '../exchange.ts'

/** Events that wait for a slow reader; further progress is left out. */
const mostWaiting = 100

/** Does the client ask for a stream? */
export function wantsEvents(request: Pick<IncomingRequest, 'header'>): boolean {
  return /\btext\/event-stream\b/i.test(request.header('accept') ?? '')
}

/**
 * @param plan begins when the stream is opened; its signal aborts when the reader leaves
 * @returns events `progress`, then one of `planned` and `failed`
 */
export function planningEvents<T>(
  plan: (report: (progress: PlanningProgress) => void) => Promise<T>,
): EventSource {
  return {
    isTransient: true,
    open(_after, wake) {
      const waiting: SourceEvent[] = []
      let last = 0
      const broken = Promise.withResolvers<never>()
      broken.promise.catch(wake)
      const tell = (event: string, data: unknown, isLast = false) => {
        if (!isLast && waiting.length >= mostWaiting) return
        waiting.push({ id: ++last, event, data: JSON.stringify(data), ...(isLast && { isLast }) })
        wake()
      }
      const end = async () => {
        try {
          tell('planned', await plan(progress => tell('progress', progress)), true)
        } catch (error) {
          if (error instanceof Failure) tell('failed', { code: error.code, error: error.message }, true)
          else broken.reject(error)
        }
      }
      void end()
      // An error of ours ends the stream, and is logged by whoever serves it.
      const pull = (max: number) => Promise.race([broken.promise, Promise.resolve(waiting.splice(0, max))])
      return { pull, close() {} }
    },
  }
}
