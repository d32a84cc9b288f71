// Which kind of step a line is, by the words that it begins with.
import { distanceOf } from '../distance.ts'
import type { StepKind } from '../plan/blocks/block.ts'
import { blocks } from '../plan/blocks/blocks.ts'
import { openingsOf } from './read-sentences.ts'
import type { Cursor } from './values/cursor.ts'

/** Longer words first: "Let an agent work on " is no "Let ". */
const openings = Object.entries(blocks)
  .flatMap(([kind, { sentence }]) =>
    openingsOf(sentence.notation ?? sentence.says).map(words => ({ kind: kind as StepKind, words })),
  )
  .sort((a, b) => b.words.length - a.words.length)

export function kindAt(cursor: Cursor): StepKind | null {
  return openings.find(({ words }) => cursor.startsWith(words))?.kind ?? null
}

/** Says which words were most likely meant. */
export function unknownKind(cursor: Cursor): never {
  const said = (words: string) => cursor.text.slice(cursor.at, cursor.at + words.length)
  const near = openings
    .map(({ words }) => ({ words, distance: distanceOf(said(words).toLowerCase(), words.toLowerCase(), 4) }))
    .filter(({ words, distance }) => distance <= Math.min(4, words.length / 3))
    .sort((a, b) => a.distance / a.words.length - b.distance / b.words.length)[0]
  const all = openings.map(({ words }) => JSON.stringify(words.trim())).sort()
  return cursor.fail(
    near === undefined ? `a step that begins with one of ${all.join(', ')}` : JSON.stringify(near.words),
  )
}
