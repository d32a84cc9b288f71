// The compiler: every plan passes through it before it may run, whether a person, the rule planner or a
// model wrote it. Called by http/workflows/compiler.ts and the planner. It judges and completes (`effect`,
// the tool's server) and never guesses. Its passes: bounds, ids, kinds, references and scopes, expressions,
// tools and their arguments. The schema of the workflow's inputs follows from what the plan reads.

import { compilingOnce, ExpressionError } from '../expression/expression.ts'
import type { JsonSchema } from '../json.ts'
import { withAskedRoles } from '../plan/assignees.ts'
import { blockOf } from '../plan/blocks/blocks.ts'
import { compileSource, sourcesOf } from '../plan/blocks/sources.ts'
import { computeEstimate } from '../plan/compute-estimate.ts'
import { isBarrier } from '../plan/dependencies.ts'
import type { DiagnosticCode } from '../plan/diagnostics.ts'
import { allSteps, withLists } from '../plan/nested-steps.ts'
import {
  type Compilation,
  type Diagnostic,
  type Plan,
  type PromptSchedule,
  type PromptTrigger,
  planBounds,
  type Step,
} from '../plan/plan.ts'
import { knownOf } from '../schema/known.ts'
import { type ToolSearch, toolSearch } from '../tools/search/tool-search.ts'
import type { HubTool } from '../tools/tool.ts'
import type { WithheldTools } from '../tools/tool-settings.ts'
import { checkArguments, findTool } from './arguments.ts'
import { checkAsking } from './asking.ts'
import { checkBlock } from './blocks.ts'
import { checkCutList } from './cut-lists.ts'
import {
  checkDeclared,
  checkInputReads,
  declaredInputs,
  declaredNames,
  declaredTypes,
} from './declared-inputs.ts'
import { checkEndings } from './endings.ts'
import { expectedWords } from './expected-words.ts'
import { boundedExplanation, withBoundedFixes } from './fixes.ts'
import { InputsReader } from './inputs.ts'
import type { Noticed } from './noticed.ts'
import { checkOutputSchema, schemaDefect } from './output.ts'
import { checkPlaceholders } from './placeholders.ts'
import { checkRepeats } from './repeats.ts'
import {
  checkAfter,
  checkPlace,
  checkReads,
  outerScope,
  type ReadSource,
  type Scope,
  scopeAfter,
  scopeInside,
} from './scope.ts'
import { checkCredentials, checkSecretFields, type NamedCredential } from './secrets.ts'
import { beginningsOf, judgedStarts } from './starts.ts'
import { judgedTrigger } from './triggers.ts'
import { checkTrust } from './trust.ts'
import { checkTypes } from './typing/check-types.ts'
import { checkPlanKeys, checkStartKeys, checkStepKeys } from './unknown-keys.ts'

export interface CompilerContext {
  readonly tools: readonly HubTool[]
  /** Tools that exist but cannot be used: a plan that names one is told why. */
  readonly withheld?: WithheldTools
  /** The prompt that the plan came from; spans outside of it are dropped. */
  readonly prompt?: string
  /** Known schemas of inputs by name; they win over derived ones. */
  readonly inputs?: { readonly [name: string]: JsonSchema }
  /** Diagnostics of the planner; they count for the status. */
  readonly diagnostics?: readonly Diagnostic[]
  /**
   * Workflows that a `workflow` step may name; a name that is not among them is a question, since the
   * workflow may be made before the run. Absent: nothing is checked.
   */
  readonly workflows?: readonly NamedWorkflow[]
  /** Credentials that a plan may name; others are errors. Absent: nothing is checked. */
  readonly credentials?: readonly NamedCredential[]
  /** Those of the plan's assignees who can decide. Absent: nothing is checked. */
  readonly deciders?: readonly string[]
  /** Language models by name, and whether one is asked by default. Absent: nothing is checked. */
  readonly models?: AskableModels
  /** The schedule that the planner found in the prompt. */
  readonly schedule?: PromptSchedule | null
  /** What else it found there that starts the workflow; the workflows that it names are among `workflows`. */
  readonly triggers?: readonly PromptTrigger[]
  /** The planner's words for the plan. */
  readonly explanation?: string | null
  /** Hears of what is read or given wrongly, beside the diagnostics. */
  readonly notice?: (noticed: Noticed) => void
}

export interface NamedWorkflow {
  readonly id: string
  readonly name: string
}

export interface AskableModels {
  readonly names: readonly string[]
  readonly hasDefault: boolean
}

/** What the passes share. */
export interface Pass {
  readonly search: ToolSearch
  readonly inputs: InputsReader
  /** The plan's own schema of its inputs; null where it has none. */
  readonly declared: JsonSchema | null
  /** What the plan says that it returns; null where it says nothing. */
  readonly output: JsonSchema | null
  /** Every step of the plan by id; of several with one id, the first. */
  readonly steps: ReadonlyMap<string, Step>
  readonly workflows: readonly NamedWorkflow[] | null
  readonly credentials: readonly NamedCredential[] | null
  readonly deciders: readonly string[] | null
  readonly models: AskableModels | null
  /** An error: the plan does not run. */
  readonly report: Report
  /** A question: the author should look at it, but the plan may run. */
  readonly ask: Report
  /** Something to know. */
  readonly inform: Report
  readonly notice: (noticed: Noticed) => void
}

type Report = (
  step: Step | null,
  code: DiagnosticCode,
  field: string,
  message: string,
  candidates?: readonly string[],
) => void

/** @param plan passes PlanSchema */
export function compile(plan: Plan, context: CompilerContext): Compilation {
  return compilingOnce(new Map(), () => compilePlan(plan, context))
}

function compilePlan(plan: Plan, context: CompilerContext): Compilation {
  const diagnostics: Diagnostic[] = withBoundedFixes(context.diagnostics ?? [], context.prompt)
  const all = allSteps(plan.steps)
  const pass: Pass = {
    search: toolSearch(context.tools, context.withheld),
    inputs: new InputsReader(context.inputs ?? {}),
    declared: plan.inputs ?? null,
    output: plan.outputSchema ?? null,
    steps: new Map(all.toReversed().map(step => [step.id, step])),
    workflows: context.workflows ?? null,
    credentials: context.credentials ?? null,
    deciders: context.deciders ?? null,
    models: context.models ?? null,
    report: reporter(diagnostics, 'error'),
    ask: reporter(diagnostics, 'question'),
    inform: reporter(diagnostics, 'info'),
    notice: context.notice ?? (() => {}),
  }
  const isRefused = diagnostics.some(({ severity }) => severity === 'error')
  if (all.length === 0 && !isRefused)
    pass.report(null, 'EMPTY_PLAN', '', 'the plan has no steps: say at least one thing to do')
  checkBounds(plan, all, pass)
  checkPlanKeys(plan, pass)
  checkStartKeys(plan, pass)
  checkDeclared(pass)
  checkOutputSchema(all, pass)
  const steps = compileSteps(plan.steps, outerScope, pass, context.prompt)
  const knownInputs = Object.entries(context.inputs ?? {}).map(([name, schema]) => [name, knownOf(schema)])
  checkTypes(steps, { ...declaredTypes(pass.declared), ...Object.fromEntries(knownInputs) }, pass)
  checkTrust(steps, pass)
  checkAsking(steps, pass)
  checkReturns(steps, all, pass)
  const inputsSchema = declaredInputs(pass) ?? pass.inputs.schema()
  const inputs = Object.keys(inputsSchema['properties'] as object)
  const judged =
    plan.start === undefined
      ? null
      : judgedStarts(plan.start, {
          ...{ inputsSchema, workflows: pass.workflows, declared: declaredNames(pass.declared) },
          isCheckable: schemaDefect(inputsSchema) === null,
        })
  diagnostics.push(...(judged?.defects ?? []))
  const saidTriggers = (context.triggers ?? []).map(each => {
    const { trigger, defects } = judgedTrigger(each, pass.workflows, inputs)
    diagnostics.push(...defects)
    return trigger
  })
  const status = diagnostics.some(each => each.severity === 'error') ? 'needs_review' : 'ready'
  const { schedule, triggers } =
    judged === null
      ? { schedule: context.schedule ?? null, triggers: saidTriggers }
      : beginningsOf(judged.starts)
  if (schedule !== null || triggers.length > 0 || judged?.starts.length)
    checkRepeats(steps, !isScheduled(plan, schedule), pass)
  const explanation = boundedExplanation(context.explanation ?? null)
  const started = judged === null ? {} : { start: judged.starts }
  const compiled = { irVersion: 1 as const, ...plan, ...started, steps }
  const cu = computeEstimate(compiled)
  return { plan: compiled, diagnostics, inputsSchema, status, schedule, triggers, explanation, cu }
}

/** A plan by hand whose last step only computes something, which then nobody gets. */
function checkReturns(steps: readonly Step[], all: readonly Step[], pass: Pass): void {
  const last = steps.at(-1)
  const isByHand = all.every(({ span }) => span == null)
  if (last === undefined || !isByHand || isBarrier(last) || all.some(step => blockOf(step).leaves === 'plan'))
    return
  const message = `the plan returns nothing, so its executions end with null: add a step of kind return, with the value {"$": "steps.${last.id}"}`
  pass.inform(null, 'NO_RETURN', '', message)
}

function reporter(diagnostics: Diagnostic[], severity: Diagnostic['severity']): Report {
  return (step, code, field, message, candidates) => {
    const path = step === null ? null : field === '' ? step.id : `${step.id}.${field}`
    const about = { code, severity, path, span: step?.span ?? null, message }
    diagnostics.push(candidates === undefined ? about : { ...about, candidates })
  }
}

/** Does time start it, so that each start says the same? */
function isScheduled({ start = [] }: Plan, schedule: PromptSchedule | null): boolean {
  return schedule !== null || start.some(({ kind }) => kind === 'schedule')
}

function checkBounds(plan: Plan, all: readonly Step[], pass: Pass): void {
  const count = (step: Step | null, message: string) => pass.report(step, 'TOO_LARGE', '', message)
  if (all.length > planBounds.steps)
    count(null, `the plan has ${all.length} steps, more than ${planBounds.steps}`)
  const sizeBytes = JSON.stringify(plan).length
  if (sizeBytes > planBounds.sizeBytes)
    count(null, `the plan has ${sizeBytes} bytes, more than ${planBounds.sizeBytes}`)
  const seen = new Set<string>()
  for (const step of all) {
    if (seen.has(step.id))
      pass.report(step, 'DUPLICATE_ID', 'id', `two steps have the id ${step.id}: rename one`)
    seen.add(step.id)
  }
}

function compileSteps(steps: readonly Step[], scope: Scope, pass: Pass, prompt?: string): readonly Step[] {
  if (scope.depth > planBounds.depth) {
    pass.report(steps[0] ?? null, 'TOO_DEEP', '', `steps are nested deeper than ${planBounds.depth}`)
    return steps
  }
  let visible = scope
  return steps.map((step, index) => {
    const compiled = compileStep(step, visible, pass, prompt)
    visible = scopeAfter(visible, step)
    if (blockOf(step).leaves !== undefined && step.when === undefined && index < steps.length - 1) {
      const message = `${steps[index + 1]!.id} comes after a ${step.kind} and never runs`
      pass.report(steps[index + 1]!, 'UNREACHABLE', '', message)
    }
    return compiled
  })
}

function compileStep(step: Step, scope: Scope, pass: Pass, prompt?: string): Step {
  checkPlace(step, scope, pass)
  checkStepKeys(step, pass)
  checkBlock(step, pass)
  const read = compileSources(step, pass)
  if (read !== null) {
    for (const { computed } of read) pass.inputs.read(computed)
    checkInputReads(step, read, pass)
    checkReads(step, read, scope, pass)
    checkAfter(step, scope, pass)
    checkEndings(step, read, pass)
    checkSecretFields(step, pass)
  }
  const placed = withLists(withAskedRoles(withSpan(step, prompt)), (steps, list) =>
    compileSteps(steps, scopeInside(scope, step, list, pass), pass, prompt),
  )
  const tool = placed.kind === 'tool' ? findTool(placed, pass) : null
  checkPlaceholders(placed, scope, tool, pass)
  if (placed.kind !== 'tool') return placed
  const { effect: _, ...bare } = placed
  if (tool === null) return bare
  if (read !== null) {
    checkArguments(placed, tool, pass)
    checkCredentials(placed, tool, pass)
    checkCutList(placed, tool, pass)
  }
  return { ...bare, server: tool.server, tool: tool.name, effect: tool.effect }
}

/**
 * The values that the step computes, or null when an expression is wrong; reports each wrong one with its
 * field.
 */
function compileSources(step: Step, pass: Pass): readonly ReadSource[] | null {
  const read = sourcesOf(step).map(source => {
    const { field } = source
    try {
      const computed = compileSource(source)
      if ('expression' in source && computed.type !== 'any' && computed.type !== source.expects) {
        const received = `expected ${expectedWords[source.expects]}, received a ${computed.type}`
        pass.report(step, 'BAD_EXPRESSION', field, `${step.id}.${field}: ${received}`)
      }
      return { source, computed }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      pass.report(step, 'BAD_EXPRESSION', field, `${step.id}.${field}: ${error.message}`)
      return null
    }
  })
  return read.includes(null) ? null : (read as readonly ReadSource[])
}

function withSpan(step: Step, prompt: string | undefined): Step {
  if (!step.span || prompt === undefined) return step
  const [start, end] = step.span
  return start <= end && end <= prompt.length ? step : { ...step, span: null }
}
