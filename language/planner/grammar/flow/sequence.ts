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
    ['before that, close the ticket A-1', 'before all that'],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but BEFORETHAT BODY',
    ([clause, , , scope, body], at): Body => [clause, { s: 'before', body, scope, span: spanOf(at) }],
    ['close it, but Before any close it', 'close it, but Before any post "Hi" to #ops'],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but BODY AHEAD',
    ([clause, , , body, scope], at): Body => [clause, { s: 'before', body, scope, span: spanOf(at) }],
    ['close it, but close it first', 'close it, but close it before it'],
  ),
  rule(
    'CONTROL',
    'but|oh|and ,? BODY AHEAD',
    ([, , body, scope], at): Statement => ({ s: 'before', body, scope, span: spanOf(at) }),
    ['But look at its status first', 'But ask for approval before you do it'],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE AHEADMORE* AHEAD',
    ([first, more, scope], at): Statement => ({
      s: 'before',
      body: [first, ...more.flat()],
      scope,
      span: spanOf(at),
    }),
    ['look at its status first', 'check its status before that'],
    1,
  ),
  rule('AHEADMORE', 'CONN CLAUSE', ([, clause]): Body => [clause], ['and close it', ', then close it']),
  rule(
    'CONTROL',
    'but first|beforehand ,? BODY',
    ([, , , body], at): Statement => ({ s: 'before', body, scope: 'last', span: spanOf(at) }),
    ['but first, close it', 'but first, post "Hi" to #ops'],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but first|beforehand ,? BODY',
    ([clause, , , , , body], at): Body => [clause, { s: 'before', body, scope: 'last', span: spanOf(at) }],
    ['close it, but first, close it', 'close it, but first, post "Hi" to #ops'],
  ),
  rule('BEFORETHAT', 'but|and|oh? ,|and? before|preceding|prior to? that|this|it ,?', () => 'last', [
    'before that',
    'before this',
  ]),
  rule('BEFORETHAT', 'but? before you|we do that|it|this|so ,?', () => 'last', [
    'before you do that',
    'but before you do that',
  ]),
  rule('BEFORETHAT', 'but? before doing that|it|this|so ,?', () => 'last', [
    'before doing that',
    'before doing that,',
  ]),
  rule(
    'BEFORETHAT',
    'but|and|oh? ,? and? before|prior to? all|any|everything of? that|this|it|else? ,?',
    () => 'all',
    ['Before any', 'before all'],
  ),
  rule(
    'BEFORETHAT',
    'but|and? before anything else? at? all? happens|starts|runs|is|be? done? ,?',
    () => 'all',
    ['Before anything', 'Before anything at'],
  ),
  rule('BEFORETHAT', 'but|and? first of all ,?', () => 'all', ['First of all', 'First of all,'], 1),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step ,? before NP ,', () => 'all', [
    'as very first thing, before the confirmation,',
    'But as very first thing, before the confirmation,',
  ]),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step of? all? ,', () => 'all', [
    'as very first thing,',
    'But as very first thing,',
  ]),
  rule(
    'BEFORETHAT',
    'but|and? the? very? first thing|step ,? before all|everything of? that|this|it|else? :|,|is|be',
    () => 'all',
    ['the very first thing, before all that,', 'But the very first thing, before all that,'],
  ),
  rule('BEFORETHAT', 'but|and? the? very first thing|step :|,|is|be', () => 'all', [
    'the very first thing,',
    'But the very first thing,',
  ]),
  rule('AHEAD', 'before that|this|it', () => 'last', ['before it', 'before that']),
  rule('AHEAD', 'before you|we do that|it|this|so?', () => 'last', ['before you do', 'before you do it']),
  rule('AHEAD', 'beforehand|first', () => 'last', ['first', 'beforehand']),
  rule('AHEAD', 'before it be? VERB', () => 'last', ["before it's cancelled", 'before it cancel']),
  rule('AHEAD', 'before it goes out', () => 'last', ['before it goes out']),
  rule('VOID', 'as the? very? last|final thing|step of? all?', () => 'void', [
    'As last thing',
    'as the last thing',
  ]),
  rule('WISH', 'and? as the? very? last|final thing|step of? all? ,?', () => 'wish', [
    'As last thing',
    'as the last thing',
  ]),
  rule('WISH', 'the? very? last|final thing|step of? all? :|,|is|be?', () => 'wish', [
    'last step',
    'last step:',
  ]),
  rule('WISH', 'at the very end ,?', () => 'wish', ['At the very end', 'At the very end,']),
  rule('WISH', 'and? in any|every|either case|event ,?', () => 'wish', ['in any case', 'In any event'], 1),
  rule('VOID', 'straight|right away', () => 'void', ['right away', 'straight away']),
  rule('VOID', 'one by one', () => 'void', ['one by one']),
  rule('VOID', 'one after the other|another', () => 'void', ['one after the other', 'one after the another']),
  rule('VOID', 'row by row', () => 'void', ['row by row']),
  rule('WISH', 'start by', () => 'wish', ['Start by']),

  // After what worked.
  rule('WISH', 'only after that|this ,?', () => 'wish', ['Only after that', 'only after this']),
  rule('WISH', 'AFTERWORD DONE ,|:?', () => 'wish', ['when it works', 'Once it worked']),
  rule('AFTERWORD', 'only? once|when|after', () => 'after', ['When', 'Once']),
  rule('AFTERWORD', 'only? as soon as', () => 'after', ['As soon as', 'only as soon as']),
  rule('DONE', 'it|that|this|they|everything work|succeed|finish|do', () => 'done', [
    'it works',
    'it worked',
  ]),
  rule('DONE', 'it|that|this|they have|be work|succeed|finish|do|pass|complete', () => 'done', [
    "it's worked",
    'that is done',
  ]),
  rule('DONE', 'it|that|this|they have|be? go|through through|well', () => 'done', [
    'it went through',
    'it go through',
  ]),
  rule('DONE', 'it|that|this|they be through|over|there|ready|available', () => 'done', [
    'it be through',
    'it be over',
  ]),
  rule(
    'DONE',
    'both|all of? them|these|those|it|that|this? be|have finish|do|through|there|load|ready|available|work|succeed',
    () => 'done',
    ['both are done', 'both are there'],
  ),
  rule(
    'DONE',
    'the two|three of? them|these|those? be|have finish|do|through|there|load|ready|available',
    () => 'done',
    ['the two of them are done', 'the two be finish'],
  ),
  rule('DONE', 'all|the two|three|four of? them|these|those? be|have do|finish|complete', () => 'done', [
    'all three are done',
    'the two of them are done',
  ]),
  rule('DONE', 'they be both|all finish|do|through|there|load|ready|available', () => 'done', [
    "they're both finished",
    'they be both finish',
  ]),
  rule('DONE', 'i|you|we have get? both|all|them|it', () => 'done', ['I have both', 'you have them']),
  rule('DONE', 'i|you|we have get? the two|three|them', () => 'done', [
    "you've got the two",
    'i have the two',
  ]),
  rule('WISH', 'with both|all load|ready|available|do|there ,?', () => 'wish', [
    'with both loaded',
    'with both loaded,',
  ]),
  rule('WISH', 'with both|all in hand :|,?', () => 'wish', ['With both in hand', 'With both in hand:']),
  rule('WISH', 'upon|after|on completion|success of? both|all|it|this|that? ,?', () => 'wish', [
    'on success',
    'upon success',
  ]),
  rule('WISH', 'after both :|,?', () => 'wish', ['after both', 'after both:']),
  rule('VOID', 'after both|it|them', () => 'void', ['After it', 'after both'], 1),
  rule('VOID', 'only? after both|all|they be|have finish|do|through', () => 'void', [
    'only after both are finished',
    'after both be finish',
  ]),
  rule('VOID', 'afterwards|after', () => 'void', ['After', 'Afterwards'], 2),
  rule('VOID', 'in any|every|either case|event', () => 'void', ['in any case', 'In any event'], 1),
  rule('VOID', 'no matter what', () => 'void', ['no matter what'], 1),
  rule('WISH', 'whatever happens there|here? ,?', () => 'wish', ['whatever happens', 'whatever happens,'], 1),
  rule('WISH', 'and? either way ,?', () => 'wish', ['either way', 'and either way'], 1),
  rule('VOID', 'always', () => 'void', ['always'], 1),
  rule(
    'CONTROL',
    'once|after|when NP has|have|be be|is|been|being? PART ,? BODY',
    ([, , , , lemmas, , body], at): Statement => ({ s: 'done', lemmas, body, span: spanOf(at) }),
    ['once the customer has been deleted, post "Gone" to #ops', 'When it is denied, do not cancel'],
    3,
  ),
  // What was done to each of many, one by one.
  rule(
    'CONTROL',
    'after|once VERB a|an|each|every|one HEAD ,? BODY',
    ([, verb, , of, , body], at): Statement | null =>
      /ing$/.test(at.tokens[at.start + 1]!.lower)
        ? { s: 'done', lemmas: verb.lemmas, of, body, span: spanOf(at) }
        : null,
    ['after cancelling an order, post "Gone" to #ops', 'after deleting an order tell #billing'],
    1,
  ),

  // Why: it restricts nothing.
  rule('WISH', 'REASON', () => 'wish', ['It is flaky, so', 'as it is listed,'], 2),
  rule('UNIT', 'UNIT_ ,? TRAILINGREASON', ([body]) => body, [], 2),
  rule('UNIT_', 'CLAUSE', ([clause]): Body => [clause], ['close it', 'cancel it']),
  rule('UNIT_', 'CONTROL', ([clause]): Body => [clause], ['end', 'skip']),
]
