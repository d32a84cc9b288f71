// How long it is from one day to another, however it is asked.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { NounTerm, Np, Post } from '../terms.ts'

export const spanRules: readonly Rule[] = [
  rule(
    'DIRECT',
    'how many SPANUNIT be|lie|pass|elapse|go there? by? between NP',
    ([, , unit, , , , , both], at) => between(both, unit, at),
    [
      'how many days lie between {{inputs.from}} and {{inputs.to}}',
      'how many hours are there between the start date and the due date of the task T-1',
    ],
  ),
  rule(
    'WHQ',
    'how many SPANUNIT there? be|lie|pass|elapse|go by? between NP',
    ([, , unit, , , , , both], at) => between(both, unit, at),
    [
      'how many days there are between {{inputs.from}} and {{inputs.to}}',
      'how many weeks lie between {{a}} and {{b}}',
    ],
    0.5,
  ),
  rule('SPANUNIT', 'day|week|hour|minute|month|year', ([word]) => `${word.lemmas.at(-1)}s`, [
    'days',
    'hours',
  ]),
]

/** "the start date and the due date of the task": what is said of the second is said of both. */
function between(both: Np, unit: string, at: At): Np | null {
  if (both.t !== 'list' || both.join !== 'and' || both.items.length !== 2) return null
  const [from, to] = both.items as [Np, Np]
  return { t: 'span', from: sharing(from, to), to: sharing(to, from), unit, span: spanOf(at) }
}

function sharing(np: Np, other: Np): Np {
  if (np.t !== 'noun' || other.t !== 'noun' || np.owner !== null || np.post.some(isOf)) return np
  return { ...np, owner: other.owner, post: [...np.post, ...other.post.filter(isOf)] } satisfies NounTerm
}

function isOf(post: Post): boolean {
  return post.p === 'prep' && post.prep === 'of'
}
