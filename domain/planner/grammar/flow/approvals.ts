// Approvals: asked for, or said in passing.
import type { Rule } from '../../chart/chart.ts'
import { roles } from '../../lexicon/words.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Body, Condition, Statement, Who } from '../terms.ts'
import { when } from './branches.ts'

const ask = (who: Who | null, at: At, before: Body | null = null): Statement => ({
  s: 'ask',
  who,
  message: null,
  before,
  span: spanOf(at),
})

export const approvalRules: readonly Rule[] = [
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
]

export const passingApprovalRules: readonly Rule[] = [
  // Approvals said in passing.
  rule('APPROVING', 'yes', (): Condition => ({ c: 'approved' })),
  rule('APPROVING', 'no', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'APPROVERS approve|agree|accept it|this|that?', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'APPROVERS do', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'APPROVERS say yes', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'APPROVERS say no', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'APPROVERS do not approve|agree|accept it|this|that?', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'APPROVERS deny|reject|refuse|decline it|this|that?', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'APPROVERS turn it|this|that down', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'it|that|this be a? yes', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'it|that|this be a? no', (): Condition => ({ c: 'denied' })),
  rule(
    'CONDS',
    'it|that|this|approval be not? grant|give|granted|given|ok|fine',
    ([, , no]): Condition => ({ c: no === null ? 'approved' : 'denied' }),
  ),
  rule('CONDS', 'it|that|this be turned down', (): Condition => ({ c: 'denied' })),
  rule(
    'CONDS',
    'it|that|this|the? approval? have be deny|reject|refuse|decline',
    (): Condition => ({ c: 'denied' }),
  ),
  rule(
    'CONDS',
    'it|that|this|the? approval? have be approve|grant|give',
    (): Condition => ({ c: 'approved' }),
  ),
  rule('CONDS', 'the approval be deny|reject|refuse|decline', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'you get it', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'granted|given', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'not approved|granted|given', (): Condition => ({ c: 'denied' })),
  rule('CONDS', 'yes', (): Condition => ({ c: 'approved' })),
  rule('CONDS', 'no', (): Condition => ({ c: 'denied' })),
  rule('APPROVERS', 'he|she|they|somebody|someone|anybody|anyone', () => 'they'),
  rule('APPROVERS', 'the ROLE', () => 'they'),
  rule('CONTROL', 'approved CASESIGN BODY', ([, , then], at) => when({ c: 'approved' }, then, null, at)),
  rule('CONTROL', 'denied|refused|rejected|declined CASESIGN BODY', ([, , then], at) =>
    when({ c: 'denied' }, then, null, at),
  ),
  rule('CONTROL', 'not approved CASESIGN BODY', ([, , , then], at) => when({ c: 'denied' }, then, null, at)),
  rule('CONTROL', 'once|when|if|after approved|granted ,? BODY', ([, , , then], at) =>
    when({ c: 'approved' }, then, null, at),
  ),
  rule('CONTROL', 'without the|an|that? approval ,? BODY', ([, , , , then], at) =>
    when({ c: 'denied' }, then, null, at),
  ),
  rule('CONTROL', 'upon|on|after denial|refusal|rejection ,? BODY', ([, , , then], at) =>
    when({ c: 'denied' }, then, null, at),
  ),
  rule('CONTROL', 'in the? case|event of denial|refusal|rejection ,? BODY', ([, , , , , , then], at) =>
    when({ c: 'denied' }, then, null, at),
  ),
  rule(
    'CONTROL',
    'should APPROVERS deny|reject|refuse|decline it|this|that? , BODY',
    ([, , , , , then], at) => when({ c: 'denied' }, then, null, at),
  ),
  // Before one step: "cancel it, but only after approval", "delete it once an owner has approved".
  rule(
    'CONTROL',
    'CLAUSE ,? but? only? AFTERAPPROVAL',
    ([before, , , , who], at) => ask(who.who, at, [before]),
    ['delete the order A-1, but only after approval', 'delete it only with the approval of an admin'],
  ),
  rule('CONTROL', 'AFTERAPPROVAL ,? BODY', ([who, , before], at) => ask(who.who, at, before), [
    'upon approval by an admin, delete the order A-1',
  ]),
  rule('AFTERAPPROVAL', 'after|with|upon|on a|an|the|prior? prior? approval FROMWHOM?', ([, , , , who]) => ({
    who,
  })),
  rule('AFTERAPPROVAL', 'after|with|upon|on the? approval step? in front of it', () => ({ who: null })),
  rule(
    'AFTERAPPROVAL',
    'after|once|when|if|provided that? it|this|that have be approve|confirm FROMWHOM? beforehand|first?',
    ([, , , , , , who]) => ({ who }),
  ),
  rule(
    'AFTERAPPROVAL',
    'after|once|when|if|provided that? PERSON have? approve it|this|that? beforehand|first?',
    ([, , who]) => ({ who }),
  ),
  rule(
    'AFTERAPPROVAL',
    'after|once|when|if|provided that? PERSON have? give his|her|their|the|an? approval|permission|ok beforehand|first?',
    ([, , who]) => ({ who }),
  ),
  rule(
    'UNIT',
    'CLAUSE ,|; but ASKFIRST',
    ([clause, , , who], at): Body => [{ ...ask(who.who, at), before: [clause] } as Statement],
    ['delete the order A-1, but ask for approval first'],
  ),
  rule(
    'CONTROL',
    'but|and? ASKFIRST',
    ([, who], at): Statement => ({ s: 'before', body: [ask(who.who, at)], scope: 'last', span: spanOf(at) }),
  ),
  rule('ASKFIRST', 'first ,? ASKS', ([, , who]) => who),
  rule('ASKFIRST', 'please? ASKS AHEAD', ([, who]) => who),
  rule('ASKFIRST', 'not before PERSON have approve it|this|that?', ([, , who]) => ({ who })),
  rule(
    'ASKFIRST',
    'it|this|that MODAL? need|require the|an? approval|ok|permission FROMWHOM? first|beforehand|before?',
    ([, , , , , who]) => ({ who }),
    [],
    1,
  ),
  rule('ASKFIRST', 'first|please? ASKS FORALL', ([, who]) => who),
  rule('CONTROL', 'ASKS FORALL', ([who], at) => ask(who.who, at)),
  rule('CONTROL', 'ASKS', ([who], at) => ask(who.who, at), [], 0),
  rule('CONTROL', 'ASKS first', ([who], at) => ask(who.who, at), [], 1),
  rule(
    'ASKS',
    'ask|wait|get|obtain|request|require|need for? just|only|one? the|an|one|a? single? approval|permission FROMWHOM?',
    ([, , , , , , who]) => ({ who }),
  ),
  rule('ASKS', 'i|we need|want the|an|one|a? approval|permission FROMWHOM?', ([, , , , who]) => ({ who })),
  rule('ASKS', 'ask PERSON for the|an|his|her|their? approval|permission|ok', ([, who]) => ({ who })),
  rule('ASKS', 'ask|have|let|get PERSON to? approve|confirm it|this|that? one?', ([, who]) => ({ who })),
  rule('ASKS', 'PERSON MODAL to? approve|decide|confirm it|this|that?', ([who]) => ({ who })),
  rule('ASKS', 'PERSON MODAL to? say yes', ([who]) => ({ who })),
  rule('ASKS', 'PERSON MODAL to? give the|his|her|their? approval|ok|permission', ([who]) => ({ who })),
  rule('ASKS', 'the? approval FROMWHOM? MODAL be request|obtain|seek|ask|get for?', ([, , who]) => ({ who })),
  rule('ASKS', "PERSON 's approval be need|require", ([who]) => ({ who })),
  rule('FORALL', 'just|only? once|one|time time? FORALLWHAT?', () => 'all'),
  rule('FORALL', 'FORALLWHAT', () => 'all'),
  rule('FORALLWHAT', ',? for|covering the? whole|entire lot|batch|list|thing|workflow', () => 'all'),
  rule('FORALLWHAT', ',? for|covering all|everything of? them|it|this|that|these? together?', () => 'all'),
  rule('FROMWHOM', 'by|from|of PERSON', ([, who]) => who),
  rule('PERSON', 'one of the ROLE', ([, , , role]): Who => ({ emails: [], roles: [role] })),
  rule('ROLE', 'owners|admins|members|viewers', ([word]) => word.lower.slice(0, -1)),
  // What needs none.
  rule('COMPL', ',? no approval need|require|necessary? for? that|this|it?', () => 'void'),
  rule('COMPL', ',? that|which need|require no approval', () => 'void'),
  rule('COMPL', ',? ( no approval need|require? )', () => 'void'),
  rule('COMPL', ',? without any|an? approval|asking anybody|anyone|somebody?', () => 'void'),
  rule('COMPL', ',? for that|this|which no approval be need|require', () => 'void'),
]
