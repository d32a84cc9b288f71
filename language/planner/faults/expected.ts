// What the grammar expected at a place, in words that a person understands.
import type { Chart } from '../chart/chart.ts'
import type { Words } from '../grammar/terminals.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { grammar } from '../parser.ts'

export interface Expected {
  readonly words: ReadonlySet<string>
  /** Names of categories that functions find. */
  readonly terminals: ReadonlySet<string>
}

/** At the farthest place that the readings of the sentence came to. */
export function expectedAt({ expectedWords, expectedCategories }: Chart<Words>): Expected {
  const words = new Set(expectedWords)
  const terminals = new Set<string>()
  for (const id of expectedCategories) {
    const begin = grammar.begins[id]!
    for (const word of begin.words) words.add(word)
    for (const terminal of begin.terminals) terminals.add(grammar.names[terminal]!)
  }
  return { words, terminals }
}

/** "a verb, for example list or send", at most three of them. */
export function phrasesFor({ words, terminals }: Expected, lexicon: Lexicon): readonly string[] {
  const phrases: string[] = []
  if (terminals.has('VERB') && !terminals.has('PART')) {
    const verbs = new Set(lexicon.tools.map(({ verb }) => verb))
    phrases.push(`a verb${examples([...verbs])}`)
  }
  if (terminals.has('HEAD')) {
    const things = lexicon.tools.flatMap(({ gives }) => (gives === null ? [] : [gives.noun]))
    const [fields] = lexicon.tools.flatMap(({ gives }) =>
      gives === null || gives.entity.fields.length === 0 ? [] : [gives.entity],
    )
    phrases.push(`a thing${examples([...new Set(things)])}`)
    if (fields !== undefined)
      phrases.push(`a field${examples(fields.fields.map(field => field.words.join(' ')))}`)
  }
  if (terminals.has('QUOTED') && phrases.length < 3) phrases.push('a value, such as a text in quotes')
  if (phrases.length < 3) {
    const said = [...words].filter(word => /^[a-z]{2,}$/.test(word)).slice(0, 3)
    if (said.length > 0) phrases.push(said.map(word => `"${word}"`).join(' or '))
  }
  return phrases.slice(0, 3)
}

function examples(all: readonly string[]): string {
  const some = all.filter(word => word !== '').slice(0, 2)
  return some.length === 0 ? '' : `, for example ${some.join(' or ')}`
}
