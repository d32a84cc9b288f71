// Clauses one after the other, and wishes.
import type { Rule } from '../../chart/chart.ts'
import { call, rule } from '../build.ts'
import type { Body } from '../terms.ts'

export const joinRules: readonly Rule[] = [
  // Clauses one after the other.
  rule('BODY', 'UNIT BODYMORE*', ([first, more]: [Body, Body[]]): Body => [first, ...more].flat(), [
    '0',
    'Hi',
  ]),
  rule('BODYMORE', 'CONN UNIT', ([, body]) => body, ['; order A-1: delete it', '; some have no supplier']),
  rule('CONN', ',? and then?', () => 'and', ['and', ', and']),
  rule('CONN', ',? and afterwards|also|finally|subsequently ,?', () => 'and', ['and also', ', and also']),
  rule('CONN', ',? and after that ,?', () => 'and', ['and after that', 'and after that,']),
  rule('CONN', ',? then', () => 'and', ['then', ', then']),
  rule('CONN', ';|->|→|=>|⇒|+|& and|then?', () => 'and', [';', '+']),
  rule('CONN', ',', () => 'and', [','], 1),
  rule('UNIT', 'CLAUSE', ([clause]): Body => [clause], ['close it', 'cancel it']),
  rule('UNIT', 'CONTROL', ([statement]): Body => [statement], ['end', 'skip']),
  rule(
    'UNIT',
    'of|from|among|amongst|out of? NP , BODY',
    ([, , np, , body], at): Body => [call({ lemmas: ['get'] }, [{ a: 'np', np }], at), ...body],
    ['of all open orders, take the largest', 'from those, keep the paid ones'],
    1,
  ),
  rule('UNIT', 'WISH UNIT', ([, body]) => body, ['so order A-1: delete it', 'so some have no supplier']),
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
    ['The others get "available"', 'Every order can have a coupon'],
    4,
  ),
  rule('WISH', 'please|kindly ,?', () => 'wish', ['pls', 'please']),
  rule('WISH', 'can|could|would|will you please|kindly|maybe?', () => 'wish', ['can you', 'could you']),
  rule('WISH', 'would you mind', () => 'wish', ['would you mind']),
  rule('WISH', 'i|we|you want|need|like|wish|have you? to', () => 'wish', ['I want to', 'We need to']),
  rule('WISH', 'i|we|you want|need|wish that', () => 'wish', ['I want that', 'I need that']),
  rule('WISH', 'i|we|you would like|love you? to', () => 'wish', ["I'd like to", "We'd like to"]),
  rule('WISH', 'i|we would like|love that', () => 'wish', ['i would like that', 'i would love that']),
  rule('WISH', 'i|we|you|it should|shall|must|will|can also?', () => 'wish', ['it can', 'You can']),
  rule('WISH', 'you|it have|need to', () => 'wish', ['you have to', 'you need to']),
  rule('WISH', 'let us', () => 'wish', ['let us']),
  rule('WISH', "let's|lets", () => 'wish', ['lets']),
  rule('WISH', "let 's", () => 'wish', ["let 's"]),
  rule('WISH', 'the|this workflow|automation|system|bot|flow should|shall|must|will|has', () => 'wish', [
    'the workflow must',
    'the workflow shall',
  ]),
  rule('WISH', 'please? make sure|certain you|that? to?', () => 'wish', ['make sure', 'make sure to']),
  rule('WISH', 'please to', () => 'wish', ['Please to']),
  rule('WISH', 'go ahead and', () => 'wish', ['Go ahead and']),
  rule('WISH', 'go and', () => 'wish', ['go and']),
  rule('END', 'and|but nothing else|more', () => '.', ['and nothing else', 'and nothing more']),
  rule('WISH', 'the task|job|goal|idea|plan be to', () => 'wish', ['the task be to', 'the job be to']),
  rule('WISH', 'ORDERING_WORD ,?', () => 'wish', ['so', 'and']),
  rule('WISH', 'step COUNT :', () => 'wish', ['step 3:', 'step 2:']),
  rule(
    'ORDERING_WORD',
    'first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|afterwards|now|also|and|so|thereafter|subsequently|last|additionally|furthermore|moreover|ok|okay',
    () => 'wish',
    ['so', 'and'],
  ),
  rule('ORDERING_WORD', 'only? after|following that|this', () => 'wish', ['After that', 'After this']),
  rule('ORDERING_WORD', 'in the end', () => 'wish', ['in the end']),
  rule('ORDERING_WORD', 'at the end', () => 'wish', ['at the end']),
  rule('ORDERING_WORD', 'in addition', () => 'wish', ['in addition']),
  rule(
    'ORDERING_WORD',
    'once|when|after|as soon that|this|it|everything|all be|have do|finish|complete|through|over',
    () => 'wish',
    ['once soon that be do', 'once soon that be finish'],
  ),
  rule(
    'ORDERING_WORD',
    'once|when|after that|this|it|everything|all|they|both have be do|finish|complete',
    () => 'wish',
    ['once that have be do', 'once that have be finish'],
  ),
  rule('ORDERING_WORD', 'when|once both|all|they|these|those be do|finish|complete|through', () => 'wish', [
    'When both are done',
    'Once both are done',
  ]),
  rule('ORDERING_WORD', 'when|once both|all of|are them|these be do|finish', () => 'wish', [
    'When both of them are done',
    'When both of them are finished',
  ]),
  // "After its deletion", "once the customer has been deleted": the order that the list has anyway.
  rule(
    'ORDERING_WORD',
    'only? after|upon|following its|the|this deletion|creation|update|approval|cancellation|completion|confirmation',
    () => 'wish',
    ['After its deletion', 'Only after the approval'],
    1,
  ),
  // Whether it has been done is looked at: a thing that nobody did before is no word of order.
]
