// Finds what a $ref names, inside of the schema only: JSON pointers, anchors, and parts with an $id of their
// own, from which pointers count. Nothing is fetched. Called by compile.ts.
import { spend } from '../../budgets/budget.ts'
import { isObject, type Json, type JsonSchema } from '../../json.ts'
import { SchemaError } from '../schema-error.ts'
import { type Draft, isOld } from './draft.ts'
import { excerptOf, forEachSubschema } from './keywords.ts'

export interface Resources {
  /** Schemas that stand where schemas may stand. */
  readonly known: ReadonlySet<JsonSchema>
  /** Of each resource, by name. */
  readonly anchors: ReadonlyMap<JsonSchema, ReadonlyMap<string, JsonSchema>>
}

/** A schema, and the resource that it belongs to: the schema around it that has an $id, or the whole. */
export interface Target {
  readonly schema: Json
  readonly resource: JsonSchema
}

/** @param depth of nested schemas that is allowed */
export function findResources(root: JsonSchema, draft: Draft, depth: number): Resources {
  const known = new Set<JsonSchema>()
  const anchors = new Map<JsonSchema, Map<string, JsonSchema>>()
  visit(root, root, 1)
  return { known, anchors }

  function visit(schema: Json, around: JsonSchema, at: number): void {
    if (!isObject(schema)) return
    if (at > depth) throw tooDeep(depth)
    spend(4)
    const node = schema as JsonSchema
    const resource = hasOwnId(node, draft) ? node : around
    known.add(node)
    for (const name of anchorsOf(node, draft)) {
      const named = anchors.get(resource) ?? new Map<string, JsonSchema>()
      anchors.set(resource, named)
      if (!named.has(name)) named.set(name, node)
    }
    forEachSubschema(node, subschema => visit(subschema, resource, at + 1))
  }
}

export function tooDeep(depth: number): SchemaError {
  return new SchemaError(`the schema is nested deeper than ${depth}`)
}

/** Whether pointers inside count from this schema. Up to draft 7 nothing counts beside a $ref. */
export function hasOwnId(schema: JsonSchema, draft: Draft): boolean {
  const id = idOf(schema, draft)
  return id !== null && !id.startsWith('#')
}

function idOf(schema: JsonSchema, draft: Draft): string | null {
  if (isOld(draft) && typeof own(schema, '$ref') === 'string') return null
  const id = own(schema, draft === '4' ? 'id' : '$id')
  return typeof id === 'string' ? id : null
}

function anchorsOf(schema: JsonSchema, draft: Draft): string[] {
  const id = idOf(schema, draft)
  const names = [
    own(schema, '$anchor'),
    own(schema, '$dynamicAnchor'),
    id?.startsWith('#') ? id.slice(1) : null,
  ]
  return names.filter(name => typeof name === 'string' && name !== '') as string[]
}

/** @throws {SchemaError} it leads nowhere, or out of the schema */
export function resolve(reference: string, resource: JsonSchema, resources: Resources, draft: Draft): Target {
  const quoted = excerptOf(reference)
  if (!reference.startsWith('#')) throw new SchemaError(`$ref ${quoted} leaves the schema`)
  spend(5 + reference.length / 8)
  const fragment = decoded(reference.slice(1))
  const isPointer = fragment === '' || fragment.startsWith('/')
  const anchored = isPointer ? undefined : resources.anchors.get(resource)?.get(fragment)
  const target = isPointer
    ? follow(fragment.split('/').slice(1))
    : anchored && { schema: anchored, resource: hasOwnId(anchored, draft) ? anchored : resource }
  if (target === undefined || !(typeof target.schema === 'boolean' || isObject(target.schema))) {
    throw new SchemaError(`$ref ${quoted} leads nowhere`)
  }
  return target

  function follow(names: readonly string[]): Target | undefined {
    let target: Target = { schema: resource, resource }
    for (const name of names) {
      spend(1)
      const at = target.schema
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
      // Of a list, `length` would be its own.
      if (Array.isArray(at) && !/^\d+$/.test(key)) return undefined
      const schema = (at as JsonSchema)[key]!
      const isResource = isObject(schema) && resources.known.has(schema as JsonSchema)
      const starts = isResource && hasOwnId(schema as JsonSchema, draft)
      target = { schema, resource: starts ? (schema as JsonSchema) : target.resource }
    }
    return target
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function own(schema: JsonSchema, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}
