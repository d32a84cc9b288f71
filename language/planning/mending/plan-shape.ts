// The plan itself: steps under another key or as a list alone, what it returns or is started by beside the
// steps, inputs as a list of names.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import { planKeys } from '../../../domain/plan/plan-schema.ts'
import { type Draft, onlyMeant, plain, type Tell } from './draft.ts'
import { renameKeys } from './rename-keys.ts'
import { mendedStart } from './starts.ts'
import { numberOf } from './steps/quantities.ts'
import { stepList } from './steps/step-list.ts'
import { planWords } from './synonyms.ts'

export function shapedPlan(sent: Json, tell: Tell): JsonObject {
  if (Array.isArray(sent)) {
    tell(null, 'a list of steps is taken as the plan')
    return { steps: sent as Json }
  }
  if (!isObject(sent)) return { steps: [] }
  const plan: Draft = { ...(sent as JsonObject) }
  withInnerPlan(plan, tell)
  renameKeys(plan, planKeys.plan, planWords, null, tell)
  const steps = stepList(plan['steps'] ?? [])
  if (plan['steps'] !== undefined && steps !== plan['steps'])
    tell('steps', 'what stands there is taken as steps')
  plan['steps'] = steps
  for (const key of ['inputs', 'outputSchema', 'deadline', 'irVersion'])
    if (plan[key] === null || plan[key] === '') delete plan[key]
  if (typeof plan['irVersion'] === 'string')
    plan['irVersion'] = numberOf(plan['irVersion']) ?? plan['irVersion']
  const start = mendedStart(withZone(plan, tell), tell)
  if (start === undefined) delete plan['start']
  else plan['start'] = start
  withInputs(plan, tell)
  withReturn(plan, tell)
  return plan
}

/** `{"schedule": "0 9 * * 1", "timezone": "Europe/Berlin"}`: the only start is in the zone beside it. */
function withZone(plan: Draft, tell: Tell): Json | undefined {
  const key = Object.keys(plan).find(each => ['timezone', 'tz', 'zone'].includes(plain(each)))
  const { start } = plan
  const only = Array.isArray(start) && start.length === 1 ? (start[0] as Json) : start
  if (key === undefined || typeof plan[key] !== 'string' || only === undefined) return start
  const said = typeof only === 'string' ? { kind: 'schedule', cron: only } : only
  if (!isObject(said) || Object.keys(said).some(each => ['timezone', 'tz', 'zone'].includes(plain(each))))
    return start
  const zone = plan[key]
  delete plan[key]
  tell('start', `${key} is taken as that of the start`)
  return [{ ...(said as JsonObject), timezone: zone }]
}

/** `{"workflow": {"steps": [...]}}` */
function withInnerPlan(plan: Draft, tell: Tell): void {
  if (plan['steps'] !== undefined) return
  for (const [key, inner] of Object.entries(plan)) {
    const isPlan = isObject(inner) && ['steps', 'actions', 'tasks'].some(each => Object.hasOwn(inner, each))
    if (!isPlan || !planWords['steps']!.includes(plain(key))) continue
    delete plan[key]
    for (const [name, value] of Object.entries(inner as JsonObject)) plan[name] ??= value
    tell(null, `${key} is taken as the plan`)
    return
  }
}

const outputKeys = ['output', 'outputs', 'return', 'returns', 'result']

/** What the plan says that it gives is a step in our language. */
function withReturn(plan: Draft, tell: Tell): void {
  const key = Object.keys(plan).find(each => outputKeys.includes(plain(each)))
  const steps = plan['steps']
  if (key === undefined || !Array.isArray(steps) || hasReturn(steps)) return
  const value = returned(plan[key]!, steps as readonly Json[])
  if (value === undefined) return
  delete plan[key]
  if (value === null || value === '') return
  tell(key, `${key} is taken as a step that returns it`)
  plan['steps'] = [...steps, { id: 'result', kind: 'return', value }]
}

/** A single word is the id of a step, or nothing that can be told. */
function returned(value: Json, steps: readonly Json[]): Json | undefined {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) return value
  const id = onlyMeant(
    value,
    steps.flatMap(each => (isObject(each) && typeof each['id'] === 'string' ? [each['id']] : [])),
  )
  return id === null ? undefined : { $: `steps[${JSON.stringify(id)}]` }
}

function hasReturn(steps: readonly Json[]): boolean {
  return /"(?:return|result)"/.test(
    JSON.stringify(steps.map(each => (isObject(each) ? [each['kind'], each['id']] : []))),
  )
}

/** `["name"]`, `{"name": "string"}`, `{"name": {"type": "string"}}`, `[{"name", "type"}]` */
function withInputs(plan: Draft, tell: Tell): void {
  const { inputs } = plan
  if (typeof inputs !== 'object' || inputs === null) return
  if (
    isObject(inputs) &&
    ['type', 'properties', '$ref'].some(key => key in inputs && isSchemaKey(inputs, key))
  )
    return
  const named = Array.isArray(inputs)
    ? (inputs as readonly Json[]).map(namedInput)
    : Object.entries(inputs as JsonObject).map(([name, schema]) => inputOf(name, schema))
  if (named.includes(null)) return
  const properties = named as readonly NamedInput[]
  delete plan['inputs']
  if (properties.length === 0) return
  tell('inputs', 'the inputs are taken as a schema of them')
  plan['inputs'] = {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: properties.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

function isSchemaKey(inputs: object, key: string): boolean {
  const value = (inputs as JsonObject)[key]
  return key === 'properties' ? isObject(value) : key === '$ref' || value === 'object'
}

interface NamedInput {
  readonly name: string
  readonly schema: JsonObject
  readonly isRequired: boolean
}

function namedInput(sent: Json): NamedInput | null {
  if (typeof sent === 'string') return inputOf(sent, {})
  if (!isObject(sent)) return null
  const { name, ...schema } = sent as JsonObject
  return typeof name === 'string' ? inputOf(name, schema) : null
}

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object']

function inputOf(name: string, sent: Json): NamedInput | null {
  if (typeof sent === 'string') {
    return types.includes(sent) ? { name, schema: { type: sent }, isRequired: true } : null
  }
  if (!isObject(sent)) return null
  const { required, optional, ...schema } = sent as JsonObject
  const type = own(schema, 'type')
  if (type !== undefined && !(typeof type === 'string' && types.includes(type))) return null
  const isFree = required === false || optional === true || schema['default'] !== undefined
  if (required !== undefined && typeof required !== 'boolean') return null
  return { name, schema, isRequired: !isFree }
}
