// The most of something, said behind the thing or asked for: "the task that is due first", "which of them
// took the longest", "who has the lowest balance of all pupils".
import type { Rule } from '../../chart/chart.ts'
import { type At, flat, noun, rule, spanOf } from '../build.ts'
import type { Head, NounTerm, Np, Pred } from '../terms.ts'
import { peaked } from './peaks.ts'

export const superlativeRules: readonly Rule[] = [
  rule('PARTICIPIAL', 'PART the? first|earliest|soonest', ([part], at): Pred => ofDay(part, 'earliest', at), [
    'due first',
    'placed the earliest',
  ]),
  rule('PARTICIPIAL', 'PART the? last|latest', ([part], at): Pred => ofDay(part, 'latest', at), [
    'due last',
    'created the latest',
  ]),

  // "which three deployments took the longest", "which product costs the most"
  rule(
    'WHQ',
    'which|what PLAIN POST* LASTED the? SUPER',
    ([, core, post, , , word]: [unknown, NounTerm, never[], unknown, unknown, string]) =>
      mostOf({ ...core, post: [...core.post, ...flat(post)] }, word, []),
    ['which 3 orders took the longest', 'which task lasted the shortest'],
  ),
  rule(
    'WHQ',
    'which|what PLAIN POST* COSTING the? most|least',
    ([, core, post, measure, , word]) =>
      mostOf({ ...core, post: [...core.post, ...flat(post)] }, word.lower, [measure]),
    ['which product costs the most', 'which order weighs the least'],
  ),
  rule('LASTED', 'take|last|run', () => 'lasted', ['took', 'lasted']),

  // "who has the lowest balance of all pupils": one of those that are named behind it.
  rule(
    'WHQ',
    'who|which|what have the SUPER HEAD AMONGALL NP',
    ([, , , word, head, , np], at) => oneOf(np, word, head, at),
    ['who has the lowest total of all orders', 'which has the highest amount of all invoices'],
  ),
  rule('AMONGALL', 'of|among|amongst|out all?', () => 'among', ['of', 'among all']),
  rule('AMONGALL', 'out of all?', () => 'among', ['out of all']),
]

function ofDay([verb]: readonly string[], word: string, at: At): Pred {
  const one = noun({ words: ['one'], isPlural: false, isKnown: true }, at, {
    det: 'the',
    pre: [{ p: 'extreme', word, count: null }],
  })
  const field = noun({ words: [verb!, 'date'], isPlural: false, isKnown: true }, at)
  return { c: 'whose', field, pred: { c: 'is', right: one } }
}

/** One, or as many as are counted. */
function mostOf(core: NounTerm, word: string, by: readonly string[]): Np | null {
  const isCounted = core.pre.some(({ p }) => p === 'count')
  if (core.head.isPlural && !isCounted) return null
  const most = peaked(core, { word, by })
  return most === null ? null : { ...most, det: 'the' }
}

function oneOf(np: Np, word: string, head: Head, at: At): Np | null {
  if (np.t !== 'noun' || !np.head.isPlural || !head.isKnown) return null
  if (np.pre.some(({ p }) => p === 'count')) return null
  const most = peaked(np, { word, by: head.words })
  return most === null
    ? null
    : { ...most, det: 'the', head: { ...np.head, isPlural: false }, span: spanOf(at) }
}
