// What follows because time has passed. Asked whenever a moment may have come; answers nothing when none has.
import { expire } from './deciding.ts'
import { ended, failed } from './failing.ts'
import { deadlineOf } from './owed.ts'
import { type Run, stepAt } from './paths.ts'
import type { Event, State } from './protocol.ts'

const nothing: readonly Event[] = []

/** The end, once the deadline of the whole execution has passed. */
export function overdue(run: Run, state: State, now: number): readonly Event[] {
  const deadline = deadlineOf(run, state)
  if (deadline === null || deadline > now) return nothing
  const message = `not done within its deadline of ${run.program.deadline!.ms} ms`
  return ended(state, 'failed', null, { code: 'deadline-exceeded', message, step: null })
}

/** The events of one moment that has come, the others are found when it is asked again. */
export function alarm(run: Run, state: State, now: number): readonly Event[] {
  const late = overdue(run, state, now)
  if (late.length > 0) return late
  for (const path in state.retries) {
    const { input, attempt, dueAt } = state.retries[path]!
    if (dueAt <= now) return [{ type: 'step-started', step: path, input, attempt: attempt + 1 }]
  }
  for (const path in state.waits) {
    const { dueAt, event, expiresAt } = state.waits[path]!
    if (dueAt !== null && dueAt <= now) return [{ type: 'step-completed', step: path, output: null }]
    if (expiresAt !== null && expiresAt <= now) {
      return failed(run, state, path, { code: 'timeout', message: `the event ${event} did not come in time` })
    }
  }
  for (const path in state.approvals) {
    const { request } = state.approvals[path]!
    if (request.expiresAt !== null && request.expiresAt <= now) return expire(run, state, path)
  }
  for (const path in state.children) {
    const { expiresAt } = state.children[path]!
    if (expiresAt === null || expiresAt > now) continue
    const message = `the workflow did not end within ${stepAt(run, path).timeoutMs} ms`
    return [
      { type: 'child-abandoned', step: path },
      ...failed(run, state, path, { code: 'timeout', message }),
    ]
  }
  return nothing
}
