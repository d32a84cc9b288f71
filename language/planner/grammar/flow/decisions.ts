// The answer to an approval as a condition: "if it is approved", "upon denial", "no: ...".
import type { Rule } from '../../chart/chart.ts'
import { rule } from '../build.ts'
import type { Condition } from '../terms.ts'
import { when } from './branches.ts'

export const decisionRules: readonly Rule[] = [
  rule('APPROVING', 'yes', (): Condition => ({ c: 'approved' }), ['yes']),
  rule('APPROVING', 'no', (): Condition => ({ c: 'denied' }), ['no']),
  rule('CONDS', 'APPROVERS approve|agree|accept it|this|that?', (): Condition => ({ c: 'approved' }), [
    'he approve',
    'he approve it',
  ]),
  rule('CONDS', 'APPROVERS do', (): Condition => ({ c: 'approved' }), ['she does', 'he do']),
  rule('CONDS', 'APPROVERS say yes', (): Condition => ({ c: 'approved' }), ['she says yes', 'he say yes']),
  rule('CONDS', 'APPROVERS say no', (): Condition => ({ c: 'denied' }), ['they say no', 'she says no']),
  rule('CONDS', 'APPROVERS do not approve|agree|accept it|this|that?', (): Condition => ({ c: 'denied' }), [
    "they didn't agree",
    'he do not approve',
  ]),
  rule('CONDS', 'APPROVERS deny|reject|refuse|decline it|this|that?', (): Condition => ({ c: 'denied' }), [
    'admin denies',
    'the admin denies',
  ]),
  rule('CONDS', 'APPROVERS turn it|this|that down', (): Condition => ({ c: 'denied' }), [
    'she turns it down',
    'he turn it down',
  ]),
  rule('CONDS', 'it|that|this be a? yes', (): Condition => ({ c: 'approved' }), ["it's a yes", 'it be yes']),
  rule('CONDS', 'it|that|this be a? no', (): Condition => ({ c: 'denied' }), ["it's a no", 'it be no']),
  rule(
    'CONDS',
    'it|that|this|approval be not? grant|give|granted|given|ok|fine',
    ([, , no]): Condition => ({ c: no === null ? 'approved' : 'denied' }),
    ["that's ok", 'it is given'],
  ),
  rule('CONDS', 'it|that|this be turned down', (): Condition => ({ c: 'denied' }), [
    "it's turned down",
    'it be turned down',
  ]),
  rule(
    'CONDS',
    'it|that|this|the? approval? have be deny|reject|refuse|decline',
    (): Condition => ({ c: 'denied' }),
    ['have be deny', 'have be reject'],
  ),
  rule(
    'CONDS',
    'it|that|this|the? approval? have be approve|grant|give',
    (): Condition => ({ c: 'approved' }),
    ['it has been given', 'have be approve'],
  ),
  rule('CONDS', 'the approval be deny|reject|refuse|decline', (): Condition => ({ c: 'denied' }), [
    'the approval be deny',
    'the approval be reject',
  ]),
  rule('CONDS', 'you get it', (): Condition => ({ c: 'approved' }), ['you get it']),
  rule('CONDS', 'granted|given', (): Condition => ({ c: 'approved' }), ['given', 'granted']),
  rule('CONDS', 'not approved|granted|given', (): Condition => ({ c: 'denied' }), [
    'not approved',
    'not granted',
  ]),
  rule('CONDS', 'yes', (): Condition => ({ c: 'approved' }), ['Yes']),
  rule('CONDS', 'no', (): Condition => ({ c: 'denied' }), ['no']),
  rule('APPROVERS', 'he|she|they|somebody|someone|anybody|anyone', () => 'they', ['he', 'she']),
  rule('APPROVERS', 'the ROLE', () => 'they', ['the admin', 'the member']),
  rule('APPROVERS', 'ROLE', () => 'they', ['owner', 'admin'], 1),
  rule('CONDS', 'APPROVALNP have be? grant|give|there', (): Condition => ({ c: 'approved' }), [
    'approval have grant',
    'approval have give',
  ]),
  rule('CONDS', 'APPROVALNP have? be? deny|reject|refuse|decline', (): Condition => ({ c: 'denied' }), [
    'approval deny',
    'approval reject',
  ]),
  rule(
    'CONDS',
    'that|it be ok|okay|fine',
    (): Condition => ({ c: 'approved' }),
    ['that be ok', 'that be okay'],
    1,
  ),
  rule('CONDS', 'APPROVERS do not', (): Condition => ({ c: 'denied' }), ["they don't", 'he do not'], 1),
  rule('CONDS', 'it|that|this be not approve|grant|give', (): Condition => ({ c: 'denied' }), [
    'it be not approve',
    'it be not grant',
  ]),
  rule('CONTROL', 'approved CASESIGN BODY', ([, , then], at) => when({ c: 'approved' }, then, null, at), [
    'Approved: cancel',
    'approved -> cancel it',
  ]),
  rule(
    'CONTROL',
    'denied|refused|rejected|declined CASESIGN BODY',
    ([, , then], at) => when({ c: 'denied' }, then, null, at),
    ['denied = not sent', 'Denied: cancel none'],
  ),
  rule('CONTROL', 'not approved CASESIGN BODY', ([, , , then], at) => when({ c: 'denied' }, then, null, at), [
    'not approved = none gets cancelled',
    'not approved: close it',
  ]),
  rule(
    'CONTROL',
    'once|when|if|after approved|granted ,? BODY',
    ([, , , then], at) => when({ c: 'approved' }, then, null, at),
    ['When approved, the appointment is cancelled', 'if approved, cancel appointment {{inputs.id}}'],
  ),
  rule('CONTROL', 'no APPR CASESIGN BODY', ([, , , then], at) => when({ c: 'denied' }, then, null, at), [
    'No approval, none of it',
    'no ok: close it',
  ]),
  rule(
    'CONTROL',
    'without the|an|that? approval ,? BODY',
    ([, , , , then], at) => when({ c: 'denied' }, then, null, at),
    ['Without the approval nothing happens', 'without approval close it'],
  ),
  rule(
    'CONTROL',
    'upon|on|after denial|refusal|rejection ,? BODY',
    ([, , , then], at) => when({ c: 'denied' }, then, null, at),
    ['Upon denial, the workflow shall fail with the message "Not sent"', 'upon denial close it'],
  ),
  rule(
    'CONTROL',
    'in the? case|event of denial|refusal|rejection ,? BODY',
    ([, , , , , , then], at) => when({ c: 'denied' }, then, null, at),
    ['In the event of refusal, it shall not be sent', 'in case of denial close it'],
  ),
  rule(
    'CONTROL',
    'should APPROVERS deny|reject|refuse|decline it|this|that? , BODY',
    ([, , , , , then], at) => when({ c: 'denied' }, then, null, at),
    ['should he deny, close it', 'should he deny, post "Hi" to #ops'],
  ),
]
