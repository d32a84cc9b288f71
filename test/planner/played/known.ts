// What is known of the recorded answers: prompts that come out otherwise than the corpus expects, with the
// reason (known.json). A miss that is not listed fails the tests, and so does one that is listed and is
// none any more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { labelOf } from '../corpus/figures.ts'
import type { KnownWrong } from '../corpus/floor.ts'
import type { Judged } from '../corpus/judge.ts'

const known: readonly KnownWrong[] = JSON.parse(readFileSync(join(import.meta.dirname, 'known.json'), 'utf8'))

export function knownIds(): readonly string[] {
  return known.map(({ id }) => id)
}

/** Neither right, as far as can be seen, nor rightly refused. */
export function isMiss(judged: Judged): boolean {
  return ['refused', 'READY, not refused', 'SILENTLY WRONG', 'error'].includes(labelOf(judged))
}

export interface Surprise {
  readonly id: string
  readonly why: string
}

/** Misses that nobody knows of, and known ones that are mended. */
export function surprises(all: readonly Judged[]): readonly Surprise[] {
  const ids = knownIds()
  return all.flatMap(judged => {
    const { prompt, why } = judged
    const isKnown = ids.includes(prompt.id)
    if (isMiss(judged) === isKnown) return []
    const mended = 'it comes out as expected now: take it out of known.json'
    return [{ id: prompt.id, why: isKnown ? mended : `${labelOf(judged)}: ${why}` }]
  })
}
