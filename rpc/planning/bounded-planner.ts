// Puts a deadline around a planner, for planners that call something outside. The composition wraps the
// planner with it (main/services.ts).
// 1. At the deadline the answer is a diagnostic. The caller gets no error, and may ask again.
// 2. At every end the inner planner is told to stop: its signal aborts.
import { type Planned, type Planner, type PlanningContext, unplanned } from '../../domain/plan/planning.ts'
import type { Clock } from '../../runtime/clock.ts'

export function boundedPlanner(planner: Planner, clock: Pick<Clock, 'now' | 'after'>): Planner {
  return {
    async plan(prompt, context) {
      context.signal.throwIfAborted()
      const stopped = new AbortController()
      const signal = AbortSignal.any([context.signal, stopped.signal])
      const early = watchForExit(context, clock)
      try {
        return await Promise.race([planner.plan(prompt, { ...context, signal }), early.answer])
      } finally {
        early.forget()
        stopped.abort()
      }
    },
  }
}

/** Ends the wait before the planner does: the deadline answers, the caller's signal rejects. */
function watchForExit(
  { deadline, signal }: PlanningContext,
  clock: Pick<Clock, 'now' | 'after'>,
): { readonly answer: Promise<Planned>; readonly forget: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<Planned>()
  const cancel = () => reject(signal.reason)
  signal.addEventListener('abort', cancel)
  const expire = () => resolve(timedOut())
  const callOff = clock.after(Math.max(0, deadline - clock.now()), expire)
  return {
    answer: promise,
    forget() {
      callOff()
      signal.removeEventListener('abort', cancel)
    },
  }
}

/** The answer when a planner misses its deadline. */
export function timedOut(): Planned {
  return unplanned('PLANNING_TIMED_OUT', 'no plan was made in time: try again, or say it in fewer steps')
}
