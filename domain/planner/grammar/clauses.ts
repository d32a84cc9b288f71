// Clauses: what is to be done, to what, with what; and how clauses are joined, conditioned, repeated and
// timed.

import { isTimeZone } from '../../moment.ts'
import type { Rule } from '../chart/chart.ts'
import { cities, roles, weekdays } from '../lexicon/words.ts'
import { spanOf } from './nouns.ts'
import type { Body, Complement, Np, Statement, Verb, When, Who } from './terms.ts'

function rule(
  category: string,
  parts: string,
  meaning: Rule['meaning'],
  examples: readonly string[] = [],
  cost = 0,
): Rule {
  return { category, parts, meaning, examples, cost }
}
type At = Parameters<typeof spanOf>[0]

const call = (
  verb: Verb,
  parts: readonly (Complement | readonly Complement[] | 'void')[],
  at: At,
  passive: Np | null = null,
): Statement => ({
  s: 'call',
  verb,
  parts: (parts as (Complement | Complement[] | 'void')[])
    .flat()
    .filter(part => part !== 'void') as Complement[],
  passive,
  span: spanOf(at),
})

export const clauseRules: readonly Rule[] = [
  // An order: a verb and what belongs to it.
  rule('CLAUSE', 'VOID* VERB COMPL*', ([, verb, parts], at) => call(verb, parts, at), [
    'send an email to {{inputs.to}}',
    'delete the order A-1',
  ]),
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
    [],
    4,
  ),
  // "the rest of them please reject": what it is done to stands in front.
  rule(
    'CLAUSE',
    'NP ,? please|kindly VERB COMPL*',
    ([np, , , verb, parts], at) => call(verb, parts, at, np),
    ['the rest please reject', 'the open ones, please close'],
    1,
  ),
  rule('MODAL', 'shall|should|must|will|can|may|need|have to?', () => 'modal'),
  rule('MODAL', 'need|have to', () => 'modal'),
  // "assign ticket X to agt_1" said as a wish about the thing: "have the priority of X set to high".
  rule('CLAUSE', 'have|get NP VERB COMPL*', ([, np, verb, parts], at) => call(verb, parts, at, np), [], 3),
  rule('CLAUSE', 'let NP know COMPL*', ([, np, , parts], at) =>
    call({ lemmas: ['notify'] }, [{ a: 'np', np }, ...parts], at),
  ),
  rule('CLAUSE', 'make sure|certain that? NP be VERB COMPL*', ([, , , np, , verb, parts], at) =>
    call(verb, parts, at, np),
  ),
  // A thing alone is asked for: "number of open orders per country, please".
  rule(
    'CLAUSE',
    'NP',
    ([np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }),
    ['number of orders per country', 'the ids of the open orders'],
    6,
  ),
  rule('CLAUSE', 'what be NP', ([, , np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }), [
    'what is the average amount of the orders',
    'what are the ids of the orders',
  ]),
  rule(
    'CLAUSE',
    'how many NP be there POST*',
    ([, , of, , , post], at): Statement | null =>
      of.t === 'noun'
        ? { s: 'ask for', np: count({ ...of, post: [...of.post, ...post.flat()] }, at), span: spanOf(at) }
        : null,
    ['how many orders are there from France'],
  ),
  rule(
    'CLAUSE',
    'how many NP there be POST*',
    ([, , of, , , post], at): Statement | null =>
      of.t === 'noun'
        ? { s: 'ask for', np: count({ ...of, post: [...of.post, ...post.flat()] }, at), span: spanOf(at) }
        : null,
    ['how many orders there are', 'how many orders there are from France'],
  ),
  rule(
    'CLAUSE',
    'how many NP be there',
    ([, , of], at): Statement => ({ s: 'ask for', np: count(of, at), span: spanOf(at) }),
    ['how many orders are there', 'how many open tickets are there'],
  ),
  rule(
    'CLAUSE',
    'how many NP do we|i|they|you have COMPL*',
    ([, , of, , , , parts], at): Statement | null => askFor(of, parts, at),
    ['how many customers do we have per country', 'how many orders do we have'],
  ),
  rule(
    'CLAUSE',
    'how many NP PRED',
    ([, , of, pred], at): Statement => ({
      s: 'ask for',
      np: count({ ...of, post: [...(of.post ?? []), { p: 'where', pred }] }, at),
      span: spanOf(at),
    }),
    ['how many orders are open', 'how many tickets have no assignee'],
  ),
  rule(
    'CLAUSE',
    'which|what NOUNISH PRED',
    ([, np, pred], at): Statement => ({
      s: 'ask for',
      np: { ...np, det: 'all', post: [...np.post, { p: 'where', pred }] },
      span: spanOf(at),
    }),
    ['which orders are open', 'which deals have an amount over 500'],
  ),
  rule(
    'CLAUSE',
    'which|what NOUNISH do|can we|i get|have|see COMPL*',
    ([, np], at): Statement => ({
      s: 'ask for',
      np: { ...np, det: 'all', pre: [...np.pre, { p: 'distinct' }] },
      span: spanOf(at),
    }),
    [],
    3,
  ),
  rule('CLAUSE', 'who|what be NP', ([, , np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) })),
  // A question that the next sentence answers: "Is its status solved? In that case ..."
  rule(
    'QUESTION',
    'be NP PREDBE ?',
    ([, subject, pred], at): Statement => ({
      s: 'check',
      cond: { c: 'of', subject, pred },
      span: spanOf(at),
    }),
    ['is its status open ?', 'are they paid ?'],
  ),
  rule(
    'QUESTION',
    'do NP have NP ?',
    ([, subject, , np], at): Statement => ({
      s: 'check',
      cond: { c: 'of', subject, pred: { c: 'has', np } },
      span: spanOf(at),
    }),
  ),
  rule(
    'QUESTION',
    'be there any|some? NP ?',
    ([, , , np], at): Statement => ({ s: 'check', cond: { c: 'there', np, not: false }, span: spanOf(at) }),
  ),

  // Words of courtesy and order that say nothing of what is done.
  rule(
    'VOID',
    'please|kindly|now|then|also|too|afterwards|next|first|finally|lastly|again|just|simply|afterward|thereafter|subsequently|immediately|directly|additionally',
    () => 'void',
  ),
  rule('VOID', 'right away|now', () => 'void'),
  rule('VOID', 'as well', () => 'void'),
  rule('VOID', 'after that|this', () => 'void'),
  rule('VOID', 'at the end', () => 'void'),
  rule('VOID', 'in the end', () => 'void'),
  rule('VOID', 'for me|us', () => 'void'),
  rule('VOID', 'in turn', () => 'void'),
  rule('VOID', 'to me|us', () => 'void'),
  rule('VOID', 'go ahead and', () => 'void'),
  rule('VOID', 'make sure to', () => 'void'),

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
    ['send email (shop__send_email) with the to "a@b.c" and the subject "Hi"'],
  ),
  rule('EXACTARGS', 'with EXACTARG EXACTMORE*', ([, first, more]) => [first, ...more]),
  rule('EXACTMORE', 'AND EXACTARG', ([, each]) => each),
  rule('EXACTARG', 'the ANYWORD ANYWORD? ANYWORD? ANYWORD? VALUE', ([, a, b, c, d, value]) => ({
    words: [a, b, c, d].filter(word => word !== null).join(' '),
    value,
  })),
  rule(
    'CONTROL',
    'let ANYWORD be VALUE',
    ([, name, , value], at): Statement => ({ s: 'let', name, value, span: spanOf(at) }),
    ['let limit be 5'],
  ),
  rule(
    'CONTROL',
    'a denial do not end the workflow',
    (_, at): Statement => ({ s: 'ondeny', span: spanOf(at) }),
    ['a denial does not end the workflow'],
  ),

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

  // Clauses one after the other.
  rule('BODY', 'UNIT BODYMORE*', ([first, more]: [Body, Body[]]): Body => [first, ...more].flat()),
  rule('BODYMORE', 'CONN UNIT', ([, body]) => body),
  rule('CONN', ',? and then?', () => 'and'),
  rule('CONN', ',? and afterwards|also|finally|subsequently ,?', () => 'and'),
  rule('CONN', ',? and after that ,?', () => 'and'),
  rule('CONN', ',? then', () => 'and'),
  rule('CONN', ';|->|→|=>|⇒|+|& and|then?', () => 'and'),
  rule('CONN', ',', () => 'and', [], 1),
  rule('UNIT', 'CLAUSE', ([clause]): Body => [clause]),
  rule('UNIT', 'CONTROL', ([statement]): Body => [statement]),
  rule(
    'UNIT',
    'of|from|among|amongst|out of? NP , BODY',
    ([, , np, , body], at): Body => [call({ lemmas: ['get'] }, [{ a: 'np', np }], at), ...body],
    ['of all open orders, take the largest', 'from those, keep the paid ones'],
    1,
  ),
  rule('UNIT', 'WISH UNIT', ([, body]) => body),
  // "I want X": it is asked for.
  rule(
    'UNIT',
    'i|we want|need|require NP',
    ([, , np], at): Body => [{ s: 'ask for', np, span: spanOf(at) }],
    ['we need the emails of all customers', 'I want the total'],
  ),
  rule('UNIT', 'i|we would like NP', ([, , , np], at): Body => [{ s: 'ask for', np, span: spanOf(at) }]),
  rule(
    'UNIT',
    'i|we want|need|like to know|see|have|get CLAUSE',
    ([, , , , clause]): Body | null => asked(clause),
    ['I want to know how many orders are open', 'we need to see the total'],
  ),
  rule('UNIT', 'i|we would like|love to know|see|have|get CLAUSE', ([, , , , , clause]): Body | null =>
    asked(clause),
  ),
  rule('UNIT', 'tell|show|give me|us? CLAUSE', ([, , clause]): Body | null => asked(clause), [
    'tell me how many orders are open',
    'show us the total',
  ]),
  rule('UNIT', 'can|could you tell me|us CLAUSE', ([, , , , clause]): Body | null => asked(clause)),
  rule('UNIT', 'find out CLAUSE', ([, , clause]) => asked(clause, 'check')),
  // "I want that NP gets the priority urgent", "NP should have status X".
  rule(
    'CLAUSE',
    'NP MODAL? get|have|become|receive NP',
    ([np, , , value], at) =>
      call(
        { lemmas: ['update'] },
        [
          { a: 'np', np },
          { a: 'prep', prep: 'to', np: value },
        ],
        at,
      ),
    [],
    4,
  ),
  rule('WISH', 'please|kindly ,?', () => 'wish'),
  rule('WISH', 'can|could|would|will you please|kindly|maybe?', () => 'wish'),
  rule('WISH', 'would you mind', () => 'wish'),
  rule('WISH', 'i|we|you want|need|like|wish|have you? to', () => 'wish'),
  rule('WISH', 'i|we|you want|need|wish that', () => 'wish'),
  rule('WISH', 'i|we|you would like|love you? to', () => 'wish'),
  rule('WISH', 'i|we would like|love that', () => 'wish'),
  rule('WISH', 'i|we|you|it should|shall|must|will|can also?', () => 'wish'),
  rule('WISH', 'you|it have|need to', () => 'wish'),
  rule('WISH', 'let us', () => 'wish'),
  rule('WISH', "let's|lets", () => 'wish'),
  rule('WISH', "let 's", () => 'wish'),
  rule('WISH', 'the|this workflow|automation|system|bot|flow should|shall|must|will|has', () => 'wish'),
  rule('WISH', 'please? make sure|certain you|that? to?', () => 'wish'),
  rule('WISH', 'please to', () => 'wish'),
  rule('WISH', 'go ahead and', () => 'wish'),
  rule('WISH', 'go and', () => 'wish'),
  rule('WISH', 'the task|job|goal|idea|plan be to', () => 'wish'),
  rule('WISH', 'ORDERING_WORD ,?', () => 'wish'),
  rule('WISH', 'step COUNT :', () => 'wish'),
  rule(
    'ORDERING_WORD',
    'first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|afterwards|now|also|and|so|thereafter|subsequently|last|additionally|furthermore|moreover|ok|okay',
    () => 'wish',
  ),
  rule('ORDERING_WORD', 'only? after|following that|this', () => 'wish'),
  rule('ORDERING_WORD', 'first of all', () => 'wish'),
  rule('ORDERING_WORD', 'in the end', () => 'wish'),
  rule('ORDERING_WORD', 'at the end', () => 'wish'),
  rule('ORDERING_WORD', 'in addition', () => 'wish'),
  rule(
    'ORDERING_WORD',
    'once|when|after|as soon that|this|it|everything|all be|have do|finish|complete|through|over',
    () => 'wish',
  ),
  rule(
    'ORDERING_WORD',
    'once|when|after that|this|it|everything|all|they|both have be do|finish|complete',
    () => 'wish',
  ),
  rule('ORDERING_WORD', 'when|once both|all|they|these|those be do|finish|complete|through', () => 'wish'),
  rule('ORDERING_WORD', 'when|once both|all of|are them|these be do|finish', () => 'wish'),
  // "After its deletion", "once the customer has been deleted": the order that the list has anyway.
  rule(
    'ORDERING_WORD',
    'only? after|upon|following its|the|this deletion|creation|update|approval|cancellation|completion|confirmation',
    () => 'wish',
    [],
    1,
  ),
  rule('ORDERING_WORD', 'once|after|when|as NP have be PART', () => 'wish', [], 4),

  // Conditions and branches.
  rule(
    'WISH',
    'when|once|after|as that|this|it|everything|all|both|they be|have be? do|finish|complete|over|through ,?',
    () => 'wish',
  ),
  rule(
    'CONTROL',
    'IF COND , then? BODY ELSEPART?',
    ([, cond, , , then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
    ['if it is open, close it', 'if the total is over 5, stop, otherwise wait 2 hours'],
  ),
  rule(
    'CONTROL',
    'IF COND :|then|- BODY ELSEPART?',
    ([, cond, , then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'IF COND BODY ELSEPART?',
    ([, cond, then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
    [],
    2,
  ),
  rule(
    'CONTROL',
    'should NP PREDSHOULD , BODY ELSEPART?',
    ([, subject, pred, , then, other], at): Statement => ({
      s: 'if',
      cond: { c: 'of', subject, pred },
      then,
      else: other,
      span: spanOf(at),
    }),
    ['should its status be open, close it', 'should the total exceed 5, stop'],
  ),
  rule('PREDSHOULD', 'PREDS', ([pred]) => pred),
  rule(
    'CONTROL',
    'unless COND , BODY',
    ([, condition, , then], at): Statement => ({
      s: 'if',
      cond: { c: 'not', condition },
      then,
      else: null,
      span: spanOf(at),
    }),
    ['unless it is open, close it', 'unless the total is over 5, stop'],
  ),
  // "even if the count is 0", "also when there are none": it is done anyway.
  rule('CONTROL', 'CLAUSE ,? also|even if|when COND', ([clause]): Statement => clause),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND',
    ([clause, , , cond], at): Statement | null =>
      isConcession(at)
        ? null
        : { s: 'if', isAfter: true, cond, then: [clause], else: null, span: spanOf(at) },
    ['close it if it is open', 'stop when there are no orders'],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND ,? ELSEPART',
    ([clause, , , cond, , other], at): Statement => ({
      s: 'if',
      isAfter: true,
      cond,
      then: [clause],
      else: other,
      span: spanOf(at),
    }),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? unless COND',
    ([clause, , , condition], at): Statement => ({
      s: 'if',
      isAfter: true,
      cond: { c: 'not', condition },
      then: [clause],
      else: null,
      span: spanOf(at),
    }),
    ['close it unless it is open', 'delete it unless its status is paid'],
    1,
  ),
  rule(
    'CONTROL',
    'STOPPING ,? IF COND',
    ([then, , , cond], at): Statement => ({ s: 'if', cond, then: [then], else: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'STOPPING ,? unless COND',
    ([then, , , condition], at): Statement => ({
      s: 'if',
      cond: { c: 'not', condition },
      then: [then],
      else: null,
      span: spanOf(at),
    }),
  ),
  rule('IF', 'if|when|whenever|provided', () => 'if'),
  rule('IF', 'only if|when', () => 'if'),
  rule('IF', 'but|and only if|when', () => 'if'),
  rule('IF', 'in case', () => 'if'),
  rule('IF', 'in the case that', () => 'if'),
  rule('IF', 'provided that', () => 'if'),
  rule('IF', 'as long as', () => 'if'),
  rule('IF', 'but if', () => 'if'),
  rule('IF', 'and if', () => 'if', [], 1),
  rule('ELSEPART', ',|;? ELSE ,|:? BODY', ([, , , body]) => body),
  rule('ELSEPART', ',|; but|and? ELSE ,|:? BODY', ([, , , , body]) => body),
  rule('ELSE', 'otherwise|else', () => 'else'),
  rule('ELSE', 'if not', () => 'else'),
  rule('ELSE', 'or else', () => 'else'),
  rule('ELSE', 'in every|all|any other|remaining case', () => 'else'),
  rule('ELSE', 'in all other cases|case', () => 'else'),
  rule('ELSE', 'for everything|all else', () => 'else'),
  rule('ELSE', 'if that|this|it be not the? case', () => 'else'),
  rule('CONTROL', 'ELSE ,|:? BODY', ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }), [
    'otherwise, close it',
    'else stop',
  ]),
  rule(
    'CONTROL',
    'ELSE ,? IF COND ,|:|then BODY ELSEPART?',
    ([, , , cond, , body, other], at): Statement => ({
      s: 'elseif',
      cond,
      body,
      else: other,
      span: spanOf(at),
    }),
    ['else if it is paid, close it', 'otherwise, if the total is over 5, stop'],
  ),
  rule(
    'CONTROL',
    'IF COND instead , BODY ELSEPART?',
    ([, cond, , , body, other], at): Statement => ({
      s: 'elseif',
      cond,
      body,
      else: other,
      span: spanOf(at),
    }),
    ['if it is Mobile instead, close it', 'if its status is paid instead, stop'],
  ),
  rule(
    'CONTROL',
    'in that|this|such a? case ,? BODY ELSEPART?',
    ([, , , , , body, other], at): Statement => ({
      s: 'thatcase',
      body: other === null ? body : body,
      span: spanOf(at),
    }),
    ['in that case, stop', 'in this case close it'],
  ),
  rule(
    'CONTROL',
    'if so|yes ,? BODY',
    ([, , , body], at): Statement => ({ s: 'thatcase', body, span: spanOf(at) }),
    ['if so, close it', 'if yes, stop'],
  ),

  // What is spoken of, first.
  rule(
    'CONTROL',
    'NP :|–|—|- BODY',
    ([np, , body], at): Statement => ({ s: 'topic', prep: null, np, body, span: spanOf(at) }),
    ['the paid orders: delete them', 'orders from France: tag each of them'],
    1,
  ),
  rule(
    'CONTROL',
    'TOPICPREP NP ,|:|- BODY',
    ([prep, np, , body], at): Statement => ({ s: 'topic', prep, np, body, span: spanOf(at) }),
    ['of the paid orders, return the ids', 'in the category X, list the products'],
    0.5,
  ),
  rule(
    'CONTROL',
    'TOPICPREP NP BODY',
    ([prep, np, body], at): Statement => ({ s: 'topic', prep, np, body, span: spanOf(at) }),
    [],
    2,
  ),
  rule('TOPICPREP', 'from|of|in|among|within|for|at', ([word]) => word.lower),
  rule('TOPICPREP', 'out of', () => 'of'),
  rule('TOPICPREP', 'per', () => 'for'),

  // For each.
  rule(
    'CONTROL',
    'FOREACH NP COLON BODY',
    ([, np, atOnce, body], at): Statement => ({
      s: 'each',
      np,
      atOnce: atOnce?.count ?? null,
      body,
      span: spanOf(at),
    }),
    ['for each order, close it', 'for every open ticket: close it'],
  ),
  rule(
    'CONTROL',
    'FOREACH NP BODY',
    ([, np, body], at): Statement => ({ s: 'each', np, atOnce: null, body, span: spanOf(at) }),
    [],
    2,
  ),
  rule('FOREACH', 'for|with', () => 'for'),
  rule('FOREACH', 'of', () => 'for', [], 2),
  rule('FOREACH', 'in the? case of', () => 'for', [], 1),
  rule('COLON', ',|: do?', ([comma]) => comma.value ?? {}),
  rule('COLON', ', COUNT at a time ,|:', ([, count]) => ({ count })),
  rule('COLON', ', at most|up|least to? COUNT at a time ,|:', ([, , , count]) => ({ count })),
  rule('COLON', 'do', () => ({})),

  // At the same time.
  rule(
    'CONTROL',
    'TOGETHER ,|:? BODY',
    ([, , body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
    ['at the same time, close it and stop', 'in parallel: close A-1 and close A-2'],
  ),
  rule(
    'CONTROL',
    'BODY2 ,? TOGETHER',
    ([body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
    ['close A-1 and close A-2 at the same time', 'close A-1 and stop in parallel'],
  ),
  rule('BODY2', 'CLAUSE CONN CLAUSE', ([a, , b]): Body => [a, b]),
  rule('BODY2', 'CLAUSE', ([a]): Body => [a]),
  rule('TOGETHER', 'at the same time', () => 'together'),
  rule('TOGETHER', 'in parallel', () => 'together'),
  rule('TOGETHER', 'simultaneously|concurrently', () => 'together'),
  rule('TOGETHER', 'at once', () => 'together', [], 1),
  rule(
    'TOGETHER',
    'do|run these|those|both|the|all two|three|things|following|this? things|steps? TOGETHER',
    () => 'together',
  ),
  rule('TOGETHER', 'do|run both|these|this|those|all of these|them? TOGETHER', () => 'together'),
  rule('TOGETHER', 'do these|the following? two|three TOGETHER', () => 'together'),
  rule('TOGETHER', 'all of the following? TOGETHER', () => 'together'),

  // Waiting.
  rule(
    'CONTROL',
    'wait|pause|sleep|hold for? DURATION',
    ([, , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
    ['wait 2 hours', 'wait for 30 minutes'],
  ),
  rule(
    'CONTROL',
    'wait until it? be? CLOCK ZONE?',
    ([, , , , clock, zone], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ['wait until 17:00', 'wait until 5 pm'],
  ),
  rule(
    'UNIT',
    'DURATION later ,? BODY',
    ([ms, , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule(
    'UNIT',
    'after DURATION ,? BODY',
    ([, ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule('DURATION', 'DURATIONS', ([ms]) => (ms <= 366 * 86_400_000 ? ms : null)),
  rule('DURATION', 'DURATIONS and? DURATIONS', ([a, , b]) => a + b, [
    '1 hour and 30 minutes',
    '2 minutes 30 seconds',
  ]),
  rule('DURATIONS', 'COUNT second|sec|minute|min|hour|day|week', ([count, unit]) => count * unitMs(unit), [
    '2 hours',
    '30 seconds',
  ]),
  rule('DURATIONS', 'a|an|one second|minute|hour|day|week', ([, unit]) => unitMs(unit), ['an hour', 'a day']),
  rule('DURATIONS', 'half an hour', () => 1_800_000),
  rule('DURATIONS', 'ID', ([value]) => shortDuration(value.text)),

  // Trying again, and what follows a failure.
  rule(
    'CONTROL',
    'TRYING TIMES WHY?',
    ([, times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['try up to 3 times', 'retry it at most twice'],
  ),
  rule(
    'CONTROL',
    'with up to COUNT try|attempt|retry',
    ([, , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'make up to|at most? COUNT attempt',
    ([, , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
  ),
  rule('TRYING', 'try it|this|that? UPTO?', () => 'try'),
  rule('TRYING', 'attempt it|this|that? UPTO?', () => 'try'),
  rule('UPTO', 'up to', () => 'up to'),
  rule('UPTO', 'at most', () => 'up to'),
  rule('UPTO', 'a maximum of', () => 'up to'),
  rule('UPTO', 'for up to', () => 'up to'),
  rule('UPTO', 'no more than', () => 'up to'),
  rule('UPTO', 'a total of', () => 'up to'),
  rule('TIMES', 'COUNT time in? total?', ([count]) => count, ['3 times', 'five times']),
  rule('TIMES', 'twice in? total?', () => 2),
  rule('TIMES', 'COUNT attempt', ([count]) => count),
  rule('WHY', ',? because|as|since ANYWORD*', () => 'why', [], 2),
  rule(
    'CONTROL',
    'IF FAILS ,|:|then? BODY ELSEPART?',
    ([, , , body, other], at): Statement => ({ s: 'iffails', body, else: other, span: spanOf(at) }),
    ['if that fails, stop', 'if it still does not work, close it'],
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? IF FAILS',
    ([clause], at): Statement => ({ s: 'iffails', body: [clause], else: null, span: spanOf(at) }),
    ['stop if that fails'],
    1,
  ),
  rule(
    'CONTROL',
    'IF it|that|this work|succeed|go ,? well? ,? BODY',
    ([, , , , , , body], at): Statement => ({ s: 'works', body, span: spanOf(at) }),
    [],
    1,
  ),
  rule('FAILS', 'it|that|this|they STILL? fail STILL?', () => 'fails'),
  rule('FAILS', 'it|that|this|they STILL? do not STILL? work|succeed', () => 'fails'),
  rule('FAILS', 'it|that|this go wrong', () => 'fails'),
  rule('FAILS', 'it|that|this be not possible|successful|found', () => 'fails'),
  rule('FAILS', 'the call|step|lookup|request|check|attempt|last? attempt? STILL? fail', () => 'fails'),
  rule('FAILS', 'all attempt|try fail', () => 'fails'),
  rule('FAILS', 'both|all three|attempts|tries? attempts|tries? fail', () => 'fails'),
  rule('FAILS', 'there be an error', () => 'fails'),
  rule('STILL', 'still|nevertheless|anyway|again|every|each|all time?', () => 'still'),
  rule(
    'CONTROL',
    'go on|continue anyway|regardless?',
    (_, at): Statement => ({ s: 'goon', span: spanOf(at) }),
  ),
  rule('CONTROL', 'STOPPING', ([stop]) => stop),
  rule(
    'STOPPING',
    'stop|abort|end|quit|fail|finish|terminate|halt|exit WHAT? STOPWITH?',
    ([, , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
    ['stop', 'fail with the message "No orders"'],
  ),
  rule(
    'STOPPING',
    'the workflow|run|process|execution shall|should|must|will? stop|abort|end|fail STOPWITH?',
    ([, , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
    ['the workflow shall stop', 'the workflow must stop with the message "x"'],
  ),
  rule(
    'WHAT',
    'the|this whole|entire? workflow|run|process|execution|everything|here|there|it',
    () => 'what',
  ),
  rule('WHAT', 'here|there|it|everything', () => 'what'),
  rule(
    'STOPWITH',
    ',? with|and|by the|an? message|error|reason|text|note|saying|says|say? message|:? SAID',
    ([, , , , , np]) => np,
  ),
  rule('STOPWITH', ':|saying SAID', ([, np]) => np),
  rule(
    'CONTROL',
    'no output|result|return ,? please?',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'nothing have|need to be return|output',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'nothing should|shall|must|need be return|output',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule('CONTROL', 'do nothing', (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }), [
    'do nothing',
    'do nothing else',
  ]),
  rule('CONTROL', 'do nothing at all', (_, at): Statement => ({ s: 'nothing', span: spanOf(at) })),
  rule('CONTROL', 'do nothing else|more|further', (_, at): Statement => ({ s: 'nothing', span: spanOf(at) })),
  rule(
    'CONTROL',
    'nothing be|happen|needs? done|to? be? done?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'nothing should|shall|must|will happen|be do?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'do not do anything',
    (_, at): Statement => ({ s: 'nothing', isForbidding: true, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'do not send|post|return|write anything|something',
    (_, at): Statement => ({ s: 'nothing', isForbidding: true, span: spanOf(at) }),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'leave it|them|everything as|alone it|they? is|are?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'skip it|them|that|this',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'call|name it|this|that|them|the HEAD? NAMED',
    ([, , , name], at): Statement => ({ s: 'name', name, span: spanOf(at) }),
    ['call it orders', 'call this total'],
  ),
  rule('NAMED', 'ANYWORD', ([word]) => (/^[a-z_][a-z_\d]*$/.test(word) ? word : null)),

  // Approvals.
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE ASKTEXT?',
    ([, who, , message], at): Statement => ({ s: 'ask', who, message, before: null, span: spanOf(at) }),
    ['ask an admin to approve', 'ask ops@acme.com to approve it'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE before you? BODY',
    ([, who, , , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['ask an admin to approve before you delete it'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON for the|his|her|their|an? approval|permission|ok|confirmation ASKTEXT?',
    ([, who, , , , message], at): Statement => ({ s: 'ask', who, message, before: null, span: spanOf(at) }),
    ['ask an admin for approval', 'ask ops@acme.com for permission'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON for the|his|her|their|an? approval|permission|ok before you? BODY',
    ([, who, , , , , , before], at): Statement => ({
      s: 'ask',
      who,
      message: null,
      before,
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'GETTING APPROVAL FROMWHOM? ASKTEXT?',
    ([, , who, message], at): Statement => ({ s: 'ask', who, message, before: null, span: spanOf(at) }),
    ['get approval from an admin', 'wait for the approval of ops@acme.com'],
  ),
  rule(
    'CONTROL',
    'GETTING APPROVAL FROMWHOM? ,? before BEFORE',
    ([, , who, , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['get approval from an admin before the order is deleted'],
  ),
  rule(
    'CONTROL',
    'PERSON MODAL approve NP?',
    ([who], at): Statement => ({ s: 'ask', who, message: null, before: null, span: spanOf(at) }),
    ['an admin must approve', 'the owner has to approve it'],
  ),
  rule(
    'CONTROL',
    'PERSON MODAL approve NP? before BEFORE',
    ([who, , , , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['an admin must approve before the order is deleted'],
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? but? only? after|once|when|if|with PERSON have APPROVED',
    ([before, , , , , who], at): Statement => ({
      s: 'ask',
      who,
      message: null,
      before: [before],
      span: spanOf(at),
    }),
    ['delete the order only after an admin has approved it'],
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? but? only? after|once|when|if PERSON approve NP?',
    ([before, , , , , who], at): Statement => ({
      s: 'ask',
      who,
      message: null,
      before: [before],
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? but? only? after|with|upon the? approval by|of|from PERSON',
    ([before, , , , , , , , who], at): Statement => ({
      s: 'ask',
      who,
      message: null,
      before: [before],
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'after|once|when|if PERSON have APPROVED , BODY',
    ([, who, , , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['once an admin has approved, delete the order'],
  ),
  rule(
    'CONTROL',
    'before BEFORING , ASKING PERSON TOAPPROVE',
    ([, before, , , who], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
  ),
  rule('APPROVED', 'approve NP?', () => 'approved'),
  rule('APPROVED', 'give its|his|her|their|the? approval|ok|permission', () => 'approved'),
  rule('APPROVED', 'agree|confirm', () => 'approved'),
  rule('BEFORING', 'you BODY', ([, body]) => body),
  rule('BEFORE', 'you? BODY', ([, body]) => body),
  rule('BEFORE', 'NP be VERB COMPL*', ([np, , verb, parts], at): Body => [call(verb, parts, at, np)]),
  rule('ASKING', 'ask|have|let', () => 'ask'),
  rule('ASKING', 'request|get from?', () => 'ask', [], 1),
  rule('TOAPPROVE', 'to? approve|confirm|authorise|authorize APPROVEE?', () => 'approve'),
  rule('TOAPPROVE', 'to? sign off APPROVEE?', () => 'approve'),
  rule('TOAPPROVE', 'for approval|permission', () => 'approve'),
  // A thing that is named, and no adverb that would get lost.
  rule('APPROVEE', 'on? NP', ([, np]) => (np.t === 'noun' && np.det !== null ? 'it' : null), [], 1),
  rule('APPROVEE', 'it|this|that|first', () => 'it'),
  rule('ASKTEXT', ':|, SAID', ([, np]) => np),
  rule('ASKTEXT', 'SAID', ([np]) => np),
  rule('ASKTEXT', 'with the? message|question|text SAID', ([, , , np]) => np),
  rule('GETTING', 'get|obtain|request|require|need|wait|ask for?', () => 'get'),
  rule('APPROVAL', 'the|an? approval|permission', () => 'approval'),
  rule('FROMWHOM', 'from|of|by PERSON', ([, who]) => who),
  rule(
    'PERSON',
    'a|an|the|any|one? ROLE ROLEMORE*',
    ([, first, more]): Who => ({ emails: [], roles: [first, ...more] }),
    ['an admin', 'an owner or admin'],
  ),
  rule(
    'PERSON',
    'someone|somebody with the ROLE role',
    ([, , , role]): Who => ({ emails: [], roles: [role] }),
  ),
  rule('PERSON', 'EMAIL', ([value]): Who => ({ emails: [value.text], roles: [] })),
  rule('PERSON', 'HOLE', ([value]): Who => ({ emails: [`{{${value.source}}}`], roles: [] })),
  rule('PERSON', 'someone|somebody|anybody|anyone', (): Who => ({ emails: [], roles: [] })),
  rule('ROLEMORE', 'or a|an|the? ROLE', ([, , role]) => role),
  rule(
    'ROLE',
    'viewer|member|admin|owner|administrator',
    ([word]) => roles.find(role => word.lower.startsWith(role)) ?? 'admin',
  ),

  // Schedules.
  rule(
    'CONTROL',
    'SCHEDULE ,|:? BODY',
    ([schedule, , body], at): Statement => ({ s: 'schedule', schedule, body, span: spanOf(at) }),
    ['every day at 9:00, stop', 'every 15 minutes close A-1'],
  ),
  rule(
    'CONTROL',
    'BODY ,? SCHEDULE',
    ([body, , schedule], at): Statement => ({ s: 'schedule', schedule, body, span: spanOf(at) }),
    ['close A-1 every day at 9:00', 'stop every monday at 8 am'],
    2,
  ),
  rule(
    'CONTROL',
    'run|do|start|execute|repeat this|it|that|the following|workflow? workflow? SCHEDULE',
    ([, , , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
    ['run this every 15 minutes', 'run it every day at 9:00'],
  ),
  rule(
    'CONTROL',
    'this|it|the workflow? runs|starts SCHEDULE',
    ([, , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'SCHEDULE',
    ([schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
    [],
    1,
  ),
  rule('SCHEDULE', 'EVERY COUNT minute', ([, n]) => every('minute', n)),
  rule('SCHEDULE', 'EVERY COUNT hour', ([, n]) => every('hour', n)),
  rule('SCHEDULE', 'EVERY minute', () => every('minute', 1)),
  rule('SCHEDULE', 'EVERY hour|half', ([, unit]) => (unit.lower === 'half' ? null : every('hour', 1))),
  rule('SCHEDULE', 'EVERY half hour', () => every('minute', 30)),
  rule('SCHEDULE', 'EVERY quarter of? an? hour', () => every('minute', 15)),
  // "hourly rate": the word before a noun is no schedule.
  rule('SCHEDULE', 'hourly', (_, at) =>
    at.tokens[at.end]?.kind === 'word' && at.start === 0 ? null : every('hour', 1),
  ),
  rule(
    'SCHEDULE',
    'DAYS ,? PARTOFDAY? ATTIMES PARTOFDAY? ZONE?',
    ([days, , , times, part, zone]): When | null => cronOf(days, times, zone, part),
    ['every day at 9:00', 'every weekday at 8:30 Berlin time'],
  ),
  rule(
    'SCHEDULE',
    'ATTIMES PARTOFDAY? ZONE? ,? DAYS ZONE?',
    ([times, part, zone, , days, zone2]): When | null => cronOf(days, times, zone ?? zone2, part),
    ['at 9:00 every day', 'at 6 pm on weekdays'],
  ),
  rule(
    'SCHEDULE',
    'EVERY PARTOFDAYNAME ,? ATTIMES ZONE?',
    ([, part, , times, zone]): When | null => cronOf({}, times, zone, part),
    ['every morning at 8', 'every evening at 6'],
  ),
  rule(
    'SCHEDULE',
    'EVERY WEEKDAY PARTOFDAYNAME ,? ATTIMES ZONE?',
    ([, day, part, , times, zone]): When | null => cronOf({ weekdays: String(day) }, times, zone, part),
  ),
  rule('PARTOFDAY', 'in the morning|afternoon|evening', ([, , part]) => part.lower),
  rule('PARTOFDAY', 'at night', () => 'night'),
  rule('PARTOFDAYNAME', 'morning|afternoon|evening|night', ([part]) => part.lower),
  rule('EVERY', 'every|each', () => 'every'),
  rule('EVERY', 'once every|each|a|an|per', () => 'every'),
  rule('DAYS', 'EVERY day', () => ({})),
  rule('DAYS', 'daily', () => ({})),
  rule('DAYS', 'EVERY single day', () => ({})),
  rule('DAYS', 'EVERY weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'EVERY working|business|work day', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on EVERY? weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'monday to|through|until|- friday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'from monday to|through|until friday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'EVERY weekend', () => ({ weekdays: '0,6' })),
  rule('DAYS', 'on weekend', () => ({ weekdays: '0,6' })),
  rule('DAYS', 'on? EVERY WEEKDAY WEEKDAYMORE*', ([, , first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'on WEEKDAYS WEEKDAYMORE*', ([, first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'weekly on WEEKDAY', ([, , day]) => ({ weekdays: String(day) })),
  rule('DAYS', 'EVERY week on WEEKDAY', ([, , , day]) => ({ weekdays: String(day) })),
  rule('DAYS', 'on the DATE_OF_MONTH OFMONTH', ([, , date]) => ({ date })),
  rule('DAYS', 'EVERY month ,? on the DATE_OF_MONTH', ([, , , , , date]) => ({ date })),
  rule('DAYS', 'monthly ,? on the DATE_OF_MONTH', ([, , , , date]) => ({ date })),
  rule('DATE_OF_MONTH', 'ORDINAL day?', ([n]) => (n <= 28 ? String(n) : null)),
  rule('DATE_OF_MONTH', 'last day', () => 'L'),
  rule('OFMONTH', 'of|in? every|each|the month', () => 'month'),
  rule('OFMONTH', 'day? of every|each|the month', () => 'month'),
  rule('WEEKDAY', 'sunday|monday|tuesday|wednesday|thursday|friday|saturday', ([word]) =>
    weekdays.indexOf(word.lemmas.find((lemma: string) => weekdays.includes(lemma))),
  ),
  rule('WEEKDAYS', 'sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays', ([word]) =>
    weekdays.indexOf(word.lower.slice(0, -1)),
  ),
  rule('WEEKDAYMORE', 'NEXTDAY EVERY? WEEKDAY', ([, , day]) => day),
  rule('NEXTDAY', ',? and', () => 'and'),
  rule('NEXTDAY', ',', () => 'and'),
  rule('ATTIMES', 'at? CLOCK CLOCKMORE*', ([, first, more]) => [first, ...more]),
  rule('CLOCKMORE', 'NEXTDAY at? CLOCK', ([, , clock]) => clock),
  rule('CLOCK', 'TIME', ([text]) => clockOf(text), ['9:00', '5 pm']),
  rule('CLOCK', 'COUNT', ([hour]) => (hour < 24 ? `${String(hour).padStart(2, '0')}:00` : null)),
  rule('CLOCK', "COUNT o'clock|oclock|h", ([hour]) =>
    hour < 24 ? `${String(hour).padStart(2, '0')}:00` : null,
  ),
  rule('CLOCK', 'COUNT in the morning', ([hour]) => clockOf(`${hour} am`)),
  rule('CLOCK', 'COUNT in the afternoon|evening', ([hour]) => clockOf(`${hour} pm`)),
  rule('CLOCK', 'noon', () => '12:00'),
  rule('CLOCK', 'midnight', () => '00:00'),
  rule('ZONE', '( ZONENAME )', ([, zone]) => zone),
  rule('ZONE', ',? in? the? ZONENAME', ([, , , zone]) => zone),
  rule('ZONENAME', 'ANYWORD time|timezone?', ([word], at) => zoneOf(at.tokens[at.start]!.text, word)),
  rule('ZONENAME', 'ANYWORD ANYWORD time|timezone?', ([a, b], at) =>
    zoneOf(`${at.tokens[at.start]!.text} ${at.tokens[at.start + 1]!.text}`, `${a} ${b}`),
  ),

  // A sentence.
  rule('S', 'GREETING BODY END*', ([, body]) => body),
  rule('S', 'BODY END*', ([body]) => body),
  rule('S', 'GREETING? FRAME :|, BODY END*', ([, , , body]) => body),
  // What the steps after the colon find out.
  rule(
    'S',
    'GREETING? i|we want|need|like|have to know|find|see out? ANYWORD* : BODY END*',
    parts => parts.at(-2),
    [],
    3,
  ),
  rule('S', 'QUESTION', ([statement]): Body => [statement]),
  rule('S', 'GREETING END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }]),
  rule('S', 'FRAME END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }]),
  rule('END', '.|!|?|;|,|:', () => '.'),
  rule('END', 'please|thanks|cheers', () => '.'),
  rule('END', 'thank you', () => '.'),
  rule('END', '! !', () => '.'),
  rule(
    'GREETING',
    'hi|hello|hey|dear|hallo|morning there|all|team|everybody|everyone|colleagues|folks? ,|!|.|-?',
    () => 'hi',
  ),
  rule('GREETING', 'good morning|day|afternoon|evening ,|!|.?', () => 'hi'),
  rule('FRAME', 'we need a|the ANYWORD ANYWORD? :', () => 'frame', [], 2),
  rule('FRAME', 'please set this up for me|us?', () => 'frame'),
  rule('FRAME', 'set this up for me|us?', () => 'frame'),
  rule('FRAME', 'please? do|set|run|carry the following|this up|out? for? me|us?', () => 'frame'),
  rule('FRAME', 'thank|thanks you? a|so|very? lot|much? in? advance? for? your? help?', () => 'frame'),
  rule('FRAME', 'many thanks|thank in? advance?', () => 'frame'),
  rule('FRAME', 'best|kind|warm? regards|wishes|greetings ,?', () => 'frame'),
  rule('FRAME', 'cheers|best|regards|sincerely|thx ,?', () => 'frame'),
  rule(
    'FRAME',
    'i|we need|want|have the|a|this|some following? workflow|process|automation|steps|help ,?',
    () => 'frame',
  ),
  rule('FRAME', 'here be what|how to? i|we|do? need|want|do?', () => 'frame'),
]

function isBeforeIf(at: { tokens: readonly { lower: string }[]; end: number }): boolean {
  return (
    /^(also|just|again|now|then)$/.test(at.tokens[at.end - 1]!.lower) &&
    /^(if|when|unless|where|for)$/.test(at.tokens[at.end]?.lower ?? '')
  )
}

function unitMs(token: { lower: string; lemmas: readonly string[] }): number {
  const unit = token.lemmas.at(-1)!.slice(0, 3)
  return { sec: 1_000, min: 60_000, hou: 3_600_000, day: 86_400_000, wee: 604_800_000 }[unit] ?? 1_000
}

function shortDuration(text: string): number | null {
  const [, digits, unit] = /^(\d+)(s|min|m|h|d)$/i.exec(text) ?? []
  return digits === undefined
    ? null
    : Number(digits) * { s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit!.toLowerCase()]!
}

function count(of: Np, at: At): Np {
  return { t: 'aggregate', fn: 'count', of, by: null, span: spanOf(at) }
}

function askFor(of: Np, parts: readonly unknown[], at: At): Statement | null {
  const by = parts.flat().filter(part => part !== 'void') as Complement[]
  if (by.length === 0) return { s: 'ask for', np: count(of, at), span: spanOf(at) }
  const [only] = by
  if (by.length > 1 || only?.a !== 'prep' || !['per', 'by', 'for', 'in'].includes(only.prep)) return null
  const post =
    only.prep === 'per' || only.prep === 'by'
      ? { p: 'by', np: only.np }
      : { p: 'prep', prep: only.prep, np: only.np }
  return {
    s: 'ask for',
    np: count({ ...of, post: [...((of as { post?: [] }).post ?? []), post] } as never, at),
    span: spanOf(at),
  }
}

/** What is asked in a wish: the question itself. */
function asked(clause: Statement, _as?: string): Body | null {
  return clause.s === 'ask for' ? [clause] : null
}

function every(unit: 'minute' | 'hour', step: number): When | null {
  if (unit === 'minute')
    return step >= 1 && step <= 60 && 60 % step === 0
      ? { cron: step === 60 ? '0 * * * *' : step === 1 ? '* * * * *' : `*/${step} * * * *`, zone: null }
      : null
  return step >= 1 && step <= 24 && 24 % step === 0
    ? { cron: step === 1 ? '0 * * * *' : step === 24 ? '0 0 * * *' : `0 */${step} * * *`, zone: null }
    : null
}

export function cronOf(
  days: { weekdays?: string; date?: string },
  times: readonly string[],
  zone: string | null,
  part: string | null,
): When | null {
  const clocks = times.map(time => time.split(':').map(Number) as [number, number])
  if (new Set(clocks.map(([, minute]) => minute)).size > 1) return null
  const hours = clocks.map(([hour]) =>
    (part === 'afternoon' || part === 'evening' || part === 'night') && hour < 12 ? hour + 12 : hour,
  )
  if (part === 'morning' && hours.some(hour => hour > 12)) return null
  return {
    cron: `${clocks[0]![1]} ${hours.sort((a, b) => a - b).join(',')} ${days.date ?? '*'} * ${days.weekdays ?? '*'}`,
    zone,
  }
}

function clockOf(text: string): string | null {
  const [, h, m = '00', half] = /^(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? []
  if (h === undefined) return null
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour < 24 && Number(m) < 60 ? `${String(hour).padStart(2, '0')}:${m}` : null
}

function zoneOf(text: string, lower: string): string | null {
  const city = cities[lower]
  if (city !== undefined) return city
  const name = text.replace(
    /(^|[/_])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
  return name.includes('/') && isTimeZone(name) ? name : null
}

/** "also when", "even if": no condition. */
function isConcession({
  tokens,
  start,
  end,
}: {
  tokens: readonly { lower: string }[]
  start: number
  end: number
}): boolean {
  return tokens
    .slice(start, end)
    .some(
      ({ lower }, index, all) =>
        /^(also|even)$/.test(lower) && /^(if|when)$/.test(all[index + 1]?.lower ?? ''),
    )
}
