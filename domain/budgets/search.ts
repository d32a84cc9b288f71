// Finds a text in a text, in linear time. The search of the JavaScript engine takes the product of both
// lengths when both repeat themselves: 7 s for 60,000 characters. Expressions and built-in tools search with
// these, and pay for it (budget.ts).
import { spend } from './budget.ts'

/** Up to this length of the part the engine's own search is linear enough, and faster. */
const shortPart = 16

/** One unit for so many characters; the engine passes 8 in 20 ns. */
const charactersAUnit = 8
/** Units of our own search: to begin, and for each character. */
const [searchCost, characterCost] = [15, 0.25]

/** Units for a part that is found and cut out. */
const partCost = 4

/** Where the part begins at or after `from`; -1 when nowhere. */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= shortPart) {
    const at = text.indexOf(part, from)
    spend(((at < 0 ? text.length : at) - from) / charactersAUnit + 1)
    return at
  }
  for (const at of occurrences(text, part, from)) return at
  return -1
}

/** Where the part begins for the last time; -1 when nowhere. */
export function findLastText(text: string, part: string): number {
  if (part.length <= shortPart) {
    spend(text.length / charactersAUnit + 1)
    return text.lastIndexOf(part)
  }
  let last = -1
  for (const at of occurrences(text, part)) last = at
  return last
}

/** The parts between separators, as `text.split(separator)` gives them. */
export function splitText(text: string, separator: string): string[] {
  if (separator === '') {
    spend(partCost * text.length)
    return text.split('')
  }
  const parts: string[] = []
  let end = 0
  for (const at of apart(text, separator)) {
    parts.push(text.slice(end, at))
    end = at + separator.length
  }
  parts.push(text.slice(end))
  return parts
}

/** How often the part is in the text, no character counted twice. */
export function countText(text: string, part: string): number {
  let count = 0
  for (const _ of apart(text, part)) count++
  return count
}

/** Where the part begins, each time after the end of the one before. */
function* apart(text: string, part: string): Generator<number> {
  let end = 0
  if (part.length <= shortPart) {
    for (let at = findText(text, part); at >= 0; at = findText(text, part, end)) {
      spend(partCost)
      yield at
      end = at + part.length
    }
    return
  }
  for (const at of occurrences(text, part)) {
    if (at < end) continue
    spend(partCost)
    yield at
    end = at + part.length
  }
}

/** Every place where the part begins: Knuth, Morris and Pratt, "Fast pattern matching in strings" (1977). */
function* occurrences(text: string, part: string, from = 0): Generator<number> {
  if (part.length > text.length - from) return
  spend(searchCost + (text.length - from + part.length) * characterCost)
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at)
    while (matched > 0 && character !== part.charCodeAt(matched)) matched = borders[matched - 1]!
    if (character === part.charCodeAt(matched)) matched++
    if (matched < part.length) continue
    yield at - part.length + 1
    matched = borders[matched - 1]!
  }
}

/** For each beginning of the part, the length of the longest shorter one that it ends in. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let length = 0
  for (let at = 1; at < part.length; at++) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (part.charCodeAt(at) === part.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}
