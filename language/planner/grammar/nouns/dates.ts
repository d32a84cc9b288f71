// How long something is good for, and fields of two words.
import type { Rule } from '../../chart/chart.ts'
import { nounOf, rule } from '../build.ts'
import type { Np, Pred } from '../terms.ts'

/** "Sort by amount descending" is no amount that descends. */
const directions = new Set(['ascending', 'descending', 'increasing', 'decreasing', 'rising', 'falling'])

export const timeRules: readonly Rule[] = [
  // How long something is good for.
  rule(
    'VERBAL',
    'end|expire|lapse COMPARE',
    ([, pred]) => pred,
    ['ends before the date', 'expires prior to the date'],
    0,
  ),
  rule(
    'VERBAL',
    'run out COMPARE',
    ([, , pred]) => pred,
    ['runs out before the appointment', 'runs out before the appointment date'],
    0,
  ),
  rule('ISWHAT', 'valid|good only? until|till COMPARE', ([, , , pred]) => pred, [
    'valid until > 1',
    'valid until >= 5',
  ]),
  rule('ISWHAT', 'valid|good only? until|till a|some day|date COMPARE', ([, , , , , pred]) => pred, [
    'valid until a date earlier than 2026-12-01',
    'valid only until a day before the date of the appointment',
  ]),
  rule('ISWHAT', 'only valid|good until|till COMPARE', ([, , , pred]) => pred, [
    'only valid until > 1',
    'only valid until >= 5',
  ]),
  rule('ISWHAT', 'only valid|good until|till a|some day|date COMPARE', ([, , , , , pred]) => pred, [
    'only valid until a date before 2026-12-01',
    'only valid until a day before the date of that same appointment',
  ]),
  rule('ISWHAT', 'a|an ADJ', ([, words]): Pred => ({ c: 'adjective', words }), ['a open', 'a urgent']),
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
    ['order order', 'order ticket'],
    3,
  ),
  rule(
    'CORE',
    'DET? amount|sum PART',
    ([d, , part], at) => (directions.has(part[0]) ? null : nounOf(part[0], at, d)),
    ['amount paid', 'amount created'],
    1,
  ),
  rule(
    'CORE',
    'DET? PART amount|sum',
    ([d, part], at) => nounOf(part[0], at, d),
    ['paid amount', 'paid sum'],
    1,
  ),
]
