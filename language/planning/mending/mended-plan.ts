// Takes a plan as weak models write it for what it can only mean: keys and kinds of other languages,
// `{{...}}` in texts, names in other cases. Each change is told. All rules run over the whole plan until none
// changes anything, since slips come two at a time. Who calls it compiles the result, and keeps it only where
// it compiles. Never: what ends early, names of fields, `||` as a default, dates without a zone.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { identifierPattern } from '../../../domain/plan/shapes.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { type Around, type Draft, type Mended, snake, type Tell } from './draft.ts'
import { withInside } from './inside.ts'
import { Names, type Variables } from './names.ts'
import { shapedPlan } from './plan-shape.ts'
import { mendedStep } from './steps/mended-step.ts'
import { withSiblings } from './steps/siblings.ts'
import { mendedValue } from './values.ts'

export type { Mended } from './draft.ts'

export interface MendedPlan {
  readonly plan: JsonObject
  readonly mended: readonly Mended[]
  /** By the id that was sent, the one that the step has now. */
  readonly ids: ReadonlyMap<string, string>
}

/** Rounds over the whole plan, and levels of steps; a plan has less. */
const rounds = 6
const deepest = 16

/** @param tools by offered name */
export function mendedPlan(sent: Json, tools: ReadonlyMap<string, HubTool>): MendedPlan {
  const mended: Mended[] = []
  const tell: Tell = (path, what) => {
    const isTold = mended.some(each => each.path === path && each.what === what)
    if (mended.length < 200 && !isTold) mended.push({ path, what })
  }
  let plan = sent
  const ids = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    const [before, told] = [JSON.stringify(plan), mended.length]
    const next = onceMended(plan, tools, tell)
    for (const [said, id] of next.ids) if (round === 0 || !ids.has(said)) ids.set(said, id)
    plan = next.plan
    if (JSON.stringify(plan) === before) break
    // What has no words of its own is told all the same.
    if (mended.length === told) tell(null, 'its form is taken as that of a plan')
  }
  return { plan: plan as JsonObject, mended, ids }
}

function onceMended(sent: Json, tools: ReadonlyMap<string, HubTool>, tell: Tell) {
  const plan = shapedPlan(sent, tell)
  const around = { tools, tell, aliases: new Map<string, string>() }
  const steps = stepsIn(plan['steps'], around, 1)
  const inputs = (plan['inputs'] as JsonObject | undefined)?.['properties']
  const declared = isObject(inputs) ? Object.keys(inputs) : []
  const names = new Names(steps, { aliases: around.aliases, inputs: declared }, tell)
  const place = { variables: new Map<string, string>(), failed: null, names, tell }
  const valued = steps.map(step => withValues(step, place))
  return { plan: { ...plan, steps: names.renamed(valued) as Json } as JsonObject, ids: names.ids }
}

/** What is no step stays, so that it is told. */
function stepsIn(list: Json | undefined, around: Omit<Around, 'index'>, depth: number): readonly Json[] {
  if (!Array.isArray(list) || depth > deepest) return (list ?? []) as readonly Json[]
  return withSiblings(list as readonly Json[], around.tell).map((sent, index) => {
    if (!isObject(sent)) return sent
    const step = mendedStep(sent as JsonObject, { ...around, index })
    return withInside(step, inner => stepsIn(inner as Json, around, depth + 1))
  })
}

interface Place {
  readonly variables: Variables
  /** The step whose failure is handled. */
  readonly failed: string | null
  readonly names: Names
  readonly tell: Tell
}

/** Expressions and texts of the step, and of those inside of it. */
function withValues(sent: Json, place: Place): Json {
  if (!isObject(sent)) return sent
  const step = sent as JsonObject
  const id = String(step['id'])
  const { as } = step
  const variable = typeof as !== 'string' ? null : identifierPattern.test(as) ? as : snake(as)
  const bound = variable === null ? [] : [[as as string, variable] as const]
  const own: Draft = {}
  for (const [key, value] of Object.entries(step)) {
    if (key === 'as' && variable !== null) own[key] = variable
    else if (structural.has(key)) own[key] = value
    else own[key] = mendedValue(value, { ...place, key, path: `${id}.${key}` })
  }
  const { onError, ...body } = own
  const inside = { ...place, variables: new Map([...place.variables, ...bound]) }
  const placed = withInside(body as JsonObject, list => list.map(each => withValues(each, inside)))
  if (onError === undefined) return placed
  const handling = { ...place, failed: id, variables: new Map([...place.variables, ['error', 'error']]) }
  return { ...placed, ...withInside({ onError }, list => list.map(each => withValues(each, handling))) }
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
  'onError',
  'form',
  'outputSchema',
  'js',
])
