// Where a sentence begins and ends, and where another statement may begin inside of it.
import type { Environment } from './environment.ts'
import { isStatementVerb } from './simple.ts'
import type { Token } from './text/tokens.ts'
import { openers } from './text/words.ts'

export interface SplitPoint {
  /** Where the words before end, and where those after begin. */
  readonly from: number
  readonly start: number
}

export function splitPoints(tokens: readonly Token[], env: Environment): readonly SplitPoint[] {
  const points: SplitPoint[] = []
  for (let at = 1; at < tokens.length; at++) {
    if (!isJoint(tokens[at]!)) continue
    let start = at
    while (tokens[start] !== undefined && isJoint(tokens[start]!)) start += 1
    const next = tokens[start]
    if (next?.kind === 'word' && (isStatementVerb(next.lower) || env.search.isVerb(next.lower)))
      points.push({ from: at, start })
    else if (next?.kind === 'code' || tokens.slice(at, start).some(token => token.lower === 'then'))
      points.push({ from: at, start })
    at = Math.max(at, start - 1)
  }
  return points
}

function isJoint(token: Token): boolean {
  return token.text === ',' || (token.kind === 'word' && (token.lower === 'and' || token.lower === 'then'))
}

export function withoutOpeners(tokens: readonly Token[]): readonly Token[] {
  let at = 0
  while (
    tokens[at] !== undefined &&
    (openers.has(tokens[at]!.lower) || [',', ':'].includes(tokens[at]!.text))
  ) {
    // "First item of ..." is about an item.
    const isOrdinal = tokens[at]!.lower === 'first' || tokens[at]!.lower === 'second'
    if (isOrdinal && tokens[at + 1]?.text !== ',' && tokens[at + 2]?.lower === 'of') break
    at += 1
  }
  return at === 0 ? tokens : tokens.slice(at)
}

export function withoutColon(tokens: readonly Token[]): readonly Token[] {
  return tokens.at(-1)?.text === ':' ? tokens.slice(0, -1) : tokens
}

/** Headings that say nothing: "Steps:", "do the following". */
export function isFiller(tokens: readonly Token[]): boolean {
  const said = tokens.filter(token => token.kind === 'word').map(token => token.lower)
  if (tokens.some(token => token.kind !== 'word' && token.text !== ':' && token.text !== ',')) return false
  return /^((and|then)? ?(do|run|execute)? ?(all of)? ?(the following|these|this)? ?(things|steps?|workflow)?)$/.test(
    said.join(' '),
  )
}
