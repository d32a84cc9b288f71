// Where the author of a plan put `{"$secret": ...}` into the arguments of a step. Only there is one resolved, by the hub,
// at the moment of sending: the same object in data that a run came across is data.
import { isObject, type Json, type JsonObject, type JsonSchema } from './json.ts'
import type { Argument } from './plan.ts'

export interface SecretPlace {
  /** Names and indices from the arguments down. */
  readonly path: readonly (string | number)[]
  readonly secret: SecretReference
}

/** What `{"$secret": "<id or name>#<field>"}` names. */
export interface SecretReference {
  readonly credential: string
  /** Null: the one field of the kind that is secret. */
  readonly field: string | null
}

export function secretPlaces(args: { readonly [name: string]: Argument }): readonly SecretPlace[] {
  return Object.entries(args).flatMap(([name, value]) => placesIn(value, [name]))
}

export function readSecretReference(text: string): SecretReference {
  const at = text.lastIndexOf('#')
  return at === -1
    ? { credential: text, field: null }
    : { credential: text.slice(0, at), field: text.slice(at + 1) }
}

/** Places where both have the same secret. */
export function sharedPlaces(args: JsonObject, others: JsonObject): readonly SecretPlace[] {
  const known = new Set(secretPlaces(others).map(place => JSON.stringify(place)))
  return secretPlaces(args).filter(place => known.has(JSON.stringify(place)))
}

/**
 * The schema of arguments with anything allowed at these places: only the hub knows what will stand there. From where
 * names do not lead on (a list, a `$ref`), anything is allowed.
 */
export function allowingSecrets(schema: JsonSchema, places: readonly SecretPlace[]): JsonSchema {
  return places.reduce((allowing, { path }) => allowingAt(allowing, path), schema)
}

function allowingAt(schema: JsonSchema, [part, ...rest]: SecretPlace['path']): JsonSchema {
  if (typeof part !== 'string' || schema['$ref'] !== undefined) return {}
  const properties = (schema['properties'] ?? {}) as JsonObject
  const inner = Object.hasOwn(properties, part) ? properties[part] : undefined
  const allowing = isObject(inner) ? allowingAt(inner as JsonSchema, rest) : {}
  return { ...schema, properties: { ...properties, [part]: allowing } }
}

/** The text of a value that stands for a secret, or null. */
export function secretMarker(value: Json | undefined): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const text = (value as JsonObject)['$secret']
  return typeof text === 'string' && Object.keys(value).length === 1 ? text : null
}

function placesIn(value: Argument, path: readonly (string | number)[]): readonly SecretPlace[] {
  const marker = secretMarker(value)
  if (marker !== null) return [{ path, secret: readSecretReference(marker) }]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, [...path, index]))
  return Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]))
}
