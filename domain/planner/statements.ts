// Statements with statements inside (loops, conditions, parallel branches), and sequences of statements.
// Takes the outline of a prompt, gives one reading of all of it.

import { planBounds } from '../plan/plan.ts'
import { readApproval, withApproval } from './approvals/approvals.ts'
import { type Attempt, diagnostic, failed, join, nothing, unreadWords, withDiagnostics } from './attempt.ts'
import { readIf } from './control/branch.ts'
import { failureAt, readFailure } from './control/failures.ts'
import { readForeach } from './control/loop.ts'
import { readParallel } from './control/parallel.ts'
import { timingOf } from './control/timing.ts'
import { type Environment, inside } from './environment.ts'
import { readLater } from './later.ts'
import type { Item } from './outline.ts'
import { isFiller, splitPoints, withoutColon, withoutOpeners } from './sentence.ts'
import { readSimple } from './simple.ts'
import { type Token, tokenize } from './text/tokens.ts'
import { phraseAt } from './values/conditions.ts'

/** A sentence, with the items that stand below it. */
interface Unit {
  readonly tokens: readonly Token[]
  readonly children: readonly Item[]
  readonly number: number | null
}

const limits = { sentenceTokens: 300, units: 300, splits: 6 } as const

export function readItems(items: readonly Item[], outer: Environment): Attempt {
  const units = items.flatMap(item => unitsOf(item, outer))
  let attempt = nothing({ ...outer, numbered: new Map(outer.numbered) })
  for (let at = 0; at < units.length; ) {
    if (at >= limits.units || attempt.env.takenIds.size > planBounds.steps) {
      const message = `the prompt has more than ${planBounds.steps} steps`
      return withDiagnostics(attempt, [
        diagnostic(units[at]!.tokens, { code: 'TOO_LARGE', severity: 'error', path: null, message }),
      ])
    }
    const unit = units[at]!
    let next = at + 1
    while (isCondition(unit) && next < units.length && isOtherwise(units[next]!.tokens)) next += 1
    const { pending } = attempt.env
    const following = units[next]?.tokens ?? []
    const bare = readUnit(unit, units.slice(at + 1, next), { ...attempt.env, pending: null, following })
    const read = pending === null ? bare : withApproval(bare, pending, attempt.env)
    const last = read.steps.at(-1)
    const numbered =
      unit.number === null || last === undefined
        ? read.env.numbered
        : new Map(read.env.numbered).set(unit.number, last.id)
    const beforeCount = read.steps.length === 0 ? read.env.beforeCount : read.steps.length
    attempt = join(attempt, { ...read, env: { ...read.env, numbered, beforeCount } })
    at = next
  }
  return attempt
}

/** The sentences of an item; what stands below it belongs to the last one. */
function unitsOf(item: Item, env: Environment): readonly Unit[] {
  const tokens = tokenize(env.prompt, item.start, item.end)
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && ['.', ';', '!'].includes(token.text)) sentences.push([])
    else sentences.at(-1)!.push(token)
  }
  const full = sentences.filter(sentence => sentence.length > 0)
  if (full.length === 0)
    return item.children.length === 0 ? [] : [{ tokens: [], children: item.children, number: item.number }]
  return full.map((sentence, index) => ({
    tokens: sentence,
    children: index === full.length - 1 ? item.children : [],
    number: item.number,
  }))
}

function isCondition({ tokens }: Unit): boolean {
  const [first] = withoutOpeners(tokens)
  return first?.kind === 'word' && (first.lower === 'if' || first.lower === 'when')
}

function isOtherwise(tokens: readonly Token[]): boolean {
  const [first] = tokens
  return first?.kind === 'word' && (first.lower === 'otherwise' || first.lower === 'else')
}

function readUnit(unit: Unit, otherwise: readonly Unit[], env: Environment): Attempt {
  const { children } = unit
  const tokens = withoutOpeners(unit.tokens)
  const timing = timingOf(tokens, env)
  if (timing !== null) {
    const rest = { ...unit, tokens: timing.rest }
    return join(timing.attempt, readUnit(rest, otherwise, timing.attempt.env))
  }
  if (tokens.length > limits.sentenceTokens) {
    const message = `a sentence has more than ${limits.sentenceTokens} words: make several of it`
    return failed(tokens, env, { code: 'TOO_LARGE', message })
  }
  if (children.length === 0 && otherwise.length === 0) return readSentence(unit.tokens, env)
  const body: Body = { items: children, otherwise }
  const block = readBlock(tokens, body, env)
  if (block !== null) return block
  if (isFiller(tokens)) return readItems(children, env)
  const header = readSentence(withoutColon(tokens), env)
  return join(header, readItems(children, header.env))
}

/** What belongs to a sentence from outside of it. */
export interface Body {
  readonly items: readonly Item[]
  readonly otherwise: readonly Unit[]
}

const noBody: Body = { items: [], otherwise: [] }

/** A whole sentence: a block, or a sequence of simple statements. */
export function readSentence(given: readonly Token[], env: Environment): Attempt {
  const tokens = withoutOpeners(given)
  if (tokens.length === 0 && given.length > 0) {
    return withDiagnostics(nothing(env), unreadWords(given, env, null), 10 * given.length)
  }
  if (isFiller(tokens)) return nothing(env)
  const later = readLater(tokens, env)
  if (later !== null) return later
  return readBlock(tokens, noBody, env) ?? readSequence(tokens, env)
}

function readBlock(tokens: readonly Token[], body: Body, env: Environment): Attempt | null {
  const loop = ['for each', 'for every', 'foreach', 'for all']
    .map(words => phraseAt(tokens, 0, words))
    .find(at => at !== null)
  if (loop !== undefined) return readForeach(tokens, loop, { body, env })
  const branch = ['in parallel', 'at the same time', 'simultaneously']
    .map(words => phraseAt(tokens, 0, words))
    .find(at => at !== null)
  if (branch !== undefined) return readParallel(tokens, branch, { body, env })
  const failure = failureAt(tokens)
  if (failure !== null) return readFailure(tokens, failure, { body, env })
  const approval = body.items.length === 0 ? readApproval(tokens, env) : null
  if (approval !== null) return approval
  const [first] = tokens
  if (first?.kind !== 'word') return null
  if (first.lower === 'if' || first.lower === 'when') return readIf(tokens, { body, env })
  if (!isOtherwise(tokens)) return null
  return failed(tokens, env, {
    code: 'UNREAD_WORDS',
    message: `"${first.text}" follows no "if": put it right after one`,
  })
}

export interface Where {
  readonly body: Body
  readonly env: Environment
}

/** What a block does: the rest of its sentence, then what stands below it. */
export function readBody(rest: readonly Token[], items: readonly Item[], env: Environment): Attempt {
  const tokens = withoutColon(rest)
  const within = inside(env)
  const inline = isFiller(tokens) ? nothing(within) : readSentence(tokens, within)
  const all = join(inline, readItems(items, inline.env))
  if (all.steps.length > 0 || all.diagnostics.length > 0) return all
  return failed(rest, env, {
    code: 'EMPTY_BLOCK',
    message: 'nothing is said to be done here: add a step below it',
  })
}

/**
 * One statement, or several joined by commas, "and", "then". Both readings are tried wherever a verb follows;
 * the one that leaves fewer words over wins, and of equal ones the one with fewer statements.
 */
function readSequence(tokens: readonly Token[], env: Environment, depth = 0): Attempt {
  const whole = readSimple(tokens, env)
  let best = whole
  for (const point of splitPoints(tokens, env).slice(0, limits.splits - depth)) {
    if (best.cost === 0) break
    const first = readSimple(tokens.slice(0, point.from), env)
    if (first.cost >= best.cost) continue
    const rest = withoutOpeners(tokens.slice(point.start))
    const second =
      readBlock(rest, noBody, first.env) ??
      readLater(rest, first.env) ??
      readSequence(rest, first.env, depth + 1)
    const both = join(first, second)
    if (both.cost < best.cost) best = both
  }
  return best
}
