// Approvals that are asked for.
import type { Rule } from '../../chart/chart.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Body, DecisionTerms, Np, Statement, Who } from '../terms.ts'
import { not, when } from './branches.ts'

interface Agreed {
  readonly message?: Np | null
  readonly terms?: readonly DecisionTerms[]
  readonly before?: Body | null
}

function asked(at: At, who: Who | null, { message = null, terms = [], before = null }: Agreed): Statement {
  const agreed: DecisionTerms = Object.assign({}, ...terms)
  const isAgreed = terms.length > 0
  return { s: 'ask', who, message, before, ...(isAgreed && { terms: agreed }), span: spanOf(at) }
}

export const approvalRules: readonly Rule[] = [
  // Without it, nothing that follows is done anyway.
  rule('WISH', 'and? only? after|once they|he|she have approve|agree|confirm ,?', () => 'wish', [
    'only after they have approved',
    'only after they have approved,',
  ]),
  // Approvals.
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE TERM* ASKTEXT? TERM*',
    ([, who, , first, message, more], at) => asked(at, who, { message, terms: [...first, ...more] }),
    ['ask an admin to approve', 'ask ops@acme.com to approve it'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE ASKTEXT? TERM* ,? before you? BODY',
    ([, who, , message, terms, , , , before], at) => asked(at, who, { message, terms, before }),
    [
      'ask an admin to approve before you delete it',
      'ask the owner to approve before you set its stage to won',
    ],
  ),
  // What it is for follows: "before the next step".
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE ASKTEXT? TERM* ,? before the next|following step|action|one?',
    ([, who, , message, terms], at) => ({ ...asked(at, who, { message, terms }), isBeforeNext: true }),
    ['ask an admin to approve before the next step', 'ask ops@acme.com to approve it before the next one'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE TERM* ,? IF COND',
    ([, who, , terms, , , cond], at) => when(cond, [asked(at, who, { terms })], null, at),
    ['ask an admin to approve if {{inputs.n}} is 5', 'ask an owner to approve if the total is over 100'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON TOAPPROVE TERM* ,? unless COND',
    ([, who, , terms, , , cond], at) => when(not(cond), [asked(at, who, { terms })], null, at),
    ['ask an admin to approve unless {{inputs.n}} is 5', 'ask an owner to approve unless it is open'],
  ),
  rule(
    'CONTROL',
    'ASKING PERSON for the|his|her|their|an? approval|permission|ok|confirmation ASKTEXT? TERM*',
    ([, who, , , , message, terms], at) => asked(at, who, { message, terms }),
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
    ['ask someone for approval before close it', 'ask someone for approval before Hi'],
  ),
  rule(
    'CONTROL',
    'GETTING APPROVAL FROMWHOM? ASKTEXT? TERM*',
    ([, , who, message, terms], at) => asked(at, who, { message, terms }),
    ['get approval from an admin', 'wait for the approval of ops@acme.com'],
  ),
  rule(
    'CONTROL',
    'GETTING APPROVAL FROMWHOM? ,? before BEFORE',
    ([, , who, , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    [
      'get approval from an admin before the order is deleted',
      'get approval from an admin before anything is restarted',
    ],
  ),
  rule(
    'CONTROL',
    'GETTING MYAPPROVAL ASKTEXT? TERM*',
    ([, who, message, terms], at) => asked(at, who, { message, terms }),
    ['wait for my approval', 'get my approval'],
  ),
  rule(
    'CONTROL',
    'GETTING MYAPPROVAL ,? before BEFORE',
    ([, who, , , before], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['ask for my approval before the order is deleted', 'get my approval before anything is restarted'],
  ),
  rule(
    'MYAPPROVAL',
    'my approval|permission|confirmation',
    () => ({ emails: [], roles: [], unknown: 'me' }),
    ['my approval', 'my permission'],
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
    ['an admin must approve before the order is deleted', "somebody has to approve before it's cancelled"],
  ),
  rule(
    'CONTROL',
    'before BEFORING , ASKING PERSON TOAPPROVE',
    ([, before, , , who], at): Statement => ({ s: 'ask', who, message: null, before, span: spanOf(at) }),
    ['before you close it, ask someone approve', 'before you close it, ask someone sign off'],
  ),
  rule('BEFORING', 'you BODY', ([, body]) => body, ['you close it', 'you post "Hi" to #ops']),
  rule('BEFORE', 'you? BODY', ([, body]) => body, ['anything is restarted', 'close it']),
  rule('BEFORE', 'NP be VERB COMPL*', ([np, , verb, parts], at): Body => [call(verb, parts, at, np)], [
    "it's cancelled",
    'anything is restarted',
  ]),
  rule('ASKING', 'ask|have|let', () => 'ask', ['ask', 'Let']),
  rule('ASKING', 'request|get from?', () => 'ask', ['Get', 'gets'], 1),
  rule('TOAPPROVE', 'to? approve|confirm|authorise|authorize APPROVEE?', () => 'approve', [
    'approve',
    'to approve',
  ]),
  rule('TOAPPROVE', 'to? sign off APPROVEE?', () => 'approve', ['sign off', 'sign off it']),
  rule('TOAPPROVE', 'for approval|permission', () => 'approve', ['for approval', 'for permission']),
  // A thing that is named, and no adverb that would get lost.
  rule(
    'APPROVEE',
    'on? NP',
    ([, np]) => (np.t === 'noun' && np.det !== null && np.pre.length === 0 ? 'it' : null),
    ['the SMS', 'this SMS'],
    1,
  ),
  rule('APPROVEE', 'it|this|that|first', () => 'it', ['it', 'this']),
  rule('ASKTEXT', ':|, SAID', ([, np]) => np, [': 0', ': 14']),
  rule('ASKTEXT', 'SAID', ([np]) => np, ['{{inputs.id}}', '0']),
  rule('ASKTEXT', ',? with the? message|question|text SAID', ([, , , , np]) => np, [
    'with message 0',
    'with message 14',
  ]),
  rule('GETTING', 'get|obtain|request|require|need|wait|ask for?', () => 'get', ['ask', 'Get']),
  rule('APPROVAL', 'the|an? approval|permission', () => 'approval', ['approval', 'an approval']),
  rule('FROMWHOM', 'from|of|by PERSON', ([, who]) => who, ['of an owner', 'by a member']),
]
