// Where the author of a plan put `{"$secret": ...}` into the arguments of a step. The hub resolves secrets
// at these places only, at the moment of sending: the same object in data that an execution meets is data.
// Called by the compiler, the execution's steps and rpc/.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { own } from '../own.ts'
import type { Argument } from './plan.ts'

export interface SecretPlace {
  /** Path of names and indices within the arguments. */
  readonly path: readonly (string | number)[]
  readonly secret: SecretReference
}

/** The parts of `{"$secret": "<id or name>#<field>"}`. */
export interface SecretReference {
  readonly credential: string
  /** Null for the only secret field of the credential's kind. */
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

/** Places at which both arguments name the same secret. */
export function sharedPlaces(args: JsonObject, others: JsonObject): readonly SecretPlace[] {
  const known = new Set(secretPlaces(others).map(place => JSON.stringify(place)))
  return secretPlaces(args).filter(place => known.has(JSON.stringify(place)))
}

/**
 * The schema of arguments with any value allowed at these places, because only the hub knows what will
 * stand there. Where names do not lead further (a list, a `$ref`), any value is allowed from there on.
 */
export function allowingSecrets(schema: JsonSchema, places: readonly SecretPlace[]): JsonSchema {
  return places.reduce((allowing, { path }) => allowingAt(allowing, path), schema)
}

function allowingAt(schema: JsonSchema, [part, ...rest]: SecretPlace['path']): JsonSchema {
  if (typeof part !== 'string' || schema['$ref'] !== undefined) return {}
  const properties = (schema['properties'] ?? {}) as JsonObject
  const inner = own(properties, part)
  const allowing = isObject(inner) ? allowingAt(inner as JsonSchema, rest) : {}
  return { ...schema, properties: { ...properties, [part]: allowing } }
}

/** The reference text of a `{"$secret"}` value, or null for any other value. */
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
