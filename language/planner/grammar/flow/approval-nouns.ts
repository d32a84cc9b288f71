// How an approval is spoken of: "ask for the go-ahead of an admin", "this needs approval".
import type { Rule } from '../../chart/chart.ts'
import { rule } from '../build.ts'
import { ask } from './passing-approvals.ts'

export const approvalNounRules: readonly Rule[] = [
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
]
