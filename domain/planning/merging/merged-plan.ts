// Brings together what a model changed in a plan and what a person changed by hand meanwhile. Both began with
// the same plan, the last one that a model wrote. Steps are the same when they have the same id.
// 1. What only one side changed is taken.
// 2. What both changed in different ways stays as it was made by hand, and is a conflict: a person is asked.
// 3. A step stands once. One that was changed by hand is not taken away, nor are the steps around it. Where
//    that cannot be, all of it stays as it was made by hand, and somebody is asked.
// Called by rpc/planning/.
import type { Json, JsonObject } from '../../json.ts'
import { allSteps, childLists, withLists } from '../../plan/nested-steps.ts'
import type { Plan, Step } from '../../plan/plan.ts'
import { mergedList } from './merged-list.ts'
import { hasFields, hasSteps, isSame, type Value } from './values.ts'

export interface Conflict {
  /** `notify.args.channel`; `notify` for the whole step; `start` and the like for the plan. */
  readonly path: string
  /** As it was made by hand; null where it is not there. */
  readonly byHand: Json
  /** As the model would have it; null where it is not there. */
  readonly byModel: Json
}

export interface MergedPlan {
  readonly plan: Plan
  readonly conflicts: readonly Conflict[]
}

/** The three plans. */
export interface Sides {
  /** The last one that a model wrote. */
  readonly base: Plan
  /** What is there now. */
  readonly hand: Plan
  /** What a model makes of that. */
  readonly model: Plan
}

/** @param settled paths at which a person has decided for the model */
export function mergedPlan(sides: Sides, settled: ReadonlySet<string> = new Set()): MergedPlan {
  return new Merge(sides, settled).merged()
}

interface Placed {
  /** Without the steps inside. */
  readonly own: JsonObject
  /** Id of the step around it and the field there; empty for the plan's own list. */
  readonly list: string
  readonly inside: readonly string[]
}

type Side = ReadonlyMap<string, Placed>

class Merge {
  readonly #sides: Sides
  readonly #settled: ReadonlySet<string>
  readonly #base: Side
  readonly #hand: Side
  readonly #model: Side
  readonly #conflicts: Conflict[] = []

  constructor(sides: Sides, settled: ReadonlySet<string>) {
    this.#sides = sides
    this.#settled = settled
    this.#base = placed(sides.base)
    this.#hand = placed(sides.hand)
    this.#model = placed(sides.model)
  }

  merged(): MergedPlan {
    const { base, hand, model } = this.#sides
    const fields = this.#fields('', fieldsOf(base), fieldsOf(hand), fieldsOf(model))
    const plan = { ...fields, steps: this.#list('') } as unknown as Plan
    const there = new Set(allSteps(plan.steps).map(({ id }) => id))
    if (this.#isLost(there)) return this.#asByHand()
    this.#tellGone(there)
    return { plan, conflicts: this.#conflicts }
  }

  /** Where the lists cannot go together, as after crossed moves. */
  #isLost(there: ReadonlySet<string>): boolean {
    return [...this.#hand.keys()].some(id => !there.has(id) && this.#listOf(id) !== null)
  }

  #asByHand(): MergedPlan {
    const { hand, model } = this.#sides
    if (this.#settled.has('steps')) return { plan: model, conflicts: [] }
    const [byHand, byModel] = [hand.steps, model.steps] as unknown as [Json, Json]
    return { plan: hand, conflicts: [{ path: 'steps', byHand, byModel }] }
  }

  #list(list: string): readonly Step[] {
    const ids = [this.#base, this.#hand, this.#model].map(side => idsOf(side, list))
    const [base, hand, model] = ids as [string[], string[], string[]]
    return mergedList(base, hand, model, id => this.#listOf(id) === list).map(id => this.#step(id))
  }

  /** Where the step stands after the merge; null: nowhere. */
  #listOf(id: string): string | null {
    const [base, hand, model] = [this.#base, this.#hand, this.#model].map(side => side.get(id)?.list ?? null)
    if (hand === base && model === null) return this.#isTouched(id) && !this.#settled.has(id) ? hand! : null
    if (hand === base) return model!
    if (hand === null) return this.#settled.has(id) ? model! : null
    return hand!
  }

  /** Was something of it, or inside of it, changed by hand? */
  #isTouched(id: string): boolean {
    const [was, is] = [this.#base.get(id), this.#hand.get(id)]
    if (is === undefined) return false
    if (was === undefined || was.list !== is.list || !isSame(was.own, is.own)) return true
    return is.inside.some(inner => this.#isTouched(inner))
  }

  #step(id: string): Step {
    const [base, hand, model] = [this.#base, this.#hand, this.#model].map(side => side.get(id)?.own)
    const own = this.#own(id, base, hand, model) as unknown as Step
    return withLists(own, (_, { field }) => this.#list(listKey(id, field)))
  }

  #own(
    id: string,
    base: JsonObject | undefined,
    hand: JsonObject | undefined,
    model: JsonObject | undefined,
  ) {
    if (hand === undefined) return model!
    if (model === undefined) return hand
    // Fields of different kinds do not go together.
    const isOfOneKind = hand['kind'] === model['kind'] && (base ?? hand)['kind'] === hand['kind']
    return (
      isOfOneKind ? this.#fields(id, base ?? {}, hand, model) : this.#value(id, base, hand, model)
    ) as JsonObject
  }

  #value(path: string, base: Value, hand: Value, model: Value): Value {
    if (isSame(hand, model) || isSame(model, base)) return hand
    if (isSame(hand, base)) return model
    if (hasFields(hand) && hasFields(model))
      return this.#fields(path, hasFields(base) ? base : {}, hand, model)
    if (hasSteps(hand) && hasSteps(model) && hand.length === model.length)
      return hand.map((part, index) => {
        const was = hasSteps(base) ? base[index] : undefined
        return this.#value(`${path}[${index}]`, was, part, model[index])!
      })
    if (this.#settled.has(path)) return model
    this.#conflicts.push({ path, byHand: hand ?? null, byModel: model ?? null })
    return hand
  }

  #fields(path: string, base: JsonObject, hand: JsonObject, model: JsonObject): JsonObject {
    const merged: { [name: string]: Json } = {}
    for (const name of new Set([...Object.keys(hand), ...Object.keys(model)])) {
      const value = this.#value(path === '' ? name : `${path}.${name}`, base[name], hand[name], model[name])
      if (value !== undefined) merged[name] = value
    }
    return merged
  }

  /** Whole steps that one side took away and the other changed, or added where nothing is left. */
  #tellGone(there: ReadonlySet<string>): void {
    for (const id of new Set([...this.#hand.keys(), ...this.#model.keys()])) {
      const [base, hand, model] = [this.#base, this.#hand, this.#model].map(side => side.get(id)?.own)
      const isKept = there.has(id) && model === undefined && base !== undefined
      const isDropped = !there.has(id) && model !== undefined && !isSame(base, model)
      if (!isKept && !isDropped) continue
      if (isKept && isSame(base, hand)) continue
      this.#conflicts.push({ path: id, byHand: hand ?? null, byModel: model ?? null })
    }
  }
}

function placed(plan: Plan): Side {
  const found = new Map<string, Placed>()
  const visit = (steps: readonly Step[], list: string): readonly string[] =>
    steps.map(step => {
      const inside = childLists(step).flatMap(({ field, steps }) => visit(steps, listKey(step.id, field)))
      const { span: _, ...own } = withLists(step, () => [])
      found.set(step.id, { own: own as unknown as JsonObject, list, inside })
      return step.id
    })
  visit(plan.steps, '')
  return found
}

function fieldsOf({ steps: _, ...fields }: Plan): JsonObject {
  return fields as unknown as JsonObject
}

function listKey(id: string, field: string): string {
  return `${id}/${field}`
}

function idsOf(side: Side, list: string): readonly string[] {
  // A step is found after those inside of it; those of one list in their order.
  return [...side].flatMap(([id, each]) => (each.list === list ? [id] : []))
}
