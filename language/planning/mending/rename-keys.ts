// Keys by other names, or in another case.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import { type Draft, plain, type Tell } from './draft.ts'
import type { Synonyms } from './synonyms.ts'

/** @param known the keys that the object may have; what it has itself is not replaced */
export function renameKeys(
  draft: Draft,
  known: readonly string[],
  words: Synonyms,
  path: string | null,
  tell: Tell,
): void {
  for (const key of Object.keys(draft)) {
    if (known.includes(key)) continue
    const sought = plain(key)
    const meant =
      known.find(each => plain(each) === sought) ?? known.find(each => own(words, each)?.includes(sought))
    if (meant === undefined || isGiven(draft[meant])) continue
    draft[meant] = draft[key]!
    delete draft[key]
    tell(path, `${key} is taken as ${meant}`)
  }
}

function isGiven(value: Json | undefined): boolean {
  const isEmpty = isObject(value) && Object.keys(value as JsonObject).length === 0
  return value !== undefined && value !== null && !isEmpty
}
