// What belongs to a verb: objects, prepositions, adverbs.
import type { Rule } from '../../chart/chart.ts'
import type { Token } from '../../lattice/tokens.ts'
import { particleVerbs } from '../../lexicon/particles.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Complement, Np } from '../terms.ts'

export const complementRules: readonly Rule[] = [
  // What belongs to the verb.
  rule('COMPL', 'NP', ([np]): Complement => ({ a: 'np', np }), ['7', 'n']),
  rule(
    'COMPL',
    'to|for|on|in|at|of|from|with|into|about|by|as|against|under|using|via|over|per|than|onto|until|between|within|without|through|after|before|above|below NP',
    ([prep, np]): Complement => ({ a: 'prep', prep: prep.lower, np }),
    ['to 3', 'of 2'],
  ),
  rule('COMPL', 'away|out|over|up|down|aside', particle, ['up', 'out'], 3),
  // "also when it is 0": not only then. What follows is no condition.
  rule('COMPL', 'VOID', (_, at) => (isBeforeIf(at) ? null : 'void'), ['pls', 'too']),
  rule('COMPL', ', VOID', (_, at) => (isBeforeIf(at) ? null : 'void'), [', too', ', then']),
  rule('COMPL', 'WITHLABELS', ([labels]) => labels, [
    'with amount 5, currency EUR',
    'with the subject "Hi" and the body "Hello"',
  ]),
  rule('COMPL', ', LABELED', ([, label]) => label, [', due 14', ', status todo'], 1),
  rule(
    'COMPL',
    ', and LABELED',
    ([, , label]) => label,
    [', and the message "Patient informed"', ', and due 14'],
    1,
  ),
  rule('COMPL', ':|- SAID', ([, np]): Complement => ({ a: 'text', np }), [': 6200', ': "de"']),
  rule('COMPL', ',? say|read|state|tell|ask :|,? SAID', ([, , , np]): Complement => ({ a: 'text', np }), [
    'tell #billing',
    'tell #front-desk',
  ]),
  rule('COMPL', ',? that|which say|read|state :|,? SAID', ([, , , , np]): Complement => ({ a: 'text', np }), [
    'that says "Patient informed"',
    'that says "Dr. Weber is ill today"',
  ]),
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
    ['by SMS', 'by the date'],
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
    [', paid by the orders', ', paid by the ticket'],
    1,
  ),
  // One time, as it is done anyway; "once it is open" is a condition.
  rule(
    'COMPL',
    'once',
    (_, at) => (/^(?:in|on|to|at|:|with|)$/.test(at.tokens[at.end]?.lower ?? '') ? 'void' : null),
    ['once'],
  ),
  // "schedule a payment for it, full amount"
  rule(
    'COMPL',
    ', THE_NOUN',
    ([, np], at): Complement | null =>
      at.tokens[at.start + 1]!.lower === 'full' && np.owner === null
        ? { a: 'prep', prep: 'with', np: { ...np, det: 'the' } }
        : null,
    [', full amount', ', full amounts'],
    1,
  ),
  rule('COMPL', 'in full', () => ({ a: 'flag', words: 'full' }), ['in full']),
  rule('COMPL', 'fully', () => ({ a: 'flag', words: 'full' }), ['fully']),
  rule('COMPL', 'internally', () => ({ a: 'flag', words: 'internal' }), ['internally']),
  rule('SAID', 'VALUE', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) }), ['0', '14']),
  rule(
    'WITHLABELS',
    ',? with|having|use|using|by LABEL LABELMORE*',
    ([, , first, more]) => [first, ...more],
    ['with the subject "Hi" and the body "Hello"', 'with amount 5, currency EUR'],
  ),
  rule('LABELMORE', 'AND with? LABEL', ([, , label]) => label, [', due 14', ', due on 2026-12-10']),
  rule('AND', ',|and|plus|&', () => 'and', [',', 'and']),
  rule('AND', ', and', () => 'and', [', and']),
  rule('AND', 'as well as', () => 'and', ['as well as']),
  rule('LABEL', 'LABELED', ([label]) => label, ['due 14', 'mode hard']),
  rule(
    'LABEL',
    'LDET? ADJ HEAD',
    ([, words, name], at): Complement => ({
      a: 'label',
      name,
      np: { t: 'value', value: { v: 'word', text: words }, span: spanOf(at) },
    }),
    ['low priority', 'high priority'],
  ),
  rule(
    'LABEL',
    'SAID as|for the|its? HEAD',
    ([np, , , name]): Complement => ({ a: 'label', name, np }),
    ['", " as the separator', '"Goodwill" as the reason'],
    1,
  ),
  // "the error message as the body": the whole of it, which its name follows.
  rule(
    'LABEL',
    'THE_NOUN as|for the|its HEAD',
    ([np, , , name]): Complement | null =>
      np.det === 'the' && name.isKnown ? { a: 'label', name, np } : null,
    ['the error message as the body', 'the total as the amount'],
    1,
  ),
  rule('LDET', 'the|a|an|its|this', () => 'the', ['a', 'an']),
  rule('LABELED', 'LDET? HEAD LABELSIGN? SAID', ([, name, , np]): Complement => ({ a: 'label', name, np }), [
    'subject "Hi"',
    'the amount: 5',
  ]),
  rule(
    'LABELED',
    'LDET? HEAD LABELSIGN NP',
    ([, name, , np]): Complement => ({ a: 'label', name, np }),
    ['gross: net', 'name: return'],
    1,
  ),
  rule(
    'LABELED',
    'LDET? HEAD OWNED',
    ([, name, np]): Complement => ({ a: 'label', name, np }),
    ["subject the order's id", 'the body its text'],
    1.5,
  ),
  rule(
    'LABELED',
    'LDET? HEAD THE_NOUN',
    ([, name, np]): Complement | null => (np.det === 'the' ? { a: 'label', name, np } : null),
    ['subject the error message', 'amount the total'],
    1.5,
  ),
  rule('THE_NOUN', 'CORE', ([np]) => np, ['the total', 'the error message']),
  rule(
    'LABELED',
    'LDET? HEAD ADJ',
    ([, name, words], at): Complement => ({
      a: 'label',
      name,
      np: { t: 'value', value: { v: 'word', text: words }, span: spanOf(at) },
    }),
    ['mode hard', 'status todo'],
  ),
  rule(
    'LABELED',
    'LDET? HEAD set? to NP',
    ([, name, , , np]): Complement => ({ a: 'label', name, np }),
    ['SMS to its phone', 'date to due date'],
    1,
  ),
  rule('LABELSIGN', ':|=|of|be|as|saying|reading|being', () => ':', [':', '=']),
  rule('LABELSIGN', 'set to', () => ':', ['set to']),
  rule('LABELSIGN', "'s", () => ':', ["'s"], 1),
  rule('LABELSIGN', 'state|give|name being|as?', () => ':', ['name', 'gives']),
]

function isBeforeIf(at: { tokens: readonly { lower: string }[]; end: number }): boolean {
  const next = at.tokens.slice(at.end, at.end + 3).map(({ lower }) => lower)
  return (
    /^(also|just|again|now|then)$/.test(at.tokens[at.end - 1]!.lower) &&
    (/^(if|when|unless|where|for|even)$/.test(next[0] ?? '') ||
      /^in (?:the )?(?:case|event)/.test(next.join(' ')))
  )
}

/** A particle goes with its verb, which stands before it. */
function particle(_: unknown, { tokens, start }: At): 'void' | null {
  const verbs = particleVerbs.get(tokens[start]!.lower)
  const isSaid = (tokens as readonly Token[])
    .slice(0, start)
    .some(({ lemmas }) => lemmas.some(lemma => verbs?.has(lemma)))
  return isSaid || start === 0 ? 'void' : null
}
