// The order of what is done: conditions without a subject, cases, what is left, what comes before, approvals
// said in passing, tries, orders as nouns and in the passive.
import type { Rule } from '../chart/chart.ts'
import { cronOf } from './clauses.ts'
import { spanOf } from './nouns.ts'
import type { Body, Complement, Condition, NounTerm, Np, Pred, Statement, Verb, When, Who } from './terms.ts'

function rule(
  category: string,
  parts: string,
  meaning: Rule['meaning'],
  examples: readonly string[] = [],
  cost = 0,
): Rule {
  return { category, parts, meaning, examples, cost }
}
type At = Parameters<typeof spanOf>[0]

const call = (verb: Verb, parts: readonly unknown[], at: At, passive: Np | null = null): Statement => ({
  s: 'call',
  verb,
  parts: (parts as (Complement | Complement[] | 'void')[])
    .flat()
    .filter(part => part !== 'void') as Complement[],
  passive,
  span: spanOf(at),
})
const when = (cond: Condition, then: Body, other: Body | null, at: At, isTrailing = false): Statement => ({
  s: 'if',
  cond,
  then,
  else: other,
  ...(isTrailing && { isTrailing }),
  span: spanOf(at),
})
const not = (condition: Condition): Condition => ({ c: 'not', condition })
const nothing = (at: At, about?: 'rest' | 'not'): Statement => ({
  s: 'nothing',
  ...(about && { for: about }),
  span: spanOf(at),
})
const ask = (who: Who | null, at: At, before: Body | null = null): Statement => ({
  s: 'ask',
  who,
  message: null,
  before,
  span: spanOf(at),
})

/** Orders as nouns: what is done, by what it is called. */
const deeds: Readonly<Record<string, string>> = {
  cancellation: 'cancel',
  confirmation: 'confirm',
  verification: 'verify',
  deletion: 'delete',
  removal: 'remove',
  creation: 'create',
  dispatch: 'send',
  assignment: 'assign',
  approval: 'approve',
  rejection: 'reject',
  publication: 'publish',
  deployment: 'deploy',
  restart: 'restart',
  refund: 'refund',
  escalation: 'escalate',
  closure: 'close',
  archival: 'archive',
  payment: 'pay',
  notification: 'notify',
  submission: 'submit',
  update: 'update',
  registration: 'register',
  termination: 'terminate',
}

export const flowRules: readonly Rule[] = [
  // Orders in the passive, with words between.
  rule('CLAUSE', 'NP MODAL VOID VOID* be VOID* VERB COMPL*', ([np, , , , , , verb, parts], at) =>
    call(verb, parts, at, np),
  ),
  rule(
    'CLAUSE',
    'i|we want|need|like|require NP to? be? VERB COMPL*',
    ([, , np, , , verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['I want the order A-1 deleted', 'we need the ticket closed'],
  ),
  rule('CLAUSE', 'i|we would like NP to? be? VERB COMPL*', ([, , , np, , , verb, parts], at) =>
    isPast(at, verb) ? call(verb, parts, at, np) : null,
  ),
  rule(
    'CLAUSE',
    'have|get NP VERB COMPL*',
    ([, np, verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['have the order A-1 deleted', 'get the ticket closed'],
    0,
  ),
  rule(
    'CLAUSE',
    'NP get VERB COMPL*',
    ([np, , verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['booked ones get confirmed'],
    1,
  ),
  // Orders as nouns: "an SMS to {{phone}}: "Hi"", "a reminder titled "Call"", "cancellation of order A-1".
  rule(
    'CLAUSE',
    'NP COMPL*',
    ([np, parts], at) => nominal(np, parts, at),
    ['a note to {{inputs.to}} : "Hello"'],
    3,
  ),
  rule(
    'CLAUSE',
    'NP go|come out? to NP COMPL*',
    ([np, , , , to, parts], at) => nominal(np, [{ a: 'prep', prep: 'to', np: to }, ...parts], at),
    [],
    2,
  ),
  rule('CLAUSE', 'i|we need|want NP COMPL*', ([, , np, parts], at) => nominal(np, parts, at), [], 1),
  rule('CLAUSE', 'i|we would like NP COMPL*', ([, , , np, parts], at) => nominal(np, parts, at), [], 1),
  rule(
    'CLAUSE',
    'there should|shall|must|will be NP COMPL*',
    ([, , , np, parts], at) => nominal(np, parts, at),
    [],
    1,
  ),
  rule('CLAUSE', 'try to VERB COMPL*', ([, , verb, parts], at) => call(verb, parts, at), [
    'try to delete the order A-1',
  ]),

  // What follows is about it.
  rule(
    'UNIT',
    'TOPIC BODY',
    ([np, body], at): Body => [{ s: 'about', np, span: spanOf(at) }, ...body],
    ['order A-1: delete it', 'the order A-1, delete it'],
    1,
  ),
  rule('TOPIC', 'TOPICNP :|-|–', ([np]) => np),
  rule('TOPIC', 'TOPICNP ,', ([np]) => np, [], 2),
  rule('TOPIC', 'for TOPICNP :|,', ([, np]) => np, [], 1),
  rule('TOPICNP', 'PLAIN POST*', ([core, post], at) => ({
    ...core,
    post: [...core.post, ...post.flat()],
    span: spanOf(at),
  })),
  rule('CONTROL', 'depending on NP', ([, , np], at): Statement => ({ s: 'about', np, span: spanOf(at) })),
  rule('CONTROL', 'by|per NP', ([, np], at): Statement => ({ s: 'about', np, span: spanOf(at) }), [], 4),
  rule('CONTROL', 'switch on NP', ([, , np], at): Statement => ({ s: 'about', np, span: spanOf(at) })),
  rule(
    'CONTROL',
    'HOLE be|contain|hold a|the? list of NP',
    ([value, , , , , of], at): Statement => ({ s: 'declare', source: value.source, of, span: spanOf(at) }),
    ['{{inputs.ids}} is a list of order ids'],
  ),
  rule(
    'CONTROL',
    'in HOLE i|we have a|the? list of NP',
    ([, value, , , , , , of], at): Statement => ({
      s: 'declare',
      source: value.source,
      of,
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'i|we have a|the list of NP ,|: HOLE',
    ([, , , , , of, , value], at): Statement => ({
      s: 'declare',
      source: value.source,
      of,
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'a|the? list of NP : HOLE',
    ([, , , of, , value], at): Statement => ({ s: 'declare', source: value.source, of, span: spanOf(at) }),
  ),

  // Conditions without a subject, and cases.
  rule('CONDS', 'BARECOND', ([cond]) => cond, [], 1),
  rule(
    'BARECOND',
    'not? ADVS? BAREWHAT',
    ([no, , pred]): Condition => ({ c: 'bare', pred: no === null ? pred : { c: 'not', pred } }),
  ),
  rule(
    'BARECOND',
    'for|with|in|at|on the? BAREWHAT',
    ([, , pred]): Condition => ({ c: 'bare', pred }),
    [],
    1,
  ),
  rule('BAREWHAT', 'ADJ', ([words]): Pred => ({ c: 'adjective', words })),
  rule(
    'BAREWHAT',
    'ADJ or ADJ',
    ([a, , b]): Pred => ({
      c: 'or',
      items: [
        { c: 'adjective', words: a },
        { c: 'adjective', words: b },
      ],
    }),
  ),
  rule(
    'BAREWHAT',
    'QUOTED',
    ([value], at): Pred => ({ c: 'is', right: { t: 'value', value, span: spanOf(at) } }),
  ),
  rule('BAREWHAT', 'COMPARE', ([pred]) => pred, [], 1),
  rule('BAREWHAT', 'empty', (): Pred => ({ c: 'empty' })),
  rule(
    'BARECOND',
    'none|zero',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
  ),
  rule(
    'CONDS',
    'there be some|any|one',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: false }),
  ),
  rule(
    'CONDS',
    'there be not any',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
  ),
  rule(
    'CONDS',
    'there be none at? all?',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
  ),
  rule('CONTROL', 'BARECOND CASESIGN BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'open: close it',
    '"open" -> close it',
  ]),
  rule('CONTROL', 'CONDS ->|→|=>|⇒|: BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'status = open -> close it',
  ]),
  rule('CONTROL', 'CONDS ? BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'status = open ? close it',
  ]),
  rule('CONTROL', 'APPROVING CASESIGN BODY', ([cond, , then], at) => when(cond, then, null, at)),
  rule('CASESIGN', ':|->|→|=>|⇒|=|-', () => ':'),
  rule('CASESIGN', '?', () => ':'),
  rule('CASESIGN', 'then', () => ':'),
  rule('CASESIGN', ',', () => ':', [], 1),
  rule(
    'QUESTION',
    'be NP PREDBE PREDBEMORE* ?',
    ([, subject, pred, more], at): Statement => ({
      s: 'check',
      cond: {
        c: 'of',
        subject,
        pred:
          more.length === 0
            ? pred
            : { c: more[0].join, items: [pred, ...more.map((each: { pred: Pred }) => each.pred)] },
      },
      span: spanOf(at),
    }),
  ),
  rule('PREDBEMORE', 'and|or PREDBE', ([join, pred]) => ({ join: join.lower, pred })),
  rule(
    'QUESTION',
    'do NP VERBAL ?',
    ([, subject, pred], at): Statement => ({
      s: 'check',
      cond: { c: 'of', subject, pred },
      span: spanOf(at),
    }),
  ),
  rule(
    'QUESTION',
    'be there any|some|one ?',
    (_, at): Statement => ({
      s: 'check',
      cond: { c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: false },
      span: spanOf(at),
    }),
  ),
  rule('CONTROL', 'then ,? BODY', ([, , body], at): Statement => ({ s: 'thatcase', body, span: spanOf(at) })),
  rule('IF', 'where|wherever', () => 'if', [], 1),
  rule('IF', 'on condition that', () => 'if'),
  rule('IF', 'in the event that', () => 'if'),
  rule('IF', 'only if|when|where', () => 'if'),
  rule('IF', 'but only if|when|where', () => 'if'),
  rule('IF', 'and only if|when', () => 'if'),
  rule('UNLESS', 'unless', () => 'unless'),
  rule('UNLESS', 'but? not if|when|where', () => 'unless'),
  rule('UNLESS', 'except|save if|when|where', () => 'unless'),
  rule('UNLESS', 'except|save in case', () => 'unless'),
  rule(
    'CONTROL',
    'CLAUSE ,? UNLESS COND UNLESSTAIL?',
    ([clause, , , condition], at) => when(not(condition), [clause], null, at, true),
    ['delete it, but not when its status is paid'],
    1,
  ),
  rule('CONTROL', 'UNLESS COND UNLESSTAIL? , BODY', ([, condition, , , then], at) =>
    when(not(condition), then, null, at),
  ),
  rule('UNLESSTAIL', ',|; in which|that|this case NOTHING', () => 'void'),
  rule('UNLESSTAIL', ',|;? then NOTHING', () => 'void'),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND',
    ([clause, , , cond], at) => when(cond, [clause], null, at, true),
    [],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND ,? ELSEPART',
    ([clause, , , cond, , other], at) => when(cond, [clause], other, at, true),
    [],
    1,
  ),

  // All the other cases.
  rule('ELSE', 'if|when not', () => 'else'),
  rule('ELSENOT', 'if|when|where it|they|he|she|this|that be|do|have not ,|:', () => 'else'),
  rule(
    'CONTROL',
    'and|but? ELSENOT BODY',
    ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }),
  ),
  rule('ELSEPART', ',|;? and|but? ELSENOT BODY', ([, , , body]) => body),
  rule('ELSE', 'if that|this be not so', () => 'else'),
  rule('ELSE', 'if|when|where not so?', () => 'else'),
  rule('ELSE', 'for|with|in|on? anything|everything|whatever else', () => 'else'),
  rule('ELSE', 'if|when it|this|that|NP be anything|something else', () => 'else'),
  rule(
    'ELSE',
    'for|with|in|of|on|at|if|when? any|every|all|each|another|the? other|remaining HEAD',
    () => 'else',
  ),
  rule('ELSE', 'in the case of any|every|all|another other? HEAD', () => 'else'),
  rule('ELSE', 'for|with|in|on? another|different HEAD', () => 'else'),
  rule('ELSE', 'for? all others', () => 'else'),
  rule('ELSE', 'if|when it|NP have another|a|any different|other? HEAD', () => 'else', [], 1),
  rule('ELSE', 'whatever other HEAD it has', () => 'else'),
  rule('ELSE', 'default', () => 'else'),
  rule('ELSE', 'in any|every|all other case', () => 'else'),
  rule(
    'CONTROL',
    'ELSE CASESIGN BODY',
    ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }),
  ),
  rule('ELSEPART', ',|;|- ELSE ,|:|->|=|→|-? BODY', ([, , , body]) => body),
  rule('ELSEPART', ',|; and|but ELSE ,|:|->|=? BODY', ([, , , , body]) => body),

  // Nothing is done.
  rule('CONTROL', 'NOTHING', ([about], at) => nothing(at, about === 'nothing' ? undefined : about)),
  rule('NOTHING', 'nothing', () => 'nothing'),
  rule('NOTHING', 'do nothing else|more|further?', () => 'nothing'),
  rule('NOTHING', 'nothing else|more|further', () => 'nothing'),
  rule(
    'NOTHING',
    'nothing at? all? be|happen|occur|need|have|should|shall|must|will|may to? be|happen? do|send|take|post|change?',
    () => 'nothing',
  ),
  rule('NOTHING', 'no action', () => 'nothing'),
  rule('NOTHING', 'no action|notice|message|post be|is need|require|take|permit', () => 'nothing'),
  rule(
    'NOTHING',
    'just|simply|please? leave it|them|everything|this|that|the? HEAD? alone?',
    () => 'nothing',
  ),
  rule('NOTHING', 'just|simply? leave it|them|everything as it|they be', () => 'nothing'),
  rule('NOTHING', 'we? leave it|them as? it|they? be?', () => 'nothing'),
  rule(
    'NOTHING',
    'it|they should|shall|must|will|can be? left|leave|stay|remain as|alone? it|they? be?',
    () => 'nothing',
  ),
  rule('NOTHING', 'then|just? it? should? stay|keep|remain quiet|silent', () => 'nothing'),
  rule('NOTHING', 'it stays|remains', () => 'nothing'),
  rule('NOTHING', 'keep it', () => 'nothing'),
  rule('NOTHING', 'we be|are do|done|finished|finish', () => 'nothing'),
  rule('NOTHING', 'done|finished', () => 'nothing'),
  rule('NOTHING', 'that|this be it|all|fine|okay|ok', () => 'nothing'),
  rule('NOTHING', 'that|this be all there is to do', () => 'nothing'),
  rule('NOTHING', 'there be nothing else|more|further? to do', () => 'nothing'),
  rule('NOTHING', 'there is no need|reason? to? VERB?', () => 'nothing'),
  rule('NOTHING', 'nothing to do', () => 'nothing'),
  rule('NOTHING', 'do not do anything at? all?', () => 'nothing'),
  rule('NOTHING', 'do not VERB COMPL*', () => 'not'),
  rule('NOTHING', 'do not', () => 'not'),
  rule('NOTHING', 'NP be not to? be? VERB COMPL*', () => 'not'),
  rule('NOTHING', 'NP do not get|become? VERB COMPL*', () => 'not'),
  rule('NOTHING', 'NP MODAL not be VERB COMPL*', () => 'not'),
  rule('NOTHING', 'VERB none|nothing of? them|it|this|that?', () => 'not'),
  rule('NOTHING', 'do none of it|them|this|that', () => 'not'),
  rule('NOTHING', 'none of it|them|this|that? be|get|happen VERB?', () => 'not'),
  rule('NOTHING', 'no HEAD', () => 'not', [], 1),
  rule('NOTHING', 'not VERB', () => 'not', [], 1),
  rule('CONTROL', 'RESTNOTHING', (_, at) => nothing(at, 'rest')),
  rule('RESTNOTHING', 'RESTNP get|receive|need nothing', () => 'rest'),
  rule('RESTNOTHING', 'RESTNP be leave alone|out|untouched?', () => 'rest'),
  rule('RESTNOTHING', 'nothing for|to RESTNP', () => 'rest'),
  rule('RESTNOTHING', 'nothing be|happens? to? be? do for|with|to RESTNP', () => 'rest'),
  rule('RESTNOTHING', 'for|to|with RESTNP nothing be|happen|to? be? do?', () => 'rest'),
  rule('RESTNOTHING', 'for|to|with RESTNP , NOTHING', () => 'rest'),
  rule('RESTNOTHING', 'RESTNP : nothing', () => 'rest'),
  rule('RESTNOTHING', 'ignore|skip RESTNP', () => 'rest'),
  rule('RESTNOTHING', 'leave RESTNP alone|out|untouched|be?', () => 'rest'),
  rule('RESTNOTHING', 'RESTNP do not get|receive|need anything|one|it', () => 'rest'),
  rule('RESTNOTHING', 'do not VERB RESTNP', () => 'rest'),
  rule('RESTNOTHING', 'nobody|nothing else do|get|gets? one|it|anything?', () => 'rest'),
  rule('RESTNP', 'all|any? the? others|rest|remainder', () => 'rest'),
  rule('RESTNP', 'all|any? of? the? other|remaining HEAD', () => 'rest'),
  rule('RESTNP', 'everybody|everyone|everything else', () => 'rest'),

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
    'but|and|oh? ,|and? before|prior to? all|any|everything of? that|this|it|else? ,?',
    () => 'all',
  ),
  rule(
    'BEFORETHAT',
    'but|and? before anything else? at? all? happens|starts|runs|is|be? done? ,?',
    () => 'all',
  ),
  rule('BEFORETHAT', 'but|and? first of all ,?', () => 'all', [], 1),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step ,? before NP ,', () => 'all'),
  rule('BEFORETHAT', 'but|and? as the? very? first thing|step ,', () => 'all'),
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
  rule('WISH', 'AFTERWORD DONE ,?', () => 'wish', ['once it worked, stop', 'as soon as that is done, stop']),
  rule('AFTERWORD', 'only? once|when|after', () => 'after'),
  rule('AFTERWORD', 'only? as soon as', () => 'after'),
  rule('DONE', 'it|that|this|they|everything work|succeed|finish|do', () => 'done'),
  rule('DONE', 'it|that|this|they have|be work|succeed|finish|do', () => 'done'),
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

  // Why: it restricts nothing.
  rule('WISH', 'REASON', () => 'wish', [], 2),
  rule('UNIT', 'UNIT_ ,? TRAILINGREASON', ([body]) => body, [], 2),
  rule('UNIT_', 'CLAUSE', ([clause]): Body => [clause]),
  rule('UNIT_', 'CONTROL', ([clause]): Body => [clause]),

  // Tries.
  rule(
    'UNIT',
    'CLAUSE ,|-|;|.? and? RETRYING',
    ([clause, , , times], at): Body => [clause, { s: 'retry', times, span: spanOf(at) }],
    ['check the order A-1, max 3 attempts'],
    0,
  ),
  rule('CONTROL', 'RETRYING', ([times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }), [
    'try it up to 3 times',
    'at most 2 attempts',
  ]),
  rule(
    'CONTROL',
    'and? IF FAILS ,? try again ,? but? RETRYING',
    ([, , , , , , , , times], at): Statement => ({ s: 'retry', times, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'you can|may|should try it|that|this BOUND* COUNT time BOUND*',
    ([, , , , , n], at): Statement => ({ s: 'retry', times: n, span: spanOf(at) }),
  ),
  rule(
    'RETRYING',
    'please? make|allow|with|for|using? a? BOUND* COUNT attempt|try BOUND* NOMORE?',
    ([, , , , n]) => n,
  ),
  rule(
    'RETRYING',
    'please? try|trying|attempt it|this|that? BOUND* COUNT time BOUND* NOMORE?',
    ([, , , , n]) => n,
  ),
  rule('RETRYING', 'please? try|trying|attempt it|this|that? BOUND* twice BOUND*', () => 2),
  rule('RETRYING', 'for which you may try BOUND* COUNT time BOUND*', ([, , , , , , n]) => n),
  rule('RETRYING', 'and? try it|that|this? BOUND* COUNT time BOUND*', ([, , , , n]) => n),
  rule('BOUND', 'up to', () => 'bound'),
  rule('BOUND', 'at the? most|maximum', () => 'bound'),
  rule('BOUND', 'max|maximum|altogether', () => 'bound'),
  rule('BOUND', 'a? maximum|limit|total of', () => 'bound'),
  rule('BOUND', 'no more than', () => 'bound'),
  rule('BOUND', 'in total|all', () => 'bound'),
  rule('NOMORE', ',? no more', () => 'bound'),

  // What follows a failure.
  rule('FAILS', 'the HEAD fails|fail', () => 'fails'),
  rule('FAILS', 'the HEAD do not work|succeed', () => 'fails'),
  rule('FAILS', 'one|it|that of? them|these|those? fails|fail', () => 'fails'),
  rule('FAILS', 'one|it|that of? them|these|those? do not work|succeed', () => 'fails'),
  rule('FAILS', 'one|it of? them? can not be PART', () => 'fails'),
  rule('FAILS', 'none|neither of? them|these|those|it? attempt|try? work|succeed', () => 'fails'),
  rule('FAILS', 'neither|no attempt|try be|is? work|succeed|successful', () => 'fails'),
  rule('FAILS', 'both|all of? them|these? attempt|try? fail', () => 'fails'),
  rule(
    'CONTROL',
    'on failure|error of? this|that|it|the? step|call? ,|:? BODY',
    ([, , , , , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'in case|the? event? of failure|error of? this|that|it|the? step|call? ,|:? BODY',
    ([, , , , , , , , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'should FAILS , BODY',
    ([, , , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'FAILS ->|: BODY',
    ([, , body], at): Statement => ({ s: 'iffails', body, else: null, span: spanOf(at) }),
  ),
  rule('CONTROL', 'GOON', (_, at): Statement => ({ s: 'goon', span: spanOf(at) })),
  rule('GOON', 'ignore it|that|this|the|any? failure|error?', () => 'goon'),
  rule('GOON', 'it|that may|can|should just|simply? be ignore|ignored', () => 'goon'),
  rule('GOON', 'just|simply? ignore it|that|this', () => 'goon'),
  rule('GOON', 'just|simply? skip it|this|that|the? one|row|item? and? GOINGON?', () => 'goon'),
  rule('GOON', 'do not care if it|that fail', () => 'goon'),
  rule('GOON', 'it|that do not matter if it|that fail', () => 'goon'),
  rule('GOON', 'GOINGON', () => 'goon'),
  rule('GOINGON', 'go|carry|move on with? the? next|rest|others? one|item|row?', () => 'goon'),
  rule('GOINGON', 'continue with? the? next|rest|others? one|item|row?', () => 'goon'),

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

  // There: where it was put before.
  rule(
    'COMPL',
    'in? there',
    (_, at): Complement => ({ a: 'prep', prep: 'to', np: { t: 'pronoun', word: 'there', span: spanOf(at) } }),
  ),
  rule(
    'COMPL',
    ', QUOTED',
    ([, value], at): Complement => ({ a: 'text', np: { t: 'value', value, span: spanOf(at) } }),
    [],
    1,
  ),
  // "have the insurer verify the cover": who does it is known by the tool.
  rule(
    'CLAUSE',
    'have|get|let|ask NP to? VERB COMPL*',
    ([, np, , verb, parts], at) =>
      np.t === 'noun' ? call(verb, [...parts, { a: 'prep', prep: 'by', np }], at) : null,
    [],
    2,
  ),

  // Counted without a noun.
  rule(
    'COUNTED',
    'MORE than NUMERIC of? them|these|those?',
    ([op, , n], at): Condition => countOfThem(op, n, at),
  ),
  rule(
    'COUNTED',
    'at least NUMERIC of? them|these|those?',
    ([, , n], at): Condition => countOfThem('>=', n, at),
  ),
  rule(
    'COUNTED',
    'at most NUMERIC of? them|these|those?',
    ([, , n], at): Condition => countOfThem('<=', n, at),
  ),
  rule('COUNTED', 'NUMERIC or more of? them|these|those?', ([n], at): Condition => countOfThem('>=', n, at)),
  rule(
    'COUNTED',
    'NUMERIC or fewer|less of? them|these|those?',
    ([n], at): Condition => countOfThem('<=', n, at),
  ),
  rule('COUNTED', 'NUMERIC or more NP', ([n, , , np], at): Condition => countOfThem('>=', n, at, np)),
  rule('CONDS', 'it be COUNTED', ([, , cond]) => cond, [], 1),
  rule('CONTROL', 'for|with|at COUNTED ,|:|- BODY', ([, cond, , then], at) => when(cond, then, null, at)),
  rule('CONTROL', 'should there be COUNTED , BODY', ([, , , cond, , then], at) => when(cond, then, null, at)),
  rule('CONTROL', 'should there be no NP , BODY', ([, , , , np, , then], at) =>
    when({ c: 'there', np, not: true }, then, null, at),
  ),
  rule(
    'ELSE',
    'if|when|with there? it? be? fewer|less|more of? them|that? than? that?',
    () => 'fewer',
    [],
    1,
  ),
  rule('RESTNOTHING', 'with|for one|zero or none|one ,? NOTHING', () => 'rest'),
  rule('CONDMORE', ',? and also|additionally ,? CONDS', ([, , , , pred]) => ({ join: 'and', pred })),
  rule('PREDMORE', ',? and also|additionally ,? PREDS', ([, , , , pred]) => ({ join: 'and', pred })),
  rule('CONDMORE', ',? and , in addition , CONDS', ([, , , , , , pred]) => ({ join: 'and', pred })),

  // How long something is good for.
  rule('VERBAL', 'end|expire|lapse COMPARE', ([, pred]) => pred, [], 0),
  rule('VERBAL', 'run out COMPARE', ([, , pred]) => pred, [], 0),
  rule('ISWHAT', 'valid|good only? until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'valid|good only? until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'a|an ADJ', ([, words]): Pred => ({ c: 'adjective', words })),
  rule('ISWHAT', 'the same as NPV', ([, , , right]): Pred => ({ c: 'is', right })),
  rule(
    'CORE',
    'DET? HEAD number|nr|address',
    ([d, head, word], at) => ({
      ...noun('', at, d),
      head: { ...head, words: [...head.words, word.lower === 'nr' ? 'number' : word.lower] },
    }),
    ['the phone number', 'the e-mail address'],
  ),
  // "the appointment date": the date of the appointment.
  rule(
    'OWNED',
    'DET? HEAD HEAD',
    ([d, owner, head], at): Np => ({
      ...noun('', at, 'the'),
      head,
      owner: { ...noun('', at, d ?? 'the'), head: owner },
    }),
    [],
    3,
  ),
  rule('CORE', 'DET? amount|sum PART', ([d, , part], at) => noun(part[0], at, d), [], 1),
  rule('CORE', 'DET? PART amount|sum', ([d, part], at) => noun(part[0], at, d), [], 1),

  // Days, times and their zones.
  rule('ZONE', ',? ( ZONEFULL )', ([, , zone]) => zone),
  rule('ZONE', ',? in? ZONEFULL', ([, , zone]) => zone),
  rule('ZONEFULL', 'ZONENAME ( ZONENAME )', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'ZONENAME , ZONENAME', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'according? to? the? time zone ZONENAME', ([, , , , , zone]) => zone),
  rule('ZONEFULL', 'timezone|tz :? ZONENAME', ([, , zone]) => zone),
  rule('ZONEFULL', 'ZONENAME', ([zone]) => zone),
  rule('SCHEDULE', 'TIMESADAY ,? namely? ATTIMES PARTOFDAY? ZONE?', ([n, , , times, part, zone]) =>
    times.length === n ? cronOf({}, times, zone, part) : null,
  ),
  rule('TIMESADAY', 'twice|thrice a|per|each|every day', ([word]) => (word.lower === 'twice' ? 2 : 3)),
  rule('TIMESADAY', 'twice|thrice daily', ([word]) => (word.lower === 'twice' ? 2 : 3)),
  rule('TIMESADAY', 'COUNT time a|per|each|every day', ([n]) => n),
  rule('CLOCK', 'half past COUNT in the morning', ([, , h]) =>
    h < 12 ? `${String(h).padStart(2, '0')}:30` : null,
  ),
  rule('CLOCK', 'COUNT PMWORD', ([h, pm]) =>
    h < 13 ? `${String((h % 12) + pm).padStart(2, '0')}:00` : null,
  ),
  rule('PMWORD', 'pm', () => 12),
  rule('PMWORD', 'p . m .', () => 12),
  rule('PMWORD', 'p . m', () => 12),
  rule('PMWORD', 'p.m .', () => 12),
  rule('PMWORD', 'am', () => 0),
  rule(
    'DAYS',
    'on? WEEKDAYS WEEKDAYMORE*',
    ([, first, more]) => ({ weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(',') }),
    [],
    0,
  ),
  rule('DAYS', 'on? SHORTDAY SHORTMORE*', ([, first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'mon to|-|– fri', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'mon-fri', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on? EVERY? weekday only? ,? ( WORKWEEK )', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on? EVERY? weekday only? ,? WORKWEEK', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'WORKWEEK', () => ({ weekdays: '1-5' })),
  rule('WORKWEEK', 'from? monday to|through|until|-|– friday', () => 'week'),
  rule('WORKWEEK', 'mon to|through|until|-|– fri', () => 'week'),
  rule('WORKWEEK', 'mon-fri|monday-friday', () => 'week'),
  rule('SHORTDAY', 'sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat', ([word]) =>
    ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf(word.lower.slice(0, 3)),
  ),
  rule('SHORTMORE', 'and|+|&|, SHORTDAY', ([, day]) => day),
  rule('DAYS', 'on the? day COUNT of each|every|the month', ([, , , n]) =>
    n <= 28 ? { date: String(n) } : null,
  ),
  rule('DAYS', 'on ORDINAL day? of each|every|the month', ([, n]) => (n <= 28 ? { date: String(n) } : null)),
  rule('DAYS', 'monthly|every|each month? ,? on the? day COUNT', ([, , , , , , n]) =>
    n <= 28 ? { date: String(n) } : null,
  ),
  rule('SCHEDULE', 'EVERY COUNT min|mins', ([, n]) => everyMinutes(n)),
  rule('SCHEDULE', 'EVERY COUNT hour ,? always|exactly? on the hour', ([, n]) =>
    24 % n === 0 ? { cron: n === 1 ? '0 * * * *' : `0 */${n} * * *`, zone: null } : null,
  ),
  rule('SCHEDULE', 'at intervals of COUNT minute', ([, , , n]) => everyMinutes(n)),
  rule(
    'CONTROL',
    'CLAUSE ,? SCHEDULE COMPL COMPL*',
    ([clause, , schedule, first, more], at): Statement | null =>
      clause.s === 'call'
        ? {
            s: 'schedule',
            schedule,
            body: [
              {
                ...clause,
                parts: [
                  ...clause.parts,
                  ...[first, ...more].flat().filter((part: unknown) => part !== 'void'),
                ],
              },
            ],
            span: spanOf(at),
          }
        : null,
    [],
    1,
  ),
  rule(
    'CONTROL',
    'this|it|the workflow? MODAL run|start SCHEDULE',
    ([, , , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'schedule|time|times|when : SCHEDULE',
    ([, , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'run ,? SCHEDULE',
    ([, , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),

  // Waiting.
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till it? be? the? next|time? time? CLOCKZONE the? next? time? it? is?',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ['wait until the next 18:00'],
    0,
  ),
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till the? next time it? be? CLOCKZONE',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
  ),
  rule('CLOCKZONE', 'CLOCK ZONE?', ([clock, zone]) => ({ clock, zone })),
  rule('CLOCKZONE', 'CLOCK the next time ZONE?', ([clock, , , , zone]) => ({ clock, zone })),
  rule('CONTROL', 'give it DURATION', ([, , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) })),
  rule(
    'CONTROL',
    "a? DURATION 's? pause|wait|break",
    ([, ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'a? pause|wait|break of DURATION',
    ([, , , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
  ),
  rule(
    'UNIT',
    'DURATION after|later that|this? ,? BODY',
    ([ms, , , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule(
    'UNIT',
    'upon the? lapse|expiry of DURATION ,? BODY',
    ([, , , , ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),

  // At the same time.
  rule('TOGETHER', 'at same time', () => 'together'),
  rule(
    'TOGETHER',
    'do|run? these|those|the|both|all? following|next? COUNT thing|step|task|action? TOGETHER',
    () => 'together',
  ),
  rule('TOGETHER', 'i|we? would? want|like? COUNT thing|step|action to? be? do? TOGETHER', () => 'together'),
  rule('TOGETHER', 'COUNT thing|step|action MODAL please? be do TOGETHER', () => 'together'),
  rule('TOGETHER', 'the following MODAL be do|carry|run out? TOGETHER', () => 'together'),
  rule(
    'CONTROL',
    'BODY2 ,? both|all TOGETHER',
    ([body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'CLAUSE and ,? TOGETHER ,? CLAUSE',
    ([a, , , , , b], at): Statement => ({ s: 'parallel', body: [a, b], span: spanOf(at) }),
    ['close A-1 and, at the same time, close A-2'],
  ),

  // Failing and ending.
  rule(
    'STOPPING',
    'let|make it|everything|the|this? whole|entire? workflow|run|process|thing? fail|stop|end STOPWITH?',
    ([, , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? shall|should|must|will|can instead? stop|abort|end|fail|terminate STOPWITH?',
    ([, , , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? ends|stops|fails there|here? STOPWITH?',
    ([, , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
  ),
  rule('STOPPING', 'stop|end there', (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) })),
  rule(
    'STOPPING',
    'that be the end of it',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'STOPPING',
    'it ends there|here',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'STOPWITH',
    ',? with|and|by the|an? message|error|reason|text|note? message? saying|says|say? :? SAID',
    ([, , , , , , , np]) => np,
  ),

  // What the workflow gives.
  rule(
    'CLAUSE',
    'the? result|answer of? the? workflow? MODAL? be the? text? NP',
    ([, , , , , , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    ['the result is "paid"'],
    0,
  ),
  rule(
    'CLAUSE',
    'i|we want|would like? to? get? NP as the? result|answer|output',
    ([, , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    [],
    0,
  ),
]

function countOfThem(
  op: string,
  right: Np,
  at: At,
  np: Np = { t: 'pronoun', word: 'them', span: spanOf(at) },
): Condition {
  const of: Np = np.t === 'noun' ? { ...np, head: { ...np.head, isPlural: true } } : np
  return {
    c: 'of',
    subject: { t: 'aggregate', fn: 'count', of, by: null, span: spanOf(at) },
    pred: { c: 'compare', op: op as '>', right },
  }
}

function noun(word: string, at: At, det: NounTerm['det']): NounTerm {
  return {
    t: 'noun',
    det,
    owner: null,
    pre: [],
    head: { words: [word], isPlural: false, isKnown: true },
    post: [],
    span: spanOf(at),
  }
}

function everyMinutes(n: number): When | null {
  return n >= 1 && n < 60 && 60 % n === 0 ? { cron: `*/${n} * * * *`, zone: null } : null
}

/** "confirmed", "sent": what was done, no order. */
function isPast(at: At, verb: Verb): boolean {
  const tokens = at.tokens.slice(at.start, at.end) as readonly { lower: string; lemmas?: readonly string[] }[]
  return (
    tokens.some(
      token =>
        !verb.lemmas.includes(token.lower) &&
        (token.lemmas ?? []).some(lemma => verb.lemmas.includes(lemma)) &&
        /(ed|en|wn|ght|de|id|ent|ung|pt|ft|elt|t|one)$/.test(token.lower),
    ) ||
    tokens.some(token => ['set', 'put', 'cut'].includes(token.lower) && verb.lemmas.includes(token.lower))
  )
}

function nominal(np: Np, parts: readonly unknown[], at: At): Statement | null {
  if (np.t !== 'noun' || np.owner !== null || np.head.isPlural) return null
  if (np.det !== null && np.det !== 'a' && np.det !== 'the' && np.det !== 'another') return null
  const word = np.head.words.at(-1)!
  const deed = deeds[word]
  if (deed !== undefined) {
    const of = np.post.filter(post => post.p === 'prep' && post.prep === 'of')
    const rest = np.post.filter(post => !(post.p === 'prep' && post.prep === 'of'))
    if (of.length !== 1 || rest.some(post => post.p !== 'prep')) return null
    const object = (of[0] as { np: Np }).np
    return call(
      { lemmas: [deed] },
      [
        { a: 'np', np: object },
        ...rest.map(post => ({
          a: 'prep',
          prep: (post as { prep: string }).prep,
          np: (post as { np: Np }).np,
        })),
        ...parts,
      ],
      at,
    )
  }
  return call(
    { lemmas: [word, np.head.words.join(' ')], isNoun: true } as Verb,
    [{ a: 'np', np: { ...np, det: 'a' } as NounTerm }, ...parts],
    at,
  )
}
