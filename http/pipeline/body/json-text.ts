// Looks at the text of a JSON body before body.ts parses it: one pass, without making a value. It finds what
// a parsed value no longer tells, that something would not be written back as it was sent; and it bounds what
// parsing would cost: nesting, objects and lists, different names.
import { Failure } from '../../../domain/failure.ts'

/**
 * What parsing and writing cost besides bytes: objects and lists, and forms of objects. A name is a new form
 * where no earlier object has it after the same names, so a table of 10,000 rows and 10 columns has 10 forms,
 * and a map of 10,000 entries 10,000. With these bounds the worst MiB takes less than 50 ms
 * (docs/internals/http.md).
 */
export const bodyBounds = { forms: 10_000, objects: 40_000, lists: 100_000 } as const

/** A text of fewer characters cannot have so many forms. */
const countedFrom = bodyBounds.forms * 4

/**
 * @returns what is wrong with a value in it, for a text that is JSON; null when nothing is
 * @throws {Failure} invalid-json past a bound
 */
export function judgeJson(text: string, maxDepth: number): string | null {
  return new JsonText(text, maxDepth).judge()
}

class JsonText {
  readonly #text: string
  readonly #maxDepth: number
  readonly #forms: FormCount | null
  /** Begin and end of the latest name at each depth; a list has the name that it stands under. */
  readonly #nameAt: number[] = [0]
  readonly #nameEnd: number[] = [0]
  /** Of the object at each depth, as far as it was read. */
  readonly #formAt: number[] = [0]
  #depth = 0
  #objects = 0
  #lists = 0
  #defect: string | null = null
  /** Of the text that was read last. */
  #hasEscape = false
  #isSound = true

  constructor(text: string, maxDepth: number) {
    this.#text = text
    this.#maxDepth = maxDepth
    this.#forms = text.length < countedFrom ? null : new FormCount()
  }

  judge(): string | null {
    const text = this.#text
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at)
      if (code === quote) at = this.#string(at)
      else if (code === openBracket || code === openBrace) {
        this.#open(code === openBrace)
        at++
      } else if (code === closeBracket || code === closeBrace) {
        if (this.#depth > 0) this.#depth--
        at++
      } else if (code === minus || isDigit(code)) at = this.#number(at)
      else at++
    }
    return this.#defect
  }

  #open(isObject: boolean): void {
    const depth = ++this.#depth
    if (depth > this.#maxDepth) throw tooLarge(`nests deeper than ${this.#maxDepth} levels`)
    const { objects, lists } = bodyBounds
    if (isObject && ++this.#objects > objects) throw tooLarge(`has more than ${objects} objects`)
    if (!isObject && ++this.#lists > lists) throw tooLarge(`has more than ${lists} lists`)
    this.#formAt[depth] = seed
    this.#nameAt[depth] = this.#nameAt[depth - 1]!
    this.#nameEnd[depth] = this.#nameEnd[depth - 1]!
  }

  /** A text or a name. @returns where it goes on, for a name at its colon */
  #string(at: number): number {
    const end = this.#endOfString(at)
    let next = end
    while (isSpace(this.#text.charCodeAt(next))) next++
    const isName = this.#text.charCodeAt(next) === colon
    if (isName) this.#name(at, end)
    else if (!this.#isSound) this.#note(`the text at ${this.#where()} holds NUL or a lone surrogate`)
    return next
  }

  #name(at: number, end: number): void {
    this.#nameAt[this.#depth] = at
    this.#nameEnd[this.#depth] = end
    if (!this.#isSound) this.#note('a key holds NUL or a lone surrogate')
    if (this.#isProto(at, end)) this.#note('a key may not be __proto__')
    if (this.#forms !== null) this.#count(at, end)
  }

  #count(at: number, end: number): void {
    const forms = this.#forms!
    this.#formAt[this.#depth] = forms.add(this.#formAt[this.#depth]!, this.#text, at, end)
    if (forms.count > bodyBounds.forms)
      throw tooLarge(
        `has more than ${bodyBounds.forms} different names or combinations of names: send lists of objects that have the same names`,
      )
  }

  /** Reads a string; the first character after it. */
  #endOfString(at: number): number {
    const text = this.#text
    this.#hasEscape = false
    this.#isSound = true
    for (let i = at + 1; i < text.length; ) {
      const code = text.charCodeAt(i)
      if (code === quote) return i + 1
      if (code === backslash) i = this.#escape(i)
      else i++
    }
    return text.length
  }

  /** Text that came as UTF-8 is well formed, so only escapes can spell NUL or half a character. */
  #escape(at: number): number {
    this.#hasEscape = true
    if (this.#text.charCodeAt(at + 1) !== letterU) return at + 2
    const unit = this.#unit(at)
    if (unit === 0 || isLow(unit)) this.#isSound = false
    if (!isHigh(unit)) return at + 6
    if (isLow(this.#unit(at + 6))) return at + 12
    this.#isSound = false
    return at + 6
  }

  /** Of an escape such as \u0041; -1 when there is none, and the text no JSON or no escape. */
  #unit(at: number): number {
    const text = this.#text
    if (text.charCodeAt(at) !== backslash || text.charCodeAt(at + 1) !== letterU) return -1
    let unit = 0
    for (let i = at + 2; i < at + 6; i++) {
      const digit = hexDigit(text.charCodeAt(i))
      if (digit < 0) return -1
      unit = unit * 16 + digit
    }
    return unit
  }

  #isProto(at: number, end: number): boolean {
    const text = this.#text
    if (!this.#hasEscape) return end - at === proto.length && text.startsWith(proto, at)
    if (end - at > longestProto) return false
    try {
      return JSON.parse(text.slice(at, end)) === '__proto__'
    } catch {
      return false
    }
  }

  /** @returns the first character after it */
  #number(at: number): number {
    const text = this.#text
    let end = at + 1
    let isPlain = true
    let hasPoint = false
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === point) hasPoint = true
      else if (code === letterE || code === letterBigE) isPlain = false
      else if (!isDigit(code) && code !== minus && code !== plus) break
    }
    const isNegativeZero = text.charCodeAt(at) === minus && text.charCodeAt(at + 1) === zero
    // Whole numbers keep their digits. Decimals may round as doubles do everywhere, and none so short is too
    // small.
    const isShort = !hasPoint || end - at < 300
    if (isPlain && isShort && !isNegativeZero) return end
    const source = text.slice(at, end)
    if (!isFaithful(Number(source), source))
      this.#note(`the number ${source.slice(0, 40)} cannot be kept as it is: send it as text`)
    return end
  }

  #where(): string {
    const at = this.#nameAt[this.#depth]!
    return this.#text.slice(at, Math.min(this.#nameEnd[this.#depth]!, at + 100)) || '""'
  }

  #note(defect: string): void {
    this.#defect ??= defect
  }
}

/**
 * How many different forms there were, nearly: forms count once when their hashes are the same. Hashes begin
 * with chance, so that nobody can find forms that count once.
 */
class FormCount {
  readonly #seen = new Uint8Array(2 ** 17)
  count = 0

  /** @param form of the names before @returns the form with this name */
  add(form: number, text: string, from: number, to: number): number {
    let hash = form
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor)
    const mixed = hash ^ (hash >>> 15)
    const bit = 1 << (mixed & 7)
    const place = (mixed >>> 3) & (this.#seen.length - 1)
    if ((this.#seen[place]! & bit) === 0) {
      this.#seen[place]! |= bit
      this.count++
    }
    return hash
  }
}

const [seed, factor] = [chance(), chance() | 1] as const

function chance(): number {
  return crypto.getRandomValues(new Int32Array(1))[0]!
}

/** Decimals may round as doubles do everywhere. Overflow, underflow and -0 would change. */
function isFaithful(value: number, source: string): boolean {
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  return value !== 0 || !/[1-9]/.test(source.replace(/[eE].*$/, ''))
}

function tooLarge(what: string): Failure {
  return new Failure('invalid-json', `the body ${what}`)
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 57
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

/** -1 for anything else. */
function hexDigit(code: number): number {
  if (isDigit(code)) return code - zero
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

const proto = '"__proto__"'
/** Each of its letters as an escape. */
const longestProto = 2 + 6 * (proto.length - 2)

const quote = 34
const plus = 43
const minus = 45
const point = 46
const zero = 48
const colon = 58
const letterBigE = 69
const openBracket = 91
const backslash = 92
const closeBracket = 93
const letterE = 101
const letterU = 117
const openBrace = 123
const closeBrace = 125
