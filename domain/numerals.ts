// Whole numbers that no JS number holds: ids of 19 digits, for instance. JSON that comes in is read by
// `readJson`, at every edge, so that such a number becomes a text with the same digits. What takes a number
// takes such a text, and is sent the number (domain/schema/sent-numerals.ts). Fractions and exponents stay
// numbers. What we have written ourselves (the journal, rows) is read by JSON.parse: it holds none.
import type { Json } from './json.ts'

/** More digits make no number anywhere: a double ends there. */
const mostDigits = 309

const leastDigits = String(Number.MAX_SAFE_INTEGER).length
const longForm = new RegExp(`^-?[1-9]\\d{${leastDigits - 1},${mostDigits - 1}}$`)

/** Does the text spell a whole number that no JS number holds for certain? */
export function isLongNumeral(value: unknown): value is string {
  return typeof value === 'string' && longForm.test(value) && !Number.isSafeInteger(Number(value))
}

/**
 * The value of a JSON text; whole numbers beyond 2^53 - 1 as texts. As fast as JSON.parse where no 16 digits
 * follow each other; else a MiB takes some 20 ms.
 * @throws {SyntaxError} as JSON.parse
 */
export function readJson(text: string): Json {
  const value = JSON.parse(text) as Json
  return mayHoldLong(text) ? (JSON.parse(withQuotes(text)) as Json) : value
}

/**
 * Do 16 digits follow each other, not as a fraction? Every 16th character is looked at: of so many digits it
 * is one.
 */
function mayHoldLong(text: string): boolean {
  for (let at = leastDigits - 1; at < text.length; at += leastDigits) {
    if (!isDigit(text.charCodeAt(at))) continue
    let [from, end] = [at, at + 1]
    while (isDigit(text.charCodeAt(from - 1))) from--
    while (isDigit(text.charCodeAt(end))) end++
    if (end - from >= leastDigits && text.charCodeAt(from - 1) !== point) return true
    at = end
  }
  return false
}

/** @param text is JSON */
function withQuotes(text: string): string {
  let quoted = ''
  let taken = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code !== minus && !isDigit(code)) at++
    else {
      const end = endOfNumber(text, at)
      if (end - at >= leastDigits && isTooLong(text.slice(at, end))) {
        quoted += `${text.slice(taken, at)}"${text.slice(at, end)}"`
        taken = end
      }
      at = end
    }
  }
  return quoted + text.slice(taken)
}

function isTooLong(numeral: string): boolean {
  return /^-?\d+$/.test(numeral) && !Number.isSafeInteger(Number(numeral))
}

/** @returns the first character after the text or name that begins at the quote */
function endOfText(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** @returns the first character after it */
function endOfNumber(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end++
  return end
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === point || code === plus || code === minus || (code | 32) === letterE
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9
}

const quote = 34
const plus = 43
const minus = 45
const point = 46
const zero = 48
const backslash = 92
const letterE = 101
