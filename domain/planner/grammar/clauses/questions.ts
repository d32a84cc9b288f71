// What is asked for: things alone and questions.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Complement, Np, Statement } from '../terms.ts'

export const questionRules: readonly Rule[] = [
  // A thing alone is asked for: "number of open orders per country, please".
  rule(
    'CLAUSE',
    'NP',
    ([np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }),
    ['number of orders per country', 'the ids of the open orders'],
    6,
  ),
  rule('CLAUSE', 'what be NP', ([, , np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }), [
    'what is the average amount of the orders',
    'what are the ids of the orders',
  ]),
  rule(
    'CLAUSE',
    'how many NP be there POST*',
    ([, , of, , , post], at): Statement | null =>
      of.t === 'noun'
        ? { s: 'ask for', np: count({ ...of, post: [...of.post, ...post.flat()] }, at), span: spanOf(at) }
        : null,
    ['how many orders are there from France'],
  ),
  rule(
    'CLAUSE',
    'how many NP there be POST*',
    ([, , of, , , post], at): Statement | null =>
      of.t === 'noun'
        ? { s: 'ask for', np: count({ ...of, post: [...of.post, ...post.flat()] }, at), span: spanOf(at) }
        : null,
    ['how many orders there are', 'how many orders there are from France'],
  ),
  rule(
    'CLAUSE',
    'how many NP be there',
    ([, , of], at): Statement => ({ s: 'ask for', np: count(of, at), span: spanOf(at) }),
    ['how many orders are there', 'how many open tickets are there'],
  ),
  rule(
    'CLAUSE',
    'how many NP do we|i|they|you have COMPL*',
    ([, , of, , , , parts], at): Statement | null => askFor(of, parts, at),
    ['how many customers do we have per country', 'how many orders do we have'],
  ),
  rule(
    'CLAUSE',
    'how many NP PRED',
    ([, , of, pred], at): Statement => ({
      s: 'ask for',
      np: count({ ...of, post: [...(of.post ?? []), { p: 'where', pred }] }, at),
      span: spanOf(at),
    }),
    ['how many orders are open', 'how many tickets have no assignee'],
  ),
  rule(
    'CLAUSE',
    'which|what NOUNISH PRED',
    ([, np, pred], at): Statement => ({
      s: 'ask for',
      np: { ...np, det: 'all', post: [...np.post, { p: 'where', pred }] },
      span: spanOf(at),
    }),
    ['which orders are open', 'which deals have an amount over 500'],
  ),
  rule(
    'CLAUSE',
    'which|what NOUNISH do|can we|i get|have|see COMPL*',
    ([, np], at): Statement => ({
      s: 'ask for',
      np: { ...np, det: 'all', pre: [...np.pre, { p: 'distinct' }] },
      span: spanOf(at),
    }),
    [],
    3,
  ),
  rule('CLAUSE', 'who|what be NP', ([, , np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) })),
]

export function count(of: Np, at: At): Np {
  return { t: 'aggregate', fn: 'count', of, by: null, span: spanOf(at) }
}

function askFor(of: Np, parts: readonly unknown[], at: At): Statement | null {
  const by = parts.flat().filter(part => part !== 'void') as Complement[]
  if (by.length === 0) return { s: 'ask for', np: count(of, at), span: spanOf(at) }
  const [only] = by
  if (by.length > 1 || only?.a !== 'prep' || !['per', 'by', 'for', 'in'].includes(only.prep)) return null
  const post =
    only.prep === 'per' || only.prep === 'by'
      ? { p: 'by', np: only.np }
      : { p: 'prep', prep: only.prep, np: only.np }
  return {
    s: 'ask for',
    np: count({ ...of, post: [...((of as { post?: [] }).post ?? []), post] } as never, at),
    span: spanOf(at),
  }
}

/** What is asked in a wish: the question itself. */
export function asked(clause: Statement, _as?: string): Body | null {
  return clause.s === 'ask for' ? [clause] : null
}
