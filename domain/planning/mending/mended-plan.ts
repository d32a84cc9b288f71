// Takes a plan as weak models write it for what it can only mean: keys and kinds of other languages,
// `{{...}}` in texts, names in other cases. Each change is told. Who calls it compiles the result, and keeps
// it only where it compiles. Never: what ends early, names of fields, `||` as a default, dates without a
// zone.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { withInside } from './inside.ts'
import { mendedStep } from './mended-step.ts'
import { Names } from './names.ts'
import { mendedValue } from './values.ts'

export interface Mended {
  /** Step id and field; null for the plan. */
  readonly path: string | null
  readonly what: string
}

export interface MendedPlan {
  readonly plan: JsonObject
  readonly mended: readonly Mended[]
}

/** What is mended on the way. */
export type Tell = (path: string | null, what: string) => void

/** @param tools offered names */
export function mendedPlan(sent: Json, tools: readonly string[]): MendedPlan {
  const mended: Mended[] = []
  const tell: Tell = (path, what) => {
    if (mended.length < 200) mended.push({ path, what })
  }
  const plan = planOf(sent, tell)
  const steps = stepsIn(plan['steps'], tools, tell)
  const names = new Names(steps, tell)
  return {
    plan: { ...plan, steps: names.renamed(steps.map(step => withValues(step, names, tell))) as Json },
    mended,
  }
}

const listKeys = ['steps', 'actions', 'tasks', 'nodes', 'workflow']

function planOf(sent: Json, tell: Tell): JsonObject {
  if (Array.isArray(sent)) {
    tell(null, 'a list of steps is taken as the plan')
    return { steps: sent as Json }
  }
  if (!isObject(sent)) return { steps: [] }
  const plan = sent as JsonObject
  if (Array.isArray(plan['steps'])) return plan
  for (const key of listKeys) {
    const { [key]: inner, ...rest } = plan
    if (Array.isArray(inner)) {
      tell(null, `${key} is taken as steps`)
      return { ...rest, steps: inner }
    }
    if (isObject(inner) && Array.isArray((inner as JsonObject)['steps']))
      return { ...rest, ...(inner as JsonObject) }
  }
  return plan
}

function stepsIn(list: Json | undefined, tools: readonly string[], tell: Tell): readonly JsonObject[] {
  if (!Array.isArray(list)) return []
  return (list as readonly Json[]).flatMap((sent, index) => {
    if (!isObject(sent)) return []
    const step = mendedStep(sent as JsonObject, { index, tools, tell })
    return [withInside(step, inner => stepsIn(inner, tools, tell))]
  })
}

/** Expressions and texts of the step, and of those inside of it. */
function withValues(
  step: JsonObject,
  names: Names,
  tell: Tell,
  variables: readonly string[] = [],
): JsonObject {
  const id = String(step['id'])
  const inside = typeof step['as'] === 'string' ? [...variables, step['as']] : variables
  const isKnown = (root: string) => names.isKnown(root) || variables.includes(root) || root === 'error'
  const mendedFields = Object.entries(step).map(([key, value]) => {
    if (structural.has(key)) return [key, value] as const
    return [key, mendedValue(value, { key, path: `${id}.${key}`, isKnown, names, tell })] as const
  })
  const own = Object.fromEntries(mendedFields) as JsonObject
  return withInside(own, list =>
    (list as readonly Json[]).map(inner => withValues(inner as JsonObject, names, tell, inside)),
  )
}

/** Fields that hold no value and no expression. */
const structural = new Set([
  'id',
  'kind',
  'title',
  'server',
  'tool',
  'as',
  'steps',
  'else',
  'branches',
  'form',
  'outputSchema',
  'js',
])
