// The state of a schedule after an event; behavior.ts hands it to the runtime. It changes the given state and
// returns it.
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
      noteStart(state, at)
      break
    case 'run-refused':
      delete state.runs[event.scheduledAt]
      state.lastError = event.error
      break
    case 'run-ended':
      // The report of its end may arrive before the reply to its start.
      if (!state.runs[event.scheduledAt]!.isStarted) noteStart(state, at)
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

function noteStart(state: State, at: number): void {
  state.lastRunAt = at
  state.lastError = null
}

/** Removes every run that has not started. */
function drop(state: State): void {
  state.queue.length = 0
  for (const [scheduledAt, { isStarted }] of Object.entries(state.runs))
    if (!isStarted) delete state.runs[scheduledAt]
}
