// The messages, events, effect and state of a schedule. All of them are JSON. A run is named by
// `scheduledAt`, the time that it is for (Unix ms).
import type { ExecutionError } from '../../domain/work/execution.ts'
import type { Schedule, ScheduleSetting, ScheduleStatus } from '../../domain/work/schedule.ts'
import type { Effect } from '../../runtime/actor.ts'
import type { End } from '../execution/protocol.ts'

export type Message =
  | { readonly type: 'set'; readonly setting: ScheduleSetting }
  | { readonly type: 'view' }
  /** The next time may have come. */
  | { readonly type: 'alarm' }
  | { readonly type: 'run-started'; readonly scheduledAt: number }
  | { readonly type: 'run-refused'; readonly scheduledAt: number; readonly error: ExecutionError }
  /** The report of an execution to its parent; `step` is the scheduled time. */
  | { readonly type: 'child-ended'; readonly step: string; readonly childId: string; readonly end: End }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

export type Event =
  | { readonly type: 'set'; readonly setting: ScheduleSetting; readonly nextAt: number | null }
  /** Times fell due. `runs`: the times that run; `error`: why others do not. */
  | {
      readonly type: 'fell-due'
      readonly runs: readonly number[]
      readonly error: ExecutionError | null
      readonly nextAt: number | null
    }
  /** The run may begin: the start of its execution is pending. */
  | { readonly type: 'run-begun'; readonly scheduledAt: number }
  | { readonly type: 'run-started'; readonly scheduledAt: number }
  | { readonly type: 'run-refused'; readonly scheduledAt: number; readonly error: ExecutionError }
  | { readonly type: 'run-ended'; readonly scheduledAt: number }
  /** Poisoned: nothing runs until its setting changes. */
  | { readonly type: 'parked'; readonly error: ExecutionError }

/** An execution to start; the same id at every attempt. */
export interface StartRunEffect extends Effect {
  readonly type: 'start-run'
  readonly scheduledAt: number
  readonly setting: ScheduleSetting & { readonly schedule: Schedule }
}

/** Version of the shape of State. Count it up at every change: snapshots of another version are ignored. */
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

/** The reply of a schedule. */
export interface ScheduleView extends ScheduleStatus {
  readonly nextAt: number | null
  /** Scheduled times of the runs that are not over. */
  readonly running: readonly number[]
  /** Scheduled times of the runs that wait. */
  readonly queued: readonly number[]
}
