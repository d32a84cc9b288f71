// The chart: all readings of a sentence by the rules of a grammar, kept in one table and bounded in work.
// A rule is data: a category, its parts as a line of text, and what it means. Readings are found top down
// and each (category, place) once: M. Frost, R. Hafiz, P. Callaghan, "Modular and efficient top-down
// parsing for ambiguous left-recursive grammars" (2007), without left recursion, which no rule here has.
// Rules of a category that begin alike are gone through together, as far as they do.
import type { Token } from '../lattice/tokens.ts'
import { type Grammar, type Part, type PlaceKind, placeKindOf, type Reading, type Way } from './grammar.ts'
import { Keys } from './keys.ts'
import { type Meter, spend, unlimited } from './meter.ts'

export const chartBounds = {
  /** Readings of one category from one place to one end. */
  readings: 8,
  /** The same of whole clauses: how words group within one counts there, too. */
  clauses: 40,
  /** Times that a part with a star is taken. */
  repeats: 12,
  /** Ways to take it from one place to one end. */
  lists: 40,
} as const

interface Found extends Reading {
  /** Of the rule, among those of its category: the earlier of two that cost the same comes first. */
  readonly order: number
}

export class Chart<C> {
  readonly #grammar: Grammar<C>
  readonly #context: C
  readonly tokens: readonly Token[]
  readonly #meter: Meter
  #table: (readonly Reading[] | undefined)[][]
  #places: (Place | undefined)[] = []
  #lists = new Map<string, (readonly List[] | undefined)[]>()
  #keys = new Keys()
  work = 0
  /** The farthest place that a reading came to, and what was expected there. */
  farthest = 0
  readonly expectedWords = new Set<string>()
  readonly expectedCategories = new Set<number>()

  constructor(grammar: Grammar<C>, tokens: readonly Token[], context: C, meter: Meter = unlimited()) {
    this.#grammar = grammar
    this.#context = context
    this.tokens = tokens
    this.#meter = meter
    this.#table = grammar.names.map(() => [])
  }

  /** All readings of a category from a place, the cheapest first. */
  read(category: string, at: number): readonly Reading[] {
    return this.#readings(this.#grammar.ids.get(category)!, at)
  }

  #readings(id: number, at: number): readonly Reading[] {
    if (at >= this.farthest) this.#expect(at).expectedCategories.add(id)
    const row = this.#table[id]!
    const known = row[at]
    if (known !== undefined) return known
    // What a rule finds of itself at the same place is nothing: there is no left recursion.
    row[at] = none
    const place = this.#place(at)
    const way = place.kind.waysOf(id)
    const own = place.terminals.get(id)
    if (way === null) return (row[at] = own === undefined ? none : this.#best([...own], id))
    const found: Found[] = own?.map(reading => ({ ...reading, order: -1 })) ?? []
    this.#walk(way, at, 0, { start: at, values: [], found })
    const kept = this.#best(found, id)
    return (row[at] = this.#grammar.packs.get(id)?.(kept) ?? kept)
  }

  #walk(way: Way, at: number, cost: number, run: Run): void {
    this.#spend()
    const { start, values, found } = run
    if (at !== start)
      for (const { meaning, cost: own, order } of way.ends) {
        const value = meaning(values.slice(), { tokens: this.tokens, start, end: at })
        if (value !== null && value !== undefined) found.push({ end: at, value, cost: cost + own, order })
      }
    for (const { part, next } of way.next) {
      if (part.many === '*') {
        for (const list of this.#list(part, at)) {
          values.push(itemsOf(list))
          this.#walk(next, list.end, cost + list.cost, run)
          values.pop()
        }
        continue
      }
      for (const reading of this.#part(part, at)) {
        values.push(reading.value)
        this.#walk(next, reading.end, cost + reading.cost, run)
        values.pop()
      }
      if (part.many === '?') {
        values.push(null)
        this.#walk(next, at, cost, run)
        values.pop()
      }
    }
  }

  /** Lists of readings one after the other, from none on; the cheapest ones of each end. */
  #list(part: Part, at: number): readonly List[] {
    let row = this.#lists.get(part.text)
    if (row === undefined) this.#lists.set(part.text, (row = []))
    const known = row[at]
    if (known !== undefined) return known
    const found: List[] = [{ end: at, length: 0, first: null, rest: null, cost: 0, items: none }]
    for (const first of this.#part(part, at)) {
      if (first.end <= at) continue
      for (const rest of this.#list(part, first.end)) {
        if (rest.length >= chartBounds.repeats) continue
        this.#spend()
        const { end, length } = rest
        const cost = first.cost + rest.cost
        found.push({ end, length: length + 1, first: first.value, rest, cost, items: null })
      }
    }
    return (row[at] = cheapest(found))
  }

  #part(part: Part, at: number): readonly Reading[] {
    if (part.type === 'category') return this.#readings(part.id, at)
    const token = this.tokens[at]
    if (token !== undefined && (token.kind === 'word' || token.kind === 'punct')) {
      for (const lemma of token.lemmas) {
        if (part.words.has(lemma)) {
          if (at + 1 > this.farthest) this.#expect(at + 1)
          return [{ end: at + 1, value: token, cost: 0 }]
        }
      }
    }
    if (at >= this.farthest) for (const word of part.words) this.#expect(at).expectedWords.add(word)
    return none
  }

  /** Of one place: the cheapest of each end; what means the same to the letter is one. */
  #best(found: (Reading & { readonly order?: number })[], id: number): readonly Reading[] {
    if (found.length < 2) return found
    const most = mostOf(this.#grammar, id)
    found.sort((a, b) => a.cost - b.cost || (a.order ?? 0) - (b.order ?? 0))
    const byEnd = new Map<number, Seen>()
    return found.filter(reading => {
      const seen = byEnd.get(reading.end)
      if (seen === undefined) {
        byEnd.set(reading.end, { first: reading.value, count: 1, keys: null })
        return true
      }
      if (seen.count >= most) return false
      seen.keys ??= new Set([this.#keys.of(seen.first)])
      const key = this.#keys.of(reading.value)
      if (seen.keys.has(key)) return false
      seen.keys.add(key)
      seen.count += 1
      return true
    })
  }

  /** What was found on the way goes; what the readings are, and how far they came, stays with the caller. */
  forget(): void {
    this.#table = this.#grammar.names.map(() => [])
    this.#places = []
    this.#lists = new Map()
    this.#keys = new Keys()
  }

  #spend(): void {
    this.work += 1
    spend(this.#meter, 1)
  }

  /** What stands at a place: words that rules begin with, and what functions find. */
  #place(at: number): Place {
    let place = this.#places[at]
    if (place === undefined) {
      const { terminalList, firstWords } = this.#grammar
      const token = this.tokens[at]
      const isWord = token !== undefined && (token.kind === 'word' || token.kind === 'punct')
      const words = isWord ? token.lemmas.filter(lemma => firstWords.has(lemma)) : []
      const terminals = new Map<number, readonly Reading[]>()
      for (const [id, find] of terminalList) {
        const found = find(this.tokens, at, this.#context)
        if (found.length > 0) terminals.set(id, found)
      }
      place = { kind: placeKindOf(this.#grammar, words, [...terminals.keys()]), terminals }
      this.#places[at] = place
    }
    return place
  }

  /** A place that is reached for the first time is the farthest one. */
  #expect(at: number): this {
    if (at > this.farthest) {
      this.farthest = at
      this.expectedWords.clear()
      this.expectedCategories.clear()
    }
    return this
  }
}

interface Place {
  readonly kind: PlaceKind
  readonly terminals: ReadonlyMap<number, readonly Reading[]>
}

/** Those that begin with different parts and go on alike share what follows. */
interface List {
  readonly end: number
  readonly length: number
  readonly first: unknown
  readonly rest: List | null
  readonly cost: number
  /** Made when they are asked for. */
  items: readonly unknown[] | null
}

function itemsOf(list: List): readonly unknown[] {
  return (list.items ??= [list.first, ...itemsOf(list.rest!)])
}

interface Run {
  readonly start: number
  readonly values: unknown[]
  readonly found: Found[]
}

const none: readonly Reading[] = []
const clauses = new Set(['S', 'BODY', 'UNIT', 'CLAUSE', 'CONTROL'])

function mostOf<C>({ names }: Grammar<C>, id: number): number {
  return clauses.has(names[id]!) ? chartBounds.clauses : chartBounds.readings
}

/** In the order in which they were found. */
function cheapest(found: readonly List[]): readonly List[] {
  if (found.length <= chartBounds.lists) return found
  const byEnd = Map.groupBy(found, ({ end }) => end)
  if (byEnd.size === found.length) return found
  const dropped = new Set<List>()
  for (const alike of byEnd.values())
    if (alike.length > chartBounds.lists)
      for (const list of alike.toSorted((a, b) => a.cost - b.cost).slice(chartBounds.lists)) dropped.add(list)
  return dropped.size === 0 ? found : found.filter(list => !dropped.has(list))
}

interface Seen {
  readonly first: unknown
  count: number
  /** Made when there is a second reading. */
  keys: Set<number> | null
}

export * from './grammar.ts'
