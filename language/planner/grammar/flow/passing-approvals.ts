// Approvals said in passing: "cancel it, but only after approval".
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Statement, Who } from '../terms.ts'

export const ask = (who: Who | null, at: At, before: Body | null = null): Statement => ({
  s: 'ask',
  who,
  message: null,
  before,
  span: spanOf(at),
})

export const passingApprovalRules: readonly Rule[] = [
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
]
