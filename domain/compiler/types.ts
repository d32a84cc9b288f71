// Holds plain references (`steps.orders[0].total`, `order.total`) against the schemas of what tools answer:
// a field that is not there, a loop over what is no list, a text where the tool takes a number. Only what
// cannot be right is reported; where a schema leaves something open, so does this pass. Called by
// domain/compiler/compiler.ts, after its other passes.

import { compileExpression, ExpressionError } from '../expression/expression.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { own } from '../own.ts'
import { sourcesOf } from '../plan/dependencies.ts'
import { listsOf } from '../plan/nested-steps.ts'
import type { Argument, Step } from '../plan/plan.ts'
import { offeredName } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

/** What is known of a value: a JSON Schema; null when nothing is. */
type Known = JsonObject | null
/** By variable: loop variables, and `steps.<id>` for steps. */
type Scope = Map<string, Known>

export function checkTypes(steps: readonly Step[], pass: Pass): void {
  walk(steps, new Map(), pass)
}

function walk(steps: readonly Step[], scope: Scope, pass: Pass): void {
  for (const step of steps) {
    for (const source of sourcesOf(step)) checkSource(step, source.field, sourceOf(source), scope, pass)
    if (step.kind === 'tool') checkToolArguments(step, scope, pass)
    const inside = new Map(scope)
    if (step.kind === 'foreach') inside.set(step.as, itemOf(overOf(step, scope, pass)))
    for (const list of listsOf(step)) walk(list, new Map(inside), pass)
    scope.set(`steps.${step.id}`, outputOf(step, scope, pass))
  }
}

/** Reports each plain reference in the value to a field that cannot be there. */
function checkSource(step: Step, field: string, value: Argument, scope: Scope, pass: Pass): void {
  if (Array.isArray(value)) return value.forEach(each => void checkSource(step, field, each, scope, pass))
  if (!isObject(value)) return
  const path = pathOf(value as JsonObject)
  if (path === null)
    return Object.values(value as JsonObject).forEach(
      each => void checkSource(step, field, each, scope, pass),
    )
  const found = resolve(path, scope)
  if (typeof found === 'string') pass.report(step, 'BAD_REFERENCE', field, `${step.id}.${field}: ${found}`)
}

function sourceOf(source: ReturnType<typeof sourcesOf>[number]): Argument {
  return 'argument' in source ? source.argument : { $: source.expression }
}

/** Reports references of a type that the tool's argument does not take. */
function checkToolArguments(step: Extract<Step, { kind: 'tool' }>, scope: Scope, pass: Pass): void {
  const tool = toolOf(step, pass)
  const properties = tool?.inputSchema['properties']
  if (!isObject(properties)) return
  for (const [name, value] of Object.entries(step.args)) {
    const path = isObject(value) ? pathOf(value as JsonObject) : null
    const given = path === null ? null : resolve(path, scope)
    const [expected, received] = [
      typesOf(own(properties as JsonObject, name) ?? null),
      typesOf(given as Json),
    ]
    if (expected === null || received === null || received.some(type => takes(expected, type))) continue
    const said = `expected ${expected.join(' or ')}, received ${received.join(' or ')} (${shown(path!)})`
    pass.report(step, 'BAD_ARGUMENT', `args.${name}`, `${step.id}.args.${name}: ${said}`)
  }
}

/** What a loop goes over; reports what is no list. */
function overOf(step: Extract<Step, { kind: 'foreach' }>, scope: Scope, pass: Pass): Known {
  const path = pathOf({ $: step.over })
  const found = path === null ? null : resolve(path, scope)
  if (found === null || typeof found === 'string') return null
  const types = typesOf(found)
  if (types === null || types.includes('array')) return found
  const said = `expected a list, received ${types.join(' or ')} (${shown(path!)})`
  pass.report(step, 'BAD_EXPRESSION', 'over', `${step.id}.over: ${said}`)
  return null
}

function outputOf(step: Step, scope: Scope, pass: Pass): Known {
  // A step that is skipped, or goes on after a failure, gives null.
  if (step.when !== undefined || (step.onError !== undefined && step.onError !== 'fail')) return null
  switch (step.kind) {
    case 'tool':
      return toolOf(step, pass)?.outputSchema ?? null
    case 'set': {
      const path = isObject(step.value) ? pathOf(step.value as JsonObject) : null
      const found = path === null ? null : resolve(path, scope)
      return typeof found === 'string' ? null : found
    }
    default:
      return null
  }
}

function toolOf({ server, tool }: Extract<Step, { kind: 'tool' }>, { search }: Pass) {
  return search.named(offeredName({ server, name: tool }))
}

/** The path of a value that is nothing but a reference; null for any other. */
function pathOf(value: JsonObject): readonly (string | number)[] | null {
  if (typeof value['$'] !== 'string' || Object.keys(value).length !== 1) return null
  try {
    return compileExpression(value['$']).path
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** @returns what is known of the value there; a text says why nothing can be there */
function resolve(path: readonly (string | number)[], scope: Scope): Known | string {
  const [name, ...rest] = path
  const isStep = name === 'steps'
  const start = scope.get(isStep ? `steps.${rest[0]}` : String(name)) ?? null
  const keys = isStep ? rest.slice(1) : rest
  let known = start
  for (const [index, key] of keys.entries()) {
    if (known === null) return null
    const types = typesOf(known)
    const where = shown(path.slice(0, path.length - keys.length + index))
    if (types === null) return null
    if (typeof key === 'number') {
      if (!types.includes('array')) return `${where} is no list, it has no item ${key}`
      known = itemOf(known)
    } else if (types.includes('object')) {
      const field = fieldOf(known, key)
      if (field === undefined) return `${where} has no ${key}; it has ${fieldsOf(known).join(', ')}`
      known = field
    } else return `${where} is ${types.join(' or ')}, it has no ${key}`
  }
  return known
}

/** Undefined when the schema rules the field out. */
function fieldOf(schema: JsonObject, key: string): Known | undefined {
  const properties = isObject(schema['properties']) ? (schema['properties'] as JsonObject) : {}
  const field = own(properties, key)
  if (field !== undefined) return isObject(field) ? (field as JsonObject) : null
  const isClosed = schema['additionalProperties'] === false && schema['patternProperties'] === undefined
  return isClosed && !isComposed(schema) ? undefined : null
}

function fieldsOf(schema: JsonObject): readonly string[] {
  return Object.keys((schema['properties'] ?? {}) as JsonObject)
}

function itemOf(schema: Known): Known {
  const items = schema?.['items']
  return isObject(items) ? (items as JsonObject) : null
}

/** The types that the schema names; null when it leaves them open. */
function typesOf(schema: Json): readonly string[] | null {
  if (!isObject(schema) || isComposed(schema as JsonObject)) return null
  const { type } = schema as JsonObject
  if (typeof type === 'string') return [type]
  return Array.isArray(type) && type.every(each => typeof each === 'string') ? (type as string[]) : null
}

/** Other keywords may say more of it. */
function isComposed(schema: JsonObject): boolean {
  return ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'if'].some(
    keyword => schema[keyword] !== undefined,
  )
}

function takes(expected: readonly string[], type: string): boolean {
  const isNumber = type === 'integer' || type === 'number'
  return (
    expected.includes(type) || (isNumber && (expected.includes('number') || expected.includes('integer')))
  )
}

function shown(path: readonly (string | number)[]): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
}
