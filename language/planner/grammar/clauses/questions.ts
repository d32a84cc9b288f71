// What is asked for: things alone and questions.
import type { Rule } from '../../chart/chart.ts'
import { type At, flat, noun, rule, spanOf } from '../build.ts'
import type { Aggregate, NounTerm, Np, Post, Statement } from '../terms.ts'

export const questionRules: readonly Rule[] = [
  // A thing alone is asked for: "number of open orders per country, please".
  rule(
    'CLAUSE',
    'NP',
    ([np], at): Statement | null => (isNew(np) ? null : { s: 'ask for', np, span: spanOf(at) }),
    ['the orders', 'number of open orders'],
    2.5,
  ),
  rule(
    'CLAUSE',
    'NP',
    ([np], at): Statement | null => (isNew(np) ? { s: 'ask for', np, span: spanOf(at) } : null),
    ['an order', '0'],
    6,
  ),
  rule('CLAUSE', 'WHQ', ([np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }), [
    'how many orders are open',
    'which order has the highest total',
  ]),
  rule('CLAUSE', 'DIRECT', ([np], at): Statement => ({ s: 'ask for', np, span: spanOf(at) }), [
    'what is the average amount of the orders',
    'how many orders are there from France',
  ]),
  // A question within a sentence is the thing that it asks for: "return how many orders are open".
  rule('THING', 'WHQ', ([np]) => np, ['how many orders are open', 'what the total is'], 1),

  // Questions that stand alone: the verb is before its subject.
  rule('DIRECT', 'who|what|which be NP', ([, , np]) => np, [
    'what is the average amount of the orders',
    'who is the owner of the deal D-1',
  ]),
  rule('DIRECT', 'when be NP', ([, , np], at) => typed(np, 'date', at), [
    'when is the due date of the task T-1',
    'When is the task {{inputs.task_id}} due',
  ]),
  rule('DIRECT', 'when be NP PART', ([, , np, part], at) => fieldOf([part[0], 'date'], np, 'date', at), [
    'when is the task T-1 due',
    'when was the order A-1 placed',
  ]),
  rule('DIRECT', 'when do NP ANYWORD', ([, , np, word], at) => fieldOf([word, 'date'], np, 'date', at), [
    'when does the task T-1 start',
    'when do the orders order',
  ]),
  rule('DIRECT', 'how SIZE be NP', ([, , , np], at) => typed(np, 'number', at), [
    'how high is the total of the order A-1',
    'how big is the average amount of the orders',
  ]),
  rule('DIRECT', 'how much|what do NP COSTING', ([, , , np, word], at) => fieldOf([word], np, 'number', at), [
    'how much does the product P-1 cost',
    'how much do the orders cost',
  ]),
  rule(
    'DIRECT',
    'what|which NOUNISH do NP have POST*',
    ([, field, , np, , post]) => having(field, np, post),
    ['what language does the patient P-1 have', 'which status does the order A-1 have'],
  ),
  rule(
    'DIRECT',
    'what|which NOUNISH have NP POST*',
    ([, field, , np, post]) => having(field, np, post),
    [
      'Which orders have a total somewhere between {{inputs.low}} and {{inputs.high}}',
      'what id have the orders',
    ],
    2,
  ),
  rule(
    'DIRECT',
    'how many NP be there FIGTAIL? POST*',
    ([, , of, , , fig, post], at) => counted(of, post.flat(), at, fig),
    ['how many orders are there from France', 'how many days are there'],
  ),
  rule(
    'DIRECT',
    'how many NP do we|i|they|you have FIGTAIL? POST*',
    ([, , of, , , , fig, post], at) => counted(of, post.flat(), at, fig),
    ['How many tasks do we have in each status', 'How many customers do we have per country'],
  ),
  rule(
    'DIRECT',
    'how many NP do|have NP have|get? FIGTAIL? POST*',
    ([, , of, , owner, , fig, post], at) =>
      counted(of, [{ p: 'prep', prep: 'of', np: owner }, ...post.flat()], at, fig),
    ['how many tasks does the project "App" have', 'how many tasks have status todo'],
    1,
  ),

  // Questions in the order of a statement: alone and within sentences.
  rule('WHQ', 'what|which|who NP be', ([, np]) => np, [
    'what the total of the order A-1 is',
    'who the owner of the deal D-1 is',
  ]),
  // "When" in the middle of a sentence is a condition, unless something is asked.
  rule('WHENQ', 'when NP be', ([, np], at) => typed(np, 'date', at), [
    'when the orders be',
    'when the ticket be',
  ]),
  rule('WHENQ', 'when NP be PART', ([, np, , part], at) => fieldOf([part[0], 'date'], np, 'date', at), [
    'when the task T-1 is due',
    'when the orders be paid',
  ]),
  rule(
    'WHENQ',
    'when NP ANYWORD',
    ([, np, word], at) => fieldOf([word.replace(/s$/, ''), 'date'], np, 'date', at),
    ['when the orders order', 'when the ticket order'],
    2,
  ),
  rule('WHQ', 'how SIZE NP be', ([, , np], at) => typed(np, 'number', at), [
    'how high the total of the order A-1 is',
    'how much 15 % of our billable hours is',
  ]),
  rule('WHQ', 'how much|what NP COSTING', ([, , np, word], at) => fieldOf([word], np, 'number', at), [
    'how much the orders cost',
    'how much the orders weigh',
  ]),
  rule('WHQ', 'what|which NOUNISH NP have POST*', ([, field, np, , post]) => having(field, np, post), [
    'what language the patient P-1 has',
    'what id the orders have',
  ]),
  rule(
    'WHQ',
    'how many NP there be FIGTAIL? POST*',
    ([, , of, , , fig, post], at) => counted(of, post.flat(), at, fig),
    ['how many orders there are from France', 'how many rows there were'],
  ),
  rule(
    'WHQ',
    'how many NP we|i|they|you have FIGTAIL? POST*',
    ([, , of, , , fig, post], at) => counted(of, post.flat(), at, fig),
    ['how many hours they have on average', 'how many the orders we have'],
  ),
  rule(
    'WHQ',
    'how many NP NP have|get FIGTAIL? POST*',
    ([, , of, owner, , fig, post], at) =>
      counted(of, [{ p: 'prep', prep: 'of', np: owner }, ...post.flat()], at, fig),
    ['how many rows it had', 'how many tasks that project has'],
    1,
  ),
  rule('WHQ', 'how many NP PRED', ([, , of, pred], at) => counted(of, [{ p: 'where', pred }], at), [
    'how many orders are open',
    'how many tickets have no assignee',
  ]),
  rule(
    'WHQ',
    'which|what ASKEDOF PRED',
    ([, np, pred]) => ({
      ...np,
      det: np.head.isPlural ? 'all' : 'the',
      post: [...np.post, { p: 'where', pred }],
    }),
    ['which orders are open', 'which deals have an amount over 500'],
  ),
  rule(
    'WHQ',
    'which|what NOUNISH do|can we|i get|have|see COMPL*',
    ([, np]) => ({ ...np, det: 'all', pre: [...np.pre, { p: 'distinct' }] }),
    ['which id do we get', 'which id do we get 7'],
    3,
  ),
  rule(
    'WHQ',
    'which|what one|ones? of NP PRED',
    ([, one, , np, pred]) =>
      np.t !== 'noun' || !np.head.isPlural
        ? null
        : {
            ...np,
            det: 'the',
            head: { ...np.head, isPlural: one?.lower === 'ones' },
            post: [...np.post, { p: 'where', pred }],
          },
    ['which of the orders is the largest', 'which one of the tickets is the oldest'],
  ),
  rule('WHQ', 'how many of NP PRED', ([, , , of, pred], at) => counted(of, [{ p: 'where', pred }], at), [
    'how many of our orders are open',
    'How many of our products have a SKU that begins with {{inputs.prefix}}',
  ]),
  // "In which categories are there products?": the categories of the products, each once.
  rule('DIRECT', 'in which|what NOUNISH be there NP', ([, , field, , , np]) => kindsOf(field, np), [
    'in which countries are there open orders',
    'In which categories are there products with a stock of {{inputs.max}} or less',
  ]),
  rule('DIRECT', 'in which|what NOUNISH do we|you have NP', ([, , field, , , , np]) => kindsOf(field, np), [
    'in which id do we have the orders',
    'in which id do you have the orders',
  ]),
  // "Which currencies do we get invoices in?"
  rule(
    'DIRECT',
    'which|what NOUNISH do|can we|i|you get|have|see|find|sell NP in|from|for|of',
    ([, field, , , , np]) => kindsOf(field, np),
    ['which currencies do we get invoices in', 'what categories do you have products in'],
  ),
  rule('WHQ', 'in which|what NOUNISH there be NP', ([, , field, , , np]) => kindsOf(field, np), [
    'in which countries there are open orders',
    'in which categories there are products with a stock of {{inputs.max}} or less',
  ]),
  rule('WHQ', 'in which|what NOUNISH we|you have NP', ([, , field, , np]) => kindsOf(field, np)),
  rule('WHQ', 'which|what NOUNISH NP be in', ([, field, np]) => kindsOf(field, np), [
    'which id the orders be in',
    'which SLA the orders be in',
  ]),
  rule(
    'ASKEDOF',
    'PLAIN POST*',
    ([core, post], at) => ({
      ...core,
      post: [...core.post, ...flat(post)],
      span: spanOf(at),
    }),
    ['id', 'id > 1'],
  ),
  rule('SIZE', 'high|large|big|great|much|low|small|long', () => 'size', ['much', 'high']),
  rule('COSTING', 'cost|weigh|owe|measure', ([word]) => word.lemmas.at(-1), ['cost', 'weigh']),
]

/** How many of them: "on average" behind the verb says that another figure is meant. */
function counted(of: Np, post: readonly Post[], at: At, figure: { fn: Aggregate } | null = null): Np | null {
  if (of.t !== 'noun') return null
  const all = { ...of, post: [...of.post, ...post] }
  return figure?.fn === 'average' ? ({ ...(count(all, at) as object), fn: 'average' } as Np) : count(all, at)
}

export function count(of: Np, at: At): Np {
  return { t: 'aggregate', fn: 'count', of, by: null, span: spanOf(at) }
}

/** "A note" is something to make rather than something that is asked for. */
function isNew(np: Np): boolean {
  return np.t !== 'noun' ? !['aggregate', 'arithmetic', 'span', 'dated'].includes(np.t) : np.det === 'a'
}

/** What is asked must be of this kind: "when" is no amount. */
function typed(np: Np, kind: 'date' | 'number', at: At): Np {
  return np.t === 'noun' ? { ...np, post: [...np.post, { p: 'typed', kind }], span: spanOf(at) } : np
}

function fieldOf(words: readonly string[], of: Np, kind: 'date' | 'number', at: At): Np {
  const post: readonly Post[] = [
    { p: 'prep', prep: 'of', np: of },
    { p: 'typed', kind },
  ]
  return noun({ words, isPlural: false, isKnown: true }, at, { det: 'the', post })
}

/** "what language does the patient have": the language of the patient. */
function having(field: NounTerm, np: Np, post: readonly (Post | readonly Post[])[]): Np {
  return { ...field, det: 'the', post: [...field.post, { p: 'prep', prep: 'of', np }, ...flat(post)] }
}

/** Which of them there are: each once. */
function kindsOf(field: NounTerm, np: Np): Np | null {
  const isMany = np.t === 'pronoun' ? np.word === 'they' : np.t === 'noun' && np.head.isPlural
  if (!isMany || field.owner !== null || field.det !== null) return null
  return {
    ...field,
    det: 'the',
    head: { ...field.head, isPlural: true },
    pre: [...field.pre, { p: 'distinct' }],
    post: [...field.post, { p: 'prep', prep: 'of', np }],
  }
}
