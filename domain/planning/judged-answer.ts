// Judges what a model answered to a request: it is read, mended where it is what weak models write, compiled,
// and held to the laws that need no language. rpc/thinking/ runs it in a thread; rpc/planning/ tells the
// model what is wrong.
// 1. The compiler judges the plan, as any other.
// 2. Each step that is not pure quotes words of the request.
// 3. What cannot be done and what is open is told, and keeps the plan from starting; no repair is asked for
//    it.
import { type CompilerContext, compile } from '../compiler/compiler.ts'
import { ExpressionError } from '../expression/expression.ts'
import { isObject, type Json } from '../json.ts'
import { allSteps, withLists } from '../plan/nested-steps.ts'
import type { Diagnostic, Plan, Step } from '../plan/plan.ts'
import { readPlan } from '../plan/reading/read-plan.ts'
import { explain } from '../planner/explain/explain.ts'
import { offeredName } from '../tools/tool.ts'
import { type PlannerAnswer, readAnswer } from './answer.ts'
import { mendedJson } from './mending/json-text.ts'
import { mendedPlan } from './mending/mended-plan.ts'
import { quotedIn } from './quoted.ts'
import { isAsItWas, type Revision, revised, saidInAll } from './revision.ts'

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
  const json = isObject(value) ? { value, mended: [] } : mendedJson(text)
  const answer = json === null ? null : readAnswer(json.value)
  if (answer === null) return null
  const said = saidInAll(request, revision)
  const { plan, diagnostics } = compiled(answer.plan as Json, said, context)
  const placed = placedIn(said, plan, answer.quotes)
  const noted = (json?.mended ?? []).map(what => mendedNote(null, what))
  const unquoted = allSteps(placed.steps).flatMap(step =>
    isAsItWas(step, revision) ? [] : unquotedStep(step, answer.quotes),
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
    questions: [...answer.questions, ...(now?.questions ?? [])],
    plan: whole,
    explanation: explained(whole, context),
    diagnostics: [...noted, ...kept(diagnostics), ...unquoted, ...told, ...(now?.diagnostics ?? [])],
    wrong: kept(wrong),
  }
}

/** The plan as it stands, or mended where that makes it right. */
function compiled(sent: Json, request: string, context: CompilerContext) {
  const first = compiledOnce(sent, request, context)
  if (!hasError(first.diagnostics)) return first
  const { plan, mended } = mendedPlan(sent, context.tools.map(offeredName))
  if (mended.length === 0) return first
  const second = compiledOnce(plan as Json, request, context)
  if (hasError(second.diagnostics)) return first
  const notes = mended.map(({ path, what }) => mendedNote(path, what))
  return { ...second, diagnostics: [...notes, ...second.diagnostics] }
}

function compiledOnce(sent: Json, request: string, context: CompilerContext) {
  const { plan, faults } = readPlan(sent)
  const { plan: made, diagnostics } = compile(plan, { ...context, prompt: request, diagnostics: faults })
  return { plan: made, diagnostics }
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
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
  const place = (step: Step): Step => {
    const words = quoteOf(step, quotes)
    const span = words === null ? null : quotedIn(request, words)
    return { ...withLists(step, list => list.map(place)), span }
  }
  return { ...plan, steps: plan.steps.map(place) }
}

/** By the id that the step has, or had before it was mended. */
function quoteOf({ id }: Step, quotes: Quotes): string | null {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const key = Object.hasOwn(quotes, id) ? id : Object.keys(quotes).find(each => plain(each) === plain(id))
  return key === undefined ? null : quotes[key]!
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

function mendedNote(path: string | null, what: string): Diagnostic {
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
