// What is given where there is nothing to compute a figure of.
import type { Statement } from '../../grammar/terms.ts'
import { valueSaid } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf, isList } from '../values.ts'

export function withDefault(state: State, { value, head, span }: Extract<Statement, { s: 'default' }>): void {
  if (head !== 'none' && !isSpokenOf(state, head.words.join(' '))) dead('none of what?', span)
  const at = state.steps.findLastIndex(step => step.kind !== 'return')
  const step = state.steps[at]
  const cel = step?.kind === 'set' ? (step.value as { $?: string } | null)?.$ : undefined
  if (step === undefined || cel === undefined) return dead('instead of which figure?', span)
  const instead = valueSaid(state, value)
  const counted = /^(?:sum|size)\((.*)\)$/.exec(cel)
  const isWhole = (inner: string) => !/^[^(]*\)/.test(inner)
  // Of nothing the sum and the number are 0 anyway.
  if (counted !== null && isWhole(counted[1]!) && instead.literal === 0) return
  const list = /^(?:min|max|sum|size)\(([\w.]+)(?:\.map\(.*\))?\)(?: \/ size\([\w.]+\))?$/.exec(cel)?.[1]
  if (list === undefined) return dead('instead of which figure?', span)
  const set = { ...step, value: { $: `size(${list}) == 0 ? ${celOf(state, instead)} : ${cel}` } }
  state.steps[at] = set as typeof step
  state.touch(JSON.stringify(set))
}

/** "no such entry", "no rows": of the list that was last. */
function isSpokenOf(state: State, word: string): boolean {
  if (/^(entry|row|record|item|line|result|match|hit)$/.test(word)) return true
  const last = state.reachable.find(({ val }) => isList(val))
  return last?.nouns.includes(word) === true
}
