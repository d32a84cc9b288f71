// The schedule of one workflow. effects.ts opens it for the host. Pure. Its laws:
// 1. A scheduled time starts one execution at most: the execution's id derives from the time.
// 2. One event records the due times and the next time, so a restart neither repeats nor forgets a run.
// 3. Runs overlap only when the schedule allows it; otherwise a run is skipped or waits, in order.
// 4. A refused run is remembered as the last error; the next one starts all the same.
import {
  isSameTimes,
  nextTime,
  type Schedule,
  type ScheduleSetting,
  scheduleBounds,
  timesBetween,
} from '../../domain/work/schedule.ts'
import type { Behavior, Decision } from '../../runtime/actor.ts'
import { evolve, initialState } from './evolve.ts'
import type { Event, Message, ScheduleView, StartRunEffect, State } from './protocol.ts'

export type ScheduleBehavior = Behavior<Message, Event, State, StartRunEffect, never>

/** A time that is noticed later than this counts as missed. The system scans for alarms every 15 s. */
const punctualMs = 60_000

export const schedule: ScheduleBehavior = {
  initial: initialState,
  decide,
  advance,
  evolve,
  pending,
  wakeAt: ({ nextAt }) => nextAt,
  project: () => [],
  view,
  isDone: () => false,
}

const unchanged: Decision<Event> = { events: [] }

function decide(state: State, message: Message, now: number): Decision<Event> {
  switch (message.type) {
    case 'set':
      return set(state, message.setting, now)
    case 'view':
      return unchanged
    case 'alarm':
      return alarm(state, now)
    case 'run-started': {
      const { type, scheduledAt } = message
      const run = state.runs[scheduledAt]
      return run && !run.isStarted ? { events: [{ type, scheduledAt }] } : unchanged
    }
    case 'run-refused': {
      const { type, scheduledAt, error } = message
      return state.runs[scheduledAt] ? { events: [{ type, scheduledAt, error }] } : unchanged
    }
    case 'child-ended':
      if (!state.runs[message.step]) return unchanged
      return { events: [{ type: 'run-ended', scheduledAt: Number(message.step) }] }
    case 'poison': {
      const error = { code: 'parked', message: `the schedule was stopped: ${message.reason}`, step: null }
      return { events: [{ type: 'parked', error }] }
    }
  }
}

/** Keeps the next time when the new setting has the same times: it may be due already. */
function set(state: State, setting: ScheduleSetting, now: number): Decision<Event> {
  const { setting: old, nextAt } = state
  if (old && setting.revision <= old.revision) return unchanged
  const isSame =
    old?.schedule?.enabled && setting.schedule?.enabled && isSameTimes(old.schedule, setting.schedule)
  const kept = isSame && nextAt !== null ? nextAt : nextTime(setting.schedule, now)
  return { events: [{ type: 'set', setting, nextAt: kept }] }
}

function alarm(state: State, now: number): Decision<Event> {
  const schedule = state.setting?.schedule
  if (!schedule || state.nextAt === null || now < state.nextAt) return unchanged
  const due = wanted(schedule, state.nextAt, now)
  const { runs, error } = admitted(schedule, state, due)
  return { events: [{ type: 'fell-due', runs, error, nextAt: nextTime(schedule, now) }] }
}

/** The times since `from` that run, by the policy for missed ones. */
function wanted(schedule: Schedule, from: number, now: number): readonly number[] {
  const limit = schedule.missed === 'all' ? scheduleBounds.queued : 1
  const times = timesBetween(schedule, from, now, limit)
  // Rules of time zones may have changed since the next time was computed and shown: it runs all the same.
  const due = times.length === 0 ? [from] : times
  return schedule.missed === 'none' ? due.filter(time => now - time <= punctualMs) : due
}

/** The due times that the policy for overlaps admits. Under `skip`, missed runs run one after the other. */
function admitted(
  { overlap }: Schedule,
  state: State,
  due: readonly number[],
): { runs: readonly number[]; error: State['lastError'] } {
  const isBusy = !isEmpty(state.runs) || state.queue.length > 0
  if (overlap === 'skip' && isBusy && due.length > 0) {
    return { runs: [], error: refusal('overlap', 'the run before was still under way') }
  }
  const runs = due.slice(0, Math.max(0, scheduleBounds.queued - state.queue.length))
  if (runs.length === due.length) return { runs, error: null }
  const message = `${scheduleBounds.queued} runs wait already, ${due.length - runs.length} were left out`
  return { runs, error: refusal('too-many-runs', message) }
}

function refusal(code: string, message: string) {
  return { code, message, step: null }
}

function advance(state: State): readonly Event[] {
  const scheduledAt = nextRun(state)
  return scheduledAt === null ? [] : [{ type: 'run-begun', scheduledAt }]
}

/** The oldest waiting run, when it may begin; null otherwise. */
function nextRun({ setting, queue, runs }: State): number | null {
  const [scheduledAt] = queue
  if (!setting?.schedule || scheduledAt === undefined) return null
  const isFree =
    setting.schedule.overlap === 'allow' ? Object.keys(runs).length < scheduleBounds.running : isEmpty(runs)
  return isFree ? scheduledAt : null
}

function* pending({ setting, runs }: State): Iterable<StartRunEffect> {
  if (!setting?.schedule) return
  const { schedule } = setting
  for (const [time, { isStarted }] of Object.entries(runs)) {
    if (isStarted) continue
    const scheduledAt = Number(time)
    yield { type: 'start-run', id: time, scheduledAt, setting: { ...setting, schedule } }
  }
}

function view({ nextAt, runs, queue, lastRunAt, lastError }: State) {
  const running = Object.keys(runs).map(Number)
  return { lastRunAt, lastError, nextAt, running, queued: [...queue] } satisfies ScheduleView
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0
}
