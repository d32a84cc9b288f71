// What a person confirms of a plan: entries of closed kinds, each about one thing that no program can judge.
// Shapes as they leave over HTTP; confirmation.ts makes them.
import { z } from 'zod'
import { openValues } from '../../api-marks.ts'
import type { ToolEffect } from '../../tools/tool.ts'

/**
 * `effect`: something is changed outside. `recipient`: an address, channel or host that the request does not
 * hold. `enum`: a value that was chosen of a tool's list. `assumption`: what a model took for granted, and
 * values by which the plan chooses and which the request does not hold. `schedule`: what starts the workflow
 * by itself. `cut-list`: a list that ends early. `repeats`: an effect that comes again with every run. `ask`:
 * a language model judges. `credential`: a secret goes out.
 */
export const confirmationKinds = [
  ...(['effect', 'recipient', 'enum', 'assumption', 'schedule'] as const),
  ...(['cut-list', 'repeats', 'ask', 'credential'] as const),
] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

/** `tick`: is confirmed by itself, with its id. The others are confirmed together. */
export const confirmationSeverities = ['tick', 'warning', 'info'] as const

export const confirmationBounds = {
  /** Characters of an entry. */
  says: 16_000,
  /** Characters of a text of others within an entry: a description, a value of a list. */
  told: 300,
  /** Values to choose from. */
  options: 20,
  /** Next times of a schedule. */
  times: 5,
  /** Characters of an id. */
  id: 120,
  /** Entries that are confirmed by themselves: one for each step at most. */
  ticks: 200,
} as const

const effects = ['pure', 'read', 'write', 'destructive'] as const satisfies readonly ToolEffect[]

export const ConfirmationEntry = z.object({
  id: z.string(),
  kind: z.enum(confirmationKinds).meta(openValues),
  step: z.string().nullable().meta({ description: 'Id of the step; null for the plan as a whole' }),
  tool: z.string().nullable().meta({ description: 'Name of the tool, as it is offered' }),
  effect: z.enum(effects).nullable(),
  says: z.string().meta({
    description: 'For the person, in lines; texts of others stand in quotes, with hidden characters escaped',
  }),
  quote: z.string().optional().meta({ description: 'The words of the request that ask for the step' }),
  options: z.array(z.string()).optional().meta({ description: 'What could stand there instead' }),
  severity: z
    .enum(confirmationSeverities)
    .meta({ ...openValues, description: '`tick`: it is confirmed by itself, with its id' }),
  times: z
    .array(z.int())
    .optional()
    .meta({ description: 'The next times of a schedule, in Unix ms; no part of the digest' }),
})
export type ConfirmationEntry = z.infer<typeof ConfirmationEntry>

export const Confirmation = z.object({
  digest: z
    .string()
    .meta({ description: 'SHA-256 over the plan, the entries and the definitions of its tools' }),
  entries: z.array(ConfirmationEntry),
  accepted: z.boolean().meta({ description: 'Somebody has confirmed this version' }),
  required: z.boolean().meta({
    description:
      'Until then it starts only for who names it: a person, a key, or an agent by `execute_workflow`; nothing starts it by itself',
  }),
})
export type Confirmation = z.infer<typeof Confirmation>

/** An entry without its id. */
export interface Finding extends Omit<ConfirmationEntry, 'id' | 'times'> {
  /** Tells it from others of its kind and step. */
  readonly place?: string
}
