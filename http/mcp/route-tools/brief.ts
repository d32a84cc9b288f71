// What the brief answers of tools are made of: some fields, short texts, and values that are not too large.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'

/** Characters of one value as JSON, in a brief answer. */
const valueLength = 8_000
const previewLength = 500

/** Those of the named fields that are there. */
export function pick(of: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter(name => Object.hasOwn(of, name)).map(name => [name, of[name]!]))
}

/** The same without the fields that are null. */
export function filled(of: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null))
}

/** @param bytes of the text as JSON, without its quotes */
export function cut(text: Json | undefined, bytes: number): string {
  const whole = typeof text === 'string' ? text : ''
  if (sizeOf(whole) <= bytes) return whole
  const characters = Array.from(whole.slice(0, bytes).toWellFormed())
  let size = sizeOf('…')
  let count = 0
  for (const character of characters) {
    size += sizeOf(character)
    if (size > bytes) break
    count++
  }
  return `${characters.slice(0, count).join('')}…`
}

/** The value, or a text that says how it begins and how to get all of it. */
export function bounded(value: Json | undefined): Json {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  if (text.length <= valueLength) return value
  const start = text.slice(0, previewLength).toWellFormed()
  return `${start}… (${text.length.toLocaleString('en')} characters as JSON; detail: true shows all of it)`
}

export function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject).map(each => each as JsonObject) : []
}

function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}
