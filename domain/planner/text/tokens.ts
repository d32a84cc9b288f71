// A line of a prompt as tokens. Every character that is not white space belongs to exactly one token, and
// every token knows where in the prompt it stands: what nobody consumes can be quoted back.
import type { Json } from '../../json.ts'

export type TokenKind =
  | 'word'
  | 'text'
  | 'code'
  | 'placeholder'
  | 'url'
  | 'email'
  | 'number'
  | 'date'
  | 'time'
  | 'json'
  | 'possessive'
  | 'mark'

export interface Token {
  readonly kind: TokenKind
  /** As a person wrote it, without quotes or braces. */
  readonly text: string
  /** Lower case, for comparing words. */
  readonly lower: string
  readonly value: Json
  readonly start: number
  readonly end: number
}

type Pattern = readonly [TokenKind, RegExp]

/** In order of precedence, each anchored at the place where the last token ended. */
const patterns: readonly Pattern[] = [
  ['placeholder', /\{\{([\s\S]{1,1000}?)\}\}/y],
  ['text', /"((?:[^"\\]|\\.)*)"/y],
  ['text', /“([^”]*)”/y],
  ['text', /(?<![\p{L}\p{N}])['‘]([^'’\n]*)['’](?![\p{L}\p{N}])/uy],
  ['code', /`([^`]+)`/y],
  ['url', /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s"'`<>{}])+/iy],
  ['email', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy],
  ['date', /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\p{L}\p{N}])/uy],
  ['time', /(?<![\p{L}\p{N}:])(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:[ap]m)?(?![\p{L}\p{N}:])/iuy],
  ['number', /(?<![\p{L}\p{N}])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}])/uy],
  ['possessive', /(?<=[\p{L}\p{N}])['’]s?(?![\p{L}\p{N}])/uy],
  [
    'word',
    /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:(?:[./-]|['’](?!s\b)|['’](?=s\b)(?<=\b(?:it|that|let)['’]?))[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)*/uy,
  ],
  ['mark', /==|!=|>=|<=|[^\s]/uy],
]

/** Tokens of `prompt` from `start` to `end`. */
export function tokenize(prompt: string, start: number, end: number): readonly Token[] {
  const source = prompt.slice(0, end)
  const tokens: Token[] = []
  let at = start
  while (at < end) {
    if (/\s/.test(source[at]!)) {
      at += 1
      continue
    }
    const token = jsonAt(source, at) ?? tokenAt(source, at)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(source: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found !== null) return toToken(kind, found[1] ?? found[0], at, found[0].length)
  }
  return toToken('mark', source[at]!, at, 1)
}

function toToken(kind: TokenKind, matched: string, start: number, length: number): Token {
  if (kind === 'url') {
    // The full stop or comma after an address is not part of it.
    const text = matched.replace(/[.,;:!?)\]]+$/, '')
    return { kind, text, lower: text.toLowerCase(), value: text, start, end: start + text.length }
  }
  const text = kind === 'text' ? matched.replace(/\\(["\\])/g, '$1') : matched
  const value = kind === 'number' ? Number(text.replaceAll(',', '')) : text
  return { kind, text, lower: text.toLowerCase().replaceAll('’', "'"), value, start, end: start + length }
}

/** A JSON object or list that stands in the prompt. Looks at most 4,000 characters ahead. */
function jsonAt(source: string, start: number): Token | null {
  const opener = source[start]
  if ((opener !== '{' && opener !== '[') || source.startsWith('{{', start)) return null
  let depth = 0
  let isText = false
  const limit = Math.min(source.length, start + 4_000)
  for (let at = start; at < limit; at++) {
    const character = source[at]!
    if (isText && character === '\\') at += 1
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === '{' || character === '[') depth += 1
    else if ((character === '}' || character === ']') && --depth === 0) return parsed(source, start, at + 1)
  }
  return null
}

function parsed(source: string, start: number, end: number): Token | null {
  const text = source.slice(start, end)
  try {
    return { kind: 'json', text, lower: text, value: JSON.parse(text) as Json, start, end }
  } catch {
    return null
  }
}
