// The other case, said behind what is done in it: "do nothing otherwise", "and confirm it if not"; and
// several cases of one order: "return "a" if it is more, "b" if it is less and "c" otherwise".
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import { when } from '../flow/branches.ts'
import type { Body, Condition, Np, Statement } from '../terms.ts'

interface Case {
  readonly np: Np
  /** Null: in all other cases. */
  readonly cond: Condition | null
}

export const trailingRules: readonly Rule[] = [
  rule('CONTROL', 'but|and? CLAUSE ,? OTHERWISE', ([, clause], at): Statement => otherCase([clause], at), [
    'close it otherwise',
    'close it if not',
  ]),
  rule(
    'CONTROL',
    'but|and? NOTHING ,? OTHERWISE',
    (_, at): Statement => otherCase([{ s: 'nothing', span: spanOf(at) }], at),
    ['do nothing otherwise', 'nothing else if not'],
  ),
  rule('ELSEPART', ',|;? but|and? UNIT_ ,? OTHERWISE', ([, , body]) => body, [
    ', and close it if not',
    '; do nothing otherwise',
  ]),
  rule('OTHERWISE', 'otherwise|else', () => 'else', ['otherwise', 'else']),
  rule('OTHERWISE', 'if|when not', () => 'else', ['if not', 'when not']),
  rule('OTHERWISE', 'if|when it|they|this|that be|do|have not', () => 'else', [
    "if it isn't",
    'if they do not',
  ]),
  rule('OTHERWISE', 'in all|any|every other case|cases', () => 'else', [
    'in all other cases',
    'in any other case',
  ]),

  rule(
    'CONTROL',
    'CLAUSE ,? IF COND CASEOF CASEOF* LASTCASE?',
    ([clause, , , cond, first, more, last], at): Statement | null =>
      clause.s === 'call'
        ? caseBy(clause, cond, [first, ...more, ...(last === null ? [] : [last])], at)
        : null,
    [
      'return "more" if it is over 5, "less" if it is below 5 and "equal" otherwise',
      'return "a" if the total is 5, "b" if the total is 6',
    ],
    1,
  ),
  rule('CASEOF', ',|; and? SAID ,? IF COND', ([, , np, , , cond]): Case => ({ np, cond }), [
    ', "b" if the total is 6',
    '; and "b" if it is open',
  ]),
  rule('CASEOF', 'and SAID ,? IF COND', ([, np, , , cond]): Case => ({ np, cond }), [
    'and "b" if the total is 6',
    'and "c" when it is open',
  ]),
  rule('LASTCASE', ',|;? and|or|else? SAID OTHERWISE', ([, , np]): Case => ({ np, cond: null }), [
    'and "c" otherwise',
    ', "c" otherwise',
  ]),
  rule('LASTCASE', ',|;? and|or? OTHERWISE ,? SAID', parts => ({ np: parts.at(-1), cond: null }), [
    'and otherwise "c"',
    ', else "c"',
  ]),
]

function otherCase(body: Body, at: At): Statement {
  return { s: 'else', body, span: spanOf(at) }
}

/** Each case is tried after the one before it. */
function caseBy(clause: Statement, cond: Condition, cases: readonly Case[], at: At): Statement {
  const other = cases.reduceRight((rest: Body | null, each): Body => {
    const said: Body = [{ s: 'ask for', np: each.np, span: spanOf(at) }]
    return each.cond === null ? said : [when(each.cond, said, rest, at)]
  }, null)
  return when(cond, [clause], other, at)
}
