// Parts of an input that is longer than what a model takes: lists are cut between items, texts at the end of
// a paragraph, a line or a word. Actors and host threads call it. The same input and length give the same
// parts.
import { isObject, type Json } from '../json.ts'

/** What a model reads of it. */
export function inputText(input: Json): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

/** Characters that a text takes in a request, which is JSON. */
export function sentLength(text: string): number {
  return JSON.stringify(text).length - 2
}

/** @param most characters of a part, as `sentLength` counts them; at least 100 */
export function partsOf(input: Json, most: number): readonly Json[] {
  return Array.isArray(input) ? listParts(input, most) : textParts(input, most)
}

/** Comma and brackets, as the request has them. */
const besideItem = 3

function listParts(items: readonly Json[], most: number): readonly Json[] {
  const parts: Json[] = []
  let part: Json[] = []
  let length = 0
  const close = () => {
    if (part.length > 0) parts.push(part)
    part = []
    length = 0
  }
  for (const item of items) {
    const own = sentLength(JSON.stringify(item)) + besideItem
    if (length + own > most) close()
    if (own > most) parts.push(...textParts(item, most))
    else {
      part.push(item)
      length += own
    }
  }
  close()
  return parts
}

function textParts(value: Json, most: number): readonly string[] {
  // One field to a line, so that there are places to cut.
  const text = isObject(value) ? JSON.stringify(value, null, 1) : inputText(value)
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at, most)
    parts.push(text.slice(at, end))
    at = end
  }
  return parts
}

function endOfPart(text: string, from: number, most: number): number {
  let to = Math.min(text.length, from + most)
  for (let sent = sentLength(text.slice(from, to)); sent > most; sent = sentLength(text.slice(from, to)))
    to = from + Math.floor(((to - from) * most) / sent)
  if (to === text.length) return to
  const half = from + Math.ceil((to - from) / 2)
  const second = text.slice(half, to)
  for (const mark of ['\n\n', '\n', ' ']) {
    const last = second.lastIndexOf(mark)
    if (last >= 0) return half + last + mark.length
  }
  // No character is cut in two.
  const isWhole = text.charCodeAt(to - 1) < 0xd800 || text.charCodeAt(to - 1) > 0xdbff
  return isWhole || to - from === 1 ? to : to - 1
}
