// The chart: all readings of a sentence by the rules of a grammar, kept in one table and bounded in work.
// A rule is data: a category, its parts as a line of text, and what it means. Readings are found top down
// and each (category, place) once: M. Frost, R. Hafiz, P. Callaghan, "Modular and efficient top-down
// parsing for ambiguous left-recursive grammars" (2007), without left recursion, which no rule here has.
import type { Token } from '../lattice/tokens.ts'

/** A reading of the tokens from a place up to `end`. Costs rank readings: 0 is as people say it. */
export interface Reading<T = unknown> {
  readonly end: number
  readonly value: T
  readonly cost: number
}

/** Makes the meaning of a rule of those of its parts; null when they do not go together. */
// biome-ignore lint/suspicious/noExplicitAny: parts have the meanings of their categories
export type Meaning = (parts: any, at: { tokens: readonly Token[]; start: number; end: number }) => unknown

export interface Rule {
  readonly category: string
  /**
   * Parts, separated by spaces: `word`, `this|that` (one of them, by lemma), `CATEGORY`, `x?` (or nothing:
   * null),
   * `X*` (a list), `,` and other signs as they are.
   */
  readonly parts: string
  readonly meaning: Meaning
  readonly cost?: number
  /** At least two, of the first kind that people would write: tests and documentation. */
  readonly examples?: readonly string[]
}

/** A category that is found by a function: words of the lexicon, tokens of a kind. */
export type Terminal<C> = (tokens: readonly Token[], at: number, context: C) => readonly Reading[]

type Part =
  | { readonly type: 'word'; readonly words: ReadonlySet<string>; readonly many: '' | '?' | '*' }
  | { readonly type: 'category'; readonly id: number; readonly many: '' | '?' | '*' }

interface Compiled {
  readonly parts: readonly Part[]
  readonly meaning: Meaning
  readonly cost: number
  readonly rule: Rule
}

export interface Grammar<C> {
  readonly ids: ReadonlyMap<string, number>
  readonly names: readonly string[]
  readonly rules: readonly (readonly Compiled[])[]
  readonly terminals: ReadonlyMap<number, Terminal<C>>
  readonly all: readonly Rule[]
}

export function grammarOf<C>(
  all: readonly Rule[],
  terminals: { readonly [category: string]: Terminal<C> },
): Grammar<C> {
  const names = [...new Set([...all.map(rule => rule.category), ...Object.keys(terminals)])]
  const ids = new Map(names.map((name, id) => [name, id]))
  const rules: Compiled[][] = names.map(() => [])
  for (const rule of all) {
    const parts = rule.parts.split(' ').map(part => compilePart(part, ids, rule))
    rules[ids.get(rule.category)!]!.push({ parts, meaning: rule.meaning, cost: rule.cost ?? 0, rule })
  }
  const byId = new Map(Object.entries(terminals).map(([name, find]) => [ids.get(name)!, find]))
  return { ids, names, rules, terminals: byId, all }
}

function compilePart(text: string, ids: ReadonlyMap<string, number>, rule: Rule): Part {
  const many = /^.+[?*]$/.test(text) ? (text.at(-1) as '?' | '*') : ''
  const body = many === '' ? text : text.slice(0, -1)
  if (/^[A-Z][A-Z_]*$/.test(body)) {
    const id = ids.get(body)
    if (id === undefined) throw new Error(`${rule.category} -> ${rule.parts}: there is no category ${body}`)
    return { type: 'category', id, many }
  }
  return { type: 'word', words: new Set(body.length > 1 ? body.split('|') : [body]), many }
}

export const chartBounds = {
  /** Attempts of a part at a place, for one sentence. */
  work: 400_000,
  /** Readings of one category from one place to one end. */
  readings: 8,
  /** The same of whole clauses: how words group within one counts there, too. */
  clauses: 40,
} as const

export class Chart<C> {
  readonly #grammar: Grammar<C>
  readonly #context: C
  readonly tokens: readonly Token[]
  readonly #table: (readonly Reading[] | undefined)[][]
  work = 0
  /** The farthest place that a reading came to, and what was expected there. */
  farthest = 0
  readonly expected = new Set<string>()

  constructor(grammar: Grammar<C>, tokens: readonly Token[], context: C) {
    this.#grammar = grammar
    this.#context = context
    this.tokens = tokens
    this.#table = grammar.names.map(() => [])
  }

  get isSpent(): boolean {
    return this.work > chartBounds.work
  }

  /** All readings of a category from a place, the cheapest first. */
  read(category: string, at: number): readonly Reading[] {
    return this.#readings(this.#grammar.ids.get(category)!, at)
  }

  #readings(id: number, at: number): readonly Reading[] {
    const row = this.#table[id]!
    const known = row[at]
    if (known !== undefined) return known
    // What a rule finds of itself at the same place is nothing: there is no left recursion.
    row[at] = []
    const found: Reading[] = []
    const terminal = this.#grammar.terminals.get(id)
    if (terminal !== undefined) found.push(...terminal(this.tokens, at, this.#context))
    for (const rule of this.#grammar.rules[id]!) this.#apply(rule, at, found)
    return (row[at] = best(
      found,
      clauses.has(this.#grammar.names[id]!) ? chartBounds.clauses : chartBounds.readings,
    ))
  }

  #apply(rule: Compiled, start: number, found: Reading[]): void {
    const values: unknown[] = []
    const step = (index: number, at: number, cost: number): void => {
      if (this.work++ > chartBounds.work) return
      if (index === rule.parts.length) {
        if (at === start) return
        const value = rule.meaning([...values], { tokens: this.tokens, start, end: at })
        if (value !== null && value !== undefined) found.push({ end: at, value, cost })
        return
      }
      const part = rule.parts[index]!
      if (part.many === '*') {
        this.#repeat(part, at, [], cost, (items, end, total) => {
          values.push(items)
          step(index + 1, end, total)
          values.pop()
        })
        return
      }
      for (const reading of this.#part(part, at)) {
        values.push(reading.value)
        step(index + 1, reading.end, cost + reading.cost)
        values.pop()
      }
      if (part.many === '?') {
        values.push(null)
        step(index + 1, at, cost)
        values.pop()
      }
    }
    step(0, start, rule.cost)
  }

  #repeat(
    part: Part,
    at: number,
    items: unknown[],
    cost: number,
    then: (items: unknown[], end: number, cost: number) => void,
  ): void {
    then(items, at, cost)
    if (items.length >= 12 || this.isSpent) return
    for (const reading of this.#part(part, at)) {
      if (reading.end > at)
        this.#repeat(part, reading.end, [...items, reading.value], cost + reading.cost, then)
    }
  }

  #part(part: Part, at: number): readonly Reading[] {
    if (part.type === 'category') return this.#readings(part.id, at)
    const token = this.tokens[at]
    if (token !== undefined && (token.kind === 'word' || token.kind === 'punct')) {
      for (const lemma of token.lemmas) {
        if (part.words.has(lemma)) {
          if (at + 1 > this.farthest) this.#reach(at + 1)
          return [{ end: at + 1, value: token, cost: 0 }]
        }
      }
    }
    if (at >= this.farthest) for (const word of part.words) this.#expect(at, word)
    return []
  }

  #reach(at: number): void {
    this.farthest = at
    this.expected.clear()
  }

  #expect(at: number, word: string): void {
    if (at > this.farthest) this.#reach(at)
    if (this.expected.size < 100) this.expected.add(word)
  }
}

/** The cheapest of each end; what means the same to the letter is one. */
const clauses = new Set(['S', 'BODY', 'UNIT', 'CLAUSE', 'CONTROL'])

function best(found: Reading[], most: number): readonly Reading[] {
  if (found.length < 2) return found
  found.sort((a, b) => a.cost - b.cost)
  const byEnd = new Map<number, { count: number; keys: Set<number | string> }>()
  return found.filter(reading => {
    let seen = byEnd.get(reading.end)
    if (seen === undefined) byEnd.set(reading.end, (seen = { count: 0, keys: new Set() }))
    if (seen.count >= most) return false
    const key = keyOf(reading.value)
    if (seen.keys.has(key)) return false
    seen.keys.add(key)
    seen.count += 1
    return true
  })
}

/**
 * Meanings by number: two that are alike to the letter have one. A meaning is made of others, which have
 * theirs.
 */
const numbers = new WeakMap<object, number>()
let byShape = new Map<string, number>()
let lastNumber = 0

export function keyOf(value: unknown): number | string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? `"${value}` : String(value)
  const known = numbers.get(value)
  if (known !== undefined) return known
  let shape = Array.isArray(value) ? '[' : '{'
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key]
    if (key !== 'lemmas' || !('kind' in value)) shape += `${key}:${keyOf(part)},`
  }
  let number = byShape.get(shape)
  if (number === undefined) {
    if (byShape.size > 50_000) byShape = new Map()
    byShape.set(shape, (number = ++lastNumber))
  }
  numbers.set(value, number)
  return number
}
