// Orders: a verb and what belongs to it.
import type { Rule } from '../../chart/chart.ts'
import { lemmasOf } from '../../lattice/lemmas.ts'
import { wordsOf } from '../../lexicon/types.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Np, Statement } from '../terms.ts'

export const orderRules: readonly Rule[] = [
  // An order: a verb and what belongs to it.
  rule('CLAUSE', 'VOID* VERB COMPL*', ([, verb, parts], at) => call(verb, parts, at), [
    'send an email to {{inputs.to}}',
    'delete the order A-1',
  ]),
  // A verb of two words around its object: "look it up again".
  rule(
    'CLAUSE',
    'VOID* look NP up COMPL*',
    ([, , np, , parts], at) => call({ lemmas: ['look up'] }, [{ a: 'np', np }, ...parts], at),
    ['look it up again', 'then look it up again'],
  ),
  // A verb whose particle stands after its object.
  rule(
    'CLAUSE',
    'VOID* give|pay NP back COMPL*',
    ([, verb, np, , parts], at) =>
      call({ lemmas: [`${verb.lemmas.at(-1)} back`] }, [{ a: 'np', np }, ...parts], at),
    ['give {{inputs.amount}} back on the order A-1', 'pay 10 back on the order A-1'],
  ),
  rule(
    'CLAUSE',
    'VOID* give|hand|send me|us back VOID* NP COMPL*',
    ([, , , , , np, parts], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }, ...parts], at),
    [
      'Give me back an object with averageCoverage and failedBuilds',
      'Give me back please the names of the employees whose start date is after {{inputs.date}}',
    ],
  ),
  // "turn it off", "switch the flag A on": off and on are values.
  rule(
    'CLAUSE',
    'VOID* turn|switch|set|flip NP VOID* on|off COMPL*',
    ([, verb, np, , word, parts], at) =>
      call({ lemmas: verb.lemmas }, [{ a: 'np', np }, { a: 'flag', words: word.lower }, ...parts], at),
    ['turn it off', 'turn each of them off'],
  ),
  rule(
    'CLAUSE',
    'VOID* turn|switch on|off NP COMPL*',
    ([, verb, word, np, parts], at) =>
      call({ lemmas: verb.lemmas }, [{ a: 'np', np }, { a: 'flag', words: word.lower }, ...parts], at),
    ['switch on status', 'turn on the orders'],
  ),
  // What shall be done to something: the passive.
  rule(
    'CLAUSE',
    'NP MODAL be VOID* VERB COMPL*',
    ([np, , , , verb, parts], at) => call(verb, parts, at, np),
    ['the order shall be deleted', 'an email must be sent to {{inputs.to}}'],
  ),
  rule('CLAUSE', 'NP be to be VERB COMPL*', ([np, , , , verb, parts], at) => call(verb, parts, at, np), [
    'the order is to be deleted',
    'the ticket is to be closed',
  ]),
  rule(
    'CLAUSE',
    'NP get VERB COMPL*',
    ([np, , verb, parts], at) =>
      /(ed|en|wn|ght|t)$/.test(at.tokens.find((_, i) => i > at.start) ? 'ed' : '')
        ? call(verb, parts, at, np)
        : null,
    ['booked ones get confirmed', 'Those that are booked get confirmed'],
    4,
  ),
  // "the rest of them please reject": what it is done to stands in front.
  rule(
    'CLAUSE',
    'NP ,? please|kindly VERB COMPL*',
    ([np, , , verb, parts], at) => call(verb, parts, at, np),
    ['the rest please reject', 'Products of the category {{inputs.category}}, please tag them'],
    1,
  ),
  rule('MODAL', 'shall|should|must|will|can|may|need|have to?', () => 'modal', ['has', 'may']),
  rule('MODAL', 'need|have to', () => 'modal', ['has to', 'need to']),
  // "assign ticket X to agt_1" said as a wish about the thing: "have the priority of X set to high".
  rule(
    'CLAUSE',
    'have|get NP VERB COMPL*',
    // "Get the Jira issue" issues nothing.
    ([, np, verb, parts], at) => (isParticiple(np, at) ? call(verb, parts, at, np) : null),
    ['have the order A-1 deleted', 'have "Open the doors" posted in #front-desk'],
    3,
  ),
  rule(
    'CLAUSE',
    'let NP know COMPL*',
    ([, np, , parts], at) => call({ lemmas: ['notify'] }, [{ a: 'np', np }, ...parts], at),
    ['Let everybody know about the fire drill', 'let the customer of order {{inputs.order}} know'],
  ),
  rule(
    'CLAUSE',
    'make sure|certain that? NP be VERB COMPL*',
    ([, , , np, , verb, parts], at) => call(verb, parts, at, np),
    ['make sure the orders be cancel', 'make sure the orders be cancel 7'],
  ),

  // Words of courtesy and order that say nothing of what is done.
  rule(
    'VOID',
    'please|kindly|now|then|also|too|afterwards|next|first|finally|lastly|again|just|simply|afterward|thereafter|subsequently|immediately|directly|additionally',
    () => 'void',
    ['pls', 'too'],
  ),
  rule('VOID', 'right away|now', () => 'void', ['right away', 'right now']),
  rule('VOID', 'as well', () => 'void', ['as well']),
  rule('VOID', 'after that|this', () => 'void', ['After that', 'After this']),
  rule('VOID', 'at the end', () => 'void', ['at the end']),
  rule('VOID', 'in the end', () => 'void', ['in the end']),
  rule('VOID', 'for me|us', () => 'void', ['for me', 'for us']),
  rule('VOID', 'in turn', () => 'void', ['in turn']),
  rule('VOID', 'to me|us', () => 'void', ['to me', 'to us']),
  rule('VOID', 'go ahead and', () => 'void', ['Go ahead and']),
  rule('VOID', 'make sure to', () => 'void', ['make sure to']),

  // A call that names its tool and every argument, as an explanation writes it.
  rule(
    'CONTROL',
    'VERB ANYWORD* ( NAMEWORD ) EXACTARGS?',
    ([verb, words, , tool, , args], at): Statement => ({
      s: 'exact',
      verb,
      words,
      tool,
      args: args ?? [],
      span: spanOf(at),
    }),
    ['send email (shop__send_email) with the to "a@b.c" and the subject "Hi"', 'cancel ( total )'],
  ),
  rule(
    'CONTROL',
    'use|call|run|invoke the? tool? TOOLNAME tool? NAMEDARGS?',
    ([, , , text, , args], at): Statement => ({
      ...{ s: 'exact', verb: { lemmas: ['use'] }, words: null, tool: text, args: args ?? [] },
      span: spanOf(at),
    }),
    ['use `billing__create_invoice` with customer "Ann" and amount 5', 'call the tool `send_email`'],
  ),
  // By its title.
  rule(
    'CONTROL',
    'use|call|run|invoke the ANYWORD ANYWORD? ANYWORD? tool NAMEDARGS?',
    ([, , a, b, c, , args], at): Statement => ({
      ...{ s: 'exact', verb: { lemmas: ['use'] }, words: null, args: args ?? [], span: spanOf(at) },
      tool: [a, b, c].filter(word => word !== null).join(' '),
    }),
    ['use the Create invoice tool with customer "Ann" and amount 5', 'call the hash tool'],
  ),
  rule('NAMEDARGS', 'with|using NAMEDARG NAMEDMORE*', ([, first, more]) => [first, ...more], [
    'with amount 5',
    'with customer "Ann" and amount 5',
  ]),
  rule('NAMEDMORE', 'AND NAMEDARG', ([, each]) => each, [', amount 5', 'and amount 5']),
  rule(
    'NAMEDARG',
    'the? ANYWORD ANYWORD? ANYWORD? :|=? VALUE',
    ([, a, b, c, , value]) => ({ words: [a, b, c].filter(word => word !== null).join(' '), value }),
    ['amount 5', 'the customer: "Ann"'],
  ),
  rule(
    'NAMEDARG',
    'the? CODE :|=? VALUE',
    ([, { text }, , value]) => ({ words: wordsOf(text).join(' '), value }),
    ['`amount` 5', 'the `customer`: "Ann"'],
  ),
  rule('EXACTARGS', 'with EXACTARG EXACTMORE*', ([, first, more]) => [first, ...more], [
    'with the order 2',
    'with the order 7',
  ]),
  rule('EXACTMORE', 'AND EXACTARG', ([, each]) => each, [', the order 2', ', the order 7']),
  rule(
    'EXACTARG',
    'the ANYWORD ANYWORD? ANYWORD? ANYWORD? VALUE',
    ([, a, b, c, d, value]) => ({
      words: [a, b, c, d].filter(word => word !== null).join(' '),
      value,
    }),
    ['the order 2', 'the order 7'],
  ),
  rule(
    'CONTROL',
    'let ANYWORD be VALUE',
    ([, name, , value], at): Statement => ({ s: 'let', name, value, span: spanOf(at) }),
    ['let limit be 5', 'let order be 2'],
  ),
  rule(
    'CONTROL',
    'a denial do not end the workflow',
    (_, at): Statement => ({ s: 'ondeny', span: spanOf(at) }),
    ['a denial does not end the workflow', 'a denial do not end the workflow'],
  ),
]

/** The word behind the thing is what was done to it: deleted, sent, set. */
function isParticiple({ span }: Np, { tokens }: At): boolean {
  const word = tokens.find(({ start }) => start >= span[1])?.lower ?? ''
  return (
    /^(?:re)?(?:set|put|cut|shut|run|split)$/.test(word) ||
    (lemmasOf(word).length > 1 && !/(?:s|ing)$/.test(word))
  )
}
