// Puts a deadline around a planner, for planners that call something outside. The composition wraps the
// planner with it (main/services.ts).
// 1. At the deadline the answer is a diagnostic, or that there is nothing to suggest. The caller gets no
//    error, and may ask again.
// 2. At every end the inner planner is told to stop: its signal aborts.
import { type Planned, type Planner, type PlanningContext, unplanned } from '../../domain/plan/planning.ts'
import { noSuggestions } from '../../domain/plan/suggesting.ts'
import type { Clock } from '../../runtime/clock.ts'

type Times = Pick<Clock, 'now' | 'after'>

export function boundedPlanner(planner: Planner, clock: Times): Planner {
  const { suggest } = planner
  return {
    plan: (prompt, context) =>
      bounded(
        context,
        clock,
        inner => planner.plan(prompt, inner),
        () => timedOut(),
      ),
    ...(suggest !== undefined && {
      suggest: (prompt, offset, context) =>
        bounded(
          context,
          clock,
          inner => suggest.call(planner, prompt, offset, inner),
          () => noSuggestions(offset),
        ),
    }),
  }
}

async function bounded<T>(
  context: PlanningContext,
  clock: Times,
  ask: (context: PlanningContext) => Promise<T>,
  late: () => T,
): Promise<T> {
  context.signal.throwIfAborted()
  const stopped = new AbortController()
  const signal = AbortSignal.any([context.signal, stopped.signal])
  const early = watchForExit(context, clock, late)
  try {
    return await Promise.race([ask({ ...context, signal }), early.answer])
  } finally {
    early.forget()
    stopped.abort()
  }
}

/** Ends the wait before the planner does: the deadline answers, the caller's signal rejects. */
function watchForExit<T>(
  { deadline, signal }: PlanningContext,
  clock: Times,
  late: () => T,
): { readonly answer: Promise<T>; readonly forget: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const cancel = () => reject(signal.reason)
  signal.addEventListener('abort', cancel)
  const callOff = clock.after(Math.max(0, deadline - clock.now()), () => resolve(late()))
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
