// Does a schema of today keep what a released one promised? Reads what OpenAPI 3.0 and the tools of /rpc use
// of JSON Schema, and compares by direction:
// 1. What is sent (`request`) may only become wider: an old request stays a right one, and means the same.
// 2. What is answered (`answer`) may only gain fields, and values where the released schema says `x-open`.
// 3. In both nothing goes: no field, no value, no variant, until its `x-sunset` has passed.
// 4. Two named schemas are compared once; what broke in them is told by their name.
import { limitBreaks } from './limits.ts'
import { constantsOf, nameOf, type Schema, typesOf, variantsOf } from './normal-schema.ts'
import { defaultBreaks, isInteger, nullBreaks, openBreaks, typeBreaks, valueBreaks } from './values.ts'

export type Direction = 'request' | 'answer'

/** Lines that name the place and what broke; none when the promise is kept. */
export type Compare = (direction: Direction, at: string, was: Schema, is: Schema) => readonly string[]

export interface Documents {
  readonly was: object
  readonly is: object
  /** `2026-11-27`: what had its sunset may be gone. */
  readonly today: string
}

export function compareSchemas({ was: oldDocument, is: newDocument, today }: Documents): Compare {
  const compared = new Map<string, readonly string[]>()
  const resolve = (document: object, schema: Schema) => (schema.$ref ? find(document, schema.$ref) : schema)

  const compare: Compare = (direction, at, was, is) => {
    const [oldName, newName] = [nameOf(was), nameOf(is)]
    const place = oldName === null || newName === null ? at : `${oldName} (${direction})`
    const [old, now] = [resolve(oldDocument, was), resolve(newDocument, is)]
    if (oldName === null || newName === null) return compareShapes(direction, place, old, now)
    const pair = `${direction} ${oldName} ${newName}`
    if (!compared.has(pair)) {
      // Schemas refer to themselves: what is being compared breaks nothing more.
      compared.set(pair, [])
      compared.set(pair, compareShapes(direction, place, old, now))
    }
    return compared.get(pair)!
  }

  const compareShapes: Compare = (direction, at, was, is) => {
    const old = variantsOf(was, schema => resolve(oldDocument, schema))
    const now = variantsOf(is, schema => resolve(newDocument, schema))
    const nullable = [
      ...nullBreaks(direction, at, old.nullable, now.nullable),
      ...(direction === 'answer' && now.isOpen && !old.isOpen
        ? [`${at}: the kinds were all, are x-open now`]
        : []),
    ]
    const given = direction === 'request' ? defaultBreaks(at, was, is) : []
    if (old.variants.length === 1 && now.variants.length === 1) {
      const [one, other] = [old.variants[0]!, now.variants[0]!]
      if (one.$ref && other.$ref) return [...nullable, ...compare(direction, at, one, other)]
      const found = comparePlain(direction, at, resolve(oldDocument, one), resolve(newDocument, other))
      return [...nullable, ...given, ...found]
    }
    return [...nullable, ...given, ...compareVariants(direction, at, old, now)]
  }

  const comparePlain: Compare = (direction, at, was, is) => {
    const types = typeBreaks(direction, at, was, is)
    if (types.length > 0) return types
    return [
      ...openBreaks(direction, at, was, is),
      ...valueBreaks(direction, at, was, is),
      ...(direction === 'request' ? limitBreaks(at, was, is) : []),
      ...compareFields(direction, at, was, is),
      ...compareRest(direction, at, was, is),
      ...(was.items ? compare(direction, `${at}[]`, was.items, is.items ?? {}) : []),
      ...(!was.items && is.items && direction === 'request'
        ? compare(direction, `${at}[]`, {}, is.items)
        : []),
    ]
  }

  const compareFields: Compare = (direction, at, was, is) => {
    const [old, now] = [was.properties ?? {}, is.properties ?? {}]
    const [needed, needs] = [new Set(was.required), new Set(is.required)]
    const kept = Object.entries(old).flatMap(([name, field]) => {
      const place = `${at}.${name}`
      if (now[name] === undefined)
        return isPast(resolve(oldDocument, field), today) ? [] : [`${place}: removed`]
      const presence = direction === 'request' ? !needed.has(name) && needs.has(name) : needed.has(name)
      if (direction === 'request' && presence) return [`${place}: optional, is required now`]
      if (direction === 'answer' && presence && !needs.has(name))
        return [`${place}: always there, may be missing now`]
      return compare(direction, place, field, now[name])
    })
    const isNew = [...needs].filter(name => direction === 'request' && old[name] === undefined)
    return [...kept, ...isNew.map(name => `${at}.${name}: new, and required`)]
  }

  /** Values under names that the schema does not give: any, unless it says of which schema. */
  const compareRest: Compare = (direction, at, was, is) => {
    const [old, now] = [was.additionalProperties ?? true, is.additionalProperties ?? true]
    if (old === now || JSON.stringify(old) === JSON.stringify(now)) return []
    const place = `${at}.*`
    if (direction === 'request' && now === false) return [`${place}: other fields are refused now`]
    if (old === false || now === false) return []
    return compare(direction, place, asSchema(old), asSchema(now))
  }

  function compareVariants(
    direction: Direction,
    at: string,
    old: ReturnType<typeof variantsOf>,
    now: ReturnType<typeof variantsOf>,
  ): readonly string[] {
    const tags = (document: object, schema: Schema) => constantsOf(resolve(document, schema))
    const paired = new Set<Schema>()
    const kept = old.variants.flatMap(variant => {
      const tag = tags(oldDocument, variant)
      const alike = now.variants.filter(
        each =>
          agrees(tag, tags(newDocument, each)) &&
          mayBeAlike(resolve(oldDocument, variant), resolve(newDocument, each)),
      )
      const [best] = alike
        .map(each => ({ each, found: compare(direction, `${at}|${show(tag, variant)}`, variant, each) }))
        .sort((a, b) => a.found.length - b.found.length)
      if (best === undefined) return [`${at}: the variant ${show(tag, variant)} is gone`]
      paired.add(best.each)
      return best.found
    })
    if (direction === 'request' || old.isOpen) return kept
    const added = now.variants.filter(each => !paired.has(each))
    const strange = added.filter(each =>
      old.variants.every(one => compare(direction, at, one, each).length > 0),
    )
    const told = strange.map(each => show(tags(newDocument, each), each))
    return [...kept, ...told.map(tag => `${at}: the variant ${tag} is new, and the union is not x-open`)]
  }

  return compare
}

function find(document: object, reference: string): Schema {
  const names = reference.slice(2).split('/')
  return names.reduce((at, name) => (at as Record<string, object>)[name]!, document) as Schema
}

function asSchema(rest: Schema | boolean): Schema {
  return typeof rest === 'boolean' ? {} : rest
}

/** True for what was marked as going, once its day has come. */
export function isPast(marked: Schema, today: string): boolean {
  const sunset = marked['x-sunset']
  return sunset !== undefined && sunset <= today
}

type Constants = Readonly<Record<string, string>>

/** Whether two variants may be one: no field that is one value in both differs. */
function agrees(one: Constants, other: Constants): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === undefined || other[name] === value)
}

function mayBeAlike(one: Schema, other: Schema): boolean {
  const [types, others] = [typesOf(one), typesOf(other)]
  if (types === null || others === null) return true
  return types.some(
    type => others.includes(type) || isInteger(type, others) || others.some(each => isInteger(each, types)),
  )
}

function show(constants: Constants, schema: Schema): string {
  const said = Object.entries(constants).map(([name, value]) => `${name}=${value}`)
  return said.join(',') || nameOf(schema) || (typesOf(schema)?.join() ?? 'anything')
}
