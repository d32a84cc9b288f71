// Why a prompt is not understood, for its author: the words that are left over and what could stand there,
// slips, what asks for judgement, two readings side by side. Every sentence that does not parse has its own.
import type { Diagnostic } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { explain } from '../explain/explain.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Node } from '../layout/layout.ts'
import { judgementIn } from '../lexicon/judgement.ts'
import { type Lexicon, lexiconOf } from '../lexicon/tool-model.ts'
import { leftOver, type State } from '../meaning/state.ts'
import type { Parser } from '../parser.ts'
import { type Read, stepsOf, type Trace } from '../reader.ts'
import { unknownActionIn, unknownServiceIn, unknownToolIn } from './actions.ts'
import { expectedAt, phrasesFor } from './expected.ts'
import { laterIn } from './later.ts'
import { slipsIn } from './near.ts'

export const diagnoseBounds = {
  diagnostics: 10,
  /** Words that are quoted. */
  quoted: 8,
} as const

/** @returns the diagnostics of the reading, said in full */
export function diagnose(read: Read, tools: readonly HubTool[]): readonly Diagnostic[] {
  const [first] = read.diagnostics
  const { trace } = read
  if (first === undefined || trace === null) return read.diagnostics
  const unit = trace.units[trace.failed]
  if (unit === undefined)
    return first.code === 'UNCLEAR_REFERENCE' ? [bothReadings(first, trace, tools)] : read.diagnostics
  const inUnit = sentencesOf(unit)
  const unread = unreadOf(inUnit, trace.parser)
  const own =
    unread.length > 0
      ? unread.map(tokens => unreadWords(tokens, trace.parser, tools))
      : [notUnderstood(withWords(first, trace.states[0]!.prompt), inUnit, tools)]
  const later = unreadOf(trace.units.slice(trace.failed + 1).flatMap(sentencesOf), trace.parser)
  return [...own, ...later.map(tokens => unreadWords(tokens, trace.parser, tools))].slice(
    0,
    diagnoseBounds.diagnostics,
  )
}

export function sentencesOf(node: Node): readonly (readonly Token[])[] {
  return [...node.sentences, ...node.children.flatMap(sentencesOf)]
}

function unreadOf(all: readonly (readonly Token[])[], parser: Parser): readonly (readonly Token[])[] {
  return all.filter(tokens => {
    const { body, header } = parser.sentence(tokens)
    return body.length === 0 && header.length === 0
  })
}

/** Its words are read, and say nothing that could be done. */
function notUnderstood(
  reason: Diagnostic,
  sentences: readonly (readonly Token[])[],
  tools: readonly HubTool[],
): Diagnostic {
  const lexicon = lexiconOf(tools)
  const isOther = firstOf(sentences, tokens => unknownToolIn(tokens, tools))
  const refused = isOther ?? judged(sentences, lexicon) ?? firstOf(sentences, laterIn)
  if (refused !== null) return refused
  const unknown =
    reason.code === 'UNREAD_WORDS'
      ? firstOf(
          sentences,
          tokens => unknownActionIn(tokens, tools, lexicon) ?? unknownServiceIn(tokens, lexicon),
        )
      : null
  return withSlip(unknown ?? reason, sentences.flat(), lexicon)
}

/** What is left over is quoted. */
function withWords(reason: Diagnostic, prompt: string): Diagnostic {
  if (reason.message !== leftOver || reason.span === null) return reason
  const words = oneLine(prompt.slice(...reason.span)).slice(0, 100)
  const message = `not understood: "${words}"; leave it out, say it another way, or put a text in quotes`
  return { ...reason, message }
}

function firstOf<T>(all: readonly T[], find: (each: T) => Diagnostic | null): Diagnostic | null {
  return all.map(find).find(found => found !== null) ?? null
}

function unreadWords(tokens: readonly Token[], parser: Parser, tools: readonly HubTool[]): Diagnostic {
  const lexicon = lexiconOf(tools)
  const refused = unknownToolIn(tokens, tools) ?? judged([tokens], lexicon) ?? laterIn(tokens)
  if (refused !== null) return refused
  const unknown = unknownActionIn(tokens, tools, lexicon)
  if (unknown !== null) return withSlip(unknown, tokens, lexicon)
  const { chart } = parser.sentence(tokens)
  const at = Math.min(chart.farthest, tokens.length - 1)
  const left = tokens.slice(at)
  const phrases = chart.farthest > at ? [] : phrasesFor(expectedAt(chart), lexicon)
  const expected =
    chart.farthest > at
      ? 'the sentence lacks something after it'
      : phrases.length === 0
        ? 'nothing was expected there'
        : `expected ${phrases.join(', or ')}`
  const found: Diagnostic = {
    code: 'UNREAD_WORDS',
    severity: 'error',
    path: null,
    span: [left[0]!.start, left.at(-1)!.end],
    message: `${quoted(left)} is not understood here: ${expected}`,
  }
  return withSlip(found, tokens, lexicon)
}

function quoted(tokens: readonly Token[]): string {
  const text = tokens
    .slice(0, diagnoseBounds.quoted)
    .map(token => token.text)
    .join(' ')
    .slice(0, 100)
  return `"${text}${tokens.length > diagnoseBounds.quoted ? ' ...' : ''}"`
}

function withSlip(diagnostic: Diagnostic, tokens: readonly Token[], lexicon: Lexicon): Diagnostic {
  const slips = slipsIn(tokens, lexicon).slice(0, 3)
  if (slips.length === 0) return diagnostic
  const said = slips.map(({ token, instead }) => `"${token.text}" is not known: did you mean "${instead}"?`)
  return { ...diagnostic, message: `${diagnostic.message}; ${said.join(' ')}` }
}

function judged(sentences: readonly (readonly Token[])[], lexicon: Lexicon): Diagnostic | null {
  const word = sentences.map(tokens => judgementIn(tokens, lexicon)).find(token => token !== null)
  if (word === undefined || word === null) return null
  return {
    code: 'NEEDS_MODEL',
    severity: 'error',
    path: null,
    span: [word.start, word.end],
    message: `"${word.text}" asks for judgement, and no tool of the catalog does it: say it by tools and conditions`,
  }
}

function bothReadings(diagnostic: Diagnostic, { states }: Trace, tools: readonly HubTool[]): Diagnostic {
  const [one, two] = states.slice(0, 2).map(state => {
    const { steps, schedule, triggers } = stepsOf(state)
    return explain({ steps }, tools, { schedule, triggers })
  })
  if (one === undefined || two === undefined || one === two) return diagnostic
  const twins = twinTools(states)
  if (twins !== null && twins.length > 0) {
    const said = twins.join(' or ')
    const message = `this could be ${said}: name the tool in backticks`
    return { ...diagnostic, code: 'AMBIGUOUS_TOOL', message, candidates: twins }
  }
  const message = `this can be read in two ways; write the one that you mean: ${oneLine(one)} -- or: ${oneLine(two)}`
  return { ...diagnostic, message, candidates: [one, two] }
}

/** The tools of two readings that are the same but for them. */
function twinTools(states: readonly State[]): readonly string[] | null {
  const plans = states.slice(0, 2).map(state => JSON.stringify(stepsOf(state).steps))
  const call = /"server":"([^"]+)","tool":"([^"]+)"/g
  const [one, two] = plans.map(plan => plan.replace(call, '').replace(/"id":"\w+"|steps\.\w+/g, ''))
  if (one !== two) return null
  const calls = plans.map(plan => [...plan.matchAll(call)].map(([, server, tool]) => `${server}__${tool}`))
  return [...new Set(calls.flat())].filter(name => !calls.every(names => names.includes(name)))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 400)
}
