// A canary: a version that gets a share of the new executions of its workflow, beside the active one, until
// it is activated for all, is stopped, or fails too often. Shapes, and the rules.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openValues } from '../../api-marks.ts'

export const canaryRule = {
  /** Executions of the canary that must have ended before it is judged. */
  executions: 20,
  /** Its failure rate may lie above that of the active version by so much, in points of 100. */
  points: 10,
  /** The latest executions of both that are looked at. */
  latest: 10_000,
} as const

/** As the workflow keeps it. */
export interface KeptCanary {
  readonly versionId: string
  readonly version: number
  /** 1 to 99. */
  readonly percent: number
  /** Unix ms. */
  readonly since: number
  /** Id of the user. */
  readonly setBy: string
}

/** How the last one ended. */
export interface EndedCanary extends Omit<KeptCanary, 'versionId' | 'setBy'> {
  readonly endedAt: number
  /** `failing`: by the rule. `replaced`: a version was activated for all, or another one is tried. */
  readonly reason: 'failing' | 'replaced'
  readonly canary: VersionFigures | null
  readonly active: VersionFigures | null
}

const figures = z.object({
  version: z.int(),
  executions: z.int(),
  completed: z.int(),
  failed: z.int(),
  running: z.int(),
  successRate: z.number().nullable().meta({ description: 'Of those that completed or failed, 0 to 1' }),
  avgDurationMs: z.number().nullable().meta({ description: 'Of those that completed' }),
})
export type VersionFigures = z.infer<typeof figures>

export const ActivateVersion = z
  .object({
    percent: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Share of new executions; absent or 100: all, which ends a canary' }),
  })
  .default({})

/** Figures are of executions since the canary began. */
export const Canary = z.object({
  workflowId: z.string(),
  percent: z.int().nullable().meta({ description: 'Null: no version is tried' }),
  since: z.int().nullable(),
  active: figures,
  canary: figures.nullable(),
  ended: z
    .object({
      version: z.int(),
      percent: z.int(),
      since: z.int(),
      endedAt: z.int(),
      reason: z.enum(['failing', 'replaced']).meta(openValues),
      canary: figures.nullable(),
      active: figures.nullable(),
    })
    .nullable()
    .meta({ description: 'How the last one ended' }),
})
export type Canary = z.infer<typeof Canary>

export const noFigures = {
  executions: 0,
  completed: 0,
  failed: 0,
  running: 0,
  successRate: null,
  avgDurationMs: null,
}

/** The same for the same execution, however often its start is tried. */
export function takesCanary(executionId: string, percent: number): boolean {
  const share = createHash('sha256').update(executionId).digest().readUInt32BE(0) / 2 ** 32
  return share * 100 < percent
}

/** The rule by which a canary is ended. An active version without executions counts as without failures. */
export function isFailing(canary: VersionFigures, active: VersionFigures): boolean {
  if (canary.completed + canary.failed < canaryRule.executions) return false
  return failureRate(canary) - failureRate(active) > canaryRule.points / 100
}

function failureRate({ completed, failed }: VersionFigures): number {
  return completed + failed === 0 ? 0 : failed / (completed + failed)
}
