// Conditions and what depends on them.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Condition, Statement } from '../terms.ts'

export const when = (
  cond: Condition,
  then: Body,
  other: Body | null,
  at: At,
  isTrailing = false,
): Statement => ({
  s: 'if',
  cond,
  then,
  else: other,
  ...(isTrailing && { isTrailing }),
  span: spanOf(at),
})

export const not = (condition: Condition): Condition => ({ c: 'not', condition })

export const branchRules: readonly Rule[] = [
  // Conditions and branches.
  rule(
    'WISH',
    'when|once|after|as that|this|it|everything|all|both|they be|have be? do|finish|complete|over|through ,?',
    () => 'wish',
    ['When that is done', 'Once that is done'],
  ),
  rule(
    'CONTROL',
    'IF COND , then? BODY ELSEPART?',
    ([, cond, , , then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
    ['if it is open, close it', 'if the total is over 5, stop, otherwise wait 2 hours'],
  ),
  rule(
    'CONTROL',
    'IF COND ,|:|then? BODY instead',
    ([, cond, , then], at): Statement => ({ ...when(cond, then, null, at), isInstead: true }) as Statement,
    ['if there are none, post "x" instead', 'if it is closed, reopen it instead'],
  ),
  rule(
    'CONTROL',
    'IF COND , instead BODY',
    ([, cond, , , then], at): Statement => ({ ...when(cond, then, null, at), isInstead: true }) as Statement,
    ['If it is open, instead close it', 'If it is open, instead post "Hi" to #ops'],
  ),
  rule(
    'CONTROL',
    'IF COND :|then|- BODY ELSEPART?',
    ([, cond, , then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
    ['if none then stay quiet', 'If status is booked then confirm it'],
  ),
  rule(
    'CONTROL',
    'IF COND BODY ELSEPART?',
    ([, cond, then, other], at): Statement => ({ s: 'if', cond, then, else: other, span: spanOf(at) }),
    ['If none exist', 'if none nothing'],
    2,
  ),
  rule(
    'CONTROL',
    'should NP PREDSHOULD , BODY ELSEPART?',
    ([, subject, pred, , then, other], at): Statement => ({
      s: 'if',
      cond: { c: 'of', subject, pred },
      then,
      else: other,
      span: spanOf(at),
    }),
    ['should its status be open, close it', 'should the total exceed 5, stop'],
  ),
  rule('PREDSHOULD', 'PREDS', ([pred]) => pred, ['be disputed', 'be less than the fee']),
  rule(
    'CONTROL',
    'unless COND , BODY',
    ([, condition, , then], at): Statement | null =>
      at.start > 0 && then.every(({ s }: Statement) => s === 'nothing')
        ? null
        : { s: 'if', cond: not(condition), then, else: null, span: spanOf(at) },
    ['unless it is open, close it', 'unless the total is over 5, stop'],
  ),
  // "even if the count is 0", "also when there are none": it is done anyway.
  rule('CONTROL', 'CLAUSE ,? also|even if|when COND', ([clause]): Statement => clause, [
    'Post even if count is 0',
    'message even when there are',
  ]),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND',
    ([clause, , , cond], at): Statement | null =>
      isConcession(at)
        ? null
        : { s: 'if', isAfter: true, cond, then: [clause], else: null, span: spanOf(at) },
    ['"open" if it is less', '"open" where it is less'],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? IF COND ,? ELSEPART',
    ([clause, , , cond, , other], at): Statement => ({
      s: 'if',
      isAfter: true,
      cond,
      then: [clause],
      else: other,
      span: spanOf(at),
    }),
    [
      'tag product "sold-out" when stock is 0, "available" otherwise',
      'return "paid" if appointment {{inputs.id}} has paid >= fee, else "open"',
    ],
    1,
  ),
  rule(
    'CONTROL',
    'CLAUSE ,? unless COND',
    ([clause, , , condition], at): Statement => ({
      s: 'if',
      isAfter: true,
      cond: { c: 'not', condition },
      then: [clause],
      else: null,
      span: spanOf(at),
    }),
    ['close it unless it is open', 'delete it unless its status is paid'],
    1,
  ),
  rule(
    'CONTROL',
    'STOPPING ,? IF COND',
    ([then, , , cond], at): Statement => ({ s: 'if', cond, then: [then], else: null, span: spanOf(at) }),
    ['end If it is open', 'end If the total is over 5'],
  ),
  rule(
    'CONTROL',
    'STOPPING ,? unless COND',
    ([then, , , condition], at): Statement => ({
      s: 'if',
      cond: { c: 'not', condition },
      then: [then],
      else: null,
      span: spanOf(at),
    }),
    ['end unless it is open', 'end unless the total is over 5'],
  ),
  rule('IF', 'if|when|whenever|provided', () => 'if', ['If', 'When']),
  rule('IF', 'only if|when', () => 'if', ['only if', 'only when']),
  rule('IF', 'but|and only if|when', () => 'if', ['but only if', 'and only if']),
  rule('IF', 'in case', () => 'if', ['in case']),
  rule('IF', 'in the case that', () => 'if', ['in the case that']),
  rule('IF', 'provided that', () => 'if', ['provided that']),
  rule('IF', 'as long as', () => 'if', ['As long as']),
  rule('IF', 'but if', () => 'if', ['but if']),
  rule('IF', 'and if', () => 'if', ['and if'], 1),
  rule('ELSEPART', ',|;? ELSE ,|:? BODY', ([, , , body]) => body, ['else skip', ', else skip']),
  // "tag it "a" if it is open, "b" otherwise"
  rule(
    'ELSEPART',
    ',|; but|and? SAID ELSE',
    ([, , np], at): Body => [{ s: 'ask for', np, span: spanOf(at) }],
    [', "available" otherwise', ', and "Good day" in the case of any other language'],
  ),
  rule('ELSEPART', ',|; but|and? ELSE ,|:? BODY', ([, , , , body]) => body, [', else skip', ', else "open"']),
  rule('ELSE', 'otherwise|else', () => 'else', ['Else', 'Otherwise']),
  rule('ELSE', 'if not', () => 'else', ['if not']),
  rule('ELSE', 'or else', () => 'else', ['or else']),
  rule('ELSE', 'in every|all|any other|remaining case', () => 'else', [
    'In any other case',
    'in all other cases',
  ]),
  rule('ELSE', 'in all other cases|case', () => 'else', ['in all other cases', 'in all other case']),
  rule('ELSE', 'for everything|all else', () => 'else', ['for everything else', 'for all else']),
  rule('ELSE', 'if that|this|it be not the? case', () => 'else', [
    'if that be not case',
    'if that be not the case',
  ]),
  rule('CONTROL', 'ELSE ,|:? BODY', ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }), [
    'otherwise, close it',
    'else stop',
  ]),
  rule(
    'CONTROL',
    'ELSE ,? IF COND ,|:|then BODY ELSEPART?',
    ([, , , cond, , body, other], at): Statement => ({
      s: 'elseif',
      cond,
      body,
      else: other,
      span: spanOf(at),
    }),
    ['else if it is paid, close it', 'otherwise, if the total is over 5, stop'],
  ),
  rule(
    'CONTROL',
    'IF COND instead , BODY ELSEPART?',
    ([, cond, , , body, other], at): Statement => ({
      s: 'elseif',
      cond,
      body,
      else: other,
      span: spanOf(at),
    }),
    ['if it is Mobile instead, close it', 'if its status is paid instead, stop'],
  ),
]

/** "also when", "even if": no condition. */
function isConcession({
  tokens,
  start,
  end,
}: {
  tokens: readonly { lower: string }[]
  start: number
  end: number
}): boolean {
  return tokens
    .slice(start, end)
    .some(
      ({ lower }, index, all) =>
        /^(also|even)$/.test(lower) && /^(if|when)$/.test(all[index + 1]?.lower ?? ''),
    )
}
