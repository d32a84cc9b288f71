// A sentence that begins with a word that nobody knows: no tool does that; or that calls a tool by a name
// that none has. Those that are near by their words are named.
import type { Diagnostic } from '../../../domain/plan/plan.ts'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
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
  const said = `no tool does "${verb.text}": use the words of a tool, or its name in backticks`
  const span = [tokens[0]!.start, tokens.at(-1)!.end] as const
  return {
    code: 'UNKNOWN_ACTION',
    severity: 'error',
    path: null,
    span,
    ...withNear(said, words.join(' '), tools),
  }
}

/** "Post it to Slack", where no tool is of Slack. */
export function unknownServiceIn(tokens: readonly Token[], lexicon: Lexicon): Diagnostic | null {
  if (!tokens.some(({ kind, lower }) => kind === 'word' && sends.test(lower))) return null
  // "Send an e-mail to Ann": what a tool makes goes to whomever it takes.
  const isMade = ({ lower }: Token) => lexicon.tools.some(({ isRead, nouns }) => !isRead && nouns.has(lower))
  if (tokens.some(isMade)) return null
  const at = tokens.findIndex(
    ({ lower }, index) => places.test(lower) && isUnknownName(tokens, index + 1, lexicon),
  )
  if (at === -1) return null
  const named = tokens[tokens[at + 1]!.lower === 'the' ? at + 2 : at + 1]!
  const message = `no tool works with "${named.text}": connect that service, name a tool in backticks, or write a URL`
  return { code: 'UNKNOWN_ACTION', severity: 'error', path: null, span: [named.start, named.end], message }
}

const sends = /^(?:post|send|put|publish|share|upload|push|deliver|write|message|notify|report)s?$/
const places = /^(?:to|on|in|into|via|through|over)$/

function isUnknownName(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const token = tokens[tokens[at]?.lower === 'the' ? at + 1 : at]
  if (token?.kind === 'quoted') return /^\p{Lu}\p{L}+$/u.test(token.text)
  return token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && !isKnown(token, lexicon)
}

/** "Call `nope__read` with ...": whatever else is wrong, there is no such tool. */
export function unknownToolIn(tokens: readonly Token[], tools: readonly HubTool[]): Diagnostic | null {
  const verb = tokens.findIndex(({ lower }) => /^(?:use|call|run|invoke)$/.test(lower))
  if (verb === -1) return null
  const named = tokens.slice(verb + 1).find(({ lower }) => lower !== 'the' && lower !== 'tool')
  const isName = named?.kind === 'code' || /^[A-Za-z]\w*_\w+$/.test(named?.text ?? '')
  if (named === undefined || !isName || !/^[\w.-]+$/.test(named.text)) return null
  if (tools.some(tool => tool.name === named.text || offeredName(tool) === named.text)) return null
  const { start, end, text } = named
  const near = withNear(`there is no tool "${text}"`, text.replaceAll('_', ' '), tools)
  return { code: 'UNKNOWN_TOOL', severity: 'error', path: null, span: [start, end], ...near }
}

function withNear(said: string, words: string, tools: readonly HubTool[]) {
  const candidates = toolSearch(tools)
    .matching(words)
    .slice(0, most)
    .map(({ tool }) => offeredName({ server: tool.server, name: tool.name }))
  const near = candidates.length === 0 ? '' : `; near by their words: ${candidates.join(', ')}`
  return { message: `${said}${near}`, candidates }
}
