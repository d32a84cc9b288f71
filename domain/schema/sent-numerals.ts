// The texts in a value that stand for numbers, by a schema: where it takes a number and no text, a text of
// digits is the number that no JS number holds (domain/numerals.ts). What is sent as JSON gets the number
// there: arguments of tools of tool servers, and their results on /rpc. Code of ours cannot take it.
import { budgets, OverBudget, spend, within } from '../budgets/budget.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { isLongNumeral } from '../numerals.ts'

/** JSON.stringify writes the digits bare. Not in TypeScript's library yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => object
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string }
}

/** The same value where it holds no such text. @returns for JSON.stringify only */
export function withSentNumerals<T extends Json>(schema: JsonSchema, value: T): T {
  return walked(schema, value, numeral => rawJSON(numeral) as unknown as Json) as T
}

/** The digits of a number in such a value; null for any other value. */
export function sentNumeral(value: unknown): string | null {
  return isRawJSON(value) ? value.rawJSON : null
}

/** Reads JSON that goes on as JSON: long numbers are written again as they came. @throws {SyntaxError} */
export function readSent(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown, { source = '' }: { source?: string } = {}) => {
    const isLong = typeof value === 'number' && isLongNumeral(source)
    return isLong ? rawJSON(source) : value
  })
}

/** The first such text; null when there is none. */
export function longNumeralIn(schema: JsonSchema, value: Json): string | null {
  let found: string | null = null
  walked(schema, value, numeral => {
    found ??= numeral
    return numeral
  })
  return found
}

type Replace = (numeral: string) => Json

/** Schemas inside of each other that say something about the same value. */
const deepest = 20

function walked(schema: JsonSchema, value: Json, replace: Replace): Json {
  try {
    return within(budgets.check, () => new Walk(schema, replace).at([schema], value))
  } catch (error) {
    // What takes so much work stays as it is; who gets it refuses a text.
    if (!(error instanceof OverBudget || error instanceof RangeError)) throw error
    spend(1) // throws if it is the work around this that met its bound
    return value
  }
}

class Walk {
  readonly #root: JsonSchema
  readonly #replace: Replace

  constructor(root: JsonSchema, replace: Replace) {
    this.#root = root
    this.#replace = replace
  }

  /** @param schemas what is said of the value */
  at(schemas: readonly Json[], value: Json): Json {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
    const said = this.#all(schemas)
    if (said.length === 0) return value
    if (typeof value === 'string')
      return isNumber(said) && isLongNumeral(value) ? this.#replace(value) : value
    return Array.isArray(value) ? this.#list(said, value) : this.#object(said, value as JsonObject)
  }

  #list(said: readonly JsonSchema[], value: readonly Json[]): readonly Json[] {
    const items = said.flatMap(({ items }) => (items === undefined ? [] : [items].flat()))
    const firsts = said.flatMap(({ prefixItems }) => (Array.isArray(prefixItems) ? [prefixItems] : []))
    if (items.length + firsts.length === 0) return value
    const sent = value.map((item, index) => {
      const own = firsts.flatMap(list => (list[index] === undefined ? [] : [list[index] as Json]))
      return this.at(own.length > 0 ? own : items, item)
    })
    return sent.some((item, index) => item !== value[index]) ? sent : value
  }

  #object(said: readonly JsonSchema[], value: JsonObject): JsonObject {
    const sent = Object.entries(value).map(([name, member]) => {
      spend(1)
      return [name, this.at(membersOf(said, name), member)] as const
    })
    return sent.some(([name, member]) => member !== value[name]) ? Object.fromEntries(sent) : value
  }

  /** The schemas with those that they refer to or combine. */
  #all(schemas: readonly Json[]): readonly JsonSchema[] {
    const all = new Set<JsonSchema>()
    const add = (schema: Json, depth: number) => {
      spend(1)
      if (!isObject(schema) || depth > deepest || all.has(schema as JsonSchema)) return
      const node = schema as JsonSchema
      all.add(node)
      if (typeof node['$ref'] === 'string') add(pointedAt(this.#root, node['$ref']), depth + 1)
      for (const keyword of ['allOf', 'anyOf', 'oneOf'])
        for (const part of [node[keyword] ?? []].flat()) add(part as Json, depth + 1)
    }
    for (const schema of schemas) add(schema, 0)
    return [...all]
  }
}

/** A number is meant, and no text. */
function isNumber(said: readonly JsonSchema[]): boolean {
  const types = said.flatMap(({ type }) => (type === undefined ? [] : [type].flat()))
  return (types.includes('integer') || types.includes('number')) && !types.includes('string')
}

function membersOf(said: readonly JsonSchema[], name: string): readonly Json[] {
  return said.flatMap(({ properties, additionalProperties }) => {
    if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name] as Json]
    return additionalProperties === undefined ? [] : [additionalProperties]
  })
}

/** Null: it leads nowhere, or not by a path. */
function pointedAt(root: JsonSchema, reference: string): Json {
  if (!/^#(?:\/|$)/.test(reference)) return null
  let at: Json = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return null
    at = (at as JsonObject)[name]!
  }
  return at
}
