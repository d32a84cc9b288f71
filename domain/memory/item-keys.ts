// Under which key a memory knows an item of a list: by one of its fields, or by the whole item. Called by
// rpc/builtin/memory/only-new.ts.
// 1. Equal values have equal keys, whatever the order of their fields.
// 2. No key that a person chooses is the key of an item.
import { createHash } from 'node:crypto'
import { spend } from '../budgets/budget.ts'
import { canonical, type Json } from '../json.ts'
import { memoryBounds } from './memory.ts'

/** How keys of items begin. */
export const itemPrefix = 'item:'

/** @param by the field; null: the whole item. Items of other fields have other keys. */
export function itemKey(by: string | null, value: Json): string {
  const text = JSON.stringify(canonical(value))
  spend(text.length / 32)
  const key = `${itemPrefix}${by ?? ''}=${text}`
  // PostgreSQL keeps no NUL in a text, and JSON escapes it; a lone surrogate is no text either.
  if (key.length <= memoryBounds.keyLength && key.isWellFormed()) return key
  const digest = createHash('sha256').update(text, 'utf16le').digest('base64url')
  return `${itemPrefix}${(by ?? '').slice(0, 100).toWellFormed()}#${digest}`
}
