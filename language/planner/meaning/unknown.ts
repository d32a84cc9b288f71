// The net below all rules: a word that neither the language nor the tools know has to be in the plan, as a
// name or as a value. Else a rule has taken it without a use: "every blorfing of them".
import type { Span } from '../grammar/terms.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { stemOf, wordsOf } from '../lexicon/types.ts'

/**
 * @param sentences without those that say nothing of what is done
 * @param isKnown a word of the language, or of the names of the tools
 * @returns the first word that the plan has no use for; null: there is none
 */
export function unknownIn(
  sentences: readonly (readonly Token[])[],
  plan: unknown,
  lexicon: Lexicon,
  isKnown: (token: Token) => boolean,
): Span | null {
  const used = new Set(wordsIn(JSON.stringify(plan, withoutQuotes)).map(stemOf))
  const said = saidBy(lexicon)
  for (const tokens of sentences)
    for (const token of withoutReasons(tokens)) {
      if (token.kind !== 'word' || !/^\p{L}[\p{L}\p{M}-]+$/u.test(token.text)) continue
      if (token.lower.split('-').every(part => dayOrMonth.test(part)) || isKnown(token)) continue
      const isThere = (stem: string) => used.has(stem) || said.has(stem)
      // "SKUs" is one word, "orderIds" are two; "cheaper" is of "cheap".
      const whole = stemOf(token.lower)
      const forms = [[whole], [whole.replace(/(?:er|est)$/, '')], wordsOf(token.text).map(stemOf)]
      if (forms.some(stems => stems.every(isThere))) continue
      return [token.start, token.end]
    }
  return null
}

/** Of schedules, which hold them as numbers. */
const dayOrMonth =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/

/** Why something is done changes nothing: "It is flaky, so try again", "because it is late". */
function withoutReasons(all: readonly Token[]): readonly Token[] {
  const so = all.findIndex(({ lower }, index) => lower === 'so' && all[index - 1]?.text === ',')
  const tokens = so === -1 ? all : all.slice(so)
  let isReason = false
  return tokens.filter(({ kind, lower, text }, index) => {
    if (/^(?:because|since|as)$/.test(lower) || (lower === 'so' && tokens[index + 1]?.lower === 'that'))
      isReason = true
    else if (kind === 'punct' && /^[.;:,]$/.test(text)) isReason = false
    return !isReason
  })
}

/** What a step was read from, and what is asked in its words, hold every word. */
function withoutQuotes(this: { kind?: string }, key: string, value: unknown): unknown {
  if (this.kind === undefined) return value
  if (
    this.kind === 'approval' &&
    key === 'message' &&
    /^Approve: /.test(JSON.stringify(value).replace(/^[^A]*/, ''))
  )
    return undefined
  return key === 'title' || key === 'span' ? undefined : value
}

const texts = new WeakMap<Lexicon, ReadonlySet<string>>()

/** What the tools say of themselves. */
function saidBy(lexicon: Lexicon): ReadonlySet<string> {
  let said = texts.get(lexicon)
  if (said === undefined) {
    const all = lexicon.all.map(tool => [
      tool.title,
      tool.description,
      tool.keywords,
      tool.inputSchema,
      tool.outputSchema,
    ])
    texts.set(lexicon, (said = new Set(wordsIn(JSON.stringify(all)).map(stemOf))))
  }
  return said
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  )
}
