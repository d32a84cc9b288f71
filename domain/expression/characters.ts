// Texts counted and cut by the characters of Unicode, as CEL does: an emoji is one, and is never cut in half.
// Called by the functions over texts. Texts without such characters take the ways of the engine.
import { spend } from '../budgets/budget.ts'

export function countCharacters(text: string): number {
  spend(text.length >> 3)
  if (isPlain(text)) return text.length
  let count = 0
  for (let at = 0; at < text.length; at += widthAt(text, at)) count++
  return count
}

/** As `text.slice`, in characters: negative positions count from the end. */
export function sliceCharacters(text: string, start: number, end?: number): string {
  if (isPlain(text)) return text.slice(start, end)
  const size = countCharacters(text)
  const placeOf = (position: number) =>
    Math.min(size, Math.max(0, Math.trunc(position) + (position < 0 ? size : 0)))
  const [from, to] = [placeOf(start), end === undefined ? size : placeOf(end)]
  return from >= to ? '' : text.slice(unitAt(text, from), unitAt(text, to))
}

/** The position of a character. @param unit where it begins, in UTF-16 units; -1 stays so */
export function characterAt(text: string, unit: number): number {
  return unit <= 0 ? unit : countCharacters(text.slice(0, unit))
}

function unitAt(text: string, position: number): number {
  spend(text.length >> 3)
  let at = 0
  for (let count = 0; count < position; count++) at += widthAt(text, at)
  return at
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

/** Is every character one UTF-16 unit? */
function isPlain(text: string): boolean {
  return !/[\ud800-\udbff]/.test(text)
}
