// What belongs to a verb: objects, prepositions, adverbs.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Complement, Np } from '../terms.ts'

export const complementRules: readonly Rule[] = [
  // What belongs to the verb.
  rule('COMPL', 'NP', ([np]): Complement => ({ a: 'np', np })),
  rule(
    'COMPL',
    'to|for|on|in|at|of|from|with|into|about|by|as|against|under|using|via|over|per|than|onto|until|between|within|without|through|after|before|above|below NP',
    ([prep, np]): Complement => ({ a: 'prep', prep: prep.lower, np }),
  ),
  rule('COMPL', 'away|out|over|up|down|aside', () => 'void', [], 3),
  // "also when it is 0": not only then. What follows is no condition.
  rule('COMPL', 'VOID', (_, at) => (isBeforeIf(at) ? null : 'void')),
  rule('COMPL', ', VOID', (_, at) => (isBeforeIf(at) ? null : 'void')),
  rule('COMPL', 'WITHLABELS', ([labels]) => labels),
  rule('COMPL', ', LABELED', ([, label]) => label, [], 1),
  rule('COMPL', ', and LABELED', ([, , label]) => label, [], 1),
  rule('COMPL', ':|- SAID', ([, np]): Complement => ({ a: 'text', np }), []),
  rule('COMPL', ',? say|read|state|tell|ask :|,? SAID', ([, , , np]): Complement => ({ a: 'text', np }), []),
  rule(
    'COMPL',
    ',? that|which say|read|state :|,? SAID',
    ([, , , , np]): Complement => ({ a: 'text', np }),
    [],
  ),
  rule(
    'COMPL',
    ',? SORTING',
    ([, keys]): Complement => ({
      a: 'np',
      np: {
        t: 'noun',
        det: null,
        owner: null,
        pre: [],
        head: { words: ['one'], isPlural: true, isKnown: true },
        post: [{ p: 'sort', keys }],
        span: [0, 0],
      },
    }),
    [],
    2,
  ),
  rule(
    'COMPL',
    ', PART by|for|to|from|on|at|in|as NP',
    ([, lemmas, , np], _at): Complement => ({
      a: 'label',
      name: { words: [lemmas[0]], isPlural: false, isKnown: true },
      np,
    }),
    [],
    1,
  ),
  rule('COMPL', 'in full', () => ({ a: 'flag', words: 'full' })),
  rule('COMPL', 'fully', () => ({ a: 'flag', words: 'full' })),
  rule('COMPL', 'internally', () => ({ a: 'flag', words: 'internal' })),
  rule('SAID', 'VALUE', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) })),
  rule(
    'WITHLABELS',
    ',? with|having|use|using|by LABEL LABELMORE*',
    ([, , first, more]) => [first, ...more],
    ['with the subject "Hi" and the body "Hello"', 'with amount 5, currency EUR'],
  ),
  rule('LABELMORE', 'AND with? LABEL', ([, , label]) => label),
  rule('AND', ',|and|plus|&', () => 'and'),
  rule('AND', ', and', () => 'and'),
  rule('AND', 'as well as', () => 'and'),
  rule('LABEL', 'LABELED', ([label]) => label),
  rule(
    'LABEL',
    'LDET? ADJ HEAD',
    ([, words, name], at): Complement => ({
      a: 'label',
      name,
      np: { t: 'value', value: { v: 'word', text: words }, span: spanOf(at) },
    }),
    ['with high priority', 'with the low priority'],
  ),
  rule(
    'LABEL',
    'SAID as|for the|its? HEAD',
    ([np, , , name]): Complement => ({ a: 'label', name, np }),
    ['with "Hi" as the subject', 'with 5 as the amount'],
    1,
  ),
  rule('LDET', 'the|a|an|its|this', () => 'the'),
  rule('LABELED', 'LDET? HEAD LABELSIGN? SAID', ([, name, , np]): Complement => ({ a: 'label', name, np }), [
    'subject "Hi"',
    'the amount: 5',
  ]),
  rule(
    'LABELED',
    'LDET? HEAD LABELSIGN NP',
    ([, name, , np]): Complement => ({ a: 'label', name, np }),
    [],
    1,
  ),
  rule(
    'LABELED',
    'LDET? HEAD ADJ',
    ([, name, words], at): Complement => ({
      a: 'label',
      name,
      np: { t: 'value', value: { v: 'word', text: words }, span: spanOf(at) },
    }),
  ),
  rule(
    'LABELED',
    'LDET? HEAD set? to NP',
    ([, name, , , np]): Complement => ({ a: 'label', name, np }),
    [],
    1,
  ),
  rule('LABELSIGN', ':|=|of|be|as|saying|reading|being', () => ':'),
  rule('LABELSIGN', 'set to', () => ':'),
  rule('LABELSIGN', "'s", () => ':', [], 1),
  rule('LABELSIGN', 'state|give|name being|as?', () => ':'),
]

function isBeforeIf(at: { tokens: readonly { lower: string }[]; end: number }): boolean {
  return (
    /^(also|just|again|now|then)$/.test(at.tokens[at.end - 1]!.lower) &&
    /^(if|when|unless|where|for)$/.test(at.tokens[at.end]?.lower ?? '')
  )
}
