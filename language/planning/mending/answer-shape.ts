// The answer around the plan as weak models write it: the plan under another key, as a text or as a list,
// parts of it beside it, quotes as a list or in the steps. What is right stays as it is.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { withQuotes } from './answer-quotes.ts'
import { type Draft, plain } from './draft.ts'
import { jsonIn } from './json-text.ts'

export interface MendedAnswer {
  readonly value: Json
  /** What was taken for something else, in words. */
  readonly mended: readonly string[]
}

const planNames = ['plan', 'workflow', 'workflowplan', 'answer', 'response', 'result', 'output', 'json']
const answerKeys = ['quotes', 'assumptions', 'cannot', 'questions', 'name']
const planKeys = [
  'steps',
  'start',
  'schedule',
  'trigger',
  'triggers',
  'inputs',
  'output',
  'outputs',
  'return',
]

export function mendedAnswer(said: Json): MendedAnswer {
  const sent = read(said)
  const mended: string[] = sent === said ? [] : ['a text is taken as the answer that it holds']
  if (Array.isArray(sent)) {
    const isSteps = sent.length > 0 && sent.every(each => isObject(each) && hasStepKey(each as JsonObject))
    return isSteps
      ? { value: { plan: { steps: sent } }, mended: ['a list is taken as the plan'] }
      : { value: sent, mended }
  }
  if (!isObject(sent)) return { value: sent, mended }
  const answer: Draft = { ...(sent as JsonObject) }
  withBarePlan(answer, mended)
  withPlan(answer, mended)
  withPlanKeys(answer, mended)
  withAnswerKeys(answer, mended)
  withQuotes(answer, mended)
  withLists(answer, mended)
  return { value: answer, mended }
}

function hasStepKey(each: JsonObject): boolean {
  return ['kind', 'type', 'tool', 'action'].some(key => each[key] !== undefined)
}

/** Steps, quotes and the like side by side. A plan that is nothing else is an answer as it stands. */
function withBarePlan(answer: Draft, mended: string[]): void {
  if (answer['plan'] !== undefined || !isPlan(answer)) return
  const keys = Object.keys(answer)
  const said = keys.filter(key => answerKeys.includes(key))
  if (said.length === 0 && Array.isArray(answer['steps'])) return
  const plan: Draft = {}
  for (const key of keys) {
    if (said.includes(key)) continue
    plan[key] = answer[key]!
    delete answer[key]
  }
  answer['plan'] = plan
  mended.push('what stands beside the quotes is taken as the plan')
}

/** The plan by another name, inside of another object, or as a JSON text. */
function withPlan(answer: Draft, mended: string[]): void {
  const key = Object.keys(answer).find(each => planNames.includes(plain(each)) && isPlan(read(answer[each]!)))
  if (key === undefined || Array.isArray(answer['steps'])) return
  const value = read(answer[key]!)
  const inner = isObject(value) ? (value as JsonObject) : null
  // `{"answer": {"plan": {...}, "quotes": {...}}}`
  if (inner !== null && !isSteps(inner['steps']) && inner['plan'] !== undefined) {
    delete answer[key]
    for (const [name, each] of Object.entries(inner)) answer[name] ??= each
    mended.push(`${key} is taken as the answer`)
    return withPlan(answer, mended)
  }
  if (key === 'plan' && value === answer[key] && inner !== null) return
  delete answer[key]
  answer['plan'] = inner ?? { steps: value as Json }
  mended.push(key === 'plan' ? 'the plan is taken as an object with steps' : `${key} is taken as the plan`)
}

function isPlan(value: Json | undefined): boolean {
  if (Array.isArray(value)) return isSteps(value as Json)
  if (!isObject(value)) return false
  const inner = value as JsonObject
  const isNested = inner['plan'] !== undefined && isPlan(read(inner['plan']))
  return isNested || ['steps', 'actions', 'tasks', 'nodes'].some(key => typeof inner[key] === 'object')
}

function isSteps(value: Json | undefined): boolean {
  if (!Array.isArray(value)) return false
  return value.length > 0 && (value as readonly Json[]).every(isObject)
}

/** JSON in a text. */
function read(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  return jsonIn(value) ?? value
}

/** Parts of the plan that stand beside it; a plan that says them itself keeps its own. */
function withPlanKeys(answer: Draft, mended: string[]): void {
  if (!isObject(answer['plan'])) return
  const plan: Draft = { ...(answer['plan'] as JsonObject) }
  for (const key of planKeys) {
    const value = answer[key]
    if (value === undefined || value === null || plan[key] !== undefined) continue
    if (key === 'steps' && !isSteps(value)) continue
    plan[key] = value
    delete answer[key]
    mended.push(`${key} beside the plan is taken as a part of it`)
  }
  answer['plan'] = plan
}

/** Parts of the answer that stand in the plan. */
function withAnswerKeys(answer: Draft, mended: string[]): void {
  const plan = answer['plan'] ?? (Array.isArray(answer['steps']) ? answer : null)
  if (!isObject(plan) || plan === answer) return
  const { title, description, version, ...inner } = plan as JsonObject as Draft
  if (title !== undefined) answer['name'] ??= title
  const left = [title, description, version].filter(each => each !== undefined)
  if (left.some(each => typeof each === 'object' && each !== null)) return
  for (const key of answerKeys) {
    if (inner[key] === undefined) continue
    answer[key] ??= inner[key]
    delete inner[key]
    mended.push(`${key} in the plan is taken as a part of the answer`)
  }
  if (left.length > 0) mended.push('what only describes the plan is left out of it')
  answer['plan'] = inner as Json
}

/** One text, or nothing, where a list is wanted. */
function withLists(answer: Draft, mended: string[]): void {
  for (const key of ['assumptions', 'cannot', 'questions']) {
    const value = answer[key]
    if (value === undefined || Array.isArray(value)) continue
    if (typeof value === 'string' && value.trim() !== '' && !isNothing(value)) {
      answer[key] = [value]
      mended.push(`${key} are taken as a list`)
    } else if (!isObject(value)) delete answer[key]
    else answer[key] = [value as JsonObject]
  }
}

function isNothing(value: string): boolean {
  return ['none', 'no', 'nothing', 'false', 'na', 'null'].includes(plain(value))
}
