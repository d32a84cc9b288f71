// From what is written in a form to the values that it means, and back. Pure.

import { isLongNumeral, readJson } from '../../../domain/numerals.ts'
import { own } from '../../../domain/own.ts'
import { ApiError } from '../../../http/client.ts'
import { words } from '../../words/schema-form.ts'
import { isRecord, kindOf, propertiesOf, type Schema, type Texts } from './shape.ts'

export interface ReadTexts {
  readonly values: Readonly<Record<string, unknown>>
  /** By the name of the property; empty when all of it reads. */
  readonly errors: Readonly<Record<string, string>>
}

/** An empty field is a missing value; of a text that must be there, the empty text is none. */
export function readTexts(schema: Schema, texts: Texts): ReadTexts {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const { name, schema: of, isRequired } of propertiesOf(schema)) {
    const text = own(texts, name) ?? ''
    if (text.trim() === '') {
      if (isRequired) errors[name] = words.required
      continue
    }
    const read = readOne(of, text)
    if (typeof read === 'object') values[name] = read.value
    else errors[name] = read
  }
  return { values, errors }
}

/** The value, or what is wrong. */
function readOne(of: Schema, text: string): { readonly value: unknown } | string {
  const kind = kindOf(of)
  switch (kind) {
    case 'choice': {
      const value = (of['enum'] as unknown[]).find(each => String(each) === text)
      return { value: value === undefined ? text : value }
    }
    case 'boolean':
      return { value: text === 'true' }
    case 'number':
    case 'integer': {
      if (isLongNumeral(text.trim())) return { value: text.trim() }
      const value = Number(text.trim())
      if (!Number.isFinite(value)) return words.number
      return kind === 'integer' && !Number.isInteger(value) ? words.integer : { value }
    }
    case 'list':
      return readList(of, text)
    case 'object': {
      const value = parsed(text)
      return isRecord(value) ? { value } : words.object
    }
    case 'json': {
      const value = parsed(text)
      return value === undefined ? (allowsText(of) ? { value: text } : words.json) : { value }
    }
    case 'any':
      return { value: guessed(text) }
    default:
      return { value: text }
  }
}

function readList(of: Schema, text: string): { readonly value: unknown } | string {
  if (text.trim().startsWith('[')) {
    const value = parsed(text)
    return Array.isArray(value) ? { value } : words.list
  }
  const items = isRecord(of['items']) ? of['items'] : {}
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const read = lines.map(line => readOne(items, line.trim()))
  const wrong = read.find(each => typeof each === 'string')
  return wrong ?? { value: read.map(each => (each as { value: unknown }).value) }
}

/** JSON that says itself the way it was written: "007" and long ids stay texts. */
function guessed(text: string): unknown {
  const value = parsed(text)
  if (value === undefined || typeof value === 'string') return text
  return typeof value === 'number' && String(value) !== text.trim() ? text : value
}

function allowsText({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('string')
}

function parsed(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** What a form shows of values. */
export function textsOf(schema: Schema, values: Readonly<Record<string, unknown>>): Texts {
  const texts = propertiesOf(schema).flatMap(({ name, schema: of }) => {
    const value = own(values, name)
    return value === undefined ? [] : [[name, textOf(of, value)] as const]
  })
  return Object.fromEntries(texts)
}

function textOf(of: Schema, value: unknown): string {
  if (typeof value === 'string') return value
  const isPlain = (each: unknown) => typeof each === 'string' && each !== '' && !each.includes('\n')
  if (kindOf(of) === 'list' && Array.isArray(value) && value.length > 0 && value.every(isPlain))
    return value.join('\n')
  return JSON.stringify(value, null, 2)
}

/**
 * The error of the service by the property that it names; by the empty name when it names none.
 * @param under what the service calls the values: `inputs`, `form`
 */
export function errorsOf(error: unknown, schema: Schema, under = 'inputs'): Record<string, string> {
  const message = error instanceof Error ? error.message : String(error)
  const [, path, rest] = /^([\w.[\]-]+): (.*)$/s.exec(message) ?? []
  if (!(error instanceof ApiError) || path === undefined) return { '': message }
  const name = path.replace(new RegExp(`^${under}\\.`), '').split(/[.[]/)[0]!
  const isKnown = propertiesOf(schema).some(property => property.name === name)
  return isKnown ? { [name]: rest!.charAt(0).toUpperCase() + rest!.slice(1) } : { '': message }
}
