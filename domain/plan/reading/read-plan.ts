// Reads a plan as somebody sent it, a person, a model or an agent, and tells everything that is wrong with
// its shape at once, each with its step. What can be read is read all the same, so that the compiler can tell
// what else is wrong. Keys that a plan does not have are kept: the compiler names them, and a plan that is
// sent back still has them.
import { z } from 'zod'
import { nearestName } from '../../distance.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { own } from '../../own.ts'
import type { ChildField, StepKind } from '../blocks/block.ts'
import { blocks } from '../blocks/blocks.ts'
import type { Diagnostic, Plan, Step } from '../plan.ts'
import { planBounds } from '../plan.ts'
import { planShape, stepKinds, stepShapes } from '../plan-schema.ts'
import { identifier } from '../shapes.ts'
import { kindMeant } from './other-kinds.ts'
import { type ShapeFault, shapeFaults } from './shape-faults.ts'
import { withoutLaterStarts } from './starts.ts'

export interface ReadPlan {
  /** Steps that cannot be read stand in it as steps that do nothing. */
  readonly plan: Plan
  /** Of severity error; empty when the plan was read whole. */
  readonly faults: readonly Diagnostic[]
}

/** Of the shape; more would be noise. */
const mostFaults = 100
/** Steps inside of steps that are looked at; the compiler allows less. */
const deepest = 16

export function readPlan(sent: Json): ReadPlan {
  const faults: Diagnostic[] = []
  const tell = (
    step: string | null,
    field: string,
    { code = 'BAD_SHAPE', message, candidates }: ShapeFault,
  ) => {
    if (faults.length >= mostFaults) return
    const path = step === null ? field || null : field === '' ? step : `${step}.${field}`
    const about = `${path ?? 'plan'}: ${message}`
    const fault = { code, severity: 'error', path, span: null, message: about } as const
    faults.push(candidates === undefined ? fault : { ...fault, candidates })
  }
  if (!isObject(sent)) {
    tell(null, '', { message: `expected an object with steps, received ${nameOf(sent)}` })
    return { plan: { steps: [] }, faults }
  }
  const { steps, ...said } = sent as JsonObject
  const rest = withoutLaterStarts(said, tell)
  const read = planShape.safeParse({ ...rest, steps: [] })
  if (!read.success) for (const [field, fault] of shapeFaults(read.error, rest)) tell(null, field, fault)
  const list = readSteps(steps, { place: 'steps', depth: 1, tell })
  const shape = read.success ? withUnknown(rest, read.data as object) : {}
  return { plan: { ...shape, steps: list } as Plan, faults }
}

type Tell = (step: string | null, field: string, fault: ShapeFault) => void

interface Place {
  /** Of the list, for steps without an id: `steps`, `each.steps`. */
  readonly place: string
  readonly depth: number
  readonly tell: Tell
}

function readSteps(sent: Json | undefined, at: Place): readonly Step[] {
  if (!Array.isArray(sent)) {
    at.tell(null, at.place, { message: `expected a list of steps, received ${nameOf(sent)}` })
    return []
  }
  if (sent.length > planBounds.steps)
    at.tell(null, at.place, {
      message: `expected at most ${planBounds.steps} steps, received ${sent.length}`,
    })
  const list = sent.slice(0, planBounds.steps) as readonly Json[]
  return list.map((step, index) => readStep(step, { ...at, place: `${at.place}[${index}]` }))
}

function readStep(sent: Json, at: Place): Step {
  if (!isObject(sent)) {
    at.tell(null, at.place, { message: `expected a step, received ${nameOf(sent)}` })
    return stub(at.place)
  }
  const step = sent as JsonObject
  const id = typeof step['id'] === 'string' && step['id'] !== '' ? step['id'].slice(0, 63) : at.place
  if (at.depth > deepest) return stub(id)
  const kind = kindOf(step, id, at.tell)
  if (kind === null) return stub(id)
  const { bare, lists } = withoutLists({ ...plainSources(step, kind), kind }, kind)
  const read = readBare(bare, kind, id, at.tell)
  const inside = (list: Json, field: string) =>
    readSteps(list, { ...at, place: `${id}.${field}`, depth: at.depth + 1 })
  return withLists({ ...read, id: typeof step['id'] === 'string' ? id : read.id }, lists, inside)
}

/** What the author most likely meant is read on, so that the rest of the step is judged, too. */
function kindOf({ kind }: JsonObject, id: string, tell: Tell): StepKind | null {
  if (typeof kind === 'string' && Object.hasOwn(stepShapes, kind)) return kind as StepKind
  const said = typeof kind === 'string' ? kind : ''
  const meant = kindMeant(said) ?? (nearestName(said, stepKinds) as StepKind | null)
  const hint = meant === null ? '' : `; did you mean ${meant}?`
  const received = kind === undefined ? 'none' : JSON.stringify(kind).slice(0, 80)
  tell(id, 'kind', {
    message: `expected one of ${stepKinds.join(', ')}, received ${received}${hint}`,
    candidates: meant === null ? stepKinds : [meant],
  })
  return meant
}

/** `{"$": "..."}` where an expression stands anyway is simply taken. */
function plainSources(step: JsonObject, kind: StepKind): JsonObject {
  const plain: { [field: string]: Json } = kind === 'approval' ? { ...withComputedPeople(step) } : { ...step }
  for (const field of ['when', 'unless', ...(expressionFields[kind] ?? [])] as const)
    if (plain[field] !== undefined) plain[field] = plainSource(plain[field])
  const { approval, review } = plain
  if (isObject(approval)) plain['approval'] = withComputedPeople(approval as JsonObject)
  if (isObject(review)) plain['review'] = withComputedPeople(review as JsonObject)
  if (Array.isArray(plain['cases']))
    plain['cases'] = plain['cases'].map(each =>
      isObject(each) && each['when'] !== undefined
        ? { ...(each as JsonObject), when: plainSource(each['when'] as Json) }
        : each,
    )
  return plain
}

/** By kind: fields that are expressions as they stand; those of others take values. */
const expressionFields: { readonly [Kind in StepKind]?: readonly string[] } = {
  foreach: ['over'],
  repeat: ['until', 'while'],
}

/** `{"$"}` among the assignees, or in their place, stands in `assigneesFrom`. */
function withComputedPeople(policy: JsonObject): JsonObject {
  const { assignees, ...rest } = policy
  const given = isObject(assignees) ? [assignees as JsonObject] : assignees
  if (!Array.isArray(given)) return policy
  const isComputed = (each: Json) => typeof plainSource(each) === 'string' && isObject(each)
  const computed = (given as readonly Json[]).filter(isComputed).map(plainSource)
  const named = (given as readonly Json[]).filter(each => !isComputed(each))
  if (computed.length === 0) return policy
  const from = Array.isArray(rest['assigneesFrom']) ? (rest['assigneesFrom'] as readonly Json[]) : []
  return { ...rest, ...(named.length > 0 && { assignees: named }), assigneesFrom: [...from, ...computed] }
}

function plainSource(value: Json): Json {
  if (!isObject(value)) return value
  const [[key, source] = ['', null], ...more] = Object.entries(value as JsonObject)
  return key === '$' && more.length === 0 && typeof source === 'string' ? source : value
}

/** A list of a step, taken out of it to be read by itself. */
interface TakenList {
  readonly field: string
  /** Of the case or branch that it is in. */
  readonly index: number | null
  readonly sent: Json
}

function withoutLists(step: JsonObject, kind: StepKind): { bare: JsonObject; lists: readonly TakenList[] } {
  const bare: { [key: string]: Json } = { ...step }
  const lists: TakenList[] = []
  for (const { field, each } of blocks[kind].children ?? []) {
    const sent = bare[field]
    if (sent === undefined) continue
    if (each === undefined) {
      lists.push({ field, index: null, sent })
      bare[field] = []
    } else if (Array.isArray(sent)) {
      bare[field] = (sent as readonly Json[]).map((part, index) => {
        const steps = isObject(part) ? (part as JsonObject)['steps'] : undefined
        if (steps === undefined) return part
        lists.push({ field, index, sent: steps })
        return { ...(part as JsonObject), steps: [] }
      })
    }
  }
  const handler = bare['onError']
  if (isObject(handler) && handler['steps'] !== undefined) {
    lists.push({ field: 'onError', index: null, sent: handler['steps'] as Json })
    bare['onError'] = { ...(handler as JsonObject), steps: [] }
  }
  return { bare, lists }
}

function withLists(
  step: Step,
  lists: readonly TakenList[],
  read: (list: Json, field: string) => readonly Step[],
): Step {
  const placed = { ...step } as unknown as { [key: string]: unknown }
  for (const { field, index, sent } of lists) {
    if (field === 'onError')
      placed[field] = { ...(placed[field] as object), steps: read(sent, 'onError.steps') }
    else if (index === null) placed[field] = read(sent, field)
    else {
      const parts = placed[field]
      if (!Array.isArray(parts) || parts[index] === undefined) continue
      const steps = read(sent, `${field}[${index}].steps`)
      placed[field] = parts.with(index, { ...parts[index], steps })
    }
  }
  return placed as unknown as Step
}

/** What a field is taken as that cannot be read; a step that lacks more does nothing. */
const instead: { readonly [field: string]: Json } = {
  over: '[]',
  as: 'item',
  value: null,
  message: '',
  goal: '',
  question: '',
  most: 1,
}

function readBare(bare: JsonObject, kind: StepKind, id: string, tell: Tell): Step {
  const shape = stepShapes[kind]
  const read = shape.safeParse(bare)
  if (read.success) return withUnknown(bare, read.data) as Step
  const mended: { [key: string]: Json } = { ...bare }
  for (const [field, fault] of shapeFaults(read.error, bare)) {
    tell(id, field, fault)
    const [name = ''] = field.split(/[.[]/)
    const child = (blocks[kind].children ?? []).find(
      ({ field, each }) => field === name && each !== undefined,
    )
    const other = child === undefined ? own(instead, name) : parts(bare[name], child)
    if (other === undefined) delete mended[name]
    else mended[name] = other
  }
  mended['id'] = identifierOf(id)
  const again = shape.safeParse(mended)
  if (!again.success) return stub(id)
  const step = withUnknown(mended, again.data) as Step
  // The steps inside read the variable by the name that was given.
  const name = blocks[kind].binds?.name
  return name !== undefined && typeof bare[name] === 'string' ? { ...step, [name]: bare[name] } : step
}

/** Each case or branch with what it must have. */
function parts(sent: Json | undefined, { each }: ChildField): Json | undefined {
  if (!Array.isArray(sent)) return undefined
  return (sent as readonly Json[]).map(given => {
    const part = isObject(given) ? (given as JsonObject) : {}
    const { when = 'true' } = part
    const condition = typeof when === 'string' && when !== '' ? when : 'true'
    return { ...part, ...(each!.shape['when'] !== undefined && { when: condition }), steps: [] }
  })
}

function identifierOf(id: string): string {
  return identifier.safeParse(id).success ? id : 'unnamed'
}

/** Holds the place of a step that cannot be read. */
function stub(id: string): Step {
  return { id, title: '', kind: 'set', value: null }
}

/** What was parsed, with the keys that the shape does not have. */
function withUnknown(sent: object, parsed: object): object {
  const kept: { [key: string]: unknown } = { ...parsed }
  for (const [key, value] of Object.entries(sent)) {
    const read = kept[key]
    if (read === undefined) {
      if (value !== undefined) kept[key] = value
    } else if (Array.isArray(value) && Array.isArray(read))
      kept[key] = read.map((each, index) =>
        isObject(each) && isObject(value[index]) ? withUnknown(value[index], each) : each,
      )
    else if (isObject(value) && isObject(read)) kept[key] = withUnknown(value, read)
  }
  return kept
}

function nameOf(value: Json | undefined): string {
  return z.core.util.parsedType(value)
}
