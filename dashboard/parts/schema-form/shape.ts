// What the properties of a schema are, as forms see them. Pure.

export type Schema = Readonly<Record<string, unknown>>
/** What is written in the fields, by the name of the property. */
export type Texts = Readonly<Record<string, string>>

export interface Property {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** `any`: the schema says no type; what reads as a number, list or object is one, the rest is text. */
export type Kind =
  | 'text'
  | 'long'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'list'
  | 'object'
  | 'json'
  | 'any'

export function propertiesOf(schema: Schema): readonly Property[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const all = Object.entries(properties).map(([name, each]) => ({
    name,
    schema: isRecord(each) ? each : {},
    isRequired: required.includes(name),
  }))
  return [...all.filter(each => each.isRequired), ...all.filter(each => !each.isRequired)]
}

export function kindOf(schema: Schema): Kind {
  if (Array.isArray(schema['enum'])) return 'choice'
  const { type } = schema
  switch (type) {
    case 'string':
      if (schema['format'] === 'date') return 'date'
      return Number(schema['maxLength'] ?? 0) > 200 || schema['format'] === 'textarea' ? 'long' : 'text'
    case 'number':
    case 'integer':
    case 'boolean':
    case 'object':
      return type
    case 'array':
      return 'list'
    default:
      return Array.isArray(type) || 'anyOf' in schema || 'oneOf' in schema ? 'json' : 'any'
  }
}

/** `customerId`: Customer id. */
export function titleOf(name: string, schema: Schema): string {
  if (typeof schema['title'] === 'string' && schema['title'] !== '') return schema['title']
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
