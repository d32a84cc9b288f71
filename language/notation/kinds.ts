// Which kind of step a line is, by the words that it begins with.
import type { StepKind } from '../../domain/plan/blocks/block.ts'
import { blocks } from '../../domain/plan/blocks/blocks.ts'
import { expectedOf } from './expected.ts'
import { openingsOf } from './read-sentences.ts'
import type { Cursor } from './values/cursor.ts'

/** Longer words first: "Let an agent work on " is no "Let ". */
const openings = Object.entries(blocks)
  .flatMap(([kind, { sentence }]) =>
    openingsOf(sentence.notation ?? sentence.says).map(words => ({ kind: kind as StepKind, words })),
  )
  .sort((a, b) => b.words.length - a.words.length)

export function kindAt(cursor: Cursor): StepKind {
  const kind = kindOf(cursor.text.slice(cursor.at))
  if (kind !== null) return kind
  for (const { kind, words } of openings)
    if (cursor.couldBe(words)) cursor.offer({ type: 'step', kind, words })
  const known = openings.map(({ words }) => words)
  return cursor.fail(`a step that begins with ${expectedOf(cursor, known)}`)
}

/** Null: the words begin no step. */
export function kindOf(words: string): StepKind | null {
  return openings.find(each => words.startsWith(each.words))?.kind ?? null
}

/** The first words of those that begin a step. */
export function openingOf(words: string): string | null {
  return openings.find(each => words.startsWith(each.words))?.words ?? null
}
