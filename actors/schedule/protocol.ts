// What is said to a schedule, what happens in it, what it remembers, what it owes. All of it is JSON. `scheduledAt`,
// the time that a run is for (Unix ms), is the name of the run.
import type { ExecutionError } from '../../domain/execution.ts'
import type { Schedule, ScheduleSetting, ScheduleStatus } from '../../domain/schedule.ts'
import type { Effect } from '../../runtime/actor.ts'
import type { End } from '../execution/protocol.ts'

export type Message =
  | { readonly type: 'set'; readonly setting: ScheduleSetting }
  | { readonly type: 'view' }
  /** The next time has come, or may have. */
  | { readonly type: 'alarm' }
  | { readonly type: 'run-started'; readonly scheduledAt: number }
  | { readonly type: 'run-refused'; readonly scheduledAt: number; readonly error: ExecutionError }
  /** As executions tell their parents; `step` is the scheduled time. */
  | { readonly type: 'child-ended'; readonly step: string; readonly childId: string; readonly end: End }
  /** Its code ended its host too often. */
  | { readonly type: 'park'; readonly reason: string }

export type Event =
  | { readonly type: 'set'; readonly setting: ScheduleSetting; readonly nextAt: number | null }
  /** Times came. `runs`: those that are to run; `error`: why others are not. */
  | {
      readonly type: 'fell-due'
      readonly runs: readonly number[]
      readonly error: ExecutionError | null
      readonly nextAt: number | null
    }
  /** Nothing keeps it waiting: the start of its execution is owed. */
  | { readonly type: 'run-begun'; readonly scheduledAt: number }
  | { readonly type: 'run-started'; readonly scheduledAt: number }
  | { readonly type: 'run-refused'; readonly scheduledAt: number; readonly error: ExecutionError }
  | { readonly type: 'run-ended'; readonly scheduledAt: number }
  /** Nothing runs until it is set again. */
  | { readonly type: 'parked'; readonly error: ExecutionError }

/** An execution to start; the same id at every attempt. */
export interface StartRunEffect extends Effect {
  readonly type: 'start-run'
  readonly scheduledAt: number
  readonly setting: ScheduleSetting & { readonly schedule: Schedule }
}

/** Of the shape of State: counted up with every change of it, so that snapshots of the old one are not read. */
export const stateVersion = 1

export interface State {
  setting: ScheduleSetting | null
  nextAt: number | null
  /** Scheduled times that wait for the end of an earlier run, oldest first. */
  readonly queue: number[]
  /** Runs that are not over, by their scheduled time. `isStarted`: the execution exists. */
  readonly runs: { [scheduledAt: string]: { isStarted: boolean } }
  lastRunAt: number | null
  lastError: ExecutionError | null
}

/** What a schedule answers. */
export interface ScheduleView extends ScheduleStatus {
  readonly nextAt: number | null
  /** Scheduled times whose runs are not over, and of those that wait for them. */
  readonly running: readonly number[]
  readonly queued: readonly number[]
}
