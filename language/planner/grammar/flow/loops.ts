// What is spoken of first, each item of a list, and what is done at the same time.
import type { Rule } from '../../chart/chart.ts'
import { type At, nounOf, rule, spanOf } from '../build.ts'
import type { Body, Np, Statement } from '../terms.ts'

export const loopRules: readonly Rule[] = [
  // What is spoken of, first.
  rule(
    'CONTROL',
    'NP :|–|—|- BODY',
    ([np, , body], at): Statement => ({ s: 'topic', prep: null, np, body, span: spanOf(at) }),
    ['the paid orders: delete them', 'orders from France: tag each of them'],
    1,
  ),
  rule(
    'CONTROL',
    'TOPICPREP NP ,|:|- BODY',
    ([prep, np, , body], at): Statement => ({ s: 'topic', prep, np, body, span: spanOf(at) }),
    ['of the paid orders, return the ids', 'in the category X, list the products'],
    0.5,
  ),
  rule(
    'CONTROL',
    'TOPICPREP NP BODY',
    ([prep, np, body], at): Statement => ({ s: 'topic', prep, np, body, span: spanOf(at) }),
    ['For each item', 'of this starts'],
    2,
  ),
  rule('TOPICPREP', 'from|of|in|among|within|for|at', ([word]) => word.lower, ['In', 'At']),
  rule('TOPICPREP', 'out of', () => 'of', ['Out of']),
  rule('TOPICPREP', 'per', () => 'for', ['per']),

  // For each.
  rule(
    'CONTROL',
    'FOREACH NP COLON BODY',
    ([, np, atOnce, body], at): Statement => ({
      s: 'each',
      np,
      atOnce: atOnce?.count ?? null,
      body,
      span: spanOf(at),
    }),
    ['for each order, close it', 'for every open ticket: close it'],
  ),
  rule(
    'CONTROL',
    'FOREACH NP BODY',
    ([, np, body], at): Statement => ({ s: 'each', np, atOnce: null, body, span: spanOf(at) }),
    ['For each item', 'with this day'],
    2,
  ),
  // "Per row: ..."
  rule(
    'CONTROL',
    'per NP COLON BODY',
    ([, np, atOnce, body], at) =>
      np.det === 'all' && !np.head.isPlural ? null : through(np, body, at, atOnce?.count ?? null),
    ['per row: close it', 'Per row: SMS to its phone, "Please confirm your visit"'],
  ),
  // What is done for each follows: "Go through the orders one by one. If it is open, close it."
  rule('CONTROL', 'THROUGH NP ONEBYONE?', ([, np], at) => through(np, [], at), [
    'go through the paid orders',
    'loop over all open tickets one by one',
  ]),
  rule('CONTROL', 'LOOKAT NP ONEBYONE', ([, np], at) => through(np, [], at), [
    'take the paid orders one by one',
    'Get the orders one by one',
  ]),
  rule('CONTROL', 'LOOKAT NP', ([, np], at) => (np.det === 'each' ? through(np, [], at) : null), [
    'look at each order',
    'List every invoice',
  ]),
  rule('CONTROL', 'do THIS with|for|to NP', ([, , , np], at) => through(np, [], at), [
    'do the following with each order',
    'do this with each one',
  ]),
  rule('CONTROL', 'FOREACH NP ,? do THIS', ([, np], at) => through(np, [], at), [
    'of the orders do this',
    'of the orders do that',
  ]),
  rule(
    'CONTROL',
    'NP ,? ONEBYONE',
    ([np], at) => through(np, [], at),
    ['Appointments of doctor {{inputs.doctor}}, row by row', 'the orders one by one'],
    1,
  ),
  rule('THIS', 'this|that|the following|same?', () => 'this', ['this', 'that']),
  rule('THROUGH', 'go|run|look|work|walk|step|loop|iterate|cycle through|thru|over', () => 'through', [
    'go thru',
    'go over',
  ]),
  rule('THROUGH', 'loop|iterate', () => 'through', ['loop', 'iterate']),
  rule('LOOKAT', 'take|get|list|process|handle|consider|check|review|visit|fetch', () => 'look', [
    'Get',
    'Take',
  ]),
  rule('LOOKAT', 'look at', () => 'look', ['Look at']),
  rule('ONEBYONE', ',? one by one', () => 'each', ['one by one', ', one by one']),
  rule('ONEBYONE', ',? row by row', () => 'each', ['row by row', ', row by row']),
  rule('ONEBYONE', ',? one at a time', () => 'each', ['one at a time', ', one at a time']),
  rule('ONEBYONE', ',? one after the other', () => 'each', ['one after the other', ', one after the other']),
  rule('ONEBYONE', ',? one after another', () => 'each', ['one after another', ', one after another']),
  rule('ONEBYONE', ',? each? in turn', () => 'each', ['in turn', 'each in turn']),
  rule('ONEBYONE', ',? individually|separately', () => 'each', ['separately', 'individually']),
  rule('FOREACH', 'for|with', () => 'for', ['for', 'with']),
  rule('FOREACH', 'of', () => 'for', ['of'], 2),
  rule('FOREACH', 'in the? case of', () => 'for', ['In the case of', 'in case of'], 1),
  rule('COLON', ',|: do?', ([comma]) => comma.value ?? {}, [',', ', do']),
  rule('COLON', ', ATONCE ,|:', ([, count]) => ({ count }), [', 3 at a time,', ', up to 10 in parallel,']),
  rule('ATONCE', 'ATMOST? COUNT at a time', ([, count]) => atOnce(count), [
    '3 at a time',
    'at most 3 at a time',
  ]),
  rule('ATONCE', 'ATMOST? COUNT at once', ([, count]) => atOnce(count), ['3 at once', 'up to 5 at once']),
  rule('ATONCE', 'ATMOST? COUNT in parallel', ([, count]) => atOnce(count), [
    '3 in parallel',
    'up to 10 in parallel',
  ]),
  rule('ATMOST', 'up to', () => 'most', ['up to']),
  rule('ATMOST', 'at most', () => 'most', ['at most']),
  rule('COLON', 'do', () => ({}), ['do']),

  // "Take {{inputs.title}}, make it lower case": what is spoken of.
  rule(
    'CONTROL',
    'take|use|consider|start with|from? HOLE',
    (parts, at): Statement => ({
      s: 'about',
      np: { t: 'value', value: parts.at(-1), span: spanOf(at) },
      span: spanOf(at),
    }),
    ['take {{inputs.title}}', 'start with {{inputs.name}}'],
    1,
  ),

  // At the same time.
  rule(
    'CONTROL',
    'TOGETHER ,|:? BODY',
    ([, , body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
    ['at the same time, close it and stop', 'in parallel: close A-1 and close A-2'],
  ),
  rule(
    'CONTROL',
    'PAIR ,? TOGETHER',
    ([body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
    [],
  ),
  // The first one that ends is enough.
  rule(
    'CONTROL',
    'TOGETHER ,? RACE ,|: BODY',
    ([, , , , body], at): Statement => ({ s: 'parallel', body, isRace: true, span: spanOf(at) }),
    ['in parallel, whichever is first: close A-1 and close A-2'],
  ),
  rule(
    'CONTROL',
    'TOGETHER ,|: PAIR ,? RACE',
    ([, , body], at): Statement => ({ s: 'parallel', body, isRace: true, span: spanOf(at) }),
    ['in parallel: close A-1 and close A-2, whichever finishes first'],
  ),
  rule('RACE', 'and? take|use? whichever be first', () => 'race', [
    'whichever is first',
    'take whichever is first',
  ]),
  rule('RACE', 'and? take|use? whichever come|end|finish|answer|reply first', () => 'race', [
    'whichever finishes first',
    'whichever comes first',
  ]),
  rule('PAIR', 'CLAUSE CONN CLAUSE', ([a, , b]): Body => [a, b], [
    'close it; close it',
    'close it; cancel it',
  ]),
  rule('PAIR', 'CLAUSE', ([a]): Body => [a], ['close it', 'cancel it']),
  rule('TOGETHER', 'at the same time', () => 'together', ['At the same time']),
  rule('TOGETHER', 'in parallel', () => 'together', ['In parallel']),
  rule('TOGETHER', 'simultaneously|concurrently', () => 'together', ['simultaneously', 'concurrently']),
  rule('TOGETHER', 'at once', () => 'together', ['at once'], 1),
  rule(
    'TOGETHER',
    'do|run these|those|both|the|all two|three|things|following|this? things|steps? TOGETHER',
    () => 'together',
    ['do these 2 at the same time', 'Do these two at the same time'],
  ),
  rule('TOGETHER', 'do|run both|these|this|those|all of these|them? TOGETHER', () => 'together', [
    'do both of at once',
    'do both of In parallel',
  ]),
  rule('TOGETHER', 'do these|the following? two|three TOGETHER', () => 'together', [
    'Do these two at the same time',
    'do these two at once',
  ]),
  rule('TOGETHER', 'all of the following? TOGETHER', () => 'together', [
    'all of the at once',
    'all of the In parallel',
  ]),

  // At the same time.
  rule('TOGETHER', 'at same time', () => 'together', ['at same time']),
  rule(
    'TOGETHER',
    'do|run? these|those|the|both|all? following|next? COUNT thing|step|task|action? TOGETHER',
    () => 'together',
    ['2 at the same time', 'two at the same time'],
  ),
  rule('TOGETHER', 'i|we? would? want|like? COUNT thing|step|action to? be? do? TOGETHER', () => 'together', [
    'two things in parallel',
    'Two things at the same time',
  ]),
  rule('TOGETHER', 'COUNT thing|step|action MODAL please? be do TOGETHER', () => 'together', [
    'Two things should please be done at the same time',
    '3 thing has be do at once',
  ]),
  rule('TOGETHER', 'the following MODAL be do|carry|run out? TOGETHER', () => 'together', [
    'the following has be do at once',
    'the following has be do In parallel',
  ]),
  rule(
    'CONTROL',
    'PAIR ,? both|all TOGETHER',
    ([body], at): Statement => ({ s: 'parallel', body, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'CLAUSE and ,? TOGETHER ,? CLAUSE',
    ([a, , , , , b], at): Statement => ({ s: 'parallel', body: [a, b], span: spanOf(at) }),
    ['close A-1 and, at the same time, close A-2', 'close it and at once close it'],
  ),
]

/** Each item of what is many. */
function through(np: Np, body: Body, at: At, atOnce: number | null = null): Statement | null {
  if (np.t === 'pronoun' && /^(them|those|these)$/.test(np.word)) {
    const one = { words: ['one'], isPlural: true, isKnown: true }
    return through({ ...nounOf('one', at, 'each'), head: one }, body, at, atOnce)
  }
  if (np.t !== 'noun') return null
  const isEach = np.det === 'each' || np.det === 'all'
  if (!isEach && !np.head.isPlural && body.length === 0) return null
  return { s: 'each', np: { ...np, det: 'each' }, atOnce, body, span: spanOf(at) }
}

/** As many items as a loop may work on at once. */
function atOnce(count: number): number | null {
  return count >= 1 && count <= 1_000 ? count : null
}
