// Words that are not known, and the known word that each may be a slip of.
import { distanceOf } from '../../../domain/distance.ts'
import { lemmasOf, singularOf } from '../lattice/lemmas.ts'
import type { Token } from '../lattice/tokens.ts'
import { commands } from '../lexicon/commands.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { wordsOf } from '../lexicon/types.ts'
import { verbGroups } from '../lexicon/verbs.ts'
import { closed, comparatives, genericNouns, isGeneralWord, measures } from '../lexicon/words.ts'
import { grammar } from '../parser.ts'

export interface Slip {
  readonly token: Token
  /** As it would be written here: in the plural where the slip is. */
  readonly instead: string
}

/** The unknown words that are near exactly one known word. */
export function slipsIn(tokens: readonly Token[], lexicon: Lexicon): readonly Slip[] {
  return tokens.flatMap(token => {
    if (token.kind !== 'word' || !/^[a-z]{4,}$/.test(token.text) || isKnown(token, lexicon)) return []
    const instead = nearest(token.lower, knownWords(lexicon))
    return instead === null || isDenial(token.lower, instead) ? [] : [{ token, instead }]
  })
}

/** "unexcused" is no slip for "excused": it says the opposite. */
function isDenial(word: string, instead: string): boolean {
  const rest = /^(?:un|in|im|il|ir|dis|non)(\p{L}+)$/u.exec(word)?.[1]
  return rest === instead || `un${word}` === instead || `in${word}` === instead
}

/** A word of the language or of the tools. */
export function isKnown(token: Token, lexicon: Lexicon): boolean {
  const known = knownWords(lexicon)
  return (
    isGeneralWord(token.lower) ||
    [token.lower, singularOf(token.lower).singular, ...token.lemmas].some(word => known.has(word))
  )
}

function nearest(word: string, known: ReadonlySet<string>): string | null {
  const most = word.length >= 7 ? 2 : 1
  const forms = [word, ...(word.endsWith('s') ? [word.slice(0, -1)] : [])]
  let found: { instead: string; distance: number }[] = []
  for (const each of known) {
    if (each.length < 4) continue
    for (const form of forms) {
      const distance = distanceOf(form, each, most)
      if (distance > most || (found.length > 0 && distance > found[0]!.distance)) continue
      const instead = form === word ? each : `${each}s`
      if (found.length > 0 && distance < found[0]!.distance) found = []
      if (!found.some(other => other.instead === instead)) found.push({ instead, distance })
    }
  }
  // "orders" and "order" are one word.
  const plain = new Set(found.map(({ instead }) => singularOf(instead).singular))
  return plain.size === 1 ? found[0]!.instead : null
}

const knownOf = new WeakMap<Lexicon, ReadonlySet<string>>()

function knownWords(lexicon: Lexicon): ReadonlySet<string> {
  let known = knownOf.get(lexicon)
  if (known === undefined) {
    const phrases = [
      ...lexicon.entities.keys(),
      ...lexicon.enumWords,
      ...lexicon.adjectives,
      ...lexicon.verbs.keys(),
      ...[...lexicon.nouns.values()].flat().map(words => words.join(' ')),
      ...[
        ...commands.keys(),
        ...verbGroups.keys(),
        ...measures.keys(),
        ...comparatives.keys(),
        ...genericNouns,
        ...closed,
      ],
      ...grammar.words,
      ...lexicon.verbWords,
      ...lexicon.tools.flatMap(({ tool }) => wordsOf(tool.name)),
    ]
    known = new Set(
      phrases
        .flatMap(phrase => phrase.split(/[\s_]+/))
        .flatMap(word => [word, ...lemmasOf(word).slice(0, 1)]),
    )
    knownOf.set(lexicon, known)
  }
  return known
}
