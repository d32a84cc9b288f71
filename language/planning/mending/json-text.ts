// Reads the JSON that a model wrote as weak models write it: in a fence, with prose around it, comments,
// commas at the end, single quotes, line breaks in texts, None and True. What ends early is no answer:
// nothing is made up.
import { isDeeper, type Json } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import { WrittenJson } from './written-json.ts'

export interface MendedJson {
  readonly value: Json
  /** What was not JSON, in words. */
  readonly mended: readonly string[]
}

/** Lists and objects in each other; a plan has some 70, and what walks over values has a stack that ends. */
export const deepestJson = 200

/** Undefined: it is no JSON, or it is too deep. Digits of long ids are kept. */
export function jsonIn(text: string): Json | undefined {
  try {
    const value = readJson(text)
    return isDeeper(value, deepestJson) ? undefined : value
  } catch {
    return undefined
  }
}

/**
 * Null: there is no answer, or one that does not end; what stands inside of it is no answer of its own.
 * @param isAnswer of several objects the last that is one is meant: the others are drafts
 */
export function mendedJson(said: string, isAnswer: (value: Json) => boolean): MendedJson | null {
  const whole = jsonIn(said)
  if (whole !== undefined) return { value: whole, mended: [] }
  const text = said.replaceAll(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, '')
  let found: MendedJson | null = null
  let at = nextOpening(text, 0)
  let read = 0
  for (let tried = 0; at !== -1 && tried < mostTried && read <= mostRead * text.length; tried++) {
    const reader = new Reader(text, at)
    const written = reader.object()
    read += reader.at - at
    const value = written === null ? undefined : jsonIn(written)
    if (value === undefined && /^[{[]\s*["'“{]/.test(text.slice(at, at + 100))) return null
    if (value !== undefined && isAnswer(value)) {
      const around = text.slice(0, at).trim() !== '' || text.slice(reader.at).trim() !== '' || text !== said
      found = { value, mended: [...(around ? ['text around the answer'] : []), ...reader.mended] }
    }
    at = nextOpening(text, value === undefined ? at + 1 : reader.at)
  }
  return found
}

/** Objects that are looked at: prose has few. */
const mostTried = 50

/** How often the whole text is read: what does not end is read to its end. */
const mostRead = 5

/** Of an object, or of a list of objects; -1 without one. */
function nextOpening(text: string, from: number): number {
  const found = text.slice(from).search(/\{|\[\s*\{/)
  return found === -1 ? -1 : from + found
}

const words: { readonly [word: string]: string } = {
  None: 'null',
  undefined: 'null',
  nil: 'null',
  True: 'true',
  False: 'false',
}

/** What ends a text, by what it begins with. */
const quotes: { readonly [begin: string]: string } = { '"': '"', "'": "'", '`': '`', '“': '”' }

/** Writes an object anew, as JSON. */
class Reader {
  readonly #text: string
  readonly #mended = new Set<string>()
  at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  get mended(): readonly string[] {
    return [...this.#mended]
  }

  /** Null when it does not end. */
  object(): string | null {
    const open: string[] = []
    const written = new WrittenJson()
    for (;;) {
      const character = this.#text[this.at]
      if (character === undefined) return null
      if (Object.hasOwn(quotes, character)) {
        const string = this.#string(this.#text.startsWith('"""', this.at) ? '"""' : quotes[character]!)
        if (string === null) return null
        const isKey = /^\s*:/.test(this.#text.slice(this.at, this.at + 20))
        if (isKey) this.#part(written)
        written.add(string)
      } else if (this.#text.startsWith('//', this.at)) this.#skip('\n', 'comments')
      else if (this.#text.startsWith('/*', this.at)) this.#skip('*/', 'comments')
      else if (character === '{' || character === '[') {
        open.push(character)
        if (written.last === '}' || written.last === ']') this.#part(written)
        written.add(character)
        this.at++
      } else if (character === '}' || character === ']') {
        if (open.pop() !== (character === '}' ? '{' : '[')) return null
        if (written.last === ',') {
          this.#mended.add('commas at the end of lists')
          written.dropComma()
        }
        written.add(character)
        this.at++
        if (open.length === 0) return written.text
      } else written.add(this.#word() ?? this.#text[this.at++]!)
    }
  }

  /** A comma that was left out between two values. */
  #part(written: WrittenJson): void {
    if (!/["}\]\w]/.test(written.last)) return
    this.#mended.add('commas that were left out')
    written.add(',')
  }

  #word(): string | null {
    const [word] = /^[A-Za-z_]\w*/.exec(this.#text.slice(this.at, this.at + 100)) ?? []
    if (word === undefined) return null
    this.at += word.length
    const isKey = /^\s*:/.test(this.#text.slice(this.at, this.at + 20))
    if (isKey) {
      this.#mended.add('keys without quotes')
      return JSON.stringify(word)
    }
    const json = Object.hasOwn(words, word) ? words[word]! : word
    if (json !== word) this.#mended.add(`${word} in place of ${json}`)
    return json
  }

  #string(quote: string): string | null {
    let written = ''
    for (this.at += quote.length === 3 ? 3 : 1; ; this.at++) {
      const character = this.#text[this.at]
      if (character === undefined) return null
      if (this.#text.startsWith(quote, this.at)) break
      if (character === '\\') {
        const next = this.#text[++this.at] ?? ''
        // What JSON does not escape stands for itself.
        written += /[^\w"\\/\s]/.test(next) ? next : `\\${next}`
      } else if (character === '"') written += '\\"'
      else if (character < ' ') {
        this.#mended.add('line breaks in texts')
        written += JSON.stringify(character).slice(1, -1)
      } else written += character
    }
    this.at += quote.length
    if (quote !== '"') this.#mended.add(quote === "'" ? 'single quotes' : 'other quotes')
    return `"${written}"`
  }

  #skip(end: string, what: string): void {
    this.#mended.add(what)
    const found = this.#text.indexOf(end, this.at)
    this.at = found === -1 ? this.#text.length : found + end.length
  }
}
