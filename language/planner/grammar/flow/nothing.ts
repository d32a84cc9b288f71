// Where nothing is done: in a case, for the rest, and what needs no approval.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import { isPast } from '../clauses/passives.ts'
import type { Complement, Statement } from '../terms.ts'

const nothing = (at: At, about?: 'rest' | 'not'): Statement => ({
  s: 'nothing',
  ...(about && { for: about }),
  span: spanOf(at),
})

export const nothingRules: readonly Rule[] = [
  // Nothing is done.
  rule('CONTROL', 'NOTHING', ([about], at) => nothing(at, about === 'nothing' ? undefined : about), [
    'done',
    "don't",
  ]),
  rule('NOTHING', 'nothing', () => 'nothing', ['nothing']),
  rule('NOTHING', 'do nothing else|more|further?', () => 'nothing', ['do nothing', 'do nothing else']),
  rule('NOTHING', 'nothing else|more|further', () => 'nothing', ['nothing else', 'nothing more']),
  rule(
    'NOTHING',
    'nothing at? all? be|happen|occur|need|have|should|shall|must|will|may to? be|happen? do|send|take|post|change?',
    () => 'nothing',
    ['nothing is', 'nothing may'],
  ),
  rule('NOTHING', 'no action', () => 'nothing', ['no action']),
  rule('NOTHING', 'no action|notice|message|post be|is need|require|take|permit', () => 'nothing', [
    'no message is needed',
    'no notice is required',
  ]),
  rule(
    'NOTHING',
    'just|simply|please? leave it|them|everything|this|that|the? HEAD? alone?',
    () => 'nothing',
    ['Leave', 'leave it'],
  ),
  rule('NOTHING', 'just|simply? leave it|them|everything as it|they be', () => 'nothing', [
    'leave it as it is',
    'leave it as it be',
  ]),
  rule('NOTHING', 'we? leave it|them as? it|they? be?', () => 'nothing', ['leave it', 'we leave it']),
  rule(
    'NOTHING',
    'it|they should|shall|must|will|can be? left|leave|stay|remain as|alone? it|they? be?',
    () => 'nothing',
    ['it should stay', 'it should be left'],
  ),
  rule('NOTHING', 'then|just? it? should? stay|keep|remain quiet|silent', () => 'nothing', [
    'stay quiet',
    'then stay quiet',
  ]),
  rule('NOTHING', 'it stays|remains', () => 'nothing', ['it stays', 'it remains']),
  rule('NOTHING', 'keep it', () => 'nothing', ['keep it']),
  rule('NOTHING', 'we be|are do|done|finished|finish', () => 'nothing', ["we're done", 'we are done']),
  rule('NOTHING', 'done|finished', () => 'nothing', ['done', 'finished']),
  rule('NOTHING', 'that|this be it|all|fine|okay|ok', () => 'nothing', ["that's it", "that's ok"]),
  rule('NOTHING', 'that|this be all there is to do', () => 'nothing', [
    "that's all there is to do",
    'that be all there is to do',
  ]),
  rule('NOTHING', 'there be nothing else|more|further? to do', () => 'nothing', [
    'there is nothing to do',
    'there is nothing more to do',
  ]),
  rule('NOTHING', 'there is no need|reason? to? VERB?', () => 'nothing', ['there is no', 'there is no SMS']),
  rule('NOTHING', 'nothing to do', () => 'nothing', ['nothing to do']),
  rule('NOTHING', 'do not do anything at? all?', () => 'nothing', [
    "don't do anything",
    'do not do anything',
  ]),
  rule('NOTHING', 'do not VERB COMPL*', ([, , , parts]) => (isPlainly(parts) ? 'not' : null), [
    "don't do",
    "don't post",
  ]),
  rule('NOTHING', 'do not', () => 'not', ["don't", 'do not']),
  // "the invoices that are not paid" are no order.
  rule(
    'NOTHING',
    'NP be not to? be? VERB COMPL*',
    ([np, , , , , verb], at) =>
      (np.t === 'pronoun' && np.word === 'that') || !isPast(at, verb) ? null : 'not',
    ["it isn't sent", 'it is not sent'],
  ),
  rule('NOTHING', 'NP do not get|become? VERB COMPL*', () => 'not', [
    "it doesn't get",
    "The others don't get",
  ]),
  rule('NOTHING', 'NP MODAL not be VERB COMPL*', () => 'not', [
    'it shall not be sent',
    'Discontinued products should not be considered',
  ]),
  rule('NOTHING', 'VERB none|nothing of? them|it|this|that?', () => 'not', ['do none', 'When none']),
  rule('NOTHING', 'do none of it|them|this|that', () => 'not', ['do none of it', 'do none of them']),
  rule('NOTHING', 'none of it|them|this|that? be|get|happen VERB?', () => 'not', [
    'none of be',
    'none of be cancel',
  ]),
  rule('NOTHING', 'no HEAD', () => 'not', ['no sms', 'no post'], 1),
  rule('NOTHING', 'not VERB', () => 'not', ['not when', 'not sent'], 1),
  rule('CONTROL', 'RESTNOTHING', (_, at) => nothing(at, 'rest'), ['ignore rest', 'Nothing else']),
  rule('RESTNOTHING', 'RESTNP get|receive|need nothing', () => 'rest', [
    'The rest gets nothing',
    'The others get nothing',
  ]),
  rule('RESTNOTHING', 'RESTNP be leave alone|out|untouched?', () => 'rest', [
    'rest be leave',
    'rest be leave alone',
  ]),
  rule('RESTNOTHING', 'nothing for|to RESTNP', () => 'rest', ['Nothing for others', 'Nothing for the rest']),
  rule('RESTNOTHING', 'nothing be|happens? to? be? do for|with|to RESTNP', () => 'rest', [
    'nothing do for rest',
    'nothing do for others',
  ]),
  rule('RESTNOTHING', 'for|to|with RESTNP nothing be|happen|to? be? do?', () => 'rest', [
    'for rest nothing',
    'for rest nothing do',
  ]),
  rule('RESTNOTHING', 'for|to|with RESTNP , NOTHING', () => 'rest', [
    'For the rest, nothing',
    'For the rest, nothing is',
  ]),
  rule('RESTNOTHING', 'RESTNP : nothing', () => 'rest', ['rest: nothing', 'others: nothing']),
  rule('RESTNOTHING', 'ignore|skip RESTNP', () => 'rest', ['ignore rest', 'Skip the others']),
  rule('RESTNOTHING', 'leave RESTNP alone|out|untouched|be?', () => 'rest', [
    'Leave the rest',
    'Leave the others',
  ]),
  rule('RESTNOTHING', 'RESTNP do not get|receive|need anything|one|it', () => 'rest', [
    "The others don't get anything",
    'The others do not get anything',
  ]),
  rule('RESTNOTHING', 'do not VERB RESTNP', () => 'rest', ['do not cancel rest', 'do not cancel others']),
  rule('RESTNOTHING', 'nobody|nothing else do|get|gets? one|it|anything?', () => 'rest', [
    'nobody else',
    'nothing else',
  ]),
  rule('RESTNP', 'all|any? the? others|rest|remainder', () => 'rest', ['rest', 'others']),
  rule('RESTNP', 'all|any? of? the? other|remaining HEAD', () => 'rest', ['other white', 'other values']),
  rule('RESTNP', 'everybody|everyone|everything else', () => 'rest', ['everything else', 'everybody else']),

  // "no SMS is sent and the confirmation stays": what is left as it is.
  rule('CONTROL', 'NOTHING BUTNOTHING STAYING', (_, at) => nothing(at, 'not'), [
    'no sms, confirmation stays',
    'no SMS, but confirmation stands',
  ]),
  rule('CONTROL', 'STAYING', (_, at) => nothing(at, 'not'), [
    'the order stays as it is',
    'it remains in place',
  ]),
  rule('BUTNOTHING', ',? and|while|but|though? still?', () => 'and', [',', 'and']),
  rule('STAYING', 'NP still? stay|stand|remain STAYHOW?', () => 'not', ['it stays', 'order stays']),
  rule('STAYHOW', 'in place|force|effect', () => 'as is', ['in place', 'in force']),
  rule('STAYHOW', 'as|how|where|what it|they be', () => 'as is', ['as it is', 'as it be']),
  rule('STAYHOW', 'untouched|unchanged', () => 'as is', ['untouched', 'unchanged']),
  rule('STAYHOW', 'PART', () => 'as is', ['confirmed', 'paid']),
  rule('NOTHING', 'there should|must|shall|will? be no HEAD', () => 'not', [
    "there's no SMS",
    'there is no SMS',
  ]),
  rule('NOTHING', 'no HEAD MODAL? be|get VERB', () => 'not', ['no SMS is sent', 'no message shall be sent']),
  rule('NOTHING', 'none MODAL? be|get VERB', () => 'not', ['none is cancelled', 'none gets cancelled']),
  rule('NOTHING', 'none of it|them|this|these|those|the|that MODAL? be? happen|do|VERB?', () => 'not', [
    'none of it',
    'none of this',
  ]),
  rule('NOTHING', 'do not VERB any of? them|these?', () => 'not', ["don't cancel any", 'do not cancel any']),
  rule('NOTHING', 'it|that|this|they|one do not happen|occur', () => 'not', [
    'it do not happen',
    'it do not occur',
  ]),
  rule('NOTHING', 'NP do not take place', () => 'not', [
    "the cancellation doesn't take place",
    'the orders do not take place',
  ]),
  rule('NOTHING', 'NP be omit|omitted', () => 'not', ['the orders be omit', 'the orders be omitted']),
  rule('NOTHING', 'stay|keep|remain quiet|silent', () => 'nothing', ['stay quiet', 'stay silent']),
  rule('NOTHING', 'it|that be fine|okay|ok', () => 'nothing', ["that's ok", "that's fine"]),

  // What needs no approval.
  rule('CONTROL', 'NOAPPROVAL', (_, at) => nothing(at), [
    'no approval is needed',
    'nobody has to approve that',
  ]),
  rule('COMPL', ',|-? which|that? NOAPPROVAL', () => 'void', ['no approval', ', no approval']),
  rule('COMPL', ',? ( which|that? NOAPPROVAL )', () => 'void', ['(no approval needed)', '( no approval )']),
  rule('VOID', 'without any? APPROVALNP', () => 'void', ['Without consent', 'without approval']),
  rule('VOID', 'without ask|asking anybody|anyone|somebody|first?', () => 'void', [
    'without asking',
    'without asking anyone',
  ]),
  rule('NOAPPROVAL', 'NOAPPR', () => 'none', ['no approval', 'no approval is']),
  rule('NOAPPROVAL', 'for that|this|which|it NOAPPR', () => 'none', [
    'for this no approval',
    'for which no approval',
  ]),
  rule('NOAPPR', 'no APPR MODAL? be? being? need|require|necessary? for? that|this|it?', () => 'none', [
    'no approval',
    'no approval is',
  ]),
  rule('NOAPPROVAL', 'no need to? ask|approve anybody|anyone?', () => 'none', [
    'no need ask',
    'no need ask anybody',
  ]),
  rule('NOAPPROVAL', 'nobody|none MUST be ask for? that|this|it?', () => 'none', [
    'nobody needs to be asked',
    'nobody needs to be asked for',
  ]),
  rule('NOAPPROVAL', 'nobody|none MUST VAPPROVE it|that|this?', () => 'none', [
    'nobody has to approve',
    'nobody has decide',
  ]),
  rule(
    'NOAPPROVAL',
    'you|we do not need|have to? ask anybody|anyone|somebody? for? that|this|it?',
    () => 'none',
    ["you don't need to ask", "you don't have to ask"],
  ),
  rule('NOAPPROVAL', 'it|that|this|which need|require no APPR', () => 'none', [
    'that needs no approval',
    'it need no ok',
  ]),
  rule('NOAPPROVAL', 'it|that|this do not need|require any|an? APPR', () => 'none', [
    'it do not need ok',
    'it do not need consent',
  ]),
]

/** "without anything" would turn it round. */
function isPlainly(parts: readonly (Complement | 'void' | readonly Complement[])[]): boolean {
  return parts
    .flat()
    .every(part => part === 'void' || part.a !== 'prep' || !/^(?:without|until|before)$/.test(part.prep))
}
