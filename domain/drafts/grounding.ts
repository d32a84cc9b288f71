// Makes a plan of what a model has drafted, and says what of it the prompt does not carry. Called in a thread
// (rpc/thinking/work.ts). The plan then passes the compiler like any other.
import { ExpressionError } from '../expression/expression.ts'
import type { Diagnostic, Plan, PromptSchedule } from '../plan/plan.ts'
import { explain } from '../planner/explain/explain.ts'
import { englishReader } from '../planner/planner.ts'
import { type HubTool, offeredName } from '../tools/tool.ts'
import type { Draft } from './draft.ts'
import { draftPlan } from './draft-plan.ts'
import { unfounded } from './foundation.ts'
import { QuotedPrompt } from './quotes.ts'

export interface Grounded {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
  readonly schedule: PromptSchedule | null
  /** Null for a plan with expressions that cannot be read. */
  readonly explanation: string | null
}

export async function ground(
  draft: Draft,
  prompt: string,
  tools: readonly HubTool[],
  timeZone: string,
): Promise<Grounded> {
  const quotes = new QuotedPrompt(prompt)
  const { plan, diagnostics } = draftPlan(draft, quotes)
  const byName = new Map(tools.map(tool => [offeredName(tool), tool]))
  const schedule = draft.schedule === null ? null : await readSchedule(draft.schedule.words, timeZone)
  return {
    plan,
    diagnostics: [
      ...diagnostics,
      ...unfounded(draft, plan, { prompt, quotes, tools: byName }),
      ...(draft.schedule === null ? [] : scheduleDefects(draft.schedule, schedule, quotes)),
    ],
    schedule,
    explanation: explained(plan, tools, schedule),
  }
}

function explained(plan: Plan, tools: readonly HubTool[], schedule: PromptSchedule | null): string | null {
  try {
    return explain(plan, tools, { schedule })
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** The schedule that these words of the prompt say, as the embedded reader reads them; null for none. */
async function readSchedule(words: readonly string[], timeZone: string): Promise<PromptSchedule | null> {
  const said = words.join(' ').replace(/[\s,.;:]+$/, '')
  const { signal } = new AbortController()
  const context = { organizationId: '', tools: [], timeZone, deadline: 0, signal }
  return (await englishReader.plan(`${said}, return 1.`, context)).schedule
}

/** A model says which words are the schedule; what they mean is read by rules. */
function scheduleDefects(
  { cron, words }: NonNullable<Draft['schedule']>,
  schedule: PromptSchedule | null,
  quotes: QuotedPrompt,
): readonly Diagnostic[] {
  const [span = null] = words.flatMap(quote => quotes.find(quote))
  const report = (message: string): Diagnostic[] => [
    { code: 'BAD_SCHEDULE', severity: 'error', path: 'schedule', span, message },
  ]
  const said = JSON.stringify(words.join(' '))
  if (span === null) return report('the prompt names no schedule')
  if (schedule === null) return report(`${said} cannot be read as a schedule`)
  if (schedule.cron !== cron.trim()) return report(`${said} means "${schedule.cron}", not "${cron.trim()}"`)
  return []
}
