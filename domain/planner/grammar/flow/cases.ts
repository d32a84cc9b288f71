// Conditions without a subject, cases, all the other cases, and where nothing is done.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Condition, Np, Pred, Statement } from '../terms.ts'
import { not, when } from './branches.ts'

export const caseRules: readonly Rule[] = [
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
    'there be some|any|one?',
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
  ),
  rule('PREDBEMORE', 'and|or PREDBE', ([join, pred]) => ({ join: join.lower, pred })),
  rule(
    'QUESTION',
    'be there any|some|one ?',
    (_, at): Statement => ({
      s: 'check',
      cond: { c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: false },
      span: spanOf(at),
    }),
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
  ),
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
    // "..., unless it is paid, then leave it": that is the other case.
    at.start > 0 && then.every(({ s }: Statement) => s === 'nothing')
      ? null
      : when(not(condition), then, null, at),
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
