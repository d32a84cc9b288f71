// A grammar, compiled once: its rules with numbers for names, and what each of them can begin with. At a
// place only those rules of a category are tried whose first part may stand there.
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

export type Part =
  | { readonly text: string; readonly type: 'word'; readonly words: ReadonlySet<string>; readonly many: Many }
  | { readonly text: string; readonly type: 'category'; readonly id: number; readonly many: Many }

type Many = '' | '?' | '*'

export interface Compiled {
  readonly parts: readonly Part[]
  readonly meaning: Meaning
  readonly cost: number
  /** Of the rule, among those of its category. */
  readonly order: number
  readonly rule: Rule
}

/** What something can begin with: words, and categories that a function finds. */
export interface Begin {
  readonly words: ReadonlySet<string>
  readonly terminals: ReadonlySet<number>
}

export interface Grammar<C> {
  readonly ids: ReadonlyMap<string, number>
  readonly names: readonly string[]
  readonly rules: readonly (readonly Compiled[])[]
  /** By category. */
  readonly begins: readonly Begin[]
  /** Of each rule of a category. */
  readonly ruleBegins: readonly (readonly Begin[])[]
  readonly terminals: ReadonlyMap<number, Terminal<C>>
  /** The same, in a fixed order. */
  readonly terminalList: readonly (readonly [id: number, find: Terminal<C>])[]
  /** Words that something begins with. */
  readonly firstWords: ReadonlySet<string>
  /** All words of rules. */
  readonly words: ReadonlySet<string>
  readonly all: readonly Rule[]
  readonly kinds: Map<string, PlaceKind>
  /** Puts readings of a category together. */
  readonly packs: ReadonlyMap<number, Pack>
}

export type Pack = (readings: readonly Reading[]) => readonly Reading[]

export function grammarOf<C>(
  all: readonly Rule[],
  terminals: { readonly [category: string]: Terminal<C> },
  packs: { readonly [category: string]: Pack } = {},
): Grammar<C> {
  const names = [...new Set([...all.map(rule => rule.category), ...Object.keys(terminals)])]
  const ids = new Map(names.map((name, id) => [name, id]))
  const rules: Compiled[][] = names.map(() => [])
  for (const rule of all) {
    const parts = rule.parts.split(' ').map(part => compilePart(part, ids, rule))
    const own = rules[ids.get(rule.category)!]!
    own.push({ parts, meaning: rule.meaning, cost: rule.cost ?? 0, order: own.length, rule })
  }
  const terminalList = Object.entries(terminals).map(([name, find]) => [ids.get(name)!, find] as const)
  const byId = new Map(terminalList)
  const begins = beginsOf(rules, byId)
  const ruleBegins = rules.map(own => own.map(rule => beginOf(rule.parts, begins)))
  const firstWords = new Set(begins.flatMap(({ words }) => [...words]))
  const words = new Set(
    rules.flat().flatMap(({ parts }) => parts.flatMap(part => (part.type === 'word' ? [...part.words] : []))),
  )
  return {
    ...{ ids, names, rules, begins, ruleBegins, terminalList, firstWords, words, all },
    terminals: byId,
    kinds: new Map(),
    packs: new Map(Object.entries(packs).map(([name, pack]) => [ids.get(name)!, pack])),
  }
}

function compilePart(text: string, ids: ReadonlyMap<string, number>, rule: Rule): Part {
  const many = /^.+[?*]$/.test(text) ? (text.at(-1) as '?' | '*') : ''
  const body = many === '' ? text : text.slice(0, -1)
  if (/^[A-Z][A-Z_]*$/.test(body)) {
    const id = ids.get(body)
    if (id === undefined) throw new Error(`${rule.category} -> ${rule.parts}: there is no category ${body}`)
    return { text, type: 'category', id, many }
  }
  return { text, type: 'word', words: new Set(body.length > 1 ? body.split('|') : [body]), many }
}

/** Grows what every category begins with until nothing more comes. */
function beginsOf(
  rules: readonly (readonly Compiled[])[],
  terminals: ReadonlyMap<number, unknown>,
): readonly Begin[] {
  const begins = rules.map((_, id) => ({
    words: new Set<string>(),
    terminals: new Set(terminals.has(id) ? [id] : []),
  }))
  for (let size = -1, next = 0; next !== size; ) {
    size = next
    for (const [id, own] of rules.entries()) {
      const into = begins[id]!
      for (const { parts } of own) {
        const from = beginOf(parts, begins)
        for (const word of from.words) into.words.add(word)
        for (const terminal of from.terminals) into.terminals.add(terminal)
      }
    }
    next = begins.reduce((sum, each) => sum + each.words.size + each.terminals.size, 0)
  }
  return begins
}

/** Nothing matches nothing: a rule whose parts may all be absent begins with one of them. */
function beginOf(parts: readonly Part[], begins: readonly Begin[]): Begin {
  const words = new Set<string>()
  const terminals = new Set<number>()
  for (const part of parts) {
    const from = part.type === 'word' ? { words: part.words, terminals: [] } : begins[part.id]!
    for (const word of from.words) words.add(word)
    for (const terminal of from.terminals) terminals.add(terminal)
    if (part.many === '') break
  }
  return { words, terminals }
}

/** Categories that can begin with themselves: the chart reads none of them. */
export function leftRecursive<C>({ names, rules }: Grammar<C>): readonly string[] {
  const firsts = rules.map(own => {
    const reached = new Set<number>()
    for (const { parts } of own)
      for (const part of parts) {
        if (part.type === 'category') reached.add(part.id)
        if (part.many === '') break
      }
    return reached
  })
  const reaches = (from: number, to: number, seen: Set<number>): boolean =>
    [...firsts[from]!].some(id => id === to || (!seen.has(id) && reaches(id, to, seen.add(id))))
  return names.filter((_, id) => reaches(id, id, new Set()))
}

/** Rules of one category that go on alike. */
export interface Way {
  readonly ends: readonly Compiled[]
  readonly next: readonly { readonly part: Part; readonly next: Way }[]
}

/** Places at which the same words and terminals stand: the same rules may begin there. */
export interface PlaceKind {
  /** @returns null: no rule of the category */
  waysOf(id: number): Way | null
}

export const grammarBounds = {
  /** Kinds of places that are remembered: they come again in most sentences. */
  kinds: 4_000,
} as const

/**
 * @param words that stand there, of those that rules begin with
 * @param terminals of which something stands there
 */
export function placeKindOf<C>(
  grammar: Grammar<C>,
  words: readonly string[],
  terminals: readonly number[],
): PlaceKind {
  const key = `${words.join(' ')}|${terminals.join()}`
  let kind = grammar.kinds.get(key)
  if (kind === undefined) {
    if (grammar.kinds.size >= grammarBounds.kinds) grammar.kinds.clear()
    grammar.kinds.set(key, (kind = newKind(grammar, words, terminals)))
  }
  return kind
}

function newKind<C>(
  { rules, ruleBegins }: Grammar<C>,
  words: readonly string[],
  terminals: readonly number[],
): PlaceKind {
  const ways: (Way | null | undefined)[] = []
  const canBegin = (begin: Begin) =>
    words.some(word => begin.words.has(word)) || terminals.some(id => begin.terminals.has(id))
  return {
    waysOf(id) {
      let way = ways[id]
      if (way === undefined) {
        const begins = ruleBegins[id]!
        const own = rules[id]!.filter((_, index) => canBegin(begins[index]!))
        ways[id] = way = own.length === 0 ? null : wayOf(own, 0)
      }
      return way
    },
  }
}

/** @param depth parts before it are the same for all */
function wayOf(rules: readonly Compiled[], depth: number): Way {
  const ends = rules.filter(({ parts }) => parts.length === depth)
  const longer = rules.filter(({ parts }) => parts.length > depth)
  const groups = Map.groupBy(longer, ({ parts }) => parts[depth]!.text)
  return {
    ends,
    next: [...groups.values()].map(own => ({ part: own[0]!.parts[depth]!, next: wayOf(own, depth + 1) })),
  }
}
