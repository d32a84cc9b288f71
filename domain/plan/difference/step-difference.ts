// The difference of two plans, step by step. Steps are the same when they have the same id. Called by
// domain/work/versions/version-difference.ts.
import { canonical, isObject, type Json } from '../../json.ts'
import { blockOf } from '../blocks/blocks.ts'
import { listsOf } from '../nested-steps.ts'
import type { Plan, Step } from '../plan.ts'

export interface NamedStep {
  readonly id: string
  readonly kind: string
  readonly title: string
}

/** `field`: `args.url`, `when`, `cases[1].when`; `place` when it moved. Null where there is nothing. */
export interface ChangedField {
  readonly field: string
  readonly before: Json
  readonly after: Json
}

export interface StepDifference {
  readonly added: readonly NamedStep[]
  readonly removed: readonly NamedStep[]
  readonly changed: readonly (NamedStep & { readonly fields: readonly ChangedField[] })[]
}

/** A step with the list that it stands in, such as `check[0]`, and the step before it there. */
interface Placed {
  readonly step: Step
  readonly list: string
  readonly siblings: readonly string[]
}

/** Fields whose parts are compared one by one. */
const compound = new Set(['args', 'inputs', 'retry', 'approval'])
/** Words of the prompt move with every edit of it. */
const ignored = new Set(['id', 'span'])

export function stepDifference(before: Plan, after: Plan): StepDifference {
  const [old, now] = [placedSteps(before), placedSteps(after)]
  const changed = [...now].flatMap(([id, placed]) => {
    const was = old.get(id)
    if (was === undefined) return []
    const fields = [...placeChange(was, placed), ...fieldChanges(was.step, placed.step)]
    return fields.length === 0 ? [] : [{ ...named(placed.step), fields }]
  })
  return { added: without(now, old), removed: without(old, now), changed }
}

function without(steps: ReadonlyMap<string, Placed>, others: ReadonlyMap<string, Placed>) {
  return [...steps.values()].filter(({ step }) => !others.has(step.id)).map(({ step }) => named(step))
}

function named({ id, kind, title }: Step): NamedStep {
  return { id, kind, title }
}

function placedSteps(plan: Plan): ReadonlyMap<string, Placed> {
  const found = new Map<string, Placed>()
  const visit = (steps: readonly Step[], list: string) => {
    const ids = steps.map(step => step.id)
    for (const step of steps) {
      found.set(step.id, { step, list, siblings: ids })
      for (const [index, inside] of listsOf(step).entries()) visit(inside, `${step.id}[${index}]`)
    }
  }
  visit(plan.steps, '')
  return found
}

/** Moved: into another list, or behind another step of those that both lists have. */
function placeChange(was: Placed, is: Placed): readonly ChangedField[] {
  const before = placeOf(was, is)
  const after = placeOf(is, was)
  return before === after ? [] : [{ field: 'place', before, after }]
}

function placeOf({ step, list, siblings }: Placed, other: Placed): string {
  const where = list === '' ? '' : `in ${list}, `
  if (list !== other.list) return list === '' ? 'in the plan' : `in ${list}`
  const shared = siblings.filter(id => other.siblings.includes(id))
  const previous = shared[shared.indexOf(step.id) - 1]
  return `${where}${previous === undefined ? 'first' : `after ${previous}`}`
}

function fieldChanges(before: Step, after: Step): readonly ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(field => {
    const [was, is] = [old.get(field) ?? null, now.get(field) ?? null]
    return same(was, is) ? [] : [{ field, before: was, after: is }]
  })
}

/** The fields of the step itself; the steps inside of it are compared by themselves. */
function fieldsOf(step: Step): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>()
  const inside = new Map((blockOf(step).children ?? []).map(child => [child.field, child]))
  for (const [name, value] of Object.entries(step) as [string, Json][]) {
    if (ignored.has(name)) continue
    if (compound.has(name) && isObject(value)) {
      for (const [part, inner] of Object.entries(value as { [name: string]: Json }))
        fields.set(`${name}.${part}`, inner)
    } else if (name === 'onError') fields.set(name, isObject(value) ? 'steps' : value)
    else if (!inside.has(name)) fields.set(name, value)
    else if (inside.get(name)!.each !== undefined)
      for (const [index, { steps: _, ...own }] of (value as { [name: string]: Json }[]).entries())
        fields.set(`${name}[${index}]`, own)
  }
  return fields
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}
