// A schedule: when a workflow runs by itself. Its shapes, and the arithmetic of its times: cron fields in a
// time zone, by croner. Pure: the current time is an argument, so behaviors and tests can call it.
import { Cron } from 'croner'
import { z } from 'zod'
import { ExecutionError, Inputs } from './execution.ts'

export const scheduleBounds = {
  cronLength: 100,
  timezoneLength: 64,
  /** Executions under way at once, where they may overlap. */
  running: 100,
  /** Executions that wait for an earlier one, and missed times that are made up for. */
  queued: 100,
} as const

const fields = /^[\dA-Za-z*,/#-]+(?: [\dA-Za-z*,/#-]+){4}$/
/** An early moment: a pattern without a time after it never has one. */
const longAgo = Date.UTC(2000, 0, 1)

const cron = z
  .string()
  .max(scheduleBounds.cronLength, { abort: true })
  .overwrite(text => text.trim().replace(/\s+/g, ' '))
  .superRefine((text, context) => {
    const defect = cronDefect(text)
    if (defect !== null) context.addIssue(defect)
  })
  .meta({
    description: 'Five fields: minute, hour, day of month, month, day of week',
    example: '0 9 * * 1-5',
  })

/** IANA name of a time zone. */
export const Timezone = z
  .string()
  .max(scheduleBounds.timezoneLength, { abort: true })
  .refine(isTimezone, 'expected the name of a time zone, as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' })

export const Schedule = z.object({
  cron,
  timezone: Timezone,
  /**
   * When a time comes while the last execution is under way: skip it, queue it until that one ends, or run
   * it beside that one.
   */
  overlap: z.enum(['skip', 'queue', 'allow']).default('skip'),
  /** Times that passed while the service was down: one execution for the latest, one for each, or none. */
  missed: z.enum(['last', 'all', 'none']).default('last'),
  inputs: Inputs.default({}),
  enabled: z.boolean().default(true),
})
export type Schedule = z.infer<typeof Schedule>

/** The latest results of a schedule. */
export interface ScheduleStatus {
  /** Unix ms at which its last execution started; null when there was none. */
  readonly lastRunAt: number | null
  /** Why the last time started no execution; null when it did. */
  readonly lastError: ExecutionError | null
}

/** A schedule as it leaves over HTTP. `next`: up to five times, Unix ms; none while it is disabled. */
export const ShownSchedule = Schedule.extend({
  next: z.array(z.int()),
  lastRunAt: z.int().nullable(),
  lastError: ExecutionError.nullable(),
})
export type ShownSchedule = z.infer<typeof ShownSchedule>

/** The schedule of a workflow as it is stored; `schedule` is null when it was removed. */
export interface KeptSchedule {
  readonly schedule: Schedule | null
  /** True when the prompt named it: another prompt may then change it. False when somebody set it. */
  readonly isFromPrompt: boolean
  /** Id of the user, in whose name it runs. */
  readonly setBy: string
  /** Id of the API key with which it was set; absent: by a person. */
  readonly key?: string
  /** Id of the version that runs while the active one needs review. */
  readonly servedBy?: string
}

/** The schedule of a workflow as its actor is told it; `schedule` is null when it was removed. */
export interface ScheduleSetting {
  readonly organizationId: string
  readonly workflowId: string
  /** Counts the changes: an older one that arrives late changes nothing. */
  readonly revision: number
  readonly schedule: Schedule | null
  /** Id of the user in whose name it runs. */
  readonly setBy: string
  /** As of KeptSchedule. */
  readonly key?: string
  readonly servedBy?: string
}

/** The stored schedule after a person or a prompt has set `said`; the same object when nothing changes. */
export function keptAfter(kept: KeptSchedule | null, said: KeptSchedule): KeptSchedule | null {
  if (said.schedule === null && !kept?.schedule) return kept
  const isExplicit = kept?.schedule && !kept.isFromPrompt
  return said.isFromPrompt && isExplicit ? kept : said
}

/** @param count up to 100 */
export function show(schedule: Schedule, status: ScheduleStatus, now: number, count = 5): ShownSchedule {
  return { ...schedule, next: schedule.enabled ? nextTimes(schedule, now, count) : [], ...status }
}

type Times = Pick<Schedule, 'cron' | 'timezone'>

/**
 * The times after a moment, in ascending Unix ms; fewer than `count` when the pattern ends. Where clocks
 * spring forward, a time of day that is skipped becomes the first one after the gap; where they fall back,
 * a time that comes twice counts once. Patterns with `*` or `/` in minute or hour follow elapsed time
 * instead: `0 * * * *` is every hour that passes.
 */
export function nextTimes({ cron, timezone }: Times, after: number, count: number): number[] {
  return pattern(cron, timezone)
    .nextRuns(count, new Date(after))
    .map(date => date.getTime())
}

/**
 * The next time of a schedule; null without a schedule, when it is disabled, or when it has no further
 * time.
 */
export function nextTime(schedule: Schedule | null, after: number): number | null {
  return schedule?.enabled ? (nextTimes(schedule, after, 1)[0] ?? null) : null
}

/** The latest times from `from` to `until`, both included, ascending; at most `limit`. */
export function timesBetween(
  { cron, timezone }: Times,
  from: number,
  until: number,
  limit: number,
): number[] {
  return pattern(cron, timezone)
    .previousRuns(limit, new Date(until + 1))
    .map(date => date.getTime())
    .filter(time => time >= from)
    .reverse()
}

function pattern(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
}

function cronDefect(text: string): string | null {
  if (!fields.test(text)) return 'expected five fields: minute, hour, day of month, month, day of week'
  try {
    return nextTimes({ cron: text, timezone: 'UTC' }, longAgo, 1).length === 0
      ? 'expected a pattern that comes, this one has no time'
      : null
  } catch (error) {
    // croner throws these for patterns that it refuses.
    if (error instanceof TypeError || error instanceof RangeError)
      return `expected a cron pattern: ${reasonOf(error)}`
    throw error
  }
}

/** croner's message without its class name: `CronPattern: Invalid value for minute: 60`. */
function reasonOf({ message }: Error): string {
  return message.replace(/^\w+: /, '').slice(0, 200)
}

/** Names only: an offset has no summer time. */
function isTimezone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
