// The readings of a sentence by its words alone, each sentence once.
import { Chart, grammarOf, type Reading } from './chart/chart.ts'
import { type Meter, unlimited } from './chart/meter.ts'
import { packed } from './grammar/packing.ts'
import { rules } from './grammar/rules.ts'
import { terminals, type Words } from './grammar/terminals.ts'
import type { Body } from './grammar/terms.ts'
import type { Token } from './lattice/tokens.ts'

export const parserBounds = {
  /** Readings of a sentence by its words alone. */
  parses: 28,
  /** Words and signs of a sentence; with the items below it, where they belong to it. */
  tokens: 300,
} as const

export const grammar = grammarOf<Words>(rules, terminals, { CLAUSE: packed })

export interface Parsed {
  readonly body: readonly Reading<Body>[]
  readonly header: readonly Reading[]
  readonly chart: Chart<Words>
}

export class Parser {
  readonly #cache = new Map<readonly Token[], Parsed>()
  readonly words: Words
  readonly meter: Meter

  constructor(words: Words, meter: Meter = unlimited()) {
    this.words = words
    this.meter = meter
  }

  /** Readings of whole sentences. */
  sentence(tokens: readonly Token[]): Parsed {
    let parsed = this.#cache.get(tokens)
    if (parsed === undefined) {
      const chart = new Chart(grammar, tokens, this.words, this.meter)
      const isLong = tokens.length > parserBounds.tokens
      const all = (category: string) =>
        isLong
          ? []
          : chart
              .read(category, 0)
              .filter(({ end }) => end === tokens.length)
              .slice(0, parserBounds.parses)
      parsed = { body: all('S') as readonly Reading<Body>[], header: all('HEADER'), chart }
      chart.forget()
      this.#cache.set(tokens, parsed)
    }
    return parsed
  }
}
