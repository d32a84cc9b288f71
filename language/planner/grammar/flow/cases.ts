// Conditions without a subject, cases, all the other cases, and where nothing is done.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Condition, Np, Pred, Statement } from '../terms.ts'
import { not, when } from './branches.ts'

/** An order of its own, and nothing that "only" picks out: "only the open ones". */
function onlyOrder(body: Body): true | null {
  const [order, ...more] = body
  return order?.s === 'call' && order.passive === null && more.length === 0 ? true : null
}

export const caseRules: readonly Rule[] = [
  // Conditions without a subject, and cases.
  rule('CONDS', 'BARECOND', ([cond]) => cond, ['none', 'open'], 1),
  rule(
    'BARECOND',
    'not? ADVS? BAREWHAT',
    ([no, , pred]): Condition => ({ c: 'bare', pred: no === null ? pred : { c: 'not', pred } }),
    ['open', '"de"'],
  ),
  rule(
    'BARECOND',
    'for|with|in|at|on the? BAREWHAT',
    ([, , pred]): Condition => ({ c: 'bare', pred }),
    ['for > 1', 'for open'],
    1,
  ),
  rule('BAREWHAT', 'ADJ', ([words]): Pred => ({ c: 'adjective', words }), ['open', 'done']),
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
    ['open or open', 'open or urgent'],
  ),
  rule(
    'BAREWHAT',
    'QUOTED',
    ([value], at): Pred => ({ c: 'is', right: { t: 'value', value, span: spanOf(at) } }),
    ['"de"', '"net"'],
  ),
  rule('BAREWHAT', 'COMPARE', ([pred]) => pred, ['> 1', '!= fee'], 1),
  rule('BAREWHAT', 'empty', (): Pred => ({ c: 'empty' }), ['empty']),
  rule(
    'BARECOND',
    'none|zero',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
    ['none', 'zero'],
  ),
  rule(
    'CONDS',
    'there be some|any|one?',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: false }),
    ["there's", 'there is'],
  ),
  rule(
    'CONDS',
    'there be not any',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
    ["there aren't any", 'there be not any'],
  ),
  rule(
    'CONDS',
    'there be none at? all?',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
    ['there are none at all', 'there be none'],
  ),
  rule('CONTROL', 'BARECOND CASESIGN BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'open: close it',
    '"open" -> close it',
  ]),
  // "-> only post a note": of what is done in the other cases, nothing.
  rule(
    'CONTROL',
    'BARECOND CASESIGN only|just BODY',
    ([cond, , , then], at) => onlyOrder(then) && when(cond, then, null, at),
    ['open: only close it', '"open" -> only post "Late" to #ops'],
  ),
  rule(
    'CONTROL',
    'ELSE CASESIGN? only BODY',
    ([, , , body], at): Statement | null => onlyOrder(body) && { s: 'else', body, span: spanOf(at) },
    ['otherwise only close it', 'otherwise -> only post "Late" to #ops'],
  ),
  rule('CONTROL', 'CONDS ->|→|=>|⇒|: BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'status = open -> close it',
    'stock is 0: "sold-out"',
  ]),
  rule('CONTROL', 'CONDS ? BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'status = open ? close it',
    'no? close it',
  ]),
  rule('CONTROL', 'APPROVING CASESIGN BODY', ([cond, , then], at) => when(cond, then, null, at), [
    'yes = cancel appointment {{inputs.id}}',
    'no = post "Cancellation refused" in #front-desk',
  ]),
  rule('CASESIGN', ':|->|→|=>|⇒|=|-', () => ':', [':', '=']),
  rule('CASESIGN', '?', () => ':', ['?']),
  rule('CASESIGN', 'then', () => ':', ['then']),
  rule('CASESIGN', ',', () => ',', [','], 1),
  rule(
    'QUESTION',
    'be NP PREDBE PREDBEMORE PREDBEMORE* ?',
    ([, subject, pred, second, more], at): Statement => ({
      s: 'check',
      cond: {
        c: 'of',
        subject,
        pred: {
          c: second.join,
          items: [pred, second.pred, ...more.map((each: { pred: Pred }) => each.pred)],
        },
      },
      span: spanOf(at),
    }),
    ['Is its status solved or closed?', 'be the orders thing and thing?'],
  ),
  rule('PREDBEMORE', 'and|or PREDBE', ([join, pred]) => ({ join: join.lower, pred }), [
    'and thing',
    'and a VIP',
  ]),
  rule(
    'QUESTION',
    'be there any|some|one ?',
    (_, at): Statement => ({
      s: 'check',
      cond: { c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: false },
      span: spanOf(at),
    }),
    ['Are there any?', 'be there any?'],
  ),
  rule(
    'CONTROL',
    'then ,? BODY',
    ([, , body], at): Statement => ({
      s: 'thatcase',
      body,
      else: null,
      span: spanOf(at),
    }),
    ['then 0', 'Then leave it'],
  ),
  rule('IF', 'where|wherever', () => 'if', ['where', 'Wherever'], 1),
  rule('IF', 'on condition that', () => 'if', ['on condition that']),
  rule('IF', 'in the event that', () => 'if', ['in the event that']),
  rule('IF', 'only if|when|where', () => 'if', ['only if', 'only when']),
  rule('IF', 'but only if|when|where', () => 'if', ['but only if', 'but only where']),
  rule('IF', 'and only if|when', () => 'if', ['and only if', 'and only when']),
  rule('UNLESS', 'unless', () => 'unless', ['unless']),
  rule('UNLESS', 'but? not if|when|where', () => 'unless', ['not when', 'but not when']),
  rule('UNLESS', 'except|save if|when|where', () => 'unless', ['except if', 'except when']),
  rule('UNLESS', 'except|save in case', () => 'unless', ['except in case', 'save in case']),
  rule(
    'CONTROL',
    'CLAUSE ,? UNLESS COND UNLESSTAIL?',
    ([clause, , , condition], at) => when(not(condition), [clause], null, at, true),
    ['delete it, but not when its status is paid', 'cancel it, except if it is already confirmed'],
    1,
  ),
  rule(
    'CONTROL',
    'UNLESS COND UNLESSTAIL? , BODY',
    ([, condition, , , then], at) =>
      // "..., unless it is paid, then leave it": that is the other case.
      at.start > 0 && then.every(({ s }: Statement) => s === 'nothing')
        ? null
        : when(not(condition), then, null, at),
    ['except if there are none, then fail with "Nothing on that day"', 'unless it is open, close it'],
  ),
  rule('UNLESSTAIL', ',|; in which|that|this case NOTHING', () => 'void', [
    '; in that case leave',
    '; in that case leave it',
  ]),
  rule('UNLESSTAIL', ',|;? then NOTHING', () => 'void', [', then leave', ', then leave it']),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND',
    ([clause, , , cond], at) => when(cond, [clause], null, at, true),
    ['"open" if it is less', '"open" where it is less'],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND ,? ELSEPART',
    ([clause, , , cond, , other], at) => when(cond, [clause], other, at, true),
    [
      'tag product "sold-out" when stock is 0, "available" otherwise',
      'return "paid" if appointment {{inputs.id}} has paid >= fee, else "open"',
    ],
    1,
  ),

  // All the other cases.
  rule('ELSE', 'if|when not', () => 'else', ['if not', 'when not']),
  rule('ELSENOT', 'if|when|where it|they|he|she|this|that be|do|have not ,|:', () => 'else', [
    "if it's not,",
    "If it isn't,",
  ]),
  rule(
    'CONTROL',
    'and|but? ELSENOT BODY',
    ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }),
    ["if it's not, leave it", "If it doesn't, nothing to do"],
  ),
  rule('ELSEPART', ',|;? and|but? ELSENOT BODY', ([, , , body]) => body, [
    ", and if it's not, leave it",
    "if it's not, close it",
  ]),
  rule('ELSE', 'if that|this be not so', () => 'else', ['if that be not so', 'if this be not so']),
  rule('ELSE', 'if|when|where not so?', () => 'else', ['if not', 'when not']),
  rule('ELSE', 'for|with|in|on? anything|everything|whatever else', () => 'else', [
    'anything else',
    'everything else',
  ]),
  rule('ELSE', 'if|when it|this|that|NP be anything|something else', () => 'else', [
    "If it's anything else",
    "if it's something else",
  ]),
  rule(
    'ELSE',
    'for|with|in|of|on|at|if|when? any|every|all|each|another|the? other|remaining HEAD',
    () => 'else',
    ['other white', 'remaining row'],
  ),
  rule('ELSE', 'in the case of any|every|all|another other? HEAD', () => 'else', [
    'in the case of any other',
    'In the case of any other status',
  ]),
  rule('ELSE', 'for|with|in|on? another|different HEAD', () => 'else', ['another post', 'another order']),
  rule('ELSE', 'for? all others', () => 'else', ['all others', 'for all others']),
  rule(
    'ELSE',
    'if|when it|NP have another|a|any different|other? HEAD',
    () => 'else',
    ['If it has another status', 'when it has another status'],
    1,
  ),
  rule('ELSE', 'whatever other HEAD it has', () => 'else', [
    'Whatever other status it has',
    'whatever other order it has',
  ]),
  rule('ELSE', 'default', () => 'else', ['default']),
  rule('ELSE', 'in any|every|all other case', () => 'else', ['In any other case', 'in all other cases']),
  rule(
    'CONTROL',
    'ELSE CASESIGN BODY',
    ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }),
    ['otherwise -> tag "available"', 'any other language -> "Good day"'],
  ),
  rule('ELSEPART', ',|;|- ELSE ,|:|->|=|→|-? BODY', ([, , , body]) => body, [', else skip', ', else "open"']),
  rule('ELSEPART', ',|; and|but ELSE ,|:|->|=? BODY', ([, , , , body]) => body, [
    ', and if not, nothing',
    ", and if it's not, leave it",
  ]),
]

export function countOfThem(
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
