// Judges what a model answered to a request: it is read, mended where it is what weak models write, compiled,
// and held to the laws that need no language. language/thinking/ runs it in a thread; language/planners/
// tells the model what is wrong.
// 1. The compiler judges the plan, as any other.
// 2. Each step that is not pure quotes words of the request.
// 3. What cannot be done and what is open is told, and keeps the plan from starting; no repair is asked for
//    it.
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import { ExpressionError } from '../../domain/expression/expression.ts'
import { isDeeper, isObject, type Json } from '../../domain/json.ts'
import { allSteps, withLists } from '../../domain/plan/nested-steps.ts'
import type { Diagnostic, Plan, Step } from '../../domain/plan/plan.ts'
import type { Revision } from '../../domain/plan/planning.ts'
import { explain } from '../planner/explain/explain.ts'
import { type PlannerAnswer, readAnswer } from './answer.ts'
import { barePlan } from './bare-plan.ts'
import { mendedAnswer } from './mending/answer-shape.ts'
import type { Mended } from './mending/draft.ts'
import { deepestJson, mendedJson } from './mending/json-text.ts'
import { compiledAnswer } from './mending/mended-answer.ts'
import { stepMeant } from './mending/step-meant.ts'
import { isSame } from './merging/values.ts'
import { quotesIn } from './quoted.ts'
import { isAsItWas, revised, saidInAll } from './revision.ts'

/** What a model said: its text, and the value that it holds where it is JSON. */
export interface SaidAnswer {
  readonly text: string
  readonly value: Json
}

export interface JudgedRequest {
  readonly request: string
  /** Absent: there is no plan yet. */
  readonly revision?: Revision | null
}

export interface JudgedAnswer extends Omit<PlannerAnswer, 'plan'> {
  /** With the words of the request as spans of its steps. */
  readonly plan: Plan
  /** As the model wrote it; absent: `plan` is it. */
  readonly base?: Plan
  /** In words; null where its expressions cannot be read. */
  readonly explanation: string | null
  /** Of the compiler, of mending, of the laws. */
  readonly diagnostics: readonly Diagnostic[]
  /** Those that another answer could mend. */
  readonly wrong: readonly Diagnostic[]
}

/** @returns null when there is no answer that could be read */
export function judgeAnswer(
  { text, value }: SaidAnswer,
  { request, revision = null }: JudgedRequest,
  context: CompilerContext,
): JudgedAnswer | null {
  const found = answerIn(text, value)
  if (found === null) return null
  const { answer } = found
  const said = saidInAll(request, revision)
  const compiled = compiledAnswer(answer.plan as Json, { ...context, prompt: said })
  const { plan, diagnostics } = compiled
  const quotes = quotesOf(answer.quotes, plan, compiled.ids)
  const placed = placedIn(said, plan, quotes)
  const noted = [...found.mended.map(what => ({ path: null, what })), ...compiled.mended].map(mendedNote)
  const unquoted = allSteps(placed.steps).flatMap(step =>
    isAsItWas(step, revision) ? [] : unquotedStep(step, quotes),
  )
  const wrong = [...diagnostics.filter(({ severity }) => severity === 'error'), ...unquoted]
  const told = [...answer.cannot.map(cannotNote), ...answer.questions.map(openNote)]
  // An empty plan that says why is an answer.
  const isDeclined = placed.steps.length === 0 && told.length > 0
  const kept = (list: readonly Diagnostic[]) =>
    isDeclined ? list.filter(({ code }) => code !== 'EMPTY_PLAN') : list
  const now = revision === null ? null : revised(revision, placed)
  const whole = now?.plan ?? placed
  return {
    ...answer,
    quotes,
    assumptions: answer.assumptions.map(each => ({
      ...each,
      step: compiled.ids.get(each.step ?? '') ?? each.step,
    })),
    questions: [...answer.questions, ...(now?.questions ?? [])],
    plan: whole,
    ...(isSame(bareJson(whole), bareJson(placed)) ? {} : { base: placed }),
    explanation: explained(whole, context),
    diagnostics: [...noted, ...kept(diagnostics), ...unquoted, ...told, ...(now?.diagnostics ?? [])],
    wrong: kept(wrong),
  }
}

function bareJson(plan: Plan): Json {
  return barePlan(plan) as unknown as Json
}

interface FoundAnswer {
  readonly answer: PlannerAnswer
  /** What was not as an answer should be, in words. */
  readonly mended: readonly string[]
}

function answerIn(text: string, value: Json): FoundAnswer | null {
  if (isDeeper(value, deepestJson)) return null
  const json = isObject(value)
    ? { value, mended: [] }
    : mendedJson(text, each => readAnswer(mendedAnswer(each).value) !== null)
  const shaped = json === null ? null : mendedAnswer(json.value)
  const answer = shaped === null ? null : readAnswer(shaped.value)
  return answer === null ? null : { answer, mended: [...json!.mended, ...shaped!.mended] }
}

function explained(plan: Plan, { tools }: CompilerContext): string | null {
  try {
    return explain(plan, tools)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

type Quotes = PlannerAnswer['quotes']

function placedIn(request: string, plan: Plan, quotes: Quotes): Plan {
  const quoted = quotesIn(request)
  const place = (step: Step): Step => {
    const words = quoteOf(step, quotes)
    const span = words === null ? null : quoted(words)
    return { ...withLists(step, list => list.map(place)), span }
  }
  return { ...plan, steps: plan.steps.map(place) }
}

/** By the ids that the steps have now: said were others, or the tool that one step alone calls. */
function quotesOf(quotes: Quotes, plan: Plan, ids: ReadonlyMap<string, string>): Quotes {
  const steps = allSteps(plan.steps)
  const named = steps.map(({ id, ...step }) => ({
    ...{ id, kind: step.kind },
    ...(step.kind === 'tool' ? { tool: step.tool, server: step.server } : { tool: null, server: null }),
  }))
  const own = new Set(steps.map(({ id }) => id))
  const placed: { [step: string]: string } = {}
  for (const [said, words] of Object.entries(quotes)) {
    const id = own.has(said) ? said : (ids.get(said) ?? stepMeant(said, named) ?? said)
    if (id === said || !Object.hasOwn(quotes, id)) placed[id] = words
  }
  return placed
}

function quoteOf({ id }: Step, quotes: Quotes): string | null {
  return Object.hasOwn(quotes, id) ? quotes[id]! : null
}

function unquotedStep(step: Step, quotes: Quotes): readonly Diagnostic[] {
  if (isPure(step) || step.span != null) return []
  const words = quoteOf(step, quotes)
  const why =
    words === null
      ? 'quotes no words of the request'
      : `quotes ${JSON.stringify(words.slice(0, 100))}, which the request does not say`
  const message = `${step.id}: the step ${why}: quote the exact words that ask for it, or leave it out`
  return [{ code: 'UNQUOTED_STEP', severity: 'error', path: step.id, span: null, message }]
}

/** What it does follows from the plan alone. */
function isPure(step: Step): boolean {
  switch (step.kind) {
    case 'tool':
      return step.effect === 'pure'
    case 'approval':
    case 'ask':
    case 'agent':
    case 'workflow':
      return false
    default:
      return true
  }
}

function mendedNote({ path, what }: Mended): Diagnostic {
  const where = path === null ? 'the answer' : path
  return { code: 'MENDED', severity: 'info', path, span: null, message: `${where}: ${what}` }
}

function cannotNote({ words, why, nearest }: PlannerAnswer['cannot'][number]): Diagnostic {
  const reasons = {
    'no-tool': 'no tool does this',
    judgement: 'this needs the judgement of a person',
    trigger: 'nothing can start it like this yet',
    unclear: 'it is not clear what is meant',
  }
  const more = nearest === null ? '' : `; ${nearest}`
  const message = `${JSON.stringify(words.slice(0, 200))} is not in the plan: ${reasons[why]}${more}`
  return { code: 'CANNOT', severity: 'error', path: null, span: null, message }
}

function openNote({ id, text }: PlannerAnswer['questions'][number]): Diagnostic {
  return { code: 'OPEN', severity: 'error', path: null, span: null, message: `${id}: ${text}` }
}
