// What entries are made of: the plan, the request that it was made for, and its tools by name.
import type { NamedCredential } from '../../domain/compiler/secrets.ts'
import type { CalledTool } from '../../domain/plan/blocks/block.ts'
import type { Diagnostic, Plan, PlannedBy, SaidOfPlan, Step } from '../../domain/plan/plan.ts'
import { type HubTool, offeredName, type ToolEffect } from '../../domain/tools/tool.ts'
import { type QuoteFinder, quotesIn } from '../planning/quoted.ts'
import { type Circumstances, circumstancesIn } from './circumstances.ts'
import { type PlacedStep, placedSteps } from './how-often.ts'
import { recipientsIn } from './recipient-forms.ts'
import { type SaidWords, saidWords } from './said/said-words.ts'

export interface Confirming {
  readonly plan: Plan
  /** Those that the plan may call, by their current definitions. */
  readonly tools: readonly HubTool[]
  /** What somebody asked for: in their words, or in those of the agent that made the plan. */
  readonly request: string
  readonly plannedBy?: PlannedBy | null
  readonly quotes: SaidOfPlan['quotes']
  readonly assumptions: SaidOfPlan['assumptions']
  /** Of the compiler. */
  readonly diagnostics: readonly Diagnostic[]
  readonly credentials?: readonly Pick<NamedCredential, 'id' | 'name'>[]
}

export interface Material extends Confirming {
  readonly steps: readonly PlacedStep[]
  readonly circumstances: Circumstances
  readonly words: SaidWords
  /** In the request. */
  readonly quoted: QuoteFinder
  /** Addresses, hosts, phone numbers and names in the request, by their form. */
  readonly recipients: readonly string[]
  readonly find: (called: CalledTool) => HubTool | null
}

export function materialOf(confirming: Confirming): Material {
  const byName = new Map(confirming.tools.map(tool => [offeredName(tool), tool]))
  return {
    ...confirming,
    steps: placedSteps(confirming.plan.steps),
    circumstances: circumstancesIn(confirming.plan.steps),
    words: saidWords(confirming.request, confirming.plannedBy === 'agent'),
    quoted: quotesIn(confirming.request),
    recipients: recipientsIn(confirming.request),
    find: ({ server, tool }) => byName.get(offeredName({ server, name: tool })) ?? null,
  }
}

/** As the tool has it now, or as the compiler wrote it down; what nobody knows is taken for the worst. */
export function effectOf(called: CalledTool, tool: HubTool | null): ToolEffect {
  return tool?.effect ?? called.effect ?? 'destructive'
}

/** The words that ask for the step, where the request does say them. */
export function quoteOf(
  { quotes, request, quoted }: Material,
  { id, span }: Step,
): { readonly quote?: string } {
  const words = Object.hasOwn(quotes, id) ? quotes[id]! : ''
  const place = quoted(words) ?? span ?? null
  return place === null ? {} : { quote: request.slice(...place) }
}
