// The state of a schedule after an event.
import type { Event, State } from './protocol.ts'

export function initialState(): State {
  return { setting: null, nextAt: null, queue: [], runs: {}, lastRunAt: null, lastError: null }
}

export function evolve(state: State, event: Event, at: number): State {
  switch (event.type) {
    case 'set':
      state.setting = event.setting
      state.nextAt = event.nextAt
      if (!event.setting.schedule?.enabled) drop(state)
      break
    case 'fell-due':
      state.queue.push(...event.runs)
      state.nextAt = event.nextAt
      state.lastError = event.error ?? state.lastError
      break
    case 'run-begun':
      state.queue.shift()
      state.runs[event.scheduledAt] = { isStarted: false }
      break
    case 'run-started':
      state.runs[event.scheduledAt]!.isStarted = true
      began(state, at)
      break
    case 'run-refused':
      delete state.runs[event.scheduledAt]
      state.lastError = event.error
      break
    case 'run-ended':
      // Its end may be heard of before its start.
      if (!state.runs[event.scheduledAt]!.isStarted) began(state, at)
      delete state.runs[event.scheduledAt]
      break
    case 'parked':
      state.nextAt = null
      drop(state)
      state.lastError = event.error
      break
  }
  return state
}

function began(state: State, at: number): void {
  state.lastRunAt = at
  state.lastError = null
}

/** What has not started does not start any more. */
function drop(state: State): void {
  state.queue.length = 0
  for (const [scheduledAt, { isStarted }] of Object.entries(state.runs))
    if (!isStarted) delete state.runs[scheduledAt]
}
