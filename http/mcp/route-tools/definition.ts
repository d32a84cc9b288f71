// The definition of a tool that is a route: its schemas come from the route, what they say from the
// RouteTool.
import { z } from 'zod'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../domain/json.ts'
import type { ToolDefinition, ToolEffect } from '../../../domain/tools/tool.ts'
import type { Route } from '../../pipeline/route.ts'
import type { RouteTool } from './route-tool.ts'

const anyType = ['object', 'array', 'string', 'number', 'boolean', 'null']
/** All fields, whole values. */
const detail = { type: 'boolean' }

export function definitionOf(route: Route, tool: RouteTool): ToolDefinition {
  const { name, description, effect = effectOf(route) } = tool
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: inputSchemaOf(route, tool),
    outputSchema: outputSchemaOf(route, tool),
    effect,
    keywords: route.path.split('/').filter(part => part !== '' && !part.startsWith(':')),
    examples: [],
  }
}

/** `search_tools` is "Search tools". */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Answers with a page of items. */
export function isList({ options }: Route): boolean {
  return options.returns instanceof z.ZodArray
}

export function paramNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)
}

function effectOf({ method }: Route): ToolEffect {
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'destructive' : 'write'
}

function inputSchemaOf({ options, path }: Route, { args, brief, own }: RouteTool): JsonSchema {
  const params = paramNames(path)
  const parts = [options.query, options.body]
    .filter(part => part !== undefined)
    .map(part => shown(part, args))
    .map(schema => ({ schema, taken: schemaOf(schema, 'input') }))
  const known: Record<string, Json> = Object.fromEntries(params.map(name => [name, { type: 'string' }]))
  if (options.params) Object.assign(known, propertiesOf(schemaOf(options.params, 'output')))
  for (const { schema, taken } of parts) Object.assign(known, argumentsOf(schema, taken))
  const needed = parts.flatMap(({ taken }) => (taken['required'] ?? []) as string[])
  const properties = Object.entries(args).map(([name, said]) => [name, argument(known, name, said)])
  const required = [...params, ...needed].filter(name => name in args)
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...own, ...(brief && { detail }) },
    ...(required.length > 0 && { required }),
  }
}

/** Only what the tool shows of it, as others take long to make. A plan is shown as any object. */
function shown(schema: z.ZodType, args: RouteTool['args']): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema
  const { plan, ...shape } = schema.shape as Record<string, z.ZodType>
  const kept = Object.entries(shape).filter(([name]) => name in args)
  const anyPlan = z.custom<object>().meta({ type: 'object' })
  if (plan && 'plan' in args) kept.push(['plan', plan.isOptional() ? anyPlan.optional() : anyPlan])
  return z.object(Object.fromEntries(kept))
}

/** What a query turns into a number takes any text: then it is said what it turns into. */
function argumentsOf(schema: z.ZodType, taken: JsonObject): JsonObject {
  const known = propertiesOf(taken)
  if (Object.values(known).every(isTyped)) return known
  const made = propertiesOf(schemaOf(schema, 'output'))
  return Object.fromEntries(
    Object.entries(known).map(([name, one]) => [name, isTyped(one) ? one : made[name]!]),
  )
}

function isTyped(schema: Json): boolean {
  return isObject(schema) && ['type', 'enum', 'anyOf', 'oneOf', '$ref'].some(keyword => keyword in schema)
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? (properties as JsonObject) : {}
}

/** @throws {TypeError} the route has no such argument */
function argument(known: JsonObject, name: string, said: string): JsonObject {
  const schema = known[name]
  if (!isObject(schema)) throw new TypeError(`no argument ${name}`)
  const own = outermost(schema as JsonObject)
  return { ...(!isTyped(own) && { type: anyType }), ...own, ...(said && { description: said }) }
}

/** What a model reads of an argument; the route checks the rest, and says what is wrong. */
const shownKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref', 'items', 'x-open']

function outermost(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => shownKeywords.includes(keyword))
      .map(([keyword, value]) => [keyword, keyword === 'items' ? itemsOf(value) : value]),
  )
}

function itemsOf(items: Json): Json {
  return isObject(items) ? outermost(items as JsonObject) : items
}

function outputSchemaOf(route: Route, { answer }: RouteTool): JsonSchema {
  const item = schemaOf(answer, 'output')
  if (!isList(route)) return item
  return {
    type: 'object',
    properties: { items: { type: 'array', items: item }, nextCursor: { type: ['string', 'null'] } },
    required: ['items', 'nextCursor'],
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  return compact(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject) as JsonObject
}

/** The same schema with less to read: no dialect, no bounds that bound nothing, null as a second type. */
function compact(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(compact)
  if (!isObject(schema)) return schema
  const { anyOf, ...rest } = schema as JsonObject
  const either = Array.isArray(anyOf) ? orNull(anyOf.map(compact)) : anyOf
  const kept = Object.entries(rest).filter(([keyword, value]) => !isEmpty(keyword, value))
  const compacted = Object.fromEntries(kept.map(([keyword, value]) => [keyword, compact(value)]))
  if (either === undefined) return compacted
  return Array.isArray(either) ? { anyOf: either, ...compacted } : { ...(either as JsonObject), ...compacted }
}

/** `[{type: 'string'}, {type: 'null'}]` as one schema; all others stay as they are. */
function orNull(schemas: readonly Json[]): Json {
  const [first, second, ...more] = schemas as readonly JsonObject[]
  if (first === undefined || second?.['type'] !== 'null' || more.length > 0) return schemas
  if (Object.keys(first).length === 0) return {}
  const { type, enum: choices, ...rest } = first
  if (typeof type !== 'string' || choices !== undefined) return schemas
  return { type: [type, 'null'], ...rest }
}

function isEmpty(keyword: string, value: Json): boolean {
  switch (keyword) {
    case '$schema':
      return true
    case 'minLength':
      return value === 0 || value === 1
    case 'additionalProperties':
      return isObject(value) && Object.keys(value).length === 0
    case 'minimum':
    case 'maximum':
      return typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER
    default:
      return false
  }
}
