// What an example printed against what its page says that it prints. In a page `"..."` stands for any value,
// `...` inside of a text for any characters, `"...": "..."` for any further fields, and `"..."` at the end of
// a list for further items.
import type { Json } from '../../domain/json.ts'

/**
 * The objects and lists in a text, one after the other; what stands between them (`data: `, line ends) is
 * passed over.
 */
export function jsonValues(text: string): Json[] {
  const values: Json[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    const end = endOf(text, at)
    const value = end === null ? undefined : parsed(text.slice(at, end))
    if (value === undefined) continue
    values.push(value)
    at = end! - 1
  }
  return values
}

/** Past the bracket that closes the one at `start`; null when none does. */
function endOf(text: string, start: number): number | null {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') {
      at++
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return null
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What does not match, as lines that name the place; none when it does. */
export function differences(expected: Json, received: Json | undefined, path = 'answer'): string[] {
  if (expected === '...') return []
  if (typeof expected === 'string' && typeof received === 'string')
    return fits(expected, received)
      ? []
      : [`${path}: expected ${quoted(expected)}, received ${quoted(received)}`]
  if (Array.isArray(expected) && Array.isArray(received)) return ofLists(expected, received, path)
  if (isObject(expected) && isObject(received)) return ofObjects(expected, received, path)
  return expected === received ? [] : [`${path}: expected ${quoted(expected)}, received ${quoted(received)}`]
}

function ofLists(expected: readonly Json[], received: readonly Json[], path: string): string[] {
  const isOpen = expected.at(-1) === '...'
  const items = isOpen ? expected.slice(0, -1) : expected
  const wrong = items.flatMap((item, index) => differences(item, received[index], `${path}[${index}]`))
  if (isOpen || received.length <= items.length) return wrong
  return [...wrong, `${path}: expected ${items.length} items, received ${received.length}`]
}

type JsonFields = Readonly<Record<string, Json>>

function ofObjects(expected: JsonFields, received: JsonFields, path: string): string[] {
  const { '...': open, ...fields } = expected
  const wrong = Object.entries(fields).flatMap(([name, value]) =>
    Object.hasOwn(received, name)
      ? differences(value, received[name], `${path}.${name}`)
      : [`${path}.${name}: is missing`],
  )
  const more = Object.keys(received).filter(name => !Object.hasOwn(fields, name))
  if (open !== undefined || more.length === 0) return wrong
  return [...wrong, `${path}: has also ${more.join(', ')}; say "...": "..." for further fields`]
}

/** Does the text fit one with `...` in it? */
export function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('...').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(text)
}

/**
 * Lines that the output lacks, in their order; a line `...` stands for any lines, and so does what is left
 * out.
 */
export function missingLines(expected: string, output: string): string[] {
  const printed = output.split('\n').map(line => line.trim())
  let at = 0
  return expected.split('\n').filter(line => {
    const wanted = line.trim()
    if (wanted === '' || wanted === '...') return false
    const found = printed.findIndex((each, index) => index >= at && fits(wanted, each))
    if (found >= 0) at = found + 1
    return found < 0
  })
}

function isObject(value: Json | undefined): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function quoted(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}...` : text
}
