// Reads the JSON that a model wrote as weak models write it: in a fence, with prose around it, comments,
// commas at the end, single quotes, line breaks in texts, None and True. What ends early is no answer:
// nothing is made up.
import type { Json } from '../../json.ts'

export interface MendedJson {
  readonly value: Json
  /** What was not JSON, in words. */
  readonly mended: readonly string[]
}

/** Null: no object, or one that does not end. */
export function mendedJson(text: string): MendedJson | null {
  const whole = parsed(text)
  if (whole !== undefined) return { value: whole, mended: [] }
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const reader = new Reader(text, at)
    const written = reader.object()
    if (written === null) continue
    const value = parsed(written)
    if (value === undefined) continue
    const around = text.slice(0, at).trim() !== '' || text.slice(reader.at).trim() !== ''
    return { value, mended: [...(around ? ['text around the answer'] : []), ...reader.mended] }
  }
  return null
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const words: { readonly [word: string]: string } = {
  None: 'null',
  undefined: 'null',
  nil: 'null',
  True: 'true',
  False: 'false',
}

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
    let written = ''
    for (;;) {
      const character = this.#text[this.at]
      if (character === undefined) return null
      if (character === '"' || character === "'") {
        const string = this.#string(character)
        if (string === null) return null
        written += string
      } else if (this.#text.startsWith('//', this.at)) this.#skip('\n', 'comments')
      else if (this.#text.startsWith('/*', this.at)) this.#skip('*/', 'comments')
      else if (character === '{' || character === '[') {
        open.push(character)
        written += character
        this.at++
      } else if (character === '}' || character === ']') {
        if (open.pop() !== (character === '}' ? '{' : '[')) return null
        const bare = written.trimEnd()
        if (bare.endsWith(',')) {
          this.#mended.add('commas at the end of lists')
          written = bare.slice(0, -1)
        }
        written += character
        this.at++
        if (open.length === 0) return written
      } else written += this.#word() ?? this.#text[this.at++]
    }
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
    for (this.at++; ; this.at++) {
      const character = this.#text[this.at]
      if (character === undefined) return null
      if (character === quote) break
      if (character === '\\') {
        const next = this.#text[++this.at] ?? ''
        written += next === "'" ? "'" : `\\${next}`
      } else if (character === '"') written += '\\"'
      else if (character < ' ') {
        this.#mended.add('line breaks in texts')
        written += JSON.stringify(character).slice(1, -1)
      } else written += character
    }
    this.at++
    if (quote === "'") this.#mended.add('single quotes')
    return `"${written}"`
  }

  #skip(end: string, what: string): void {
    this.#mended.add(what)
    const found = this.#text.indexOf(end, this.at)
    this.at = found === -1 ? this.#text.length : found + end.length
  }
}
