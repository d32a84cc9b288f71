// The port of planners: from a prompt, as a person wrote it, to a plan that the compiler has not judged
// yet. http/workflows/compiler.ts calls a planner and puts every answer through the one compiler. The first
// implementation is the English reader (language/planner/planner.ts); another asks a model.
// test/contracts/planner.ts holds all of them to these laws:
// 1. No text makes it throw. What it cannot or may not do is a diagnostic.
// 2. The same prompt and tools give the same answer, as far as the services that it asks do.
// 3. It answers by its deadline; `boundedPlanner` (language/planners/) gives that to planners that ask a
//    service.
// 4. After a cancellation it rejects with the signal's reason, unless the answer was there before.

import type { AskableModels, NamedWorkflow } from '../compiler/compiler.ts'
import type { NamedCredential } from '../compiler/secrets.ts'
import type { Json } from '../json.ts'
import type { HubTool } from '../tools/tool.ts'
import type { WithheldTools } from '../tools/tool-settings.ts'
import type { DiagnosticCode } from './diagnostics.ts'
import type { Diagnostic, Plan, PromptSchedule, PromptTrigger, SaidOfPlan, Step } from './plan.ts'
import type { Suggestions } from './suggesting.ts'

export interface Planner {
  /** @throws the reason of `signal`, when it is aborted */
  plan(prompt: string, context: PlanningContext): Promise<Planned>
  /**
   * What could be written at this place; absent from a planner that offers nothing.
   * @param offset UTF-16 units, at most the length of the prompt
   * @throws the reason of `signal`, when it is aborted
   */
  readonly suggest?: (prompt: string, offset: number, context: PlanningContext) => Promise<Suggestions>
}

/** A plan that is there is changed: in words, or by answers to what the model asked. */
export interface Revision {
  /** What is there now; null: nothing yet. */
  readonly plan: Plan | null
  /** The last plan that a model wrote; null: the one that is there. */
  readonly base: Plan | null
  readonly change: string | null
  /** By the id of the question. */
  readonly answers: { readonly [question: string]: Json }
}

export interface PlanningContext {
  /** Whose prompt it is. */
  readonly organizationId: string
  /** Tools that a plan may call. */
  readonly tools: readonly HubTool[]
  /** Tools that exist but cannot be used, with the reason. */
  readonly withheld?: WithheldTools
  readonly credentials?: readonly NamedCredential[]
  /** That a plan may run; absent: nobody has looked, or there are too many to name. */
  readonly workflows?: readonly NamedWorkflow[]
  readonly models?: AskableModels
  /** A plan that is there is to be changed. */
  readonly revision?: Revision
  /** IANA name of the zone for times in the prompt that name none. */
  readonly timeZone: string
  /** E-mail address of who wrote the prompt: who "me" is, where it is said. */
  readonly author?: string
  /** Unix ms; nobody waits for the answer after it. */
  readonly deadline: number
  readonly signal: AbortSignal
  /** Somebody is typing: no language model is asked. */
  readonly isTyping?: boolean
  /** May whoever asks have a language model asked? Default: they may. */
  readonly mayAskModel?: boolean
  /** Pays for what a language model is asked. Default: nobody has to. */
  readonly payer?: ModelPayer
  /** Called with the planner's progress, never after the answer. */
  readonly report?: (progress: PlanningProgress) => void
}

/** The budget of an API key, from which planning by a language model is paid. */
export interface ModelPayer {
  /** Before each question. @returns why it may not be asked, as text; null when it may */
  refusal(): Promise<string | null>
  /** @param cu compute units of the question, whatever came of it */
  pay(cu: number): Promise<void>
}

export interface PlanningProgress {
  /** One line for the person who waits. */
  readonly message: string
}

/** A planner's answer; all of it is JSON. */
export interface Planned extends Partial<SaidOfPlan> {
  /** Without steps when the planner has no plan to offer. */
  readonly plan: Plan
  /** What it found out about the prompt; severity error keeps the plan from running. */
  readonly diagnostics: readonly Diagnostic[]
  /** The schedule that the prompt asks for, if any. */
  readonly schedule: PromptSchedule | null
  /** What else the prompt says starts the workflow; absent: nothing. */
  readonly triggers?: readonly PromptTrigger[]
  /** The plan in words, for its author to check; null from a planner that gives none. */
  readonly explanation: string | null
  /** Without a plan: what the sentences before the first that is not understood say. */
  readonly begun?: BegunPlan
  /** `author`: the prompt itself is the plan. Default: `reader`, the embedded one. */
  readonly plannedBy?: 'reader' | 'model' | 'author'
}

/** A plan as far as a prompt was read. */
export interface BegunPlan {
  readonly steps: readonly Step[]
  readonly schedule: PromptSchedule | null
  readonly triggers: readonly PromptTrigger[]
}

/** A line of a plan in words, for editors. */
export interface OutlineItem {
  /** Id of the step; null for what starts the workflow. */
  readonly step: string | null
  /** 0 at the top; 1 inside of a loop or a branch there. */
  readonly depth: number
  readonly text: string
  /** The words of the prompt that it comes from, [start, end) in UTF-16 units. */
  readonly span: readonly [number, number] | null
}

export const planningBounds = {
  /** From the request to the answer: a model that answers once and repairs three times has 15 s for each. */
  lifeMs: 60_000,
  /** Where somebody sees how it goes on. */
  watchedMs: 180_000,
} as const

/** The answer of a planner without a plan: one error says why. */
export function unplanned(code: DiagnosticCode, message: string): Planned {
  const error: Diagnostic = { code, severity: 'error', path: null, span: null, message }
  return { plan: { steps: [] }, diagnostics: [error], schedule: null, explanation: null }
}
