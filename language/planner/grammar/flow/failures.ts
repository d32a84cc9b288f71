// Trying again, and what follows a failure.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Statement } from '../terms.ts'

export const failureRules: readonly Rule[] = [
  // Trying again, and what follows a failure.
  rule(
    'CONTROL',
    'TRYING TIMES WHY?',
    ([, times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['try up to 3 times', 'try up to 5 times'],
  ),
  rule(
    'CONTROL',
    'with up to COUNT try|attempt|retry',
    ([, , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['with up to 3 try', 'with up to 3 attempt'],
  ),
  rule(
    'CONTROL',
    'make up to|at most? COUNT attempt',
    ([, , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['make up to 5 attempts', 'make up to 3 attempt'],
  ),
  // "Retry 5 times": five times more. "Try 3 times, then park": then it waits for a person.
  rule(
    'CONTROL',
    'retry it|this|that? UPTO? TIMES PARK?',
    ([, , , times, park], at): Statement => again(times, park, at),
    ['retry 5 times', 'retry it up to 3 times'],
  ),
  rule(
    'CONTROL',
    'try it|this|that? again UPTO? TIMES PARK?',
    ([, , , , times, park], at): Statement => again(times, park, at),
    ['try again up to 2 times', 'try it again twice'],
  ),
  rule(
    'CONTROL',
    'TRYING TIMES PARK',
    ([, times], at): Statement => ({ s: 'retry', times, isParked: true, span: spanOf(at) }),
    ['try 3 times, then park', 'try it up to 3 times and then park it'],
  ),
  rule(
    'CONTROL',
    'and? IF FAILS ,? then? try|retry it|this|that? again? UPTO? TIMES PARK?',
    ([, , , , , , , , , times, park], at): Statement => again(times, park, at),
    ['if it fails, try again up to 2 times', 'if that fails, retry it 3 times'],
  ),
  rule(
    'CONTROL',
    'after the last attempt|try ,? it|this wait for a|some person|someone|somebody to? continue? it?',
    (_, at): Statement => ({ s: 'retry', times: 0, isParked: true, span: spanOf(at) }),
    ['after the last attempt it waits for a person to continue it'],
  ),
  // As an explanation says which errors are worth another attempt.
  rule(
    'CONTROL',
    'TRYING TIMES ,? whatever the error be?',
    ([, times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['try up to 3 times, whatever the error', 'try it 3 times whatever the error is'],
  ),
  rule(
    'CONTROL',
    'TRYING TIMES ,? only? after error that may pass',
    ([, times], at): Statement => ({ s: 'retry', times, isTransient: true, span: spanOf(at) }),
    ['try up to 3 times, only after errors that may pass', 'try it twice after errors that may pass'],
  ),
  rule('PARK', ',? and? then? park it|this|that?', () => 'park', [', then park', 'and then park it']),
  rule('PARK', ',? and? then? wait for me|someone|somebody', () => 'park', [
    ', then wait for someone',
    'and wait for me',
  ]),
  rule('PARK', ',? and? then? wait for a person', () => 'park', [
    ', then wait for a person',
    'and wait for a person',
  ]),
  rule('TRYING', 'try it|this|that? UPTO?', () => 'try', ['try', 'try it']),
  rule('TRYING', 'attempt it|this|that? UPTO?', () => 'try', ['attempt', 'attempts']),
  rule('UPTO', 'up to', () => 'up to', ['up to']),
  rule('UPTO', 'at most', () => 'up to', ['at most']),
  rule('UPTO', 'a maximum of', () => 'up to', ['a maximum of']),
  rule('UPTO', 'for up to', () => 'up to', ['for up to']),
  rule('UPTO', 'no more than', () => 'up to', ['no more than']),
  rule('UPTO', 'a total of', () => 'up to', ['a total of']),
  rule('TIMES', 'COUNT time in? total?', ([count]) => count, ['3 times', 'five times']),
  rule('TIMES', 'twice in? total?', () => 2, ['twice', 'twice total']),
  rule('TIMES', 'COUNT attempt', ([count]) => count, ['3 attempt', '2 attempt']),
  rule('WHY', ',? because|as|since ANYWORD*', () => 'why', ['because', 'because the'], 2),
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
    ['stop if that fails', 'ignore it if that fails'],
    1,
  ),
  rule(
    'CONTROL',
    'IF it|that|this work|succeed|go ,? well? ,? BODY',
    ([, , , , , , body], at): Statement => ({ s: 'works', body, span: spanOf(at) }),
    ['If it goes well', "if it works we're done"],
    1,
  ),
  rule('FAILS', 'it|that|this|they STILL? fail STILL?', () => 'fails', ['it fail', 'it fails']),
  rule('FAILS', 'it|that|this|they STILL? do not STILL? work|succeed', () => 'fails', [
    'it do not work',
    'it do not succeed',
  ]),
  rule('FAILS', 'it|that|this go wrong', () => 'fails', ['that goes wrong', 'this goes wrong']),
  rule('FAILS', 'it|that|this be not possible|successful|found', () => 'fails', [
    'it be not possible',
    'it be not successful',
  ]),
  rule('FAILS', 'the call|step|lookup|request|check|attempt|last? attempt? STILL? fail', () => 'fails', [
    'the fail',
    'the call still fails',
  ]),
  rule('FAILS', 'all attempt|try fail', () => 'fails', ['all attempt fail', 'all try fail']),
  rule('FAILS', 'both|all three|attempts|tries? attempts|tries? fail', () => 'fails', [
    'both fail',
    'Both failed',
  ]),
  rule('FAILS', 'an error occur|happen', () => 'fails', ['an error occurs', 'an error happens']),
  rule('FAILS', 'there be an error', () => 'fails', ['there be an error']),
  rule('STILL', 'still|nevertheless|anyway|again', () => 'still', ['still', 'again']),
  rule('STILL', 'every|each|all time', () => 'still', ['every time', 'all times']),
  rule(
    'CONTROL',
    'go on|continue anyway|regardless?',
    (_, at): Statement => ({ s: 'goon', span: spanOf(at) }),
    ['go on', 'go on anyway'],
  ),
  rule('CONTROL', 'STOPPING', ([stop]) => stop, ['end', 'stop there']),
  rule(
    'STOPPING',
    'stop|abort|end|quit|fail|finish|terminate|halt|exit WHAT? STOPWITH?',
    ([verb, , message], at): Statement => ({ s: 'stop', message, isFailure: isFail(verb), span: spanOf(at) }),
    ['stop', 'fail with the message "No orders"'],
  ),
  rule(
    'STOPPING',
    'the workflow|run|process|execution shall|should|must|will? stop|abort|end|fail STOPWITH?',
    ([, , , verb, message], at): Statement => ({
      s: 'stop',
      message,
      isFailure: isFail(verb),
      span: spanOf(at),
    }),
    ['the workflow shall stop', 'the workflow must stop with the message "x"'],
  ),
  rule(
    'WHAT',
    'the|this whole|entire? workflow|run|process|execution|everything|here|there|it',
    () => 'what',
    ['the workflow', 'the run'],
  ),
  rule('WHAT', 'here|there|it|everything', () => 'what', ['there', 'here']),
  rule(
    'STOPWITH',
    ',? with|and|by the|an? message|error|reason|text|note|saying|says|say? message|:? SAID',
    ([, , , , , np]) => np,
    ['with "Not sent"', 'with "Not bookable"'],
  ),
  rule('STOPWITH', ':|saying SAID', ([, np]) => np, [': 0', ': 14']),
  rule(
    'CONTROL',
    'no output|result|return ,? please?',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
    ['no output', 'no output please'],
  ),
  rule(
    'CONTROL',
    'nothing have|need to be return|output',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
    ['Nothing has to be returned', 'nothing needs to be returned'],
  ),
  rule(
    'CONTROL',
    'nothing should|shall|must|need be return|output',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
    ['nothing should be return', 'nothing should be output'],
  ),
  rule('CONTROL', 'do nothing', (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }), ['do nothing']),
  rule('CONTROL', 'do nothing at all', (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }), [
    'do nothing at all',
  ]),
  rule(
    'CONTROL',
    'do nothing else|more|further',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    ['do nothing else', 'do nothing more'],
  ),
  rule(
    'CONTROL',
    'nothing be|happen|needs? done|to? be? done?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    ['nothing', 'nothing done'],
    1,
  ),
  rule(
    'CONTROL',
    'nothing should|shall|must|will happen|be do?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    ['nothing shall happen', 'nothing should happen'],
  ),
  rule(
    'CONTROL',
    'do not do anything',
    (_, at): Statement => ({ s: 'nothing', isForbidding: true, span: spanOf(at) }),
    ["don't do anything", 'do not do anything'],
  ),
  rule(
    'CONTROL',
    'do not send|post|return|write anything|something',
    (_, at): Statement => ({ s: 'nothing', isForbidding: true, span: spanOf(at) }),
    ["don't post anything", "don't send anything"],
    1,
  ),
  rule(
    'CONTROL',
    'leave it|them|everything as|alone it|they? is|are?',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    ['leave it alone', 'leave it as'],
  ),
  rule(
    'CONTROL',
    'skip it|them|that|this',
    (_, at): Statement => ({ s: 'nothing', span: spanOf(at) }),
    ['skip it', 'skip them'],
    1,
  ),
  rule(
    'CONTROL',
    'call|name it|this|that|them GIVENNAME',
    ([, , name], at): Statement => ({ s: 'name', name, span: spanOf(at) }),
    ['call it orders', 'call this total'],
  ),
  rule(
    'CONTROL',
    'call|name the HEAD? GIVENNAME',
    ([, , , name], at): Statement => ({ s: 'name', name, span: spanOf(at) }),
    ['call the result orders', 'name the orders'],
  ),
  // It says that a name is one word.
  rule(
    'CONTROL',
    'call|name it|this|that|them GIVENNAME GIVENNAME',
    ([, , one, other], at): Statement => ({ s: 'name', name: `${one} ${other}`, span: spanOf(at) }),
    ['call it open orders', 'call them large ones'],
    1,
  ),
  // "Fetch it as first_page": a name, where it is used again.
  rule(
    'UNIT',
    'CLAUSE ,? and? save|store|keep|remember? it|this|that|them? as|under GIVENNAME',
    ([clause, , , , , , name], at): Body => [clause, { s: 'name', name, isAs: true, span: spanOf(at) }],
    ['close it as first_page', 'close it and save it as order'],
    1.5,
  ),
  rule('GIVENNAME', 'ANYWORD', ([word]) => (/^[a-z_][a-z_\d]*$/.test(word) ? word : null), ['order']),

  // Tries.
  rule(
    'UNIT',
    'CLAUSE ,|-|;|.? and? RETRYING',
    ([clause, , , times], at): Body => [clause, { s: 'retry', times, span: spanOf(at) }],
    ['check the order A-1, max 3 attempts', 'close it 3 tries'],
    0,
  ),
  rule(
    'CONTROL',
    'retry|repeat|try it|this|that? again? BOUND* COUNT time if|when it|this|that fail',
    ([, , , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['retry it up to 3 times if it fails', 'try it again at most 2 times when that fails'],
  ),
  rule('UNIT', 'CLAUSE ONCEONLY', ([clause]): Body => [clause], [
    'close it No doubles',
    'close it no repeats',
  ]),
  rule('ONCEONLY', 'exactly|only|just? once ,? without retrying|repeating|repetition', () => 'once', [
    'once, without retrying',
    'exactly once, without retrying',
  ]),
  rule('ONCEONLY', ',? without retrying|repeating', () => 'once', ['without retrying', 'without repeating']),
  rule('ONCEONLY', ',? and|but? do not retry|repeat it?', () => 'once', ['do not retry', 'do not retry it']),
  rule('CONTROL', 'RETRYING', ([times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }), [
    'try it up to 3 times',
    'at most 2 attempts',
  ]),
  rule(
    'CONTROL',
    'and? IF FAILS ,? try again ,? but? RETRYING',
    ([, , , , , , , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
    ['If it fails, try again, but no more than 2 tries altogether', 'If it fail try again 3 tries'],
  ),
  rule(
    'CONTROL',
    'you can|may|should try it|that|this BOUND* COUNT time BOUND*',
    ([, , , , , n], at): Statement => ({ s: 'retry', times: n, span: spanOf(at) }),
    ['You can try that 3 times at most', 'you can try it 3 time'],
  ),
  rule(
    'RETRYING',
    'please? make|allow|with|for|using? a? BOUND* COUNT attempt|try BOUND* NOMORE?',
    ([, , , , n]) => n,
    ['3 tries', '5 attempts'],
  ),
  rule(
    'RETRYING',
    'please? try|trying|attempt it|this|that? BOUND* COUNT time BOUND* NOMORE?',
    ([, , , , n]) => n,
    ['try it 5 times', 'try that 3 times'],
  ),
  rule('RETRYING', 'please? try|trying|attempt it|this|that? BOUND* twice BOUND*', () => 2, [
    'Try it at most twice',
    'try twice',
  ]),
  rule('RETRYING', 'for which you may try BOUND* COUNT time BOUND*', ([, , , , , , n]) => n, [
    'for which you may try 3 times',
    'for which you may try 3 times at most',
  ]),
  rule('RETRYING', 'and? try it|that|this? BOUND* COUNT time BOUND*', ([, , , , n]) => n, [
    'try it 5 times',
    'try that 3 times',
  ]),
  rule('BOUND', 'up to', () => 'bound', ['up to']),
  rule('BOUND', 'at the? most|maximum', () => 'bound', ['at most', 'at the most']),
  rule('BOUND', 'max|maximum|altogether', () => 'bound', ['max', 'maximum']),
  rule('BOUND', 'a? maximum|limit|total of', () => 'bound', ['limit of', 'Total of']),
  rule('BOUND', 'no more than', () => 'bound', ['no more than']),
  rule('BOUND', 'in total|all', () => 'bound', ['in all', 'in total']),
  rule('NOMORE', ',? no more', () => 'bound', [', no more', 'no more']),

  // What follows a failure.
  rule('FAILS', 'the HEAD fails|fail', () => 'fails', ['the confirmation fails', 'the order fails']),
  rule('FAILS', 'the HEAD do not work|succeed', () => 'fails', [
    'the order do not work',
    'the order do not succeed',
  ]),
  rule('FAILS', 'one|it|that of? them|these|those? fails|fail', () => 'fails', ['it fail', 'it fails']),
  rule('FAILS', 'one|it|that of? them|these|those? do not work|succeed', () => 'fails', [
    "one doesn't work",
    'one do not work',
  ]),
  rule('FAILS', 'one|it of? them? can not be PART', () => 'fails', [
    'one cannot be confirmed',
    "one of them can't be confirmed",
  ]),
  rule('FAILS', 'none|neither of? them|these|those|it? attempt|try? work|succeed', () => 'fails', [
    'neither works',
    'none of them worked',
  ]),
  rule('FAILS', 'neither|no attempt|try be|is? work|succeed|successful', () => 'fails', [
    'no attempt worked',
    'neither attempt succeeds',
  ]),
  rule('FAILS', 'both|all of? them|these? attempt|try? fail', () => 'fails', ['both fail', 'Both failed']),
  rule(
    'CONTROL',
    'on failure|error of? this|that|it|the? step|call? ,|:? BODY',
    ([, , , , , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
    ['on failure skip that one', 'on failure skip that one and carry on with next'],
  ),
  rule(
    'CONTROL',
    'in case|the? event? of failure|error of? this|that|it|the? step|call? ,|:? BODY',
    ([, , , , , , , , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
    ['in of failure close it', 'in of failure step close it'],
  ),
  rule(
    'CONTROL',
    'on|upon success of? this|that|it|the? step|call? ,|:? BODY',
    ([, , , , , , body], at): Statement => ({ s: 'works', body, span: spanOf(at) }),
    ['on success: nothing more', 'on success nothing more'],
  ),
  rule(
    'CONTROL',
    'should FAILS , BODY',
    ([, , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
    ['should that fail, it may simply be ignored', 'should it fail, close it'],
  ),
  rule(
    'CONTROL',
    'FAILS ->|: BODY',
    ([, , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
    ['Both failed: post "Insurer unreachable" to #billing', 'it fail -> close it'],
  ),
  rule('CONTROL', 'GOON', (_, at): Statement => ({ s: 'goon', span: spanOf(at) }), ['skip', 'skip it']),
  rule('GOON', 'ignore it|that|this|the|any? failure|error?', () => 'goon', ['Ignore', 'ignore it']),
  rule('GOON', 'it|that may|can|should just|simply? be ignore|ignored', () => 'goon', [
    'it may simply be ignored',
    'it may be ignore',
  ]),
  rule('GOON', 'just|simply? ignore it|that|this', () => 'goon', ['ignore it', 'ignore that']),
  rule('GOON', 'just|simply? skip it|this|that|the? one|row|item? and? GOINGON?', () => 'goon', [
    'skip',
    'skip it',
  ]),
  rule('GOON', 'do not care if it|that fail', () => 'goon', [
    "don't care if it fails",
    'do not care if it fail',
  ]),
  rule('GOON', 'it|that do not matter if it|that fail', () => 'goon', [
    "It doesn't matter if it fails",
    'it do not matter if it fail',
  ]),
  rule('GOON', 'GOINGON', () => 'goon', ['go on', 'carry on']),
  rule('GOINGON', 'go|carry|move on with? the? next|rest|others? one|item|row?', () => 'goon', [
    'go on',
    'carry on',
  ]),
  rule('GOINGON', 'continue with? the? next|rest|others? one|item|row?', () => 'goon', [
    'continue',
    'continue with',
  ]),
]

function again(times: number, park: unknown, at: At): Statement {
  return { s: 'retry', times, isAgain: true, ...(park !== null && { isParked: true }), span: spanOf(at) }
}

function isFail({ lower }: { readonly lower: string }): boolean {
  return /^fail/.test(lower)
}
