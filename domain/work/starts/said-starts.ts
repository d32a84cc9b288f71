// What starts a workflow, as its plan says it (`start`): schedules, hooks and the ends of other executions.
// Shapes; the compiler checks what they mean (domain/compiler/starts.ts), and a version that becomes the
// active one applies them (domain/work/starts/plan-starts.ts).
import { z } from 'zod'
import { identifier } from '../../plan/shapes.ts'
import { refuseNever, saidSchedule } from '../schedule.ts'
import { completionEvents, deduplication, type InputMapping, inputMapping } from './input-mapping.ts'

export const startBounds = { count: 20 } as const

interface StartCommon {
  /** Unique among the starts; the compiler writes it where there is none. */
  readonly id?: string
}

/** When a workflow starts by itself. */
export interface PromptSchedule {
  /** Five fields: minute, hour, day of the month (`L` is the last), month, day of the week (0 is Sunday). */
  readonly cron: string
  /** IANA name, or UTC. */
  readonly timezone: string
  /** Every so many weeks or days, counted from `from`. */
  readonly everyWeeks?: number
  readonly everyDays?: number
  /** YYYY-MM-DD: no time comes before it. */
  readonly from?: string
}

export interface ScheduleStart extends StartCommon, PromptSchedule {
  readonly kind: 'schedule'
  readonly overlap?: 'skip' | 'queue' | 'allow'
  readonly missed?: 'last' | 'all' | 'none'
  readonly inputs?: { readonly [name: string]: unknown }
  readonly enabled?: boolean
}

/** Somebody calls its address. A secret that they have to know is set on the trigger, and stays there. */
export interface HookStart extends StartCommon {
  readonly kind: 'hook'
  /** Over `body`, `query` and `headers`; absent: the body is the inputs. */
  readonly inputs?: InputMapping
  readonly deduplication?: { readonly header: string } | { readonly expression: string }
}

/** An execution of another workflow ends. */
export interface CompletionStart extends StartCommon {
  readonly kind: 'completion'
  /** Name or id. */
  readonly workflow: string
  /** Which it is; the compiler writes it. */
  readonly workflowId?: string
  /** Default `completed`. */
  readonly on?: 'completed' | 'failed' | 'both'
  /** Over `execution`; absent: those of `id`, `status`, `output` and `error` that the plan reads. */
  readonly inputs?: InputMapping
}

export type PlanStart = ScheduleStart | HookStart | CompletionStart

const common = { id: identifier.optional() }

/** By kind: the start as a request may hold it. */
export const startShapes = {
  schedule: z.object({ kind: z.literal('schedule'), ...common, ...saidSchedule }),
  hook: z.object({
    kind: z.literal('hook'),
    ...common,
    inputs: inputMapping.optional(),
    deduplication: deduplication.optional(),
  }),
  completion: z.object({
    kind: z.literal('completion'),
    ...common,
    workflow: z.string().min(1).max(200),
    workflowId: z.string().max(100).optional(),
    on: z.enum(completionEvents).optional(),
    inputs: inputMapping.optional(),
  }),
} as const

export type StartKind = keyof typeof startShapes

export const startKinds = Object.keys(startShapes) as readonly StartKind[]

/** Kinds that plans will have, and that nothing starts by yet. */
export const laterStartKinds = ['poll', 'form', 'mail', 'message'] as const

export const PlanStartSchema = z.discriminatedUnion('kind', [
  startShapes.schedule.superRefine(refuseNever),
  startShapes.hook,
  startShapes.completion,
]) as unknown as z.ZodType<PlanStart, PlanStart>
