// A workflow: a prompt, the plan it compiles to, and its versions. Shapes as they leave over HTTP.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { fixBounds } from '../compiler/fixes.ts'
import { type JsonSchema, JsonValue } from '../json.ts'
import { truncatedField } from '../page.ts'
import { ComputeEstimate } from '../plan/compute-estimate.ts'
import { type Diagnostic, type Plan, planners } from '../plan/plan.ts'
import { PlanSchema, SentPlan } from '../plan/plan-schema.ts'
import { Assumption, Cannot, OpenQuestion, SentAssumptions, SentQuotes } from '../plan/said-of-plan.ts'
import { suggestionBounds } from '../plan/suggesting.ts'
import { nameText, text } from '../text.ts'
import { Budget } from './budget.ts'
import { Confirmation, confirmationBounds } from './confirming/entry.ts'
import { executionStatuses } from './execution.ts'
import { Schedule, ShownSchedule } from './schedule.ts'
import { Startable } from './startable.ts'
import { completionEvents } from './starts/input-mapping.ts'
import { VersionDifference } from './versions/version-difference.ts'

export const workflowBounds = {
  nameLength: 200,
  promptLength: 20_000,
  descriptionLength: 2_000,
  /** Executions that a workflow's statistics cover: its latest ones. */
  statsExecutions: 1_000,
} as const

export const DiagnosticSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'question', 'info']),
  path: z.string().nullable(),
  span: z.tuple([z.int(), z.int()]).nullable(),
  message: z.string(),
  candidates: z.array(z.string()).optional(),
  /** Whole prompts that could be written instead. */
  fixes: z
    .array(
      z.object({
        title: z.string().max(fixBounds.titleLength),
        prompt: z.string().max(fixBounds.promptLength),
      }),
    )
    .max(fixBounds.count)
    .optional(),
}) as unknown as z.ZodType<Diagnostic>

const JsonSchemaSchema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonSchema>

/** How many executions may run at once. */
export const Concurrency = z.int().min(1).max(10_000)

/** What whoever wrote a plan says of it; kept with the version, and shown to who confirms it. */
export const noPrompt = 'expected at least 1 character where no plan is sent'

/** Empty beside a plan alone: the compiler refuses to plan nothing. */
export const SentPrompt = text(0, workflowBounds.promptLength).meta({
  description: 'May be empty where a `plan` is sent',
})

const saidFields = {
  quotes: SentQuotes.optional(),
  assumptions: SentAssumptions.optional(),
  base: SentPlan.nullish().meta({
    description:
      'The plan as the model wrote it, where `POST /api/v1/workflows/plan` has answered it beside `plan`: a later change begins with it',
  }),
  plannedBy: z.enum(['author', 'model', 'reader']).optional().meta({
    description:
      'Whose `plan` it is: `model` for one that `POST /api/v1/workflows/plan` has answered, so that somebody confirms it. Default: author. `reader`, without a plan: the prompt is read, and no language model is asked',
  }),
} as const

export const CreateWorkflow = z.object({
  name: nameText(workflowBounds.nameLength),
  prompt: SentPrompt,
  description: text(0, workflowBounds.descriptionLength).nullish(),
  plan: SentPlan.nullish(),
  ...saidFields,
  /** Null for none; absent for the schedule that the prompt names, if any. */
  schedule: Schedule.nullish(),
  /** How many of its executions may run at once; more are queued. Null: no limit. */
  concurrency: Concurrency.nullish(),
  /** Compute units that each of its executions may use before it asks for more. Null: no limit. */
  budget: Budget.nullish(),
  /** Compute units that all of its executions may use in a month (UTC) before they ask for more. */
  monthlyBudget: Budget.nullish(),
  /** Offered on /rpc as the tool `run_<slug>`. */
  tool: z.boolean().optional(),
})
export type CreateWorkflow = z.infer<typeof CreateWorkflow>

export const UpdateWorkflow = CreateWorkflow.partial()
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>

export const CreateVersion = z.object({
  prompt: SentPrompt.optional(),
  plan: SentPlan.nullish(),
  ...saidFields,
  note: text(0, 1_000).nullish(),
})
export type CreateVersion = z.infer<typeof CreateVersion>

/** The body of `POST /workflows/plan`: compiled as on create, and not kept. */
export const PlanPrompt = z
  .object({
    prompt: SentPrompt,
    plan: SentPlan.nullish(),
    ...saidFields,
    change: text(1, workflowBounds.promptLength)
      .nullish()
      .meta({ description: 'What is to be another way in `plan`, in words' }),
    answers: z
      .record(text(1, 300), JsonValue)
      .refine(answers => Object.keys(answers).length <= 50, 'expected at most 50 answers')
      .nullish()
      .meta({ description: 'By the id of one of `questions`' }),
    base: SentPlan.nullish().meta({
      description:
        'The last plan that a model wrote, where `plan` was changed by hand since; absent: nothing was changed',
    }),
    /** Somebody is typing: the reader answers, and no language model is asked. */
    typing: z.boolean().optional(),
  })
  .refine(({ plan, change }) => plan != null || change == null, {
    path: ['plan'],
    message: 'expected the plan that `change` is about',
  })
  .refine(({ prompt, plan }) => prompt !== '' || plan != null, {
    path: ['prompt'],
    message: noPrompt,
  })

/** The body of `POST /workflows/plan/suggest`; `offset` counts UTF-16 units. */
export const SuggestAt = z
  .object({ prompt: text(0, workflowBounds.promptLength), offset: z.int().min(0) })
  .superRefine(({ prompt, offset }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', path: ['offset'], message })
    const { length } = prompt
    if (offset > length) report(`expected at most ${length}, the length of the prompt, received ${offset}`)
    else if (!prompt.slice(0, offset).isWellFormed()) report(`${offset} is in the middle of a character`)
  })

export const Suggestions = z.object({
  /** Accepting one replaces the prompt from here to `offset` by its text. */
  from: z.int(),
  suggestions: z
    .array(
      z.object({
        text: z.string().max(suggestionBounds.textLength),
        title: z.string().max(suggestionBounds.titleLength),
        kind: z.string(),
      }),
    )
    .max(suggestionBounds.count),
})

export const WorkflowStats = z.object({
  executions: z.int(),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  running: z.int(),
  successRate: z.number().nullable(),
  avgDurationMs: z.number().nullable(),
  p95DurationMs: z.number().nullable(),
  lastExecutionAt: z.int().nullable(),
  /** Its latest executions, newest first. */
  latest: z.array(z.object({ id: z.string(), status: z.enum(executionStatuses) })).max(20),
})
export type WorkflowStats = z.infer<typeof WorkflowStats>

/** Who made the plan; null for versions from before this was kept. */
const PlannedBy = z.enum(planners).meta(openValues).nullable()

/**
 * For a plan that a language model or an agent made: a person confirms it before it may run unattended. The
 * digest is of plan and explanation; that of `GET .../confirmation` covers more.
 */
export const Acceptance = z.object({
  digest: z.string(),
  acceptedAt: z.int().nullable(),
  /** Id of the user. */
  acceptedBy: z.string().nullable(),
})
export type Acceptance = z.infer<typeof Acceptance>

/** The body of `POST /workflows/:id/accept`. */
export const AcceptPlan = z.object({
  digest: text(1, 100),
  entries: z
    .array(text(1, confirmationBounds.id))
    .max(confirmationBounds.ticks)
    .default([])
    .meta({ description: 'Ids of the entries that were confirmed by themselves: all of severity `tick`' }),
})

/** Absent: the plan has no steps, or is large. */
const Notation = z.string().optional().meta({
  description:
    "The plan in Troupe's notation, which is read as the same plan: as a prompt where it has at most 20,000 characters. Absent for a plan of more than 131,072 characters of JSON",
})

export const Workflow = z.object({
  id: z.string(),
  name: z.string(),
  prompt: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  tool: z.boolean(),
  concurrency: z.int().nullable(),
  budget: z.int().nullable(),
  monthlyBudget: z.int().nullable(),
  version: z.int(),
  status: z.enum(['ready', 'needs_review']),
  plan: PlanSchema,
  notation: Notation,
  diagnostics: z.array(DiagnosticSchema),
  /** The plan in words, for its author to check; null when the planner gave none. */
  explanation: z.string().nullable(),
  /** Compute units of an execution, told from the plan; null where a list leaves the plan out. */
  cu: ComputeEstimate.nullable(),
  plannedBy: PlannedBy,
  /** Null unless a language model or an agent made the plan. */
  acceptance: Acceptance.nullable(),
  inputsSchema: JsonSchemaSchema,
  schedule: ShownSchedule.nullable(),
  startable: Startable,
  createdAt: z.int(),
  updatedAt: z.int(),
  stats: WorkflowStats.optional(),
})
export type Workflow = z.infer<typeof Workflow>

/**
 * In a list, a `plan` that is too large has no steps; `diagnostics` and `inputsSchema` are then empty, and
 * `explanation` is null.
 */
export const ListedWorkflow = Workflow.omit({ notation: true }).extend(truncatedField)
export type ListedWorkflow = z.infer<typeof ListedWorkflow>

/** What is needed to find a workflow by its name. */
export const WorkflowName = Workflow.pick({ id: true, name: true, slug: true, createdAt: true })
export type WorkflowName = z.infer<typeof WorkflowName>

/**
 * A workflow as it is stored; the status of its schedule comes from the schedule's actor, and the notation is
 * written of the plan.
 */
export type StoredWorkflow = Omit<Workflow, 'schedule' | 'notation'> & { readonly schedule: Schedule | null }
export type StoredListedWorkflow = StoredWorkflow & Pick<ListedWorkflow, 'truncated'>

export const PlannedWorkflow = Workflow.pick({
  plan: true,
  notation: true,
  diagnostics: true,
  explanation: true,
  cu: true,
  plannedBy: true,
  inputsSchema: true,
  status: true,
  schedule: true,
}).extend({
  /**
   * The plan in words, line by line; of a prompt that is not understood as a whole, the sentences before the
   * first that is not.
   */
  outline: z.array(
    z.object({
      step: z.string().nullable().meta({ description: 'Id of the step; null for what starts the workflow' }),
      depth: z.int(),
      text: z.string(),
      span: z
        .tuple([z.int(), z.int()])
        .nullable()
        .meta({ description: 'Its words in the prompt, in UTF-16 units' }),
    }),
  ),
  /** All that starts the workflow, where the plan says it: `schedule` is null when there are several. */
  start: z
    .array(
      z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('schedule'), id: z.string(), schedule: ShownSchedule }),
          z.object({ kind: z.literal('hook'), id: z.string() }),
          z.object({ kind: z.literal('completion'), id: z.string(), workflowId: z.string().nullable() }),
        ])
        .meta(openValues),
    )
    .default([]),
  /** Of a plan by a language model: what it took for granted, what it left out, what it asks. */
  assumptions: z.array(Assumption).optional(),
  cannot: z.array(Cannot).optional(),
  questions: z.array(OpenQuestion).optional(),
  quotes: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'By step id: the words of the prompt that ask for the step' }),
  name: z.string().nullish().meta({ description: 'A name for the workflow' }),
  base: PlanSchema.optional().meta({
    description:
      'The plan as the model wrote it, where something that was changed by hand stays in `plan`: to be kept beside it',
  }),
  /** Of a plan that was changed in words: what differs from the one that was sent. */
  difference: VersionDifference.shape.steps.optional(),
  prompt: z.string().meta({
    description: 'What was said, changes and answers included: to be kept as the prompt of the plan',
  }),
  /** What somebody would confirm; absent where the plan has no steps, and with `typing`. */
  confirmation: Confirmation.optional(),
  /** What the prompt says starts the workflow besides a schedule. */
  triggers: z.array(
    z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('hook') }),
        z.object({
          kind: z.literal('completion'),
          workflow: z.string().meta({ description: 'As the prompt says it' }),
          workflowId: z.string().optional().meta({ description: 'Absent when there is none, or several' }),
          on: z.enum(completionEvents),
        }),
      ])
      .meta(openValues),
  ),
})

export type PlannedWorkflow = z.infer<typeof PlannedWorkflow>

export const WorkflowVersion = z.object({
  id: z.string(),
  workflowId: z.string(),
  version: z.int(),
  prompt: z.string(),
  plan: PlanSchema,
  notation: Notation,
  base: PlanSchema.optional().meta({
    description:
      'The plan as a model wrote it, where something that was changed by hand stays in `plan`; absent in lists',
  }),
  diagnostics: z.array(DiagnosticSchema),
  explanation: z.string().nullable(),
  plannedBy: PlannedBy,
  acceptance: Acceptance.nullable(),
  note: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.int(),
  active: z.boolean(),
})
export type WorkflowVersion = z.infer<typeof WorkflowVersion>

/** In a list, as ListedWorkflow. */
export const ListedVersion = WorkflowVersion.omit({ notation: true }).extend(truncatedField)
export type ListedVersion = z.infer<typeof ListedVersion>

export type { Plan }

const namedWorkflows = z.array(z.object({ id: z.string(), name: z.string() }))

/** What stops working when a workflow is deleted. */
export const WorkflowUsers = z.object({
  runBy: namedWorkflows.meta({
    description: 'Workflows whose active version has a step that runs it: that step fails',
  }),
  starts: namedWorkflows.meta({
    description: 'Workflows with a completion that waits for its end: it never comes',
  }),
})
export type WorkflowUsers = z.infer<typeof WorkflowUsers>
