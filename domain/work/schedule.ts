// A schedule: when a workflow runs by itself. Its shapes, and the arithmetic of its times: cron fields in a
// time zone, by croner. Pure: the current time is an argument, so behaviors and tests can call it.
import { Cron } from 'croner'
import { z } from 'zod'
import { ExecutionError, Inputs } from './execution.ts'
import { CountedTimes, type Recurrence, recurrenceDefect, recurrenceFields } from './starts/recurrence.ts'

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
    // No other field is held against a pattern that is none.
    if (defect !== null) context.addIssue({ code: 'custom', message: defect, continue: false })
  })
  .meta({
    description: 'Five fields: minute, hour, day of month, month, day of week',
    example: '0 9 * * 1-5',
  })

/** IANA name of a time zone. */
export const Timezone = z
  .string()
  .max(scheduleBounds.timezoneLength, { abort: true })
  .refine(isTimezone, { error: 'expected the name of a time zone, as Europe/Berlin', abort: true })
  .meta({ example: 'Europe/Berlin' })

const fieldsOfSchedule = z.object({
  cron,
  timezone: Timezone,
  ...recurrenceFields,
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
export const Schedule = fieldsOfSchedule.superRefine(refuseNever)
export type Schedule = z.infer<typeof Schedule>

/** As a plan says it (starts/said-starts.ts): what it leaves out is filled in where it is kept. */
export const saidSchedule = {
  ...fieldsOfSchedule.shape,
  overlap: fieldsOfSchedule.shape.overlap.unwrap().optional(),
  missed: fieldsOfSchedule.shape.missed.unwrap().optional(),
  inputs: Inputs.optional(),
  enabled: z.boolean().optional(),
}

/** A pattern and its days, of which one at least comes. */
export function refuseNever(said: Times, context: z.RefinementCtx): void {
  const report = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const defect = recurrenceDefect(said)
  if (defect !== null) report(...defect)
  else if (said.from !== undefined && nextTimes(said, longAgo, 1).length === 0)
    report('cron', 'expected a pattern that comes, this one has no time on the days that count')
}

/** The latest results of a schedule. */
export interface ScheduleStatus {
  /** Unix ms at which its last execution started; null when there was none. */
  readonly lastRunAt: number | null
  /** Why the last time started no execution; null when it did. */
  readonly lastError: ExecutionError | null
}

/** A schedule as it leaves over HTTP. `next`: up to five times, Unix ms; none while it is disabled. */
export const ShownSchedule = fieldsOfSchedule.extend({
  next: z.array(z.int()),
  lastRunAt: z.int().nullable(),
  lastError: ExecutionError.nullable(),
})
export type ShownSchedule = z.infer<typeof ShownSchedule>

/** One of several schedules of a workflow, by its id in the plan; `schedule` is null when it was removed. */
export interface NamedSchedule {
  readonly id: string
  readonly schedule: Schedule | null
}

/** The schedule of a workflow as it is stored; `schedule` is null when it was removed. */
export interface KeptSchedule {
  readonly schedule: Schedule | null
  /** True when the prompt named it: another prompt may then change it. False when somebody set it. */
  readonly isFromPrompt: boolean
  /** The plan said it, by this id or as one of several: it is what the plan says, whoever set another. */
  readonly isFromPlan?: true
  readonly startId?: string
  /** Where a plan says several, `schedule` is null; removed ones stand here until their actors are told. */
  readonly others?: readonly NamedSchedule[]
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
  /** Each has an actor of its own. */
  readonly others?: readonly NamedSchedule[]
  /** Id of the user in whose name it runs. */
  readonly setBy: string
  /** As of KeptSchedule. */
  readonly key?: string
  readonly servedBy?: string
}

/**
 * The stored schedule after a person, a prompt or a plan has set `said`; the same object when nothing
 * changes. Who sets none where there are several leaves them: they are the plan's.
 */
export function keptAfter(kept: KeptSchedule | null, said: KeptSchedule): KeptSchedule | null {
  const hasOthers = said.isFromPrompt && schedulesOf(kept).length > 0
  if (schedulesOf(said).length === 0 && !kept?.schedule && !hasOthers) return kept
  const isExplicit = kept?.schedule && !kept.isFromPrompt
  return said.isFromPrompt && !said.isFromPlan && isExplicit ? kept : said
}

/** All that are not removed. */
export function schedulesOf(kept: KeptSchedule | null): readonly Schedule[] {
  const all = [kept?.schedule ?? null, ...(kept?.others ?? []).map(({ schedule }) => schedule)]
  return all.filter(schedule => schedule !== null)
}

/** Those of several, with those before that their actors must be told to forget. */
export function othersAfter(
  before: readonly NamedSchedule[],
  said: readonly NamedSchedule[],
): readonly NamedSchedule[] {
  const gone = before.filter(({ id }) => said.every(other => other.id !== id))
  return [...said, ...gone.map(({ id }) => ({ id, schedule: null }))]
}

/** @param count up to 100 */
export function show(schedule: Schedule, status: ScheduleStatus, now: number, count = 5): ShownSchedule {
  return { ...schedule, next: schedule.enabled ? nextTimes(schedule, now, count) : [], ...status }
}

export interface Times extends Recurrence {
  readonly cron: string
  readonly timezone: string
}

/**
 * The times after a moment, in ascending Unix ms; fewer than `count` when the pattern ends. Where clocks
 * spring forward, a time of day that is skipped becomes the first one after the gap; where they fall back,
 * a time that comes twice counts once. Patterns with `*` or `/` in minute or hour follow elapsed time
 * instead: `0 * * * *` is every hour that passes.
 */
export function nextTimes(times: Times, after: number, count: number): number[] {
  const counted = countedTimes(times)
  if (counted !== null) return counted.next(count, after)
  return pattern(times)
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
export function timesBetween(times: Times, from: number, until: number, limit: number): number[] {
  return previousTimes(times, until + 1, limit)
    .filter(time => time >= from)
    .reverse()
}

/** Descending. */
function previousTimes(times: Times, before: number, limit: number): number[] {
  const counted = countedTimes(times)
  if (counted !== null) return counted.previous(limit, before)
  return pattern(times)
    .previousRuns(limit, new Date(before))
    .map(date => date.getTime())
}

/** Do two schedules come at the same times? */
export function isSameTimes(a: Times, b: Times): boolean {
  return (['cron', 'timezone', 'everyWeeks', 'everyDays', 'from'] as const).every(
    field => a[field] === b[field],
  )
}

/** Null: all times of the pattern count. */
function countedTimes(times: Times): CountedTimes | null {
  return times.from === undefined ? null : new CountedTimes(pattern(times), times.timezone, times)
}

function pattern({ cron, timezone }: Times): Cron {
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
