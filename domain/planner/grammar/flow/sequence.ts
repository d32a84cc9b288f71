// What comes before and after what was said, and why.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Body, Statement } from '../terms.ts'

export const orderOfStepsRules: readonly Rule[] = [
  // What comes before what was said.
  rule(
    'CONTROL',
    'BEFORETHAT BODY',
    ([scope, body], at): Statement => ({ s: 'before', body, scope, span: spanOf(at) }),
    ['before that, close the ticket A-1'],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but BEFORETHAT BODY',
    ([clause, , , scope, body], at): Body => [clause, { s: 'before', body, scope, span: spanOf(at) }],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but BODY AHEAD',
    ([clause, , , body, scope], at): Body => [clause, { s: 'before', body, scope, span: spanOf(at) }],
  ),
  rule(
    'CONTROL',
    'but|oh|and? ,? BODY AHEAD',
    ([, , body, scope], at): Statement => ({ s: 'before', body, scope, span: spanOf(at) }),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'but first|beforehand ,? BODY',
    ([, , , body], at): Statement => ({ s: 'before', body, scope: 'last', span: spanOf(at) }),
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but first|beforehand ,? BODY',
    ([clause, , , , , body], at): Body => [clause, { s: 'before', body, scope: 'last', span: spanOf(at) }],
  ),
  rule('BEFORETHAT', 'but|and|oh? ,|and? before|preceding|prior to? that|this|it ,?', () => 'last'),
  rule('BEFORETHAT', 'but? before you|we do that|it|this|so ,?', () => 'last'),
  rule('BEFORETHAT', 'but? before doing that|it|this|so ,?', () => 'last'),
  rule(
    'BEFORETHAT',
    'but|and|oh? ,? and? before|prior to? all|any|everything of? that|this|it|else? ,?',
    () => 'all',
  ),
  rule(
    'BEFORETHAT',
    'but|and? before anything else? at? all? happens|starts|runs|is|be? done? ,?',
    () => 'all',
  ),
  rule('BEFORETHAT', 'but|and? first of all ,?', () => 'all', [], 1),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step ,? before NP ,', () => 'all'),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step of? all? ,', () => 'all', [
    'as the very first step of all, post "Started" to #ops',
    'and as the first thing, post "Started" to #ops',
  ]),
  rule(
    'BEFORETHAT',
    'but|and? the? very? first thing|step ,? before all|everything of? that|this|it|else? :|,|is|be',
    () => 'all',
  ),
  rule('BEFORETHAT', 'but|and? the? very first thing|step :|,|is|be', () => 'all'),
  rule('AHEAD', 'before that|this|it', () => 'last'),
  rule('AHEAD', 'before you|we do that|it|this|so?', () => 'last'),
  rule('AHEAD', 'beforehand|first', () => 'last'),
  rule('AHEAD', 'before it be? VERB', () => 'last'),
  rule('AHEAD', 'before it goes out', () => 'last'),
  rule('VOID', 'as the? very? last|final thing|step of? all?', () => 'void'),
  rule('WISH', 'and? as the? very? last|final thing|step of? all? ,?', () => 'wish'),
  rule('WISH', 'the? very? last|final thing|step of? all? :|,|is|be?', () => 'wish'),
  rule('WISH', 'at the very end ,?', () => 'wish'),
  rule('WISH', 'and? in any|every|either case|event ,?', () => 'wish', [], 1),
  rule('VOID', 'straight|right away', () => 'void'),
  rule('VOID', 'one by one', () => 'void'),
  rule('VOID', 'one after the other|another', () => 'void'),
  rule('VOID', 'row by row', () => 'void'),
  rule('WISH', 'start by', () => 'wish'),

  // After what worked.
  rule('WISH', 'only after that|this ,?', () => 'wish'),
  rule('WISH', 'AFTERWORD DONE ,|:?', () => 'wish', [
    'once it worked, stop',
    'as soon as that is done, stop',
  ]),
  rule('AFTERWORD', 'only? once|when|after', () => 'after'),
  rule('AFTERWORD', 'only? as soon as', () => 'after'),
  rule('DONE', 'it|that|this|they|everything work|succeed|finish|do', () => 'done'),
  rule('DONE', 'it|that|this|they have|be work|succeed|finish|do|pass|complete', () => 'done'),
  rule('DONE', 'it|that|this|they have|be? go|through through|well', () => 'done'),
  rule('DONE', 'it|that|this|they be through|over|there|ready|available', () => 'done'),
  rule(
    'DONE',
    'both|all of? them|these|those|it|that|this? be|have finish|do|through|there|load|ready|available|work|succeed',
    () => 'done',
  ),
  rule(
    'DONE',
    'the two|three of? them|these|those? be|have finish|do|through|there|load|ready|available',
    () => 'done',
  ),
  rule('DONE', 'all|the two|three|four of? them|these|those? be|have do|finish|complete', () => 'done'),
  rule('DONE', 'they be both|all finish|do|through|there|load|ready|available', () => 'done'),
  rule('DONE', 'i|you|we have get? both|all|them|it', () => 'done'),
  rule('DONE', 'i|you|we have get? the two|three|them', () => 'done'),
  rule('WISH', 'with both|all load|ready|available|do|there ,?', () => 'wish'),
  rule('WISH', 'with both|all in hand :|,?', () => 'wish'),
  rule('WISH', 'upon|after|on completion|success of? both|all|it|this|that? ,?', () => 'wish'),
  rule('WISH', 'after both :|,?', () => 'wish'),
  rule('VOID', 'after both|it|them', () => 'void', [], 1),
  rule('VOID', 'only? after both|all|they be|have finish|do|through', () => 'void'),
  rule('VOID', 'afterwards|after', () => 'void', [], 2),
  rule('VOID', 'in any|every|either case|event', () => 'void', [], 1),
  rule('VOID', 'no matter what', () => 'void', [], 1),
  rule('WISH', 'whatever happens there|here? ,?', () => 'wish', [], 1),
  rule('WISH', 'and? either way ,?', () => 'wish', [], 1),
  rule('VOID', 'always', () => 'void', [], 1),
  rule(
    'CONTROL',
    'once|after|when NP has|have|be be|is|been|being? PART ,? BODY',
    ([, , , , lemmas, , body], at): Statement => ({ s: 'done', lemmas, body, span: spanOf(at) }),
    [
      'once the customer has been deleted, post "Gone" to #ops',
      'after the order has been cancelled, tag it "gone"',
    ],
    3,
  ),

  // Why: it restricts nothing.
  rule('WISH', 'REASON', () => 'wish', [], 2),
  rule('UNIT', 'UNIT_ ,? TRAILINGREASON', ([body]) => body, [], 2),
  rule('UNIT_', 'CLAUSE', ([clause]): Body => [clause]),
  rule('UNIT_', 'CONTROL', ([clause]): Body => [clause]),
]
