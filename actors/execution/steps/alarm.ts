// The events of time: deadlines, retries, waits, timeouts. behavior.ts calls it at an alarm, advance.ts when
// no step is ready; it returns nothing when nothing is due.

import type { Event, State } from '../protocol.ts'
import { expire } from './asking/deciding.ts'
import { isOutOfBudget, withinBudget } from './budget.ts'
import { ended, failed } from './failing.ts'
import { type ExecutionContext, stepAt } from './paths.ts'
import { deadlineOf } from './pending.ts'

const nothing: readonly Event[] = []

/** Ends the execution when its deadline has passed. */
export function overdue(context: ExecutionContext, state: State, now: number): readonly Event[] {
  const deadline = deadlineOf(context, state)
  if (deadline === null || deadline > now) return nothing
  const message = `not done within its deadline of ${context.program.deadline!.ms} ms`
  return ended(state, 'failed', null, { code: 'deadline-exceeded', message, step: null })
}

/** The events of one thing that is due; the next call finds the next. */
export function alarm(context: ExecutionContext, state: State, now: number): readonly Event[] {
  const late = overdue(context, state, now)
  if (late.length > 0) return late
  for (const path in isOutOfBudget(state) ? {} : state.retries) {
    const { input, attempt, dueAt } = state.retries[path]!
    if (dueAt > now) continue
    const again: Event = { type: 'step-started', step: path, input, attempt: attempt + 1 }
    return withinBudget(context, state, [again], now)
  }
  for (const path in state.waits) {
    const { dueAt, event, expiresAt } = state.waits[path]!
    if (dueAt !== null && dueAt <= now) {
      const isRepeat = stepAt(context, path).block.kind === 'repeat'
      return [
        isRepeat
          ? { type: 'turn-started', step: path }
          : { type: 'step-completed', step: path, output: null },
      ]
    }
    if (expiresAt !== null && expiresAt <= now) {
      return failed(context, state, path, {
        code: 'timeout',
        message: `the event ${event} did not come in time`,
      })
    }
  }
  for (const path in state.approvals) {
    const { request } = state.approvals[path]!
    if (request.expiresAt !== null && request.expiresAt <= now) return expire(context, state, path)
  }
  for (const path in state.children) {
    const { expiresAt } = state.children[path]!
    if (expiresAt === null || expiresAt > now) continue
    const message = `the workflow did not end within ${stepAt(context, path).timeoutMs} ms`
    return [
      { type: 'child-abandoned', step: path },
      ...failed(context, state, path, { code: 'timeout', message }),
    ]
  }
  for (const path in state.agents) {
    if (state.agents[path]!.expiresAt > now) continue
    return failed(context, state, path, { code: 'timeout', message: 'the agent gave no answer in its time' })
  }
  return nothing
}
