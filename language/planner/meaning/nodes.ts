// Items of the layout: a sentence; a header with the steps below it; an order whose details stand below it.

import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { saidTitle } from '../../../domain/plan/said-title.ts'
import type { Reading } from '../chart/chart.ts'
import type { Header } from '../grammar/headers.ts'
import type { Body } from '../grammar/terms.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Node } from '../layout/layout.ts'
import type { Parser } from '../reader.ts'
import { eachOf } from './exact.ts'
import { locally } from './explore.ts'
import { branch, elseIf, isDenial, otherwise } from './flow/branches.ts'
import { areDetails } from './flow/details.ts'
import { onFailure } from './flow/failures.ts'
import { each, emitParallel } from './flow/loops.ts'
import { closeGated } from './flow/policies.ts'
import { runBody, runStatement } from './flow/statements.ts'
import { startBy } from './flow/triggers.ts'
import { schedule } from './flow/waits.ts'
import { conditionCel } from './predicates/conditions.ts'
import { dead, type State } from './state.ts'

export function readNode(state: State, node: Node, parser: Parser): void {
  if (node.number !== null) state.item = node.number
  const last = node.sentences.length - 1
  for (let index = 0; index <= last; index++) {
    const tokens = node.sentences[index]!
    if (index > 0) state.sentence += 1
    titled(state, tokens)
    if (index === last && node.children.length > 0) withChildren(state, tokens, node.children, parser)
    else index += sentence(state, tokens, parser, detailsAfter(node, index, parser))
  }
}

/** The sentences after one that may say more of its call: the likeliest readings as such. */
function detailsAfter(node: Node, index: number, parser: Parser): (readonly Reading<Body>[])[] {
  const found: (readonly Reading<Body>[])[] = []
  const end = node.children.length > 0 ? node.sentences.length - 1 : node.sentences.length
  for (const tokens of node.sentences.slice(index + 1, end)) {
    const readings = parser.sentence(tokens).body.filter(({ value }) => areDetails(value))
    if (readings.length === 0) break
    found.push(readings.filter(({ cost }) => cost < readings[0]!.cost + 1).slice(0, 4))
  }
  return found
}

function titled(state: State, tokens: readonly Token[]): void {
  state.span = [tokens[0]!.start, tokens.at(-1)!.end]
  state.title = saidTitle(state.prompt, state.span)
}

/** @returns how many of the sentences after it were read with it */
function sentence(
  state: State,
  tokens: readonly Token[],
  parser: Parser,
  details: readonly (readonly Reading<Body>[])[],
): number {
  const { body } = parser.sentence(tokens)
  const isWhole = details.length > 0 && state.pick([true, false])
  const reading = state.pick(body, 'these words are not understood')
  const more = isWhole ? details.map(readings => state.choose(readings)) : []
  state.pay(reading.cost)
  const before = JSON.stringify(state.steps)
  runBody(state, [...reading.value, ...more.flatMap(({ value }) => value)])
  if (isQuestion(tokens) && isDoing(state, before)) dead('a question does nothing')
  return more.length
}

/** "Which task has ...?": what is asked changes nothing. */
function isQuestion(tokens: readonly Token[]): boolean {
  return /^(?:which|what|who|whose|how)$/.test(tokens[0]!.lower) && tokens.at(-1)!.text === '?'
}

/** Steps have come that change something. */
function isDoing(state: State, before: string): boolean {
  const known = new Set((JSON.parse(before) as Step[]).map(({ id }) => id))
  const made = allSteps(state.steps.filter(({ id }) => !known.has(id)))
  return made.some(step => step.kind === 'tool' && !/^(?:read|pure)$/.test(state.effectOf(step)))
}

function withChildren(
  state: State,
  tokens: readonly Token[],
  children: readonly Node[],
  parser: Parser,
): void {
  const headers = parser.sentence(tokens).header.map(({ value, cost }) => ({ header: value as Header, cost }))
  const ways: { cost: number; use: () => void }[] = headers.map(({ header, cost }) => ({
    cost,
    use: () => headed(state, header, children, parser),
  }))
  // Below a line that only says when, for what or in which case stand steps, and no details of an order.
  const whole = headers.some(({ header }) => isOfSteps(header)) ? null : joined(tokens, children)
  if (whole !== null)
    ways.push(
      ...parser
        .sentence(whole)
        .body.map(({ value, cost }) => ({ cost: cost + 1, use: () => runBody(state, value as Body) })),
    )
  // "Add up the days." with a list of cases below it: they come after it.
  const isSentence = /^[.!]$/.test(tokens.at(-1)!.text) && tokens.at(-1)!.kind === 'punct'
  if (isSentence)
    ways.push(
      ...parser.sentence(tokens).body.map(({ value, cost }) => ({
        cost,
        use: () => headed(state, { h: 'body', body: value as Body }, children, parser),
      })),
    )
  const way = state.pick(ways, 'these words are not understood')
  state.pay(way.cost)
  way.use()
}

function isOfSteps({ h }: Header): boolean {
  return h !== 'body' && h !== 'topic' && h !== 'frame'
}

const joinedTokens = new WeakMap<readonly Token[], readonly Token[]>()

/** "Post an entry" with "account: 6200" below it: one sentence, as if it were said with "with". */
function joined(tokens: readonly Token[], children: readonly Node[]): readonly Token[] | null {
  const known = joinedTokens.get(tokens)
  if (known !== undefined) return known
  if (children.some(child => child.children.length > 0 || child.sentences.length !== 1)) return null
  const end = tokens.at(-1)!.end
  const word = (text: string, kind: Token['kind']): Token => ({
    kind,
    text,
    lower: text,
    lemmas: [text],
    start: end,
    end,
  })
  const trimmed = tokens.at(-1)!.kind === 'punct' ? tokens.slice(0, -1) : tokens
  const whole = [...trimmed]
  // "create an account in" with names below it: in each of them.
  const isOpen = /^(in|to|for|from|of|on|into|at)$/.test(trimmed.at(-1)?.lower ?? '')
  if (!isOpen && trimmed.at(-1)?.lower !== 'with') whole.push(word('with', 'word'))
  for (const [index, child] of children.entries()) {
    if (index > 0) whole.push(isOpen ? word('and', 'word') : word(',', 'punct'))
    const own = child.sentences[0]!
    whole.push(...(/^[.,;]$/.test(own.at(-1)!.text) && own.at(-1)!.kind === 'punct' ? own.slice(0, -1) : own))
  }
  joinedTokens.set(tokens, whole)
  return whole
}

function headed(state: State, header: Header, children: readonly Node[], parser: Parser): void {
  const body = () => {
    for (const child of children) {
      state.sentence += 1
      state.touch('next')
      locally(state, child, each => readNode(each, child, parser))
    }
  }
  switch (header.h) {
    case 'each': {
      const { about } = header
      return each(state, header.np, header.atOnce, () => {
        if (about !== undefined) runStatement(state, { s: 'about', np: about, span: state.span })
        body()
      })
    }
    case 'eachOf':
      return eachOf(state, header.name, header.list, header.atOnce, body)
    case 'if':
      return branch(
        state,
        locally(state, header.cond, one => conditionCel(one, header.cond)),
        body,
        null,
        isDenial(header.cond),
      )
    case 'else':
      return otherwise(state, body)
    case 'elseif':
      return elseIf(state, header.cond, body, null)
    case 'parallel': {
      const branches = children.map(child => {
        state.open()
        state.sentence += 1
        state.touch('next')
        locally(state, child, one => readNode(one, child, parser))
        const known = state.block.referents.filter(
          ({ val }) => val.cel === null && !/steps\./.test(val.id ?? ''),
        )
        const steps = closeGated(state)
        for (const { nouns, val } of known) state.refer(nouns, val)
        return { steps }
      })
      if (branches.some(({ steps }) => steps.length === 0)) dead('a branch is empty')
      return emitParallel(state, branches, header.isRace === true)
    }
    case 'schedule':
      schedule(state, header.schedule)
      return body()
    case 'trigger':
      startBy(state, header.trigger)
      return body()
    case 'iffails':
      return onFailure(state, body)
    case 'frame':
      return body()
    case 'topic':
      runStatement(state, { s: 'about', np: header.np, span: state.span })
      return body()
    case 'body':
      runBody(state, header.body)
      return body()
  }
}

export { runStatement }
