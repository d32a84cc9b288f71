// Judges a planner by what its workflows do: plans each prompt as the API does, runs the plan in process, and
// holds effects and output against what the prompt expects. Verdicts:
//   right           every run did exactly what is expected; of a prompt that has to be refused: refused
//   refused         a diagnostic blocks it, or it fails before any effect
//   silently wrong  ready, and did something else, or ran although it has to be refused. `isReady`: the
//                   latter, but it did not start, or failed without an effect
//   error           the product did what no contract allows, or the corpus is wrong
import type { AttributedPlan } from '../../../domain/plan/plan.ts'
import type { Planner } from '../../../domain/plan/planning.ts'
import { createCompiler } from '../../../http/workflows/compiler.ts'
import { englishReader } from '../../../language/planner/planner.ts'
import { organizationId } from '../../support/execution.ts'
import { thinkingHere } from '../../support/thinking.ts'
import { error, judgePlan, type Verdict } from './judge-plan.ts'
import type { Prompt } from './prompts.ts'
import type { FixtureCall, Shop } from './shop.ts'

export interface Judged extends Verdict {
  readonly prompt: Prompt
  /** Null: the planner threw. */
  readonly compilation: AttributedPlan | null
  readonly planningMs: number
  readonly calls: readonly FixtureCall[]
  /** The first repair that the diagnostics offer, and what became of it. */
  readonly fix?: { readonly prompt: string; readonly verdict: Verdict['verdict'] }
}

export interface JudgeOptions {
  readonly planner?: Planner
  /** Tries the first fix of what was refused, as a person would who accepts it. */
  readonly triesFixes?: boolean
}

export async function judge(prompt: Prompt, shop: Shop, options: JudgeOptions = {}): Promise<Judged> {
  const judged = await judgeOnce(prompt, shop, options)
  const { verdict, compilation, why } = judged
  if (!options.triesFixes || verdict !== 'refused' || prompt.expect === 'refuse') return judged
  const fix = firstFix(compilation)
  if (fix === null) return judged
  const again = await judgeOnce({ ...prompt, prompt: fix }, shop, options)
  const tried = `fix "${fix.replace(/\s+/g, ' ').slice(0, 120)}": ${again.verdict} ${again.why}`
  return { ...judged, fix: { prompt: fix, verdict: again.verdict }, why: `${why} | ${tried}` }
}

async function judgeOnce(prompt: Prompt, shop: Shop, { planner }: JudgeOptions): Promise<Judged> {
  const startedAt = performance.now()
  let planningMs = 0
  let compilation: AttributedPlan | null = null
  const calls: FixtureCall[] = []
  try {
    compilation = await planned(prompt.prompt, shop, planner)
    planningMs = performance.now() - startedAt
    const verdict = await judgePlan(prompt, compilation, shop, calls)
    const misfit = verdict.verdict === 'right' ? undefined : calls.find(call => call.misfit !== undefined)
    const judged = { prompt, compilation, planningMs, calls }
    return { ...judged, ...(misfit === undefined ? verdict : error(`the corpus: ${misfit.misfit}`)) }
  } catch (thrown) {
    planningMs ||= performance.now() - startedAt
    return { prompt, compilation, planningMs, calls, ...error(`it throws ${(thrown as Error).stack}`) }
  }
}

/** As POST /workflows makes it, in an organization with no other workflows and no credentials. */
export function planned(prompt: string, shop: Shop, planner = englishReader): Promise<AttributedPlan> {
  const compiler = createCompiler({
    ...{ hub: shop.hub, planner, thinking: thinkingHere, timeZone: 'UTC', clock: Date },
    findWorkflows: async () => [],
    nameWorkflows: async () => [],
    findCredentials: async () => [],
    findDeciders: async (_, said) => said,
    findModels: async () => ({ names: [], hasDefault: true }),
    findAddress: async () => null,
  })
  return compiler.compile({ organizationId, userId: 'user_1', key: null, role: 'member' }, prompt, null)
}

/** Diagnostics may carry repairs: the prompt as it would be. */
function firstFix(compilation: AttributedPlan | null): string | null {
  for (const diagnostic of compilation?.diagnostics ?? []) {
    const { fixes } = diagnostic as { readonly fixes?: unknown }
    const first = Array.isArray(fixes) ? fixes[0] : undefined
    if (first !== undefined) return typeof first?.prompt === 'string' ? first.prompt : null
  }
  return null
}
