// A sentence that begins with a word that nobody knows: no tool does that. Those that are near by their words
// are named.
import type { Diagnostic } from '../../plan/plan.ts'
import { type HubTool, offeredName } from '../../tools/tool.ts'
import { toolSearch } from '../../tools/tool-search.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { isGeneralWord } from '../lexicon/words.ts'
import { isKnown } from './near.ts'

/** Tools that are named. */
const most = 3

export function unknownActionIn(
  tokens: readonly Token[],
  tools: readonly HubTool[],
  lexicon: Lexicon,
): Diagnostic | null {
  const verb = tokens.find(
    ({ kind, lower }) => kind !== 'punct' && !/^(please|then|and|now|first)$/.test(lower),
  )
  if (verb?.kind !== 'word' || !/^\p{L}+$/u.test(verb.text) || isKnown(verb, lexicon)) return null
  const words = tokens.flatMap(({ kind, text, lower }) =>
    kind === 'word' && !isGeneralWord(lower) ? [text] : [],
  )
  const candidates = toolSearch(tools)
    .matching(words.join(' '))
    .slice(0, most)
    .map(({ tool }) => offeredName({ server: tool.server, name: tool.name }))
  const near = candidates.length === 0 ? '' : `; near by their words: ${candidates.join(', ')}`
  const message = `no tool does "${verb.text}": use the words of a tool, or its name in backticks${near}`
  const span = [tokens[0]!.start, tokens.at(-1)!.end] as const
  return { code: 'UNKNOWN_ACTION', severity: 'error', path: null, span, message, candidates }
}
