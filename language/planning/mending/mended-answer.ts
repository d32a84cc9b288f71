// Compiles the plan of an answer; where it is wrong, mends it and compiles again, until it is right or
// nothing more can be mended. Called by judged-answer.ts. What does not become right stays as it was sent.
import { type CompilerContext, compile } from '../../../domain/compiler/compiler.ts'
import type { Noticed } from '../../../domain/compiler/noticed.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Diagnostic, Plan } from '../../../domain/plan/plan.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import { afterNoticed } from './after-noticed.ts'
import type { Mended } from './draft.ts'
import { mendedPlan } from './mended-plan.ts'

export interface CompiledAnswer {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
  /** Empty where the plan is as it was sent. */
  readonly mended: readonly Mended[]
  /** By the id that was sent, the one that the step has now. */
  readonly ids: ReadonlyMap<string, string>
}

/** How often what the compiler noticed is mended. */
const rounds = 4

export function compiledAnswer(sent: Json, context: CompilerContext): CompiledAnswer {
  const asSent = { ...compiledOnce(sent, context), mended: [], ids: new Map<string, string>() }
  if (!hasError(asSent.diagnostics)) return asSent
  const tools = new Map(context.tools.map(tool => [offeredName(tool), tool]))
  const mended: Mended[] = []
  const ids = new Map<string, string>()
  let plan: Json = sent
  for (let round = 0; round < rounds; round++) {
    const shaped = mendedPlan(plan, tools)
    mended.push(...shaped.mended)
    for (const [said, id] of shaped.ids) if (!ids.has(said)) ids.set(said, id)
    const noticed: Noticed[] = []
    const made = compiledOnce(shaped.plan, { ...context, notice: each => noticed.push(each) })
    if (!hasError(made.diagnostics)) return mended.length === 0 ? asSent : { ...made, mended, ids }
    plan = afterNoticed(shaped.plan, noticed, (path, what) => mended.push({ path, what }))
    if (plan === shaped.plan || JSON.stringify(plan) === JSON.stringify(shaped.plan)) return asSent
  }
  return asSent
}

function compiledOnce(sent: Json | JsonObject, context: CompilerContext) {
  const { plan, faults } = readPlan(sent)
  const { plan: made, diagnostics } = compile(plan, { ...context, diagnostics: faults })
  return { plan: made, diagnostics }
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}
