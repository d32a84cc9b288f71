// Characters that would not be seen as what they are: they steer text, take no room, look like a blank, or
// stack up on a letter. They are shown as the escapes of JSON. Pure; chat/shown/ holds a copy of this folder.
// 1. What is raw was seen: no Cc, Cf, Zl, Zp, Zs but U+0020, Cn, Co, Cs, and nothing that is ignorable by
//    default, except where a reader sees its effect: in a known emoji, and a joiner between letters of a
//    script that changes its forms by it.
// 2. At most four marks stand on a letter, and none on anything else: not on a digit, not on a quote.

/** The beginning of a sequence that Unicode recommends; only known to younger engines. */
let emoji: RegExp | null = null
/** The flag, by a name: the SDK is checked against older engines, which refuse it when it runs. */
const ofSets: string = 'v'
const mayBeEmoji = /[\u200d\ufe0f\u20e3\u{e0020}-\u{e007f}]/u

/** Virama signs of India, Ceylon and their neighbours; RFC 5892, A.1 lets joiners follow them. */
const viramas = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u103a\\u17d2'
/** Arabic letters that join to both sides: a non-joiner behind one ends it visibly (RFC 5892, A.1). */
const joining =
  '\\u0626\\u0628\\u062a-\\u062e\\u0633-\\u063a\\u0641-\\u0647\\u064a\\u067e\\u0686\\u06a9\\u06af\\u06cc'
const joiner = `(?<=\\p{L}\\p{M}{0,3}[${viramas}])[\\u200c\\u200d](?=\\p{L})|(?<=[${joining}])\\u200c(?=[\\u0621-\\u064a\\u067e\\u0686\\u0698\\u06a9\\u06af\\u06cc])`
const marks = '(?!\\p{DI})\\p{L}(?:(?!\\p{DI})\\p{M}){1,4}'
/** Blanks by their looks that are letters or symbols by their class. */
const blankLooking = '\\u2800\\u{13441}\\u{13442}\\u{1d159}'
const hidden = `[^\\x20-\\x7e\\p{L}\\p{N}\\p{P}\\p{S}]|[\\p{DI}${blankLooking}]`
/** A longer run would push what follows to where another field is expected. */
const longBlank = '(?<= {8}) +'
const special = new RegExp(`(${joiner}|${marks})|${longBlank}|${hidden}`, 'gu')

/** @param quotes in a text of JSON, where quotes and backslashes are escaped too */
export function escaped(text: string, quotes: boolean): string {
  const isPlain = /^[\x20-\x7e]*$/.test(text) && !text.includes('         ')
  if (isPlain) return quotes ? inJson(text) : text
  const parts = mayBeEmoji.test(text) ? text.split(emojis()) : [text]
  return parts.map((part, at) => (at % 2 === 1 ? part : escapedPart(part, quotes))).join('')
}

function escapedPart(text: string, quotes: boolean): string {
  let shown = ''
  let from = 0
  for (const match of text.matchAll(special)) {
    const [found, kept] = match
    const between = text.slice(from, match.index)
    shown += quotes ? inJson(between) : between
    shown += kept ?? escapes(found)
    from = match.index + found.length
  }
  const rest = text.slice(from)
  return shown + (quotes ? inJson(rest) : rest)
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Every unit of a text as an escape of JSON. */
export function escapes(text: string): string {
  if (short[text] !== undefined) return short[text]
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

function emojis(): RegExp {
  try {
    emoji ??= new RegExp('(\\p{RGI_Emoji})', ofSets)
  } catch {
    // Nothing is known to be an emoji: all of their joiners are escaped.
    emoji = /(?!)()/
  }
  return emoji
}
