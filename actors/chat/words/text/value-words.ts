// Values in Markdown: scalars in words, lists of objects as tables, what is nested as JSON. For results,
// inputs and arguments.

import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { own } from '../../../../domain/own.ts'
import { bullets, fenced, plain, table } from './markdown.ts'

export const valueBounds = { rows: 10, columns: 10, cellLength: 80, length: 4_000 } as const

/** A value as a block of its own. */
export function valueBlock(value: Json): string {
  if (!isObject(value) && !Array.isArray(value)) return scalarBlock(value)
  if (Array.isArray(value)) return listBlock(value as readonly Json[])
  const object = value as JsonObject
  const entries = Object.entries(object)
  if (entries.length === 0) return 'an empty object'
  if (entries.length > valueBounds.rows || entries.some(([, each]) => !isShort(each)))
    return json(value as Json)
  return bullets(entries.map(([name, each]) => `${plain(name, 60)}: ${scalar(each)}`))
}

/** A scalar within a sentence. */
export function scalar(value: Json): string {
  if (value === null) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return `**${value}**`
  if (typeof value === 'string') return value === '' ? 'an empty text' : `**${plain(value, 300)}**`
  return plain(JSON.stringify(value), 120)
}

function scalarBlock(value: Json): string {
  const isLong = typeof value === 'string' && (value.length > 300 || value.trim().includes('\n'))
  return isLong ? fenced(value, 'text', valueBounds.length) : scalar(value)
}

function listBlock(list: readonly Json[]): string {
  if (list.length === 0) return 'an empty list'
  const first = list.slice(0, valueBounds.rows)
  const more = list.length > first.length ? `\n\nand ${list.length - first.length} more` : ''
  if (first.every(isObject)) return objectsTable(first as readonly JsonObject[]) + more
  return first.every(isShort) ? bullets(first.map(scalar)) + more : json(list)
}

function objectsTable(objects: readonly JsonObject[]): string {
  const names = [...new Set(objects.flatMap(object => Object.keys(object)))]
  if (names.length === 0) return bullets(objects.map(() => 'an empty object'))
  const columns = names.slice(0, valueBounds.columns)
  const rows = objects.map(object => columns.map(name => cell(own(object, name))))
  const more = names.length > columns.length ? `\n\nand ${names.length - columns.length} more columns` : ''
  return (
    table(
      columns.map(name => plain(name, 40)),
      rows,
    ) + more
  )
}

export function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return plain(text, valueBounds.cellLength)
}

function isShort(value: Json): boolean {
  return typeof value === 'string'
    ? value.length <= 300 && !value.includes('\n')
    : typeof value !== 'object' || value === null
}

export function json(value: Json): string {
  return fenced(JSON.stringify(value, null, 2), 'json', valueBounds.length)
}
