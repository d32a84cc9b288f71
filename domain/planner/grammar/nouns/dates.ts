// How long something is good for, and fields of two words.
import type { Rule } from '../../chart/chart.ts'
import { nounOf, rule } from '../build.ts'
import type { Np, Pred } from '../terms.ts'

export const timeRules: readonly Rule[] = [
  // How long something is good for.
  rule('VERBAL', 'end|expire|lapse COMPARE', ([, pred]) => pred, [], 0),
  rule('VERBAL', 'run out COMPARE', ([, , pred]) => pred, [], 0),
  rule('ISWHAT', 'valid|good only? until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'valid|good only? until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'a|an ADJ', ([, words]): Pred => ({ c: 'adjective', words })),
  rule('ISWHAT', 'the same as NPV', ([, , , right]): Pred => ({ c: 'is', right })),
  rule(
    'CORE',
    'DET? HEAD number|nr|address',
    ([d, head, word], at) => ({
      ...nounOf('', at, d),
      head: { ...head, words: [...head.words, word.lower === 'nr' ? 'number' : word.lower] },
    }),
    ['the phone number', 'the e-mail address'],
  ),
  // "the appointment date": the date of the appointment.
  rule(
    'OWNED',
    'DET? HEAD HEAD',
    ([d, owner, head], at): Np => ({
      ...nounOf('', at, 'the'),
      head,
      owner: { ...nounOf('', at, d ?? 'the'), head: owner },
    }),
    [],
    3,
  ),
  rule('CORE', 'DET? amount|sum PART', ([d, , part], at) => nounOf(part[0], at, d), [], 1),
  rule('CORE', 'DET? PART amount|sum', ([d, part], at) => nounOf(part[0], at, d), [], 1),
]
