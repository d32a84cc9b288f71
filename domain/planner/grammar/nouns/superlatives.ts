// The most of something, said behind the thing: "the task that is due first", "the order placed last".
import type { Rule } from '../../chart/chart.ts'
import { type At, noun, rule } from '../build.ts'
import type { Pred } from '../terms.ts'

export const superlativeRules: readonly Rule[] = [
  rule('PARTICIPIAL', 'PART the? first|earliest|soonest', ([part], at): Pred => ofDay(part, 'earliest', at), [
    'due first',
    'placed the earliest',
  ]),
  rule('PARTICIPIAL', 'PART the? last|latest', ([part], at): Pred => ofDay(part, 'latest', at), [
    'due last',
    'created the latest',
  ]),
]

function ofDay([verb]: readonly string[], word: string, at: At): Pred {
  const one = noun({ words: ['one'], isPlural: false, isKnown: true }, at, {
    det: 'the',
    pre: [{ p: 'extreme', word, count: null }],
  })
  const field = noun({ words: [verb!, 'date'], isPlural: false, isKnown: true }, at)
  return { c: 'whose', field, pred: { c: 'is', right: one } }
}
