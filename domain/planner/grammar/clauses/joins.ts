// Clauses one after the other, and wishes.
import type { Rule } from '../../chart/chart.ts'
import { call, rule } from '../build.ts'
import type { Body } from '../terms.ts'

export const joinRules: readonly Rule[] = [
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
  rule('END', 'and|but nothing else|more', () => '.'),
  rule('WISH', 'the task|job|goal|idea|plan be to', () => 'wish'),
  rule('WISH', 'ORDERING_WORD ,?', () => 'wish'),
  rule('WISH', 'step COUNT :', () => 'wish'),
  rule(
    'ORDERING_WORD',
    'first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|afterwards|now|also|and|so|thereafter|subsequently|last|additionally|furthermore|moreover|ok|okay',
    () => 'wish',
  ),
  rule('ORDERING_WORD', 'only? after|following that|this', () => 'wish'),
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
  // Whether it has been done is looked at: a thing that nobody did before is no word of order.
]
