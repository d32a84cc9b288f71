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
  // Without it, nothing that follows is done anyway.
  rule('WISH', 'and? only? after|once they|he|she have approve|agree|confirm ,?', () => 'wish', [
    'only after they have approved',
    'only after they have approved,',
  ]),
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
    [
      'ask an admin to approve before you delete it',
      'ask the owner to approve before you set its stage to won',
    ],
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
    ['ask someone for approval before close it', 'ask someone for approval before Hi'],
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
    [
      'get approval from an admin before the order is deleted',
      'get approval from an admin before anything is restarted',
    ],
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
    ([, np]) => (np.t === 'noun' && np.det !== null ? 'it' : null),
    ['the SMS', 'this SMS'],
    1,
  ),
  rule('APPROVEE', 'it|this|that|first', () => 'it', ['it', 'this']),
  rule('ASKTEXT', ':|, SAID', ([, np]) => np, [': 0', ': 14']),
  rule('ASKTEXT', 'SAID', ([np]) => np, ['{{inputs.id}}', '0']),
  rule('ASKTEXT', 'with the? message|question|text SAID', ([, , , np]) => np, [
    'with message 0',
    'with message 14',
  ]),
  rule('GETTING', 'get|obtain|request|require|need|wait|ask for?', () => 'get', ['ask', 'Get']),
  rule('APPROVAL', 'the|an? approval|permission', () => 'approval', ['approval', 'an approval']),
  rule('FROMWHOM', 'from|of|by PERSON', ([, who]) => who, ['of an owner', 'by a member']),
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
    ['someone with the admin role', 'someone with the owner role'],
  ),
  rule('PERSON', 'EMAIL', ([value]): Who => ({ emails: [value.text], roles: [] }), [
    'lena@clinic.example',
    'rosa@clinic.example',
  ]),
  rule('PERSON', 'HOLE', ([value]): Who => ({ emails: [`{{${value.source}}}`], roles: [] }), [
    '{{inputs.x}}',
    '{{inputs.id}}',
  ]),
  rule('PERSON', 'someone|somebody|anybody|anyone|approver', (): Who => ({ emails: [], roles: [] }), [
    'someone',
    'somebody',
  ]),
  rule('ROLEMORE', 'or a|an|the? ROLE', ([, , role]) => role, ['or admin', 'or owner']),
  rule(
    'ROLE',
    'viewer|member|admin|owner|administrator',
    ([word]) => roles.find(role => word.lower.startsWith(role)) ?? 'admin',
    ['admin', 'owner'],
  ),
]

export const passingApprovalRules: readonly Rule[] = [
  // Approvals said in passing.
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
  // Before one step: "cancel it, but only after approval", "delete it once an owner has approved".
  rule(
    'CONTROL',
    'CLAUSE ,|;? BUTTHIS? only? AFTERAPPROVAL',
    ([before, , , , who], at) => ask(who.who, at, [before]),
    ['delete the order A-1, but only after approval', 'delete it only with the approval of an admin'],
  ),
  rule('CONTROL', 'AFTERAPPROVAL ,? BODY', ([who, , before], at) => ask(who.who, at, before), [
    'upon approval by an admin, delete the order A-1',
    'If it is confirmed, leave it alone',
  ]),
  rule('AFTERAPPROVAL', 'after|with|upon|on|following|subject to? APPROVALNP EARLY?', ([, , who]) => who, [
    'after approval',
    'after approval first',
  ]),
  rule('AFTERAPPROVAL', 'with APPROVALNP in front of it', ([, who]) => who, [
    'with approval in front of it',
    'with the approval of an admin in front of it',
  ]),
  rule('AFTERAPPROVAL', 'ONCE APPROVALNP have be give|grant|obtain EARLY?', ([, who]) => who, [
    'If approval have be give',
    'If approval have be give first',
  ]),
  rule(
    'AFTERAPPROVAL',
    'ONCE APPROVED_THING have? be VAPPROVE FROMWHOM? EARLY?',
    ([, , , , , who]) => ({
      who,
    }),
    ['If it be decide', 'If it be decide beforehand'],
  ),
  rule('AFTERAPPROVAL', 'ONCE PERSON have? VAPPROVE APPROVEE? EARLY?', ([, who]) => ({ who }), [
    'If someone decide',
    'If someone decide beforehand',
  ]),
  rule('AFTERAPPROVAL', 'ONCE PERSON have? give APPROVALNP EARLY?', ([, who]) => ({ who }), [
    'If someone give approval',
    'If someone give approval beforehand',
  ]),
  rule('AFTERAPPROVAL', 'ONCE PERSON have? say yes EARLY?', ([, who]) => ({ who }), [
    'If someone say yes',
    'If someone say yes first',
  ]),
  rule('ONCE', 'after|once|when|if|provided that?', () => 'once', ['If', 'When']),
  rule('ONCE', 'as soon as', () => 'once', ['As soon as']),
  rule('ONCE', 'on condition that', () => 'once', ['on condition that']),
  rule('EARLY', 'beforehand|first', () => 'first', ['first', 'beforehand']),
  rule('EARLY', 'in advance', () => 'first', ['in advance']),
  rule(
    'UNIT',
    'CLAUSE ,|; BUTTHIS? ASKFIRST',
    ([clause, , , who], at): Body => [{ ...ask(who.who, at), before: [clause] } as Statement],
    ['delete the order A-1, but ask for approval first', 'close it, first an admin must agree'],
  ),
  rule(
    'CONTROL',
    'but|and? ASKFIRST',
    ([, who], at): Statement => ({ s: 'before', body: [ask(who.who, at)], scope: 'last', span: spanOf(at) }),
    ['ask for approval before', 'it needs approval first'],
  ),
  rule(
    'UNIT',
    'CLAUSE ,|;? BUTTHIS? ASKED_OF_IT',
    ([clause, , , who], at): Body => [{ ...ask(who.who, at), before: [clause] } as Statement],
    ['delete the order A-1, but that one needs approval', 'close it it someone has decide'],
  ),
  rule(
    'UNIT',
    'CLAUSE BUTTHIS ASKFIRST',
    ([clause, , who], at): Body => [{ ...ask(who.who, at), before: [clause] } as Statement],
    ['close it and first an admin must agree', 'close it and an admin must agree first'],
  ),
  rule('ASKED_OF_IT', 'APPROVED_THING MUST? need|require APPROVALNP EARLY?', ([, , , who]) => who, [
    'it need approval',
    'it need approval beforehand',
  ]),
  rule('ASKED_OF_IT', 'APPROVED_THING PERSON MUST VAPPROVE EARLY?', ([, who]) => ({ who }), [
    'it someone has decide',
    'it someone has decide beforehand',
  ]),
  rule('BUTTHIS', 'and|but|however|though|yet|which ,?', () => 'but', ['and', 'but']),
  rule('BUTTHIS', 'but|and this|that step|one', () => 'but', ['but that one', 'but this one']),
  rule('ASKFIRST', 'first ,? ASKS', ([, , who]) => who, [
    'first an admin must agree',
    'first this needs the approval of an admin',
  ]),
  rule('ASKFIRST', 'please? ASKS ASKEARLY', ([, who]) => who, [
    'an admin must agree first',
    'an admin must agree before',
  ]),
  rule('ASKFIRST', 'not before PERSON have VAPPROVE APPROVEE?', ([, , who]) => ({ who }), [
    'not before someone have decide',
    'not before someone have decide it',
  ]),
  rule('CONTROL', 'ASKS ASKTAIL*', ([who], at) => ask(who.who, at), [
    'ask for approval',
    'I need the go-ahead of an admin',
  ]),
  rule(
    'CONTROL',
    'APPROVALNP ASKTAIL*',
    ([who], at) => ask(who.who, at),
    ['approval by an owner', 'approval for all of them'],
    2,
  ),
  rule('ASKTAIL', 'ASKEARLY', () => 'first', ['first', 'before']),
  rule('ASKTAIL', 'FORALL', () => 'all', ['one', 'once']),
  rule('ASKEARLY', ',? AHEAD', () => 'first', ['first', 'before it']),
  rule('ASKEARLY', ',? before|upfront', () => 'first', ['before', 'upfront'], 1),
  rule('ASKEARLY', ',? up front', () => 'first', ['up front', ', up front']),
  rule('ASKEARLY', ',? right? at|from the? very? start|beginning|outset', () => 'first', [
    'at start',
    'at beginning',
  ]),
  rule('ASKEARLY', ',? in advance', () => 'first', ['in advance', ', in advance']),
  rule(
    'ASKS',
    'ask|wait|get|obtain|request|require|need|seek|await for? just|only? APPROVALNP',
    ([, , , who]) => who,
    ['ask approval', 'ask the approval of an admin'],
  ),
  rule('ASKS', 'i|we need|want|require APPROVALNP', ([, , who]) => who, [
    'i need approval',
    'i need the approval of an admin',
  ]),
  rule('ASKS', "i|we would|'d like APPROVALNP", ([, , , who]) => who, [
    'i would like approval',
    'i would like the approval of an admin',
  ]),
  rule('ASKS', 'there must|should|shall|has to? be APPROVALNP', ([, , , , who]) => who, [
    'there must be approval',
    'there must be the approval of an admin',
  ]),
  rule('ASKS', 'ask PERSON for APPROVALNP', ([, who]) => ({ who }), [
    'ask someone for approval',
    'ask someone for the approval of an admin',
  ]),
  rule('ASKS', 'ask|have|let|get PERSON to? VAPPROVE APPROVEE?', ([, who]) => ({ who }), [
    'ask someone decide',
    'ask someone decide it',
  ]),
  rule('ASKS', 'PERSON MUST VAPPROVE APPROVEE?', ([who]) => ({ who }), [
    'an admin must agree',
    'someone has decide',
  ]),
  rule('ASKS', 'PERSON MUST say yes', ([who]) => ({ who }), ['someone has say yes', 'someone can say yes']),
  rule('ASKS', 'PERSON MUST give APPROVALNP', ([who]) => ({ who }), [
    'someone has give approval',
    'someone has give the approval of an admin',
  ]),
  rule('ASKS', 'APPROVALNP MUST be request|obtain|seek|ask|get|give|grant for?', ([who]) => who, [
    'approval has be request',
    'approval has be request for',
  ]),
  rule('ASKS', 'APPROVALNP be need|require|necessary', ([who]) => who, [
    'approval be need',
    'approval be require',
  ]),
  rule('ASKS', 'APPROVED_THING MUST? need|require APPROVALNP', ([, , , who]) => who, [
    'this needs the approval of an admin',
    'that one requires approval by an owner',
  ]),
  rule('ASKS', 'i|we want|need APPROVED_THING approve|confirm FROMWHOM?', ([, , , , who]) => ({ who }), [
    'i want it approve',
    'i want it approve of an owner',
  ]),
  rule('ASKS', 'APPROVED_THING MUST be approve FROMWHOM?', ([, , , , who]) => ({ who }), [
    'it has be approve',
    'it has be approve of an owner',
  ]),
  rule('ASKS', 'APPROVALNP MUST? cover|covering WHOLE', ([who]) => who, [
    'approval cover all',
    'approval cover full',
  ]),
  rule('MUST', 'MODAL', () => 'must', ['has', 'can']),
  rule('MUST', 'be to', () => 'must', ['be to']),
  rule('MUST', "'s gotta|got to?", () => 'must', ["'s gotta", "'s gotta to"]),
  rule('MUST', 'have? got|gotta to?', () => 'must', ['got', 'got to']),
  rule('VAPPROVE', 'approve|authorise|authorize|confirm|okay|clear|decide|agree', () => 'approve', [
    'decide',
    'approve',
  ]),
  rule('VAPPROVE', 'sign off', () => 'approve', ['sign off']),
  rule('VAPPROVE', 'agree to', () => 'approve', ['agree to']),
  rule('VAPPROVE', 'decide on|about', () => 'approve', ['decide on', 'decide about']),
  rule('VAPPROVE', 'say yes to', () => 'approve', ['say yes to']),
  rule('APPROVED_THING', 'just|only? it|this|that|them|these|those one|step|action?', () => 'it', [
    'it',
    'this',
  ]),
  rule('APPROVED_THING', 'WHOLE', () => 'it', ['all', 'full']),
  rule('WHOLE', 'the|this whole|entire lot|batch|list|thing|workflow|procedure|process', () => 'all', [
    'the whole lot',
    'the whole list',
  ]),
  rule('WHOLE', 'all of? the? them|it|this|that|these|those|following? together?', () => 'all', [
    'all',
    'all of',
  ]),
  rule('WHOLE', 'everything below|here|together|that? follows?', () => 'all', [
    'everything',
    'everything follows',
  ]),
  rule('APPROVALNP', 'APPROVALDET* APPR step|request? FROMWHOM?', ([, , , who]) => ({ who }), [
    'ok',
    'ok of an owner',
  ]),
  rule('APPROVALNP', "PERSON 's APPR", ([who]) => ({ who }), ["someone 's ok", "someone 's consent"]),
  rule('APPROVALNP', 'a|the decision of|by|from PERSON', ([, , , who]) => ({ who }), [
    'a decision of someone',
    'a decision of an admin',
  ]),
  rule(
    'APPROVALDET',
    'the|a|an|one|one|his|her|their|its|just|only|single|prior|explicit|formal|this',
    () => 'the',
    ['a', 'an'],
  ),
  rule('APPR', 'approval|permission|ok|okay|consent|clearance|go-ahead|sign-off|signoff', () => 'approval', [
    'ok',
    'consent',
  ]),
  rule('APPR', 'authorisation|authorization', () => 'approval', ['authorisation', 'authorization']),
  rule('APPR', 'go ahead', () => 'approval', ['Go ahead']),
  rule('APPR', 'green light', () => 'approval', ['green light']),
  rule('APPR', 'sign off', () => 'approval', ['sign off']),
  rule('FORALL', 'just|only? once|one|time time? FORALLWHAT?', () => 'all', ['one', 'once']),
  rule('FORALL', 'FORALLWHAT', () => 'all', [', for all', ', for all of']),
  rule('FORALLWHAT', ',? for|covering WHOLE', () => 'all', [', for all', ', for all of']),
  rule('FORALLWHAT', ',? ,? and? not one? for each of? it|them|row|one?', () => 'all', [
    'not for each',
    'not for each it',
  ]),
  rule('FROMWHOM', 'by|from|of|to PERSON', ([, who]) => who, ['of an owner', 'by a member']),
  rule('PERSON', 'one of the ROLE', ([, , , role]): Who => ({ emails: [], roles: [role] }), [
    'one of the owners',
    'one of the admin',
  ]),
  rule('ROLE', 'owners|admins|members|viewers', ([word]) => word.lower.slice(0, -1), ['owners', 'admins']),
]
