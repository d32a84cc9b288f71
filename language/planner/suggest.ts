// What could be written at a place of a prompt: what the chart expects after the words before it, from the
// language and from the tools. The word that is being typed narrows it.
import type { Suggestion, SuggestionKind, Suggestions } from '../../domain/plan/suggesting.ts'
import { noSuggestions, suggestionBounds } from '../../domain/plan/suggesting.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { Chart } from './chart/chart.ts'
import { TooMuch } from './chart/meter.ts'
import { expectedAt } from './faults/expected.ts'
import type { Words } from './grammar/terminals.ts'
import { pluralOf, singularOf } from './lattice/lemmas.ts'
import type { Token } from './lattice/tokens.ts'
import { layoutOf, type Node } from './layout/layout.ts'
import { type Lexicon, lexiconOf } from './lexicon/tool-model.ts'
import { grammar, parserBounds } from './parser.ts'
import { namesIn } from './units.ts'

export const suggestBounds = {
  /** In attempts of the chart. */
  work: 60_000,
  /** Words of the language, where nothing is typed yet and the tools have something. */
  words: 6,
} as const

export function suggest(prompt: string, offset: number, tools: readonly HubTool[]): Suggestions {
  const begun = /[\p{L}\p{N}_'’-]*$/u.exec(prompt.slice(0, offset))![0]
  const from = offset - begun.length
  const before = prompt.slice(0, from)
  if (isInside(before)) return noSuggestions(offset)
  const tokens = /(?:^|[.!?:\n])\s*$/.test(before) ? [] : lastSentence(layoutOf(before))
  if (tokens === null || tokens.length > parserBounds.tokens) return noSuggestions(offset)
  const lexicon = lexiconOf(tools)
  const chart = new Chart<Words>(
    grammar,
    tokens,
    { lexicon, names: namesIn(before) },
    { work: 0, limit: suggestBounds.work },
  )
  try {
    chart.read('S', 0)
    chart.read('HEADER', 0)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return noSuggestions(offset)
  }
  if (chart.farthest < tokens.length) return noSuggestions(offset)
  const { words, terminals } = expectedAt(chart)
  const all = [...ofTools(terminals, lexicon, before), ...ofLanguage(words)]
  return { from, suggestions: chosen(all, begun) }
}

/** A text in quotes, an expression or code is the author's own. */
function isInside(before: string): boolean {
  const count = (sign: string) => before.split(sign).length - 1
  return (
    count('"') % 2 === 1 ||
    before.lastIndexOf('“') > before.lastIndexOf('”') ||
    before.lastIndexOf('{{') > before.lastIndexOf('}}') ||
    count('`') % 2 === 1
  )
}

function lastSentence(nodes: readonly Node[]): readonly Token[] | null {
  const last = nodes.at(-1)
  if (last === undefined) return []
  return last.children.length > 0 ? lastSentence(last.children) : (last.sentences.at(-1) ?? null)
}

function ofTools(terminals: ReadonlySet<string>, lexicon: Lexicon, before: string): Suggestion[] {
  const found: Suggestion[] = []
  const add = (text: string, title: string, kind: SuggestionKind) => found.push({ text, title, kind })
  const spoken = new Set(
    before
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.map(word => singularOf(word).singular),
  )
  const isSpokenOf = (phrase: string) => phrase.split(' ').every(word => spoken.has(word))
  if (terminals.has('VERB'))
    for (const { verb, tool } of lexicon.tools) add(verb, `${tool.title}: ${tool.description}`, 'tool')
  if (terminals.has('HEAD')) {
    const entities = [...new Set(lexicon.entities.values())]
    // The fields of what was spoken of come first: they are in reach.
    const inReach = entities.filter(({ nouns }) => nouns.some(isSpokenOf))
    for (const { noun, fields } of inReach)
      for (const { words, description } of fields)
        add(words.join(' '), `A field of ${noun}${description === '' ? '' : `: ${description}`}`, 'field')
    for (const { noun, lists } of entities)
      add(lists.length > 0 ? pluralOf(noun) : noun, `The ${noun} that a tool gives`, 'reference')
    for (const { tool, args } of lexicon.tools)
      for (const { words } of args) add(words.join(' '), `An argument of ${tool.title}`, 'argument')
  }
  if (terminals.has('ADJ')) for (const word of lexicon.enumWords) add(word, 'A value of a field', 'value')
  return found
}

function ofLanguage(words: ReadonlySet<string>): Suggestion[] {
  return [...words]
    .filter(word => /^[a-z][a-z'-]*$/.test(word))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .map(text => ({ text, title: `The word ${text}`, kind: 'word' }))
}

/** Those that begin as the word that is typed does, each once; some of the language among those of tools. */
function chosen(all: readonly Suggestion[], begun: string): readonly Suggestion[] {
  const start = begun.toLowerCase()
  const fit = new Map<string, Suggestion>()
  for (const each of all)
    if (
      each.text !== '' &&
      each.text.toLowerCase().startsWith(start) &&
      each.text !== begun &&
      !fit.has(each.text)
    )
      fit.set(each.text, each)
  const own = [...fit.values()].filter(({ kind }) => kind !== 'word')
  const words = [...fit.values()].filter(({ kind }) => kind === 'word')
  const room = suggestionBounds.count - Math.min(words.length, suggestBounds.words)
  return [...own.slice(0, Math.max(0, room)), ...words].slice(0, suggestionBounds.count)
}
