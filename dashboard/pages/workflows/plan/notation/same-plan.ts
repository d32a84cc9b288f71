// Whether two texts in notation say the same plan, whatever their layout.
import { hashKey } from '@tanstack/react-query'
import { type MarkedText, markedText } from '../../../../../language/editing.ts'

/** Texts that are compared again and again while somebody writes: the plan that is there, and the words. */
const known = new Map<string, string | null>()
const mostKnown = 4

/** @param other a text that has been written of a plan, or read as one */
export function saysSame(read: MarkedText, text: string, other: string | undefined): boolean {
  if (other === undefined || read.errors.length > 0) return false
  if (text === other) return true
  const key = keyOf(read)
  return key !== null && key === keyOfText(other)
}

/** Are these words a plan in notation? */
export function isNotation(words: string): boolean {
  return words.trim() !== '' && keyOfText(words) !== null
}

function keyOfText(text: string): string | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const key = keyOf(markedText(text))
  if (known.size >= mostKnown) known.delete(known.keys().next().value!)
  known.set(text, key)
  return key
}

/** The same for the same plan; null: it is none. */
function keyOf({ plan, errors }: MarkedText): string | null {
  return errors.length > 0 || plan.steps.length === 0 ? null : hashKey([plan])
}
