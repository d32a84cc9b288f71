// Ways to write a part of a prompt so that it can be read: a text in quotes, another preposition where the
// chart expected one. No word is dropped; each is planned whole before it is offered.
import type { Fix } from '../../../domain/plan/plan.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import type { Parser } from '../parser.ts'
import { expectedAt } from './expected.ts'
import { isKnown } from './near.ts'

/**
 * `Subject: Spring offer` on lines of their own, all of them: texts that were typed without quotes. What
 * begins with a placeholder may say what is done to it.
 */
export function withQuotedLines(prompt: string): readonly Fix[] {
  const line =
    /^([ \t]*(?:[-*•] )?(?:subject|title|body|message|text|comment|note)[ \t]*:[ \t]*)([^\s"“'{][^"“”\n]*)$/gim
  const quoted = prompt.replace(line, (_, label: string, text: string) => `${label}"${text.trimEnd()}"`)
  return quoted === prompt ? [] : [{ title: 'Put the texts in quotes', prompt: quoted }]
}

/** Words that nobody knows, in quotes where they stand. */
export function withQuotedWords(prompt: string, tokens: readonly Token[], lexicon: Lexicon): readonly Fix[] {
  const isStrange = (token: Token) => token.kind === 'word' && !isKnown(token, lexicon)
  const from = tokens.findIndex(isStrange)
  if (from === -1) return []
  const after = tokens.slice(from).findIndex(token => !isStrange(token))
  const last = after === -1 ? tokens.at(-1)! : tokens[from + after - 1]!
  const [start, end] = [tokens[from]!.start, last.end]
  const text = prompt.slice(start, end)
  if (/["“”]/.test(text)) return []
  return [
    {
      title: `Put "${text.slice(0, 60)}" in quotes`,
      prompt: `${prompt.slice(0, start)}"${text}"${prompt.slice(end)}`,
    },
  ]
}

const prepositions = 'to in on with for of from at by as into about'.split(' ')

/** Another preposition where the sentence was no longer understood. */
export function withPreposition(prompt: string, tokens: readonly Token[], parser: Parser): readonly Fix[] {
  const { chart, body, header } = parser.sentence(tokens)
  const token = tokens[chart.farthest]
  if (token === undefined || body.length + header.length > 0 || !prepositions.includes(token.lower)) return []
  const { words } = expectedAt(chart)
  return prepositions
    .filter(word => word !== token.lower && words.has(word))
    .slice(0, 2)
    .map(word => ({
      title: `Write "${word}" instead of "${token.text}"`,
      prompt: prompt.slice(0, token.start) + word + prompt.slice(token.end),
    }))
}
