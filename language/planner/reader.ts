// The reader: layout, tokens, chart, meaning, sentence by sentence. Several readings of what was said so far
// are kept; the one that costs least wins, or a question is asked where two different ones are as good.
import type { Diagnostic, PromptSchedule, PromptTrigger, Step } from '../../domain/plan/plan.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { type Meter, TooMuch } from './chart/meter.ts'
import { isKnown } from './faults/near.ts'
import type { Token } from './lattice/tokens.ts'
import { layoutOf, type Node } from './layout/layout.ts'
import { lexiconOf } from './lexicon/tool-model.ts'
import { giveBack } from './meaning/commands/table.ts'
import { contradictionIn, repeatedIn } from './meaning/contradiction.ts'
import { explore } from './meaning/explore.ts'
import { namesSaid } from './meaning/flow/contents.ts'
import { closeGated } from './meaning/flow/policies.ts'
import { idleIn } from './meaning/idle.ts'
import { isIdleApproval, lostIn, unusedServiceIn } from './meaning/lost.ts'
import { readNode } from './meaning/nodes.ts'
import { keyOfSteps } from './meaning/same.ts'
import { type Dead, leftOver, State, type Writing } from './meaning/state.ts'
import { unknownIn } from './meaning/unknown.ts'
import { Parser, parserBounds } from './parser.ts'
import { isFrame, namesIn, unitsOf, withoutSignOff } from './units.ts'

export interface Read {
  readonly steps: readonly Step[]
  readonly schedule: PromptSchedule | null
  readonly triggers: readonly PromptTrigger[]
  /** What is wrong; empty: it is read. */
  readonly diagnostics: readonly Diagnostic[]
  /** What was assumed. */
  readonly notes: readonly Diagnostic[]
  /** How far it came, for whoever says more about why; null: it was not begun. */
  readonly trace: Trace | null
}

export interface Trace {
  readonly parser: Parser
  readonly units: readonly Node[]
  /** The first unit that is not understood; as many as there are when all are. */
  readonly failed: number
  /** What was said before it, the cheapest first. */
  readonly states: readonly State[]
}

export const readerBounds = {
  /** Two readings whose costs differ by less are a question. */
  margin: 1,
  /** A sentence that can only be read at a higher cost is not understood. */
  farFetched: 17,
  /** Of the whole prompt, in attempts of the chart. */
  work: 160_000,
  /** Of all prompts together that are tried in place of one that is not understood. */
  fixWork: 40_000,
  sentences: 300,
  /** Of lists in lists. */
  depth: 12,
} as const

/** @param meter what the reading may cost; several may share one */
export function read(
  prompt: string,
  tools: readonly HubTool[],
  writing: Writing,
  meter: Meter = { work: 0, limit: readerBounds.work },
): Read {
  try {
    return readWithin(prompt, tools, writing, meter)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    const message =
      'this is too long or can be read in too many ways: say it in shorter sentences, or in fewer steps'
    return failed(problem('TOO_LARGE', null, message))
  }
}

function readWithin(prompt: string, tools: readonly HubTool[], writing: Writing, meter: Meter): Read {
  const lexicon = lexiconOf(tools)
  const twice =
    /(?<![\p{L}\d_{])(?!(?:very|so|please|that|had|no|bye)\s)(\p{L}[\p{L}-]*\p{L}) \1(?![\p{L}\d_'’-])/iu.exec(
      prompt.replace(/"[^"]*"|“[^“”]*”|\{\{[^{}]*\}\}|`[^`]*`/g, quoted => '.'.repeat(quoted.length)),
    )
  if (twice !== null)
    return failed(
      problem('UNREAD_WORDS', [twice.index, twice.index + twice[0].length], 'the word stands twice'),
    )
  const parser = new Parser({ lexicon, names: namesIn(prompt) }, meter)
  const layout = layoutOf(prompt)
  const large = tooLarge(layout)
  if (large !== null) return failed(large)
  const units = unitsOf(withoutSignOff(layout, parser), parser)
  let states: readonly State[] = [new State(lexicon, prompt, writing, meter)]
  for (const [index, unit] of units.entries()) {
    const trace: Trace = { parser, units, failed: index, states }
    const attempt = explore(states, state => readNode(state, unit, parser))
    if (attempt.states.length === 0) return failed(unread(unit, attempt.reason, parser), trace)
    const before = states[0]!.cost
    if (attempt.states[0]!.cost - before > readerBounds.farFetched * sentencesIn(unit))
      return failed(unread(unit, null, parser), trace)
    states = attempt.states.map(state => {
      const next = state.clone()
      next.sentence += 1
      return next
    })
  }
  return ended({ parser, units, failed: units.length, states })
}

function planOf(state: State): string {
  const { steps, schedule, triggers } = stepsOf(state)
  return `${keyOfSteps(steps)} ${JSON.stringify([schedule, triggers])}`
}

/** What speaks against the readings as a whole; else the plan of the first. */
function ended(whole: Trace): Read {
  // What leaves a question open is no fair reading beside one that does not.
  const answered = whole.states.filter(state => !state.isOpen)
  const open = answered.length > 0 ? answered : whole.states
  // Nor is one that drops a value beside one that has a place for it.
  const kept = open.filter(state => lossOf(whole, state) === null)
  const trace = { ...whole, states: kept.length > 0 ? kept : open }
  const own = trace.states[0] === undefined ? null : ownRequest(trace.states)
  if (own !== null) return ended({ ...trace, states: [own] })
  const [first] = trace.states
  // What leads to nothing is no fair reading beside one where everything is used.
  const second = trace.states.find(
    state => planOf(state) !== planOf(first!) && idleIn(state) === null && lossOf(trace, state) === null,
  )
  const mute = first && second && muteOf(first, second)
  if (mute) return ended({ ...trace, states: trace.states.filter(state => planOf(state) !== mute) })
  if (first === undefined)
    return { steps: [], schedule: null, triggers: [], diagnostics: [], notes: [], trace }
  const idle = idleIn(first)
  if (idle !== null)
    return failed(
      problem(
        'UNREAD_WORDS',
        idle,
        'what this gives is never used: say what to do with it, as "the result" or by a name ("call it ...")',
      ),
      trace,
    )
  const undone = contradictionIn(first)
  if (undone !== null)
    return failed(problem('UNREAD_WORDS', undone, 'this undoes what was said before it'), trace)
  const repeated = repeatedIn(first)
  if (repeated !== null)
    return failed(problem('UNREAD_WORDS', repeated, 'this was done already: say it once'), trace)
  if (second !== undefined && second.cost - first.cost < readerBounds.margin) {
    const own = builtIn(trace.states.filter(({ cost }) => cost - first.cost < readerBounds.margin))
    if (own !== null) return ended({ ...trace, states: [own] })
    return failed(problem('UNCLEAR_REFERENCE', null, 'this can be read in two ways'), trace)
  }
  if (first.isOpen) return failed(problem('UNREAD_WORDS', null, 'a question without an answer'), trace)
  const read = stepsOf(first)
  const lost = lossOf(trace, first)
  if (lost !== null) return failed(problem('UNREAD_WORDS', lost, 'this is lost: say it another way'), trace)
  // What is called something need not bear the name in the plan.
  const known = (token: Token) => isKnown(token, first.lexicon) || trace.parser.words.names.has(token.lower)
  const unknown = unknownIn(doing(trace), read, first.lexicon, known)
  if (unknown !== null) return failed(problem('UNREAD_WORDS', unknown, leftOver), trace)
  const unused = unusedServiceIn(trace.units, read.steps, first.lexicon)
  if (unused !== null)
    return failed(
      problem('UNREAD_WORDS', unused, 'nothing of this service is called: say what is done there'),
      trace,
    )
  const isEffect = (step: Step) => !/^(read|pure)$/.test(first.effectOf(step))
  if (first.foretold !== null || isIdleApproval(read.steps, isEffect))
    return failed(
      problem(
        'UNREAD_WORDS',
        null,
        'nothing waits for this approval: say first that it is asked for, then what it is for',
      ),
      trace,
    )
  return { ...read, diagnostics: [], notes: first.notes, trace }
}

/** Of two plans that compute the same, of which one gives it back, the other: nobody would get it. */
function muteOf(...two: readonly [State, State]): string | null {
  const plans = two.map(stepsOf)
  const bare = plans.map(({ steps }) => (steps.at(-1)?.kind === 'return' ? steps.slice(0, -1) : steps))
  const [one, other] = bare.map((steps, at) =>
    JSON.stringify([keyOfSteps(steps), plans[at]!.schedule, plans[at]!.triggers]),
  )
  const isComputed = bare.every(steps => steps.at(-1)?.kind === 'set')
  const mute = plans.findIndex(({ steps }) => steps.at(-1)?.kind !== 'return')
  const gives = plans.some(({ steps }) => steps.at(-1)?.kind === 'return')
  return one === other && isComputed && gives && mute !== -1 ? planOf(two[mute]!) : null
}

/** The sentences that are no mere greeting, thanks or frame. */
function doing({ units, parser }: Trace): readonly (readonly Token[])[] {
  const all = (node: Node): readonly (readonly Token[])[] => [
    ...node.sentences.filter(tokens => !isFrame(tokens, parser)),
    ...node.children.flatMap(all),
  ]
  return units.flatMap(all)
}

/** The first value of the prompt that the reading has no place for. */
function lossOf({ units }: Trace, state: State): readonly [number, number] | null {
  const { steps, schedule, triggers } = stepsOf(state)
  return lostIn(units, [steps, schedule, triggers, namesSaid(state)])
}

/**
 * Of readings that are as good, the only one that needs no tool server: adding a server does not change what
 * a prompt means. What else it could be is said.
 */
function builtIn(states: readonly State[]): State | null {
  const counts = states.map(state => serverTools(stepsOf(state).steps))
  const least = Math.min(...counts.map(({ length }) => length))
  const own = states.filter((_, index) => counts[index]!.length === least)
  const others = new Set(counts.flat().filter(name => !serverTools(stepsOf(own[0]!).steps).includes(name)))
  if (new Set(own.map(planOf)).size > 1 || others.size === 0) return null
  const chosen = own[0]!.clone()
  chosen.note(`read as a built-in tool, not ${[...others].join(' or ')}`)
  return chosen
}

/** A request that the built-in tool would make as well, argument for argument, is its own. */
function ownRequest(states: readonly State[]): State | null {
  const plans = states.map(state => stepsOf(state).steps)
  if (serverRequests(plans[0]!) === 0) return null
  const said = JSON.stringify(plans[0], asRequest)
  const at = plans.findIndex(plan => serverRequests(plan) === 0 && JSON.stringify(plan, asRequest) === said)
  return at === -1 ? null : states[at]!
}

function serverRequests(steps: readonly Step[]): number {
  return JSON.stringify(steps).match(/"server":"[^"]+","tool":"request"/g)?.length ?? 0
}

/** Without what it is called by; arguments in one order. */
function asRequest(key: string, value: unknown): unknown {
  if (key === 'id' || key === 'server') return undefined
  if (key === 'tool' && /^(?:http_)?request$/.test(String(value))) return 'request'
  if (key !== 'args' || value === null) return value
  return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function serverTools(steps: readonly Step[]): readonly string[] {
  return [...JSON.stringify(steps).matchAll(/"server":"([^"]+)","tool":"([^"]+)"/g)].map(
    ([, server, tool]) => `${server}__${tool}`,
  )
}

/** The plan of a reading. */
export function stepsOf(state: State): Pick<Read, 'steps' | 'schedule' | 'triggers'> {
  const end = state.clone()
  if (end.lastAsked !== null && !end.steps.some(step => step.kind === 'return')) giveBack(end, end.lastAsked)
  const { schedule, trigger } = end
  return { steps: closeGated(end), schedule, triggers: trigger === null ? [] : [trigger] }
}

function sentencesIn(node: Node): number {
  return node.sentences.length + 0.5 * node.children.reduce((sum, child) => sum + sentencesIn(child), 0)
}

function tooLarge(nodes: readonly Node[]): Diagnostic | null {
  let count = 0
  let found: Diagnostic | null = null
  const look = (node: Node, depth: number): void => {
    count += node.sentences.length
    const long = node.sentences.find(tokens => tokens.length > parserBounds.tokens)
    if (long !== undefined)
      found ??= problem(
        'TOO_LARGE',
        spanOf(long),
        `a sentence has more than ${parserBounds.tokens} words: make several of it`,
      )
    if (depth > readerBounds.depth)
      found ??= problem('TOO_DEEP', null, `lists stand more than ${readerBounds.depth} deep in each other`)
    else for (const child of node.children) look(child, depth + 1)
  }
  for (const node of nodes) look(node, 1)
  return count > readerBounds.sentences
    ? problem('TOO_LARGE', null, `there are more than ${readerBounds.sentences} sentences`)
    : found
}

function unread(node: Node, reason: Dead | null, parser: Parser): Diagnostic {
  const tokens = node.sentences[0]!
  const { chart, body, header } = parser.sentence(tokens)
  const isHeader = header.length > 0 && tokens.at(-1)!.text === ':'
  if (isHeader && node.children.length === 0)
    return problem('EMPTY_BLOCK', spanOf(tokens), 'nothing stands below this: indent what belongs to it')
  const isParsed = body.length > 0 || header.length > 0
  const span = isParsed
    ? (reason?.span ?? spanOf(tokens))
    : spanOf(tokens.slice(Math.min(chart.farthest, tokens.length - 1)))
  const message = isParsed ? (reason?.reason ?? 'this is not understood') : 'these words are not understood'
  return problem(isParsed ? (reason?.code ?? 'UNREAD_WORDS') : 'UNREAD_WORDS', span, message)
}

function spanOf(tokens: readonly Token[]): readonly [number, number] {
  return [tokens[0]!.start, tokens.at(-1)!.end]
}

function failed(diagnostic: Diagnostic, trace: Trace | null = null): Read {
  return { steps: [], schedule: null, triggers: [], diagnostics: [diagnostic], notes: [], trace }
}

export function problem(
  code: Diagnostic['code'],
  span: readonly [number, number] | null,
  message: string,
): Diagnostic {
  return { code, severity: 'error', path: null, span, message }
}

export { explore, Parser }
