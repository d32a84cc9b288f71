// Which tool a statement means: the candidates that search finds are tried, and the reading that leaves no
// word over wins. Two that read equally well are a question to the author, never a guess.
import type { DiagnosticCode } from '../../plan/diagnostics.ts'
import type { HubTool } from '../../tools/tool.ts'
import { offeredName } from '../../tools/tool.ts'
import { stem } from '../../tools/tool-search.ts'
import { withheldCode, withheldReason } from '../../tools/tool-settings.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { articles, modelVerbs, weighty } from '../text/words.ts'
import { wordsOf } from '../values/properties.ts'
import { type Binding, bind } from './binding.ts'
import { prepositions } from './tool-words.ts'

export type ToolReading =
  | { readonly type: 'read'; readonly binding: Binding; readonly cost: number }
  | {
      readonly type: 'failed'
      readonly code: DiagnosticCode
      readonly message: string
      readonly tokens: readonly Token[]
      readonly candidates: readonly string[]
      readonly cost: number
    }

interface Rival {
  readonly binding: Binding
  readonly price: number
}

/**
 * Prices of what a reading leaves open. An unread word is never worth it: to ask which tool is meant is
 * better.
 */
const cost = {
  unread: 15,
  verb: 25,
  missing: 10,
  misplaced: 2,
  assumed: 1,
  asked: 12,
  failed: 10_000,
} as const

/** At least so much better must the first match be than the second when both read every word. */
const clearLead = 1.15

export function readTool(given: readonly Token[], env: Environment): ToolReading {
  const withheld = namedWithheld(given, env)
  if (withheld !== null) return withheld
  const start = given.findIndex(token => token.kind !== 'word' || !articles.has(token.lower))
  const tokens = given.slice(Math.max(start, 0))
  const explicit = explicitTool(tokens, env)
  if (explicit !== null) {
    const binding = bind(explicit.tool, explicit.rest, env, false)
    return judged(binding, tokens, priceOf(binding))
  }
  const verb = tokens.find(token => token.kind === 'word')
  const query = tokens.filter(token => token.kind === 'word').map(token => token.text)
  const isAction =
    verb !== undefined &&
    !prepositions.has(verb.lower) &&
    !weighty.has(verb.lower) &&
    verb.lower !== 'between'
  const matches = !isAction ? [] : env.search.matching(query.join(' '))
  const readings = matches
    .map(({ tool, score }) => ({ binding: bind(tool, tokens, env), score }))
    .map(reading => ({ ...reading, price: priceOf(reading.binding) + verbPrice(reading.binding, verb!) }))
    .sort((a, b) => a.price - b.price || b.score - a.score)
  const [best, second] = readings
  if (best === undefined) return nothingFits(tokens, verb, [])
  if (best.binding.unread.includes(verb!))
    return nothingFits(
      tokens,
      verb,
      readings.map(each => each.binding.tool),
    )
  if (best.price >= cost.missing && modelVerbs.has(verb!.lower)) return nothingFits(tokens, verb, [])
  const rivals = readings.filter(each => each.price === best.price && each.score * clearLead > best.score)
  if (second !== undefined && rivals.length > 1 && best.price < cost.missing) {
    return builtinOf(rivals, tokens) ?? ambiguous(tokens, rivals)
  }
  return judged(best.binding, tokens, best.price)
}

/** A tool that is named, is there, and cannot be used. */
function namedWithheld(tokens: readonly Token[], { search }: Environment): ToolReading | null {
  for (const { kind, text } of tokens) {
    const status = kind === 'code' || (kind === 'word' && text.includes('_')) ? search.withheld(text) : null
    if (status === null) continue
    const refused = { code: withheldCode(status), message: withheldReason(text, status) }
    return { type: 'failed', ...refused, tokens, candidates: [], cost: cost.failed }
  }
  return null
}

/** A tool that the statement names: in backticks, by its offered name, or as "use the <title> tool". */
function explicitTool(
  tokens: readonly Token[],
  env: Environment,
): { tool: HubTool; rest: readonly Token[] } | null {
  for (const [at, token] of tokens.entries()) {
    const isName = token.kind === 'code' || (token.kind === 'word' && token.text.includes('_'))
    const tool = isName ? env.search.named(token.text) : null
    if (tool === null) continue
    const rest = tokens.filter((each, index) => index !== at && !(index < at && callers.has(each.lower)))
    const after = tokens[at + 1]
    const own = rest.filter(each => each !== after || after.lower !== 'tool')
    return { tool, rest: withoutCallers(own) }
  }
  if (!callers.has(tokens[0]?.lower ?? '')) return null
  for (let end = Math.min(tokens.length, 8); end > 1; end--) {
    const words = tokens.slice(1, end).filter(token => token.lower !== 'the' && token.lower !== 'tool')
    const titled = env.search.titled(words.map(token => token.text).join(' '))
    if (titled.length === 1) return { tool: titled[0]!, rest: withoutCallers(tokens.slice(end)) }
  }
  return null
}

function withoutCallers(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex(token => !callers.has(token.lower))
  return start === -1 ? [] : tokens.slice(start)
}

const callers: ReadonlySet<string> = new Set([
  'use',
  'call',
  'run',
  'invoke',
  'execute',
  'the',
  'with',
  'using',
  'tool',
])

/**
 * A tool that does not go by the verb is not what was meant; a generic verb must come with another word of
 * the tool. The verb may have been read as an argument: "post" is a method, too.
 */
function verbPrice({ tool, unread, named }: Binding, verb: Token): number {
  if (unread.includes(verb)) return cost.verb
  return named > 0 || wordsOf(tool).has(stem(verb.lower)) ? 0 : cost.verb
}

function priceOf(binding: Binding): number {
  const { unread, missing, misplaced, assumptions, unclear } = binding
  return (
    unread.length * cost.unread +
    missing.length * cost.missing +
    misplaced * cost.misplaced +
    assumptions.length * cost.assumed +
    unclear.length * cost.unread
  )
}

function judged(binding: Binding, tokens: readonly Token[], price: number): ToolReading {
  const [unclear] = binding.unclear
  if (unclear === undefined) return { type: 'read', binding, cost: price }
  return {
    type: 'failed',
    code: 'UNCLEAR_REFERENCE',
    message: unclear,
    tokens,
    candidates: [],
    cost: cost.failed,
  }
}

function nothingFits(
  tokens: readonly Token[],
  verb: Token | undefined,
  near: readonly HubTool[],
): ToolReading {
  const quoted = `"${tokens.map(token => token.text).join(' ')}"`
  const common = { type: 'failed', tokens, cost: cost.failed } as const
  if (verb !== undefined && modelVerbs.has(verb.lower)) {
    const message = `"${verb.text}" takes judgement: configure a language model, or say it with tools and conditions`
    return { ...common, code: 'NEEDS_MODEL', message, candidates: [] }
  }
  const candidates = near
    .filter(tool => tokens.some(token => wordsOf(tool).has(stem(token.lower))))
    .slice(0, 3)
    .map(offeredName)
  const hint = candidates.length === 0 ? '' : `; near it come ${candidates.join(', ')}: name one in backticks`
  return { ...common, code: 'UNKNOWN_ACTION', message: `no tool does what ${quoted} says${hint}`, candidates }
}

/**
 * What a prompt means does not change because a server is added: the only built-in tool wins, which is said
 * aloud.
 */
function builtinOf(rivals: readonly Rival[], tokens: readonly Token[]): ToolReading | null {
  const [builtin, ...more] = rivals.filter(({ binding }) => binding.tool.server === null)
  if (builtin === undefined || more.length > 0) return null
  const { binding, price } = builtin
  const others = rivals.filter(rival => rival !== builtin).map(rival => offeredName(rival.binding.tool))
  const message = `took ${binding.tool.name}, not ${others.join(' or ')}: name the tool in backticks to choose`
  return judged({ ...binding, assumptions: [...binding.assumptions, message] }, tokens, price)
}

function ambiguous(tokens: readonly Token[], rivals: readonly Rival[]): ToolReading {
  const candidates = rivals.map(({ binding }) => offeredName(binding.tool))
  const words = tokens.map(token => token.text).join(' ')
  const message = `"${words}" could be ${candidates.join(' or ')}: name the tool in backticks`
  return { type: 'failed', code: 'AMBIGUOUS_TOOL', message, tokens, candidates, cost: cost.asked }
}
