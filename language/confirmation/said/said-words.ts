// Compares literals of a plan with the request that it was made for: by exact text after what quoted.ts does
// to both, never by what a model says. A person is shown the answer; nothing is decided by it.
// 1. Short words and numbers count only where they stand alone: "a" and 5 are somewhere in every request.
// 2. A number before an item of a list is not said.
// 3. An address counts only as a whole: "corp.co" is not said by "corp.com".
import { plainText } from '../../planning/quoted.ts'
import { numbersIn } from './said-numbers.ts'

export interface SaidWords {
  /** The request is the text of an agent: whose words it holds, nobody here knows. */
  readonly isOfAgent: boolean
  /** Does the request say this text or number? */
  readonly holds: (literal: string | number) => boolean
  /** Does it say this address, host or name, and not just a part of a longer one? */
  readonly holdsAddress: (text: string) => boolean
}

/** Letters from which a text counts wherever it stands: German puts words together. */
const longEnough = 4
/** Scripts that put no blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ofWord = /[\p{L}\p{N}_]/u
const ofAddress = /[\p{L}\p{N}_@+%-]/u

export function saidWords(request: string, isOfAgent = false): SaidWords {
  const close = plainText(request, 'close')
  const spaced = plainText(request, 'spaced')
  const counting = plainText(withoutNumbering(request), 'spaced')
  const numbers = numbersIn(counting)
  const known = new Map<string, boolean>()
  const once = (key: string, find: () => boolean) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find()
    known.set(key, found)
    return found
  }
  const holdsText = (text: string) => {
    const sought = plainText(text, 'close')
    if (sought === '') return true
    if (isNumeral(sought)) return numbers.has(Number(sought)) || standsAlone(counting, sought, ofWord)
    const isLong = unspaced.test(sought) || (sought.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= longEnough
    return isLong ? close.includes(sought) : standsAlone(spaced, plainText(text, 'spaced').trim(), ofWord)
  }
  return {
    isOfAgent,
    holds: literal =>
      typeof literal === 'number' ? numbers.has(literal) : once(`t ${literal}`, () => holdsText(literal)),
    holdsAddress: text =>
      once(`a ${text}`, () => standsAlone(spaced, plainText(text, 'spaced').trim(), ofAddress)),
  }
}

function isNumeral(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text)
}

/** Are there no further characters of its kind on both sides, at one place at least? */
function standsAlone(text: string, sought: string, more: RegExp): boolean {
  if (sought === '') return false
  const characters = [...sought]
  const [first, last] = [characters[0]!, characters.at(-1)!]
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const after = text.slice(at + sought.length, at + sought.length + 2)
    const isBegun = goesOn(before, first, more) || endsInDot(text, at, more)
    const isEnded = !goesOn([...after][0] ?? '', last, more) && !goesOnBehindDot(after, more)
    if (!isBegun && isEnded) return true
  }
  return false
}

function goesOn(character: string, edge: string, more: RegExp): boolean {
  if (!more.test(character)) return false
  // A particle behind an address is no part of it.
  return !unspaced.test(character) || unspaced.test(edge)
}

/** A dot within an address or a number, not the one that ends a sentence. */
function goesOnBehindDot(after: string, more: RegExp): boolean {
  return after[0] === '.' && after[1] !== undefined && more.test(after[1]) && !unspaced.test(after[1])
}

function endsInDot(text: string, at: number, more: RegExp): boolean {
  return text[at - 1] === '.' && at > 1 && more.test(text[at - 2]!)
}

/** Numbers before the items of a list, 1. 2. 3. or 1) 2) 3), count nothing. */
function withoutNumbering(request: string): string {
  let next = 1
  return request.replaceAll(/(?<![^\s(])(\d{1,3})(?=[.)]\s)/g, number => {
    if (Number(number) !== next) return number
    next += 1
    return ''
  })
}
