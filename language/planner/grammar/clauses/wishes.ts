// Orders as wishes: "I would be grateful if the ticket could be closed", "it would be good if you sent ...".
import type { Rule } from '../../chart/chart.ts'
import { call, rule } from '../build.ts'

export const wishRules: readonly Rule[] = [
  rule(
    'CLAUSE',
    'GRATEFUL if NP can|could|would|might be VOID* VERB COMPL*',
    ([, , np, , , , verb, parts], at) => call(verb, parts, at, np),
    [
      'I would be grateful if the ticket A-1 could be closed',
      'it would be great if the orders would be cancelled',
    ],
  ),
  rule('CLAUSE', 'GRATEFUL if you can|could|would CLAUSE', parts => parts.at(-1), [
    'I would be glad if you could close the ticket A-1',
    'it would be nice if you could delete the order A-1',
  ]),
  rule('GRATEFUL', 'i|we would be very? grateful|glad|happy|pleased|thankful', () => 'wish', [
    'I would be grateful',
    'we would be very happy',
  ]),
  rule('GRATEFUL', 'it would be very? good|nice|great|helpful|lovely|kind', () => 'wish', [
    'it would be nice',
    'it would be very helpful',
  ]),
]
