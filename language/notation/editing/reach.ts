// What an expression at a place can name, and what is known of the fields of each.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import type { Holder } from '../../../language/notation/slots.ts'
import type { Reach } from './listening.ts'

/** A tool as the organization is offered it. */
export interface KnownTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema: object | null
  /** What its results looked like so far. */
  readonly observedSchema?: object | null
}

export interface World {
  readonly reach: Reach
  readonly tools: readonly KnownTool[]
  /** Schema of the inputs of the workflow. */
  readonly inputs: JsonObject | null
}

export interface Member {
  readonly name: string
  readonly schema: JsonObject | null
}

/** References that lead to others. */
const mostHops = 10

/** What stands behind `inputs.`, `steps.`, `order.address.`; empty where nothing is known. */
export function membersOf(path: readonly string[], world: World): readonly Member[] {
  if (path.length === 1 && path[0] === 'steps')
    return world.reach.steps.map(step => ({ name: String(step['id']), schema: outputOf(step, world, 0) }))
  return fieldsOf(schemaAt(path, world, 0))
}

/** Fields of an object, those that it always has first. */
export function fieldsOf(schema: JsonObject | null): readonly Member[] {
  const properties = schema?.['properties']
  if (!isObject(properties)) return []
  const required = schema!['required']
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  return Object.entries(properties)
    .map(([name, each]) => ({ name, schema: objectOr(each) }))
    .sort((a, b) => Number(isRequired(b.name)) - Number(isRequired(a.name)))
}

/** `text`, `list`, `{id, name}`; empty where nothing is known. */
export function typeText(schema: JsonObject | null): string {
  const type = schema?.['type']
  if (Array.isArray(schema?.['enum'])) return schema.enum.map(each => JSON.stringify(each)).join(' | ')
  if (type === 'object') {
    const names = fieldsOf(schema).map(({ name }) => name)
    return names.length === 0 ? 'object' : `{${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}}`
  }
  return type === 'array' ? 'list' : type === 'string' ? 'text' : typeof type === 'string' ? type : ''
}

export function toolOf(step: Holder, tools: readonly KnownTool[]): KnownTool | null {
  if (typeof step['tool'] !== 'string') return null
  const name = offeredName({ server: step['server'] as string | null, name: step['tool'] })
  return tools.find(each => each.name === name) ?? null
}

export function objectOr(value: Json | object | null | undefined): JsonObject | null {
  return isObject(value as Json) ? (value as JsonObject) : null
}

function schemaAt(path: readonly string[], world: World, hops: number): JsonObject | null {
  const [head, ...rest] = path
  if (head === 'inputs') return within(world.inputs, rest)
  if (head === 'steps') {
    const [id, ...fields] = rest
    const step = world.reach.steps.find(each => each['id'] === id)
    return step === undefined ? null : within(outputOf(step, world, hops), fields)
  }
  const bound = world.reach.variables.findLast(({ name }) => name === head)
  if (bound === undefined) return null
  const items = pathIn(bound.step['over'])
  return items === null ? null : within(itemsOf(schemaAt(items, world, hops + 1)), rest)
}

function outputOf(step: Holder, world: World, hops: number): JsonObject | null {
  if (hops > mostHops) return null
  const tool = toolOf(step, world.tools)
  if (tool !== null) return objectOr(tool.outputSchema ?? tool.observedSchema ?? null)
  if (step['outputSchema'] !== undefined) return objectOr(step['outputSchema'] as Json)
  const value = objectOr(step['value'] as Json)
  const path = value === null ? null : pathIn(own(value, '$'))
  return path === null ? null : schemaAt(path, world, hops + 1)
}

/** Of an expression that is a reference and nothing else. */
function pathIn(expression: unknown): readonly string[] | null {
  if (typeof expression !== 'string' || !/^\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\s*$/.test(expression))
    return null
  return expression.trim().split('.')
}

function within(schema: JsonObject | null, path: readonly string[]): JsonObject | null {
  return path.reduce<JsonObject | null>((found, field) => {
    const properties = objectOr(found?.['properties'])
    return properties === null ? null : objectOr(own(properties, field))
  }, schema)
}

function itemsOf(schema: JsonObject | null): JsonObject | null {
  return objectOr(schema?.['items'])
}
