// Where a message names the inputs that its values are for: "orders = a, b and amount: 5", "amount 5".
// A label stands at the beginning, on a new line, or behind a comma or "and"; none stands in quotes.
import { wordsOfName } from '../names.ts'

export interface Labelled {
  /** In the order of the message. */
  readonly parts: readonly { readonly name: string; readonly said: string }[]
  /** What stands before the first label. */
  readonly before: string
  /** A name with `=` that is no input; null: there is none. */
  readonly strange: string | null
}

/** Of what may stand between a value and the next label. */
const joinerLength = 30

interface Label {
  readonly name: string
  readonly start: number
  readonly end: number
}

export function labelledParts(text: string, names: readonly string[]): Labelled {
  const masked = text.replace(/```[\s\S]*?```|"[^"]*"|“[^“”]*”|\{[^{}]*\}|\[[^[\]]*\]/g, part =>
    '\u0001'.repeat(part.length),
  )
  const labels = names.flatMap(name => labelOf(masked, name) ?? []).sort((a, b) => a.start - b.start)
  const apart = labels.filter(({ start }, index) => index === 0 || start >= labels[index - 1]!.end)
  const parts = apart.map(({ name, end }, index) => ({
    name,
    said: trimmed(text.slice(end, apart[index + 1]?.start ?? text.length), index < apart.length - 1),
  }))
  const before = trimmed(text.slice(0, apart[0]?.start ?? text.length), apart.length > 0)
  const strange = /^\s*([\p{L}_][\p{L}\d_-]{0,40})\s*=(?!=)/u.exec(before)?.[1] ?? null
  return { parts, before, strange }
}

/** The first place where the input is named with a sign; else where it is named before a value. */
function labelOf(masked: string, name: string): Label | null {
  const words = wordsOfName(name).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return null
  const begin = '(?<=^|[\\n,;(]\\s{0,9}|\\b(?:and|with|the)\\s{1,9})'
  const named = `${begin}${words.join('[\\s_-]*')}s?`
  const signed = new RegExp(`${named}\\s*(?::=?|=>?|->|→|\\bis\\b|\\bare\\b|\\bequals\\b)\\s*`, 'iu').exec(
    masked,
  )
  const match = signed ?? new RegExp(`${named}[ \\t]+(?=\\S)`, 'iu').exec(masked)
  return match === null ? null : { name, start: match.index, end: match.index + match[0].length }
}

/** Without the comma, "and" or "the" before the next label. */
function trimmed(said: string, hasNext: boolean): string {
  const text = said.trim()
  if (!hasNext) return text
  const end = text.slice(-joinerLength).replace(/(?:(?:^|[\s,;(]+)(?:and|with|the))*[\s,;(]*$/i, '')
  return (text.slice(0, -joinerLength) + end).trim()
}
