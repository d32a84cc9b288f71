// The keywords of JSON Schema that are checked, each with the form that its value has. A keyword that does
// not stand here is ignored, as the standard asks. Used by compile.ts and references.ts; the list of
// computations (domain/budgets/) names each keyword.
import { spend } from '../../budgets/budget.ts'
import { isObject, type Json, type JsonSchema } from '../../json.ts'
import { SchemaError } from '../schema-error.ts'

/** The first four hold schemas. */
const keywordsOf = {
  schema: [
    ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'not', 'propertyNames', 'then'],
    ...['unevaluatedItems', 'unevaluatedProperties'],
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  /** One for every item, or one for each place (up to 2019-09). */
  'schema or schemas': ['items'],
  map: ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
  refused: ['$dynamicRef', '$recursiveRef'],
  any: ['const', 'format'],
  boolean: ['uniqueItems'],
  list: ['enum'],
  names: ['required'],
  'names by name': ['dependentRequired'],
  number: [
    ...['maxContains', 'maxItems', 'maxLength', 'maxProperties', 'maximum'],
    ...['minContains', 'minItems', 'minLength', 'minProperties', 'minimum'],
  ],
  /** True and false in draft 4. */
  'number or boolean': ['exclusiveMaximum', 'exclusiveMinimum'],
  positive: ['multipleOf'],
  text: ['$anchor', '$dynamicAnchor', '$ref', 'pattern'],
  type: ['type'],
} as const

type Form = keyof typeof keywordsOf
export type SchemaKeyword = (typeof keywordsOf)[Form][number]

const forms: ReadonlyMap<string, Form> = new Map(
  (Object.keys(keywordsOf) as Form[]).flatMap(form =>
    keywordsOf[form].map(keyword => [keyword, form] as const),
  ),
)

/** Every keyword that the check obeys. */
export const schemaKeywords = [...forms.keys()] as readonly SchemaKeyword[]

/** A schema whose keywords have the forms that they must have. */
export type KnownSchema = { readonly [keyword in SchemaKeyword]?: Json }

const isText = (value: Json) => typeof value === 'string'
const isNumber = (value: Json) => typeof value === 'number'

export function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}

const isOfForm: Readonly<Record<Form, (value: Json) => boolean>> = {
  any: () => true,
  boolean: value => typeof value === 'boolean',
  list: value => Array.isArray(value),
  map: isObject,
  names: isTexts,
  'names by name': value => isObject(value) && Object.values(value).every(names => isTexts(names as Json)),
  number: isNumber,
  'number or boolean': value => isNumber(value) || typeof value === 'boolean',
  positive: value => isNumber(value) && Number(value) > 0,
  refused: () => false,
  // What is no schema inside is found when it is compiled.
  schema: () => true,
  'schema or schemas': () => true,
  schemas: value => Array.isArray(value),
  text: isText,
  type: value => isText(value) || isTexts(value),
}

/** @throws {SchemaError} a keyword holds what it can not */
export function knownSchema(schema: JsonSchema): KnownSchema {
  const known: { [keyword in SchemaKeyword]?: Json } = {}
  for (const name of Object.keys(schema)) {
    const form = forms.get(name)
    const value = schema[name]
    if (form === undefined || value === undefined) continue
    if (form === 'refused') throw new SchemaError(`${name} is not supported`)
    if (typeof value === 'object' && value !== null) spend(Object.keys(value).length * 10)
    if (!isOfForm[form](value)) throw new SchemaError(`${name} can not be ${excerptOf(value)}`)
    known[name as SchemaKeyword] = value
  }
  return known
}

/** Calls back for each value in the schema that ought to be a schema. What has a wrong form is passed by. */
export function forEachSubschema(schema: JsonSchema, visit: (subschema: Json) => void): void {
  for (const name of Object.keys(schema)) {
    const form = forms.get(name)
    const value = schema[name]!
    if (form === 'map' && isObject(value)) {
      for (const subschema of Object.values(value as JsonSchema))
        if (!(name === 'dependencies' && isTexts(subschema))) visit(subschema)
    } else if (Array.isArray(value) && (form === 'schemas' || form === 'schema or schemas')) {
      for (const subschema of value) visit(subschema)
    } else if (form === 'schema' || form === 'schema or schemas') visit(value)
  }
}

/**
 * The schema with each schema directly inside of it changed.
 * @returns the same object when nothing has changed; a keyword that is unchanged keeps its value
 */
export function mapSubschemas(schema: JsonSchema, change: (subschema: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (value: Json): Json => (isObject(value) ? (change(value as JsonSchema) as Json) : value)
  const made: { [name: string]: Json } = {}
  let isSame = true
  for (const [name, value] of Object.entries(schema)) {
    made[name] = valueWith(forms.get(name), value, changed)
    if (made[name] !== value) isSame = false
  }
  return isSame ? schema : made
}

function valueWith(form: Form | undefined, value: Json, changed: (value: Json) => Json): Json {
  if (form === 'map' && isObject(value)) {
    const entries = Object.entries(value as JsonSchema).map(([name, each]) => [name, changed(each)] as const)
    const isSame = entries.every(([name, each]) => each === (value as JsonSchema)[name])
    return isSame ? value : (Object.fromEntries(entries) as Json)
  }
  if (Array.isArray(value) && (form === 'schemas' || form === 'schema or schemas')) {
    const list = value.map(changed)
    return list.every((each, index) => each === value[index]) ? value : list
  }
  return form === 'schema' || form === 'schema or schemas' ? changed(value) : value
}

export function excerptOf(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}
