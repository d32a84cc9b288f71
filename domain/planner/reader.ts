// The reader: layout, tokens, chart, meaning, sentence by sentence. Several readings of what was said so far
// are kept; the one that costs least wins, or a question is asked where two different ones are as good.
import type { Diagnostic, PromptSchedule, Step } from '../plan/plan.ts'
import type { HubTool } from '../tools/tool.ts'
import { Chart, grammarOf, type Reading } from './chart/chart.ts'
import { rules } from './grammar/rules.ts'
import { terminals, type Words } from './grammar/terminals.ts'
import type { Body } from './grammar/terms.ts'
import type { Token } from './lattice/tokens.ts'
import { layoutOf, type Node } from './layout/layout.ts'
import { lexiconOf } from './lexicon/tool-model.ts'
import { giveBack } from './meaning/commands/table.ts'
import { contradictionIn } from './meaning/contradiction.ts'
import { explore } from './meaning/explore.ts'
import { areDetails } from './meaning/flow/details.ts'
import { closeGated } from './meaning/flow/policies.ts'
import { idleIn } from './meaning/idle.ts'
import { readNode } from './meaning/nodes.ts'
import { type Dead, State } from './meaning/state.ts'

export interface Read {
  readonly steps: readonly Step[]
  readonly schedule: PromptSchedule | null
  readonly diagnostics: readonly Diagnostic[]
}

const grammar = grammarOf<Words>(rules, terminals)

export const readerBounds = {
  /** Two readings whose costs differ by less are a question. */
  margin: 1,
  /** Readings of a sentence by its words alone. */
  parses: 40,
  /** A sentence that can only be read at a higher cost is not understood. */
  farFetched: 17,
} as const

interface Parsed {
  readonly body: readonly Reading<Body>[]
  readonly header: readonly Reading[]
  readonly chart: Chart<Words>
}

export class Parser {
  readonly #cache = new Map<readonly Token[], Parsed>()
  readonly words: Words
  constructor(words: Words) {
    this.words = words
  }

  /** Readings of whole sentences. */
  sentence(tokens: readonly Token[]): Parsed {
    let parsed = this.#cache.get(tokens)
    if (parsed === undefined) {
      const chart = new Chart(grammar, tokens, this.words)
      const all = (category: string) =>
        chart
          .read(category, 0)
          .filter(({ end }) => end === tokens.length)
          .slice(0, readerBounds.parses)
      parsed = { body: all('S') as readonly Reading<Body>[], header: all('HEADER'), chart }
      this.#cache.set(tokens, parsed)
    }
    return parsed
  }
}

export function read(prompt: string, tools: readonly HubTool[], timeZone: string): Read {
  const lexicon = lexiconOf(tools)
  const twice =
    /(?<![\p{L}\d_{])(?!(?:very|so|please|that|had|no|bye)\s)(\p{L}{2,}) \1(?![\p{L}\d_'’-])/iu.exec(
      prompt.replace(/"[^"]*"|“[^”]*”|\{\{[^}]*\}\}|`[^`]*`/g, quoted => '.'.repeat(quoted.length)),
    )
  if (twice !== null)
    return {
      steps: [],
      schedule: null,
      diagnostics: [
        problem('UNREAD_WORDS', [twice.index, twice.index + twice[0].length], 'the word stands twice'),
      ],
    }
  const parser = new Parser({ lexicon, names: namesIn(prompt) })
  const nodes = withoutSignOff(layoutOf(prompt), parser)
  let states: readonly State[] = [new State(lexicon, prompt, timeZone)]
  for (const unit of unitsOf(nodes, parser)) {
    const attempt = explore(states, state => readNode(state, unit, parser))
    if (attempt.states.length === 0) return unread(unit, attempt.reason, parser)
    const before = states[0]!.cost
    if (attempt.states[0]!.cost - before > readerBounds.farFetched * sentencesIn(unit))
      return unread(unit, null, parser)
    states = attempt.states.map(state => {
      const next = state.clone()
      next.sentence += 1
      return next
    })
  }
  const [first, second] = states
  const idle = first === undefined ? null : idleIn(first)
  if (idle !== null)
    return {
      steps: [],
      schedule: null,
      diagnostics: [problem('UNREAD_WORDS', idle, 'what this gives is never used: say what to do with it')],
    }
  if (first === undefined) return { steps: [], schedule: null, diagnostics: [] }
  const undone = contradictionIn(first)
  if (undone !== null)
    return {
      steps: [],
      schedule: null,
      diagnostics: [problem('UNREAD_WORDS', undone, 'this undoes what was said before it')],
    }
  if (second !== undefined && second.cost - first.cost < readerBounds.margin) {
    return {
      steps: [],
      schedule: null,
      diagnostics: [problem('UNCLEAR_REFERENCE', null, 'this can be read in two ways')],
    }
  }
  if (first.isOpen)
    return {
      steps: [],
      schedule: null,
      diagnostics: [problem('UNREAD_WORDS', null, 'a question without an answer')],
    }
  const end = first.clone()
  if (end.lastAsked !== null && !end.steps.some(step => step.kind === 'return')) giveBack(end, end.lastAsked)
  const schedule = end.schedule
  return { steps: closeGated(end), schedule, diagnostics: [] }
}

/** Each sentence of the top is read by itself; an item with what is below it as one. */
function unitsOf(nodes: readonly Node[], parser: Parser): Node[] {
  const units = nodes.flatMap(node => {
    const last = node.sentences.length - 1
    return node.sentences.map(
      (sentence, index): Node => ({
        number: node.number,
        sentences: [sentence],
        children: index === last ? node.children : [],
      }),
    )
  })
  // "The subject is "Hi"." belongs to the call before it.
  const joined: Node[] = []
  for (const unit of units) {
    const before = joined.at(-1)
    const isMore =
      before !== undefined &&
      before.children.length === 0 &&
      unit.children.length === 0 &&
      unit.sentences.every(tokens => parser.sentence(tokens).body.some(({ value }) => areDetails(value)))
    if (isMore) joined[joined.length - 1] = { ...before, sentences: [...before.sentences, ...unit.sentences] }
    else joined.push(unit)
  }
  return joined
}

function sentencesIn(node: Node): number {
  return node.sentences.length + 0.5 * node.children.reduce((sum, child) => sum + sentencesIn(child), 0)
}

/** Names that the author gives: loop variables and results are nouns. */
function namesIn(prompt: string): Set<string> {
  const names = new Set<string>()
  for (const [, name] of prompt.matchAll(/\{\{\s*([a-z]\w*)\s*[.}]/gi))
    if (name !== 'inputs' && name !== 'steps') names.add(name!.toLowerCase().replaceAll('_', ' '))
  for (const [, name] of prompt.matchAll(/\b(?:call|name) (?:it|this|that|them|the \w+) (\w+)/gi))
    names.add(name!.toLowerCase())
  return names
}

/** What stands below "Kind regards" is a name. */
function withoutSignOff(nodes: readonly Node[], parser: Parser): readonly Node[] {
  const at = nodes.findLastIndex(
    node =>
      node.children.length === 0 && node.sentences.length > 0 && isFrame(node.sentences.at(-1)!, parser),
  )
  if (at === -1) return nodes
  const after = nodes.slice(at + 1)
  const isName = after.every(
    node =>
      node.children.length === 0 &&
      node.sentences.length === 1 &&
      node.sentences[0]!.filter(token => token.kind === 'word').length <= 4,
  )
  return isName && after.length <= 2 ? nodes.slice(0, at + 1) : nodes
}

function isFrame(tokens: readonly Token[], parser: Parser): boolean {
  return parser.sentence(tokens).body.some(({ value }) => value.every(({ s }) => s === 'frame'))
}

function unread(node: Node, reason: Dead | null, parser: Parser): Read {
  const tokens = node.sentences[0]!
  const { chart, body, header } = parser.sentence(tokens)
  const isParsed = body.length > 0 || header.length > 0
  const span = isParsed
    ? (reason?.span ?? ([tokens[0]!.start, tokens.at(-1)!.end] as const))
    : ([tokens[Math.min(chart.farthest, tokens.length - 1)]!.start, tokens.at(-1)!.end] as const)
  const message = isParsed ? (reason?.reason ?? 'this is not understood') : 'these words are not understood'
  return { steps: [], schedule: null, diagnostics: [problem('UNREAD_WORDS', span, message)] }
}

function problem(
  code: Diagnostic['code'],
  span: readonly [number, number] | null,
  message: string,
): Diagnostic {
  return { code, severity: 'error', path: null, span, message }
}

export { explore }
