// Brings together what a model changed in a plan and what a person changed by hand meanwhile. Both began with
// the same plan, the last one that a model wrote. Steps are the same when they have the same id.
// 1. What only one side changed is taken.
// 2. What both changed in different ways stays as it was made by hand, and is a conflict: a person is asked.
// 3. A step stands once. One that was changed by hand is not taken away, nor are the steps around it. Where
//    that cannot be, all of it stays as it was made by hand, and somebody is asked.
// Called by language/planners/.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { allSteps, withLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import type { Choice } from './choices.ts'
import { mergedList } from './merged-list.ts'
import { idsOf, listKey, type PlacedSteps, placed } from './placed.ts'
import { type Settled, Settling } from './settling.ts'
import { hasFields, hasSteps, isSame, type Value } from './values.ts'

export interface Conflict extends Choice {
  /** `notify.args.channel`; `notify` for the whole step; `start` and the like for the plan. */
  readonly path: string
}

export interface MergedPlan {
  readonly plan: Plan
  readonly conflicts: readonly Conflict[]
  /** Paths at which a side was chosen in vain: they are in none of the plans any more, say. */
  readonly unmet: readonly string[]
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

/** @param settled counts before everything else */
export function mergedPlan(sides: Sides, settled: Settled = new Map()): MergedPlan {
  return new Merge(sides, settled).merged()
}

class Merge {
  readonly #sides: Sides
  readonly #settled: Settling
  readonly #base: PlacedSteps
  readonly #hand: PlacedSteps
  readonly #model: PlacedSteps
  readonly #conflicts: Conflict[] = []

  constructor(sides: Sides, settled: Settled) {
    this.#sides = sides
    this.#settled = new Settling(settled)
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
    return { plan, conflicts: this.#conflicts, unmet: this.#settled.unmet() }
  }

  /** Where the lists cannot go together, as after crossed moves. */
  #isLost(there: ReadonlySet<string>): boolean {
    return [...this.#hand.keys()].some(id => !there.has(id) && this.#listOf(id) !== null)
  }

  #asByHand(): MergedPlan {
    const { hand, model } = this.#sides
    const chosen = this.#settled.at('steps')
    const unmet = this.#settled.against(chosen ?? 'hand')
    if (chosen !== undefined) return { plan: chosen === 'model' ? model : hand, conflicts: [], unmet }
    const [byHand, byModel] = [hand.steps, model.steps] as unknown as [Json, Json]
    return { plan: hand, conflicts: [{ path: 'steps', byHand, byModel }], unmet }
  }

  #list(list: string): readonly Step[] {
    const ids = [this.#base, this.#hand, this.#model].map(side => idsOf(side, list))
    const [base, hand, model] = ids as [string[], string[], string[]]
    return mergedList(base, hand, model, id => this.#listOf(id) === list).map(id => this.#step(id))
  }

  /** Where the step stands after the merge; null: nowhere. */
  #listOf(id: string): string | null {
    const [base, hand, model] = [this.#base, this.#hand, this.#model].map(side => side.get(id)?.list ?? null)
    const chosen = this.#settled.at(id)
    if (chosen !== undefined) return chosen === 'hand' ? hand! : model!
    if (hand === base && model === null) return this.#isTouched(id) ? hand! : null
    return hand === base ? model! : hand!
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
    const chosen = this.#settled.at(id)
    if (chosen !== undefined) return chosen === 'hand' ? hand : model
    // Fields of different kinds do not go together.
    const isOfOneKind = hand['kind'] === model['kind'] && (base ?? hand)['kind'] === hand['kind']
    return (
      isOfOneKind ? this.#fields(id, base ?? {}, hand, model) : this.#value(id, base, hand, model)
    ) as JsonObject
  }

  #value(path: string, base: Value, hand: Value, model: Value): Value {
    const chosen = this.#settled.at(path)
    if (chosen !== undefined) return chosen === 'hand' ? hand : model
    if (!this.#settled.isWithin(path)) {
      if (isSame(hand, model) || isSame(model, base)) return hand
      if (isSame(hand, base)) return model
    }
    if (hasFields(hand) && hasFields(model))
      return this.#fields(path, hasFields(base) ? base : {}, hand, model)
    if (hasSteps(hand) && hasSteps(model) && hand.length === model.length)
      return hand.map((part, index) => {
        const was = hasSteps(base) ? base[index] : undefined
        return this.#value(`${path}[${index}]`, was, part, model[index])!
      })
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
      const isWanted = this.#settled.at(id) === 'model'
      const isKept = there.has(id) && model === undefined && base !== undefined
      const isDropped = !there.has(id) && model !== undefined && (isWanted || !isSame(base, model))
      if (!isKept && !isDropped) continue
      if (isKept && isSame(base, hand)) continue
      if (this.#settled.at(id) === 'hand') continue
      this.#conflicts.push({ path: id, byHand: hand ?? null, byModel: model ?? null })
    }
  }
}

function fieldsOf({ steps: _, ...fields }: Plan): JsonObject {
  return fields as unknown as JsonObject
}
