// Finds words of a request that a model quotes, without knowing its language: case, forms of characters,
// quote marks, dashes, digits of all scripts, blanks and characters of no width do not count. Words need no
// boundaries: Japanese has none, and German puts words together.

/** Quotes are searched for in texts of so many characters. */
const longest = 20_000

/** Finds words in a request: where they stand in it, [start, end) in UTF-16 units; null when they do not. */
export type QuoteFinder = (words: string) => readonly [number, number] | null

/** The request is read once, when the first words are sought. */
export function quotesIn(request: string): QuoteFinder {
  let read: Plain | null = null
  return words => {
    const sought = plain(words.slice(0, longest))
    if (!isTelling(sought.text)) return null
    read ??= plain(request.slice(0, longest))
    const at = read.text.indexOf(sought.text)
    if (at === -1) return null
    const end = at + sought.text.length - 1
    return [read.places[at]!, read.ends[end]!]
  }
}

/**
 * A text as it is compared. @param blanks `close`: without any; `spaced`: one in place of several, so that
 * words have ends
 */
export function plainText(text: string, blanks: 'close' | 'spaced'): string {
  const short = text.slice(0, longest)
  if (blanks === 'close') return plain(short).text
  return short
    .split(/\s+/)
    .map(word => plain(word).text)
    .join(' ')
}

/** Less says nothing of what is asked. */
function isTelling(text: string): boolean {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return wide >= 2 || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4
}

interface Plain {
  readonly text: string
  /** For each UTF-16 unit of `text`: where its character begins and ends in the original. */
  readonly places: readonly number[]
  readonly ends: readonly number[]
}

/** What readers see as one character: a letter with its marks, a syllable of several signs. */
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

function plain(original: string): Plain {
  let text = ''
  const places: number[] = []
  const ends: number[] = []
  const known = new Map<string, string>()
  for (const { segment, index } of clusters.segment(original)) {
    const shown = known.get(segment) ?? plainCluster(segment)
    known.set(segment, shown)
    text += shown
    for (let unit = 0; unit < shown.length; unit++) {
      places.push(index)
      ends.push(index + segment.length)
    }
  }
  return { text, places, ends }
}

/** Composed as a whole: a letter and its marks are one character in one form, and several in another. */
function plainCluster(cluster: string): string {
  const bare = [...cluster].map(plainCharacter).join('')
  return [...bare.normalize('NFKC').toLowerCase().normalize('NFKC')]
    .map(digitOr)
    .join('')
    .replaceAll(/\s/g, '')
}

function plainCharacter(character: string): string {
  if (/[\s\p{Cf}\p{Cc}]/u.test(character)) return ''
  if (/\p{Pd}/u.test(character)) return '-'
  return /["\u201c-\u201f\u00ab\u00bb\u300c-\u300f'\u2018-\u201b\u2039\u203a`\u00b4]/u.test(character)
    ? ''
    : character
}

/** A digit of any script as 0 to 9: they stand in rows of ten, apart from each other. */
function digitOr(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 128 || !isDigit(code)) return character
  let zero = code
  while (code - zero < 9 && isDigit(zero - 1)) zero--
  return String(code - zero)
}

function isDigit(code: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(code))
}
