// What was expected where something else stands: the words that were most likely meant, else all that may
// stand.
import { distanceOf } from '../../domain/distance.ts'
import type { Cursor } from './values/cursor.ts'

/** Characters that may be wrong in the words that somebody meant. */
const mostSlips = 4
/** Characters of what is compared with them. */
const longest = 200

/** @param openings what may stand at the cursor */
export function expectedOf({ text, at }: Cursor, openings: readonly string[]): string {
  const found = text.slice(at, at + longest).toLowerCase()
  const meant = nearest(found, openings)
  if (meant !== undefined) return JSON.stringify(meant)
  const alike = openings.filter(words => firstWord(words) === firstWord(found))
  const said = (alike.length > 0 ? alike : openings).map(words => JSON.stringify(words))
  return said.length === 1 ? said[0]! : `one of ${said.join(', ')}`
}

function nearest(found: string, openings: readonly string[]): string | undefined {
  return openings
    .filter(words => words[0]?.toLowerCase() === found[0])
    .map(words => ({ words, distance: slipsIn(found, words.toLowerCase()) }))
    .filter(({ words, distance }) => distance <= Math.min(mostSlips, words.length / 4))
    .sort((a, b) => a.distance / a.words.length - b.distance / b.words.length)[0]?.words
}

/** A letter may be missing, or one too many. */
function slipsIn(found: string, words: string): number {
  const lengths = [words.length - 1, words.length, words.length + 1]
  return Math.min(...lengths.map(length => distanceOf(found.slice(0, length), words, mostSlips)))
}

function firstWord(words: string): string {
  return /^\w*/.exec(words)![0].toLowerCase()
}
