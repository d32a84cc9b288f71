// The tokens of a prompt: words with their possible lemmas, and everything that has a form of its own (texts
// in quotes, placeholders, numbers, dates, times, addresses, ids). Every token knows its place in the prompt.

import type { Json } from '../../../domain/json.ts'
import { isLongNumeral, readJson } from '../../../domain/numerals.ts'
import { lemmasOf } from './lemmas.ts'
import { wordTable } from './word-table.ts'

export type TokenKind =
  | 'word'
  | 'number'
  | 'quoted'
  | 'hole'
  | 'email'
  | 'url'
  | 'channel'
  | 'id'
  | 'date'
  | 'time'
  | 'code'
  /** An object or a list, as JSON. */
  | 'json'
  | 'punct'

export interface Token {
  readonly kind: TokenKind
  /** As it is written; of a text in quotes what stands inside. */
  readonly text: string
  readonly lower: string
  readonly lemmas: readonly string[]
  readonly start: number
  readonly end: number
  readonly number?: number
  /** ISO 4217, when a currency's sign or code is part of it. */
  readonly currency?: string
}

const currencies = wordTable<string>({ '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' })

const quotes = '"([^"]*)"|“([^”]*)”|«([^»]*)»|„([^“”]*)[“”]|(?<![\\w])\'([^\'\\n]+)\'(?![\\w])|‘([^’]*)’'
/** By what opens a quote, the signs that end it. */
const closers = wordTable<string>({ '"': '"', '“': '”', '«': '»', '„': '“”', "'": "'", '‘': '’' })
const patterns: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /\s+/y],
  ['hole', /\{\{([^{}]*)\}\}/y],
  ['hole', /`\{\{([^{}`]*)\}\}`/y],
  ['quoted', new RegExp(quotes, 'y')],
  // An expression that has braces of its own.
  ['hole', /`=\s+([^`\n]+)`/y],
  ['code', /`([^`\n]+)`/y],
  ['url', /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s"<>{}])+/y],
  ['email', /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/y],
  ['channel', /#[A-Za-z][\w-]*/y],
  ['channel', /@[A-Za-z][\w-]*/y],
  ['date', /\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])/y],
  ['time', /\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?/iy],
  ['time', /\d{1,2}\s?[ap]\.?m\b\.?/iy],
  ['number', /[€$£¥]\s?\d[\d,]*(?:\.\d+)?(?:k\b)?/iy],
  ['number', /-?\d[\d,]*(?:\.\d+)?k(?![\w-])/iy],
  ['id', /(?=[A-Za-z0-9])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w]*(?:-[\w]+)*/y],
  ['number', /-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])/y],
  ['word', /(?:Dr|Mr|Mrs|Ms|Prof)\.\s\p{Lu}[\p{L}-]+/uy],
  ['word', /[A-Za-z]+n['’]t\b/y],
  ['word', /['’]s\b/iy],
  ['word', /['’](?:re|ve|ll|d|m)\b/iy],
  ['word', /[\p{L}_][\p{L}\p{M}\d_]*(?:[-/.](?=[\p{L}_\d])[\p{L}\p{M}\d_]+)*/uy],
  ['punct', /->|→|=>|⇒|>=|<=|==|!=|\.\.\.|…|[^\s]/uy],
]

const spelled = wordTable<readonly string[]>({
  "don't": ['do', 'not'],
  "doesn't": ['do', 'not'],
  "didn't": ['do', 'not'],
  "isn't": ['be', 'not'],
  "aren't": ['be', 'not'],
  "wasn't": ['be', 'not'],
  "weren't": ['be', 'not'],
  "hasn't": ['have', 'not'],
  "haven't": ['have', 'not'],
  "can't": ['can', 'not'],
  "won't": ['will', 'not'],
  "shouldn't": ['should', 'not'],
  "mustn't": ['must', 'not'],
  cannot: ['can', 'not'],
  "'ll": ['will'],
  "'d": ['would'],
  "'ve": ['have'],
  "'re": ['be'],
  "'m": ['be'],
})

/** Spellings of one word, by what the lexicon calls it. */
const variants = wordTable<string>({
  'e-mail': 'email',
  'e-mails': 'emails',
  'e-mailed': 'emailed',
  'e-mailing': 'emailing',
  mails: 'mails',
  mailadress: 'email',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  w: 'with',
  nr: 'number',
  'to-do': 'todo',
  'to-dos': 'todos',
  per_cent: 'percent',
  'set-up': 'setup',
})

/** @param offset of the text in the prompt */
export function tokensOf(text: string, offset = 0): readonly Token[] {
  const tokens: Token[] = []
  const lastClosers = new Map(
    Object.entries(closers).map(([opener, signs]) => [
      opener,
      Math.max(...[...signs].map(sign => text.lastIndexOf(sign))),
    ]),
  )
  for (let at = 0; at < text.length; ) {
    const before = tokens.at(-1)
    const [kind, match] = matchAt(text, at, lastClosers)
    const end = at + match[0].length
    if (kind !== 'space') push(tokens, kind, match, at + offset, end + offset, before)
    at = end
  }
  return tokens
}

/** As deep as values may be elsewhere. */
const deepestJson = 64

/** `{"a": "{{inputs.x}}"}` up to its end; null: it has none, or is no JSON. */
function jsonAt(text: string, at: number): RegExpExecArray | null {
  if (!/^(?:\{\s*["}]|\[)/.test(text.slice(at, at + 20))) return null
  let depth = 0
  for (const match of text.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}|[{}[\]]/g)) {
    const [sign] = match
    if (sign.length > 1) continue
    depth += sign === '{' || sign === '[' ? 1 : -1
    // Thousands of brackets that nothing ends are not looked through to the end for each.
    if (depth > deepestJson) return null
    if (depth > 0) continue
    const whole = text.slice(at, at + match.index + 1)
    return jsonOf(whole) === undefined ? null : (/^.*$/s.exec(whole) as RegExpExecArray)
  }
  return null
}

/** The value, each placeholder outside of a text as a text with nothing else; undefined: it is no JSON. */
export function jsonOf(text: string): Json | undefined {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}/g, part =>
    part.startsWith('{{') ? JSON.stringify(part) : part,
  )
  try {
    return readJson(quoted)
  } catch {
    return undefined
  }
}

/** @param lastClosers by what opens a quote, where the last sign stands that ends it */
function matchAt(
  text: string,
  at: number,
  lastClosers: ReadonlyMap<string, number>,
): [TokenKind | 'space', RegExpExecArray] {
  const json = text[at] === '{' || text[at] === '[' ? jsonAt(text, at) : null
  if (json !== null) return ['json', json]
  const isOpen = (lastClosers.get(text[at]!) ?? text.length) <= at
  for (const [kind, pattern] of patterns) {
    // Thousands of quotes that nothing ends are not looked through to the end for each.
    if (isOpen && kind === 'quoted') continue
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null && !(kind === 'hole' && match[1] === undefined)) return [kind, match]
  }
  throw new Error('the last pattern takes any character')
}

function push(
  tokens: Token[],
  kind: TokenKind,
  match: RegExpExecArray,
  start: number,
  end: number,
  before: Token | undefined,
): void {
  const whole = match[0]
  const inside = match.slice(1).find(group => group !== undefined)
  if (kind === 'word' && spelled[plain(whole)] !== undefined) {
    for (const word of spelled[plain(whole)]!) tokens.push(token('word', word, start, end))
    return
  }
  // "the customers' names"
  if (
    kind === 'punct' &&
    /^['’]$/.test(whole) &&
    before?.kind === 'word' &&
    before.end === start &&
    /s$/i.test(before.text)
  ) {
    tokens.push({ ...token('word', "'s", start, end) })
    return
  }
  if (kind === 'number') {
    const currency = currencies[whole[0]!]
    const digits = whole.replace(/[€$£¥,\s]/g, '')
    // No number holds it: an id.
    if (isLongNumeral(whole)) {
      tokens.push(token('id', whole, start, end))
      return
    }
    const number = /k$/i.test(digits) ? Number(digits.slice(0, -1)) * 1_000 : Number(digits)
    tokens.push({ ...token('number', whole, start, end), number, ...(currency && { currency }) })
    return
  }
  if (kind === 'url') {
    // The end of a sentence is not part of an address.
    const trimmed = whole.replace(/[.,;:!?)\]]+$/, '')
    tokens.push(token('url', trimmed, start, start + trimmed.length))
    for (let at = trimmed.length; at < whole.length; at++)
      tokens.push(token('punct', whole[at]!, start + at, start + at + 1))
    return
  }
  tokens.push(
    token(
      kind,
      kind === 'hole' || kind === 'quoted' || kind === 'code' ? (inside ?? '').trim() : whole,
      start,
      end,
      kind === 'quoted' ? inside : undefined,
    ),
  )
}

function token(kind: TokenKind, text: string, start: number, end: number, exact?: string): Token {
  const lower = variants[plain(text)] ?? plain(text)
  return { kind, text: exact ?? text, lower, lemmas: kind === 'word' ? lemmasOf(lower) : [lower], start, end }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'")
}
