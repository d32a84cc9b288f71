// What follows a noun: relative clauses, prepositions, exceptions, named values.
import type { Rule } from '../../chart/chart.ts'
import { type At, noun, rule } from '../build.ts'
import { gapped, ofIt, said } from '../gaps.ts'
import type { Post } from '../terms.ts'

export const postRules: readonly Rule[] = [
  // After the noun.
  rule(
    'POST',
    'of|in|with|from|for|on|to|at|by|about|among|amongst|over|across NP',
    ([word, np]): Post => ({ p: 'prep', prep: word.lower, np }),
    ['the owner of the deal', 'orders from Germany'],
  ),
  rule(
    'POST',
    'with no|without NP',
    ([...parts]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np: parts.at(-1) } } }),
    [],
  ),
  rule(
    'POST',
    'without any|an|a? NP',
    ([, , np]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np } } }),
    ['tickets without an assignee', 'orders without a note'],
  ),
  rule(
    'POST',
    'with no NP',
    ([, , np]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np } } }),
    ['tickets with no assignee', 'orders with no coupon'],
  ),
  rule('POST', ',? COMPARE', ([, pred]): Post => ({ p: 'where', pred }), [
    'orders over 500',
    'deals worth more than 100',
  ]),
  rule(
    'POST',
    'with|having COMPARE HEAD',
    ([, pred, head], at): Post | null =>
      head.isKnown ? { p: 'where', pred: { c: 'whose', field: noun(head, at), pred } } : null,
    ['services with at least 3 replicas', 'requests with no more than {{inputs.max}} days'],
    0.5,
  ),
  rule('POST', 'of|with|at COMPARE', ([, pred]): Post => ({ p: 'where', pred }), [
    'an amount of more than 5',
    'a total of at least 3',
  ]),
  rule('POST', ',? PARTICIPIAL', ([, pred]): Post => ({ p: 'where', pred }), [
    'orders placed before 2024-01-01',
    'tickets assigned to agt_1',
  ]),
  rule('POST', ',? that|which|who PRED', ([, , pred], at): Post => ({ p: 'where', pred, ...ofMany(at) }), [
    'orders that are open',
    'tickets which have no assignee',
  ]),
  rule('POST', ',? and that|which|who PRED', ([, , , pred]): Post => ({ p: 'where', pred }), [], 0.5),
  rule(
    'POST',
    ',? and whose NOUNISH PRED',
    ([, , , field, pred]): Post => ({ p: 'where', pred: { c: 'whose', field, pred } }),
    ['orders with a coupon and whose total is over 5'],
    0.5,
  ),
  rule('POST', ',? and where COND', ([, , , cond]): Post | null => said('where', gapped(cond)), [], 0.5),
  // "only those from France", "but only if they are open", "only rows where ...": what restricts, said after
  // it.
  rule('POST', ',? but|and? only|just ONLYTHOSE? POST', ([, , , , post]) => post, [
    'orders from France, only those over 500',
    'orders but only the ones that are open',
  ]),
  rule(
    'POST',
    ',? but|and? only|just if|when they|it PRED',
    ([, , , , , pred]): Post => ({ p: 'where', pred }),
    ['orders only if they are open'],
  ),
  rule(
    'POST',
    ',? but|and? only|just if|when|where they|it|these? ADVS? ISWHAT',
    (parts): Post => ({
      p: 'where',
      pred: parts.at(-1),
    }),
  ),
  rule('POST', ',? namely|specifically ONLYTHOSE? POST', ([, , , post]) => post),
  rule('ONLYTHOSE', 'for|of|from? those|ones|rows|records|items|entries', () => 'those'),
  rule('ONLYTHOSE', 'for|of|from? the ones|rows|records|items|entries', () => 'those'),
  rule('ONLYTHOSE', 'for|of|from? those ones|rows|records|items|entries', () => 'those'),
  rule(
    'POST',
    'with COMPARE in HEAD',
    ([, pred, , head], at): Post => ({ p: 'where', pred: { c: 'whose', field: noun(head, at), pred } }),
    ['products with more than 5 in stock'],
  ),
  rule(
    'POST',
    'where COMPARE be in HEAD',
    ([, pred, , , head], at): Post => ({ p: 'where', pred: { c: 'whose', field: noun(head, at), pred } }),
  ),
  rule('POST', ',? PLAINTAIL', () => []),
  rule('PLAINTAIL', 'as|in a|one? list', () => 'tail', [], 1),
  rule('PLAINTAIL', 'as|in the? order they be? list', () => 'tail'),
  rule('PLAINTAIL', 'in the order of the list', () => 'tail'),
  rule('PLAINTAIL', 'in the same order as listed', () => 'tail'),
  rule('PLAINTAIL', 'in the order in which they be list', () => 'tail'),
  rule('PLAINTAIL', 'in list order', () => 'tail'),
  rule('PLAINTAIL', 'as they be list', () => 'tail'),
  rule('PLAINTAIL', 'as they|it come in|from? the? list?', () => 'tail'),
  rule('PLAINTAIL', 'with? both ends|limits|bounds|values being? included', () => 'tail'),
  rule('PLAINTAIL', 'inclusive', () => 'tail'),
  rule('PLAINTAIL', '( inclusive )', () => 'tail'),
  rule('PLAINTAIL', 'please', () => 'tail'),
  rule('PLAINTAIL', 'as one single? number|figure', () => 'tail'),
  rule('PLAINTAIL', 'as a single number|figure', () => 'tail'),
  rule(
    'POST',
    ', taken|calculated|computed? over|across NP',
    ([, , word, np]): Post => ({ p: 'prep', prep: word.lower, np }),
    ['the average of the hours , over all tasks'],
  ),
  rule(
    'POST',
    ',? whose|which NOUNISH PRED',
    ([, , field, pred]): Post => ({ p: 'where', pred: { c: 'whose', field, pred } }),
    ['orders whose total is over 5', 'tickets whose status is open'],
  ),
  rule('POST', ',? where|when|if COND', ([, , cond]): Post | null => said('where', gapped(cond)), [
    'orders where the total is over 5',
    'rows where status is paid',
  ]),
  rule('POST', ',? EXCEPT NP', ([, , np]): Post => ({ p: 'except', np }), [
    'all orders except the paid ones',
    'orders excluding those from France',
  ]),
  rule(
    'POST',
    ',? EXCEPT those|ones? that|which|who PRED',
    ([, , , , pred]): Post => ({ p: 'exceptWhere', pred }),
  ),
  rule('POST', ',? EXCEPT if|when|where COND', ([, , , cond]): Post | null =>
    said('exceptWhere', gapped(cond)),
  ),
  rule('EXCEPT', 'except|excluding|besides for|those?', () => 'except'),
  rule('EXCEPT', 'but not for?', () => 'except'),
  rule('EXCEPT', 'other than', () => 'except'),
  rule('EXCEPT', 'apart|aside from', () => 'except'),
  rule('EXCEPT', 'with the exception of', () => 'except'),
  rule('EXCEPT', 'not including|counting', () => 'except'),
  rule('EXCEPT', 'leaving out', () => 'except'),
  rule('EXCEPT', 'minus', () => 'except', [], 1),
  // "the post that it belongs to", "the service it affects": the one that it names.
  rule(
    'POST',
    'that|which? it|they|he|she belong|refer|relate to',
    ([, who], at): Post => ofIt(who.lower, at),
  ),
  rule('POST', 'that|which? it|they affect|concern', ([, who], at): Post => ofIt(who.lower, at)),
  rule('POST', 'that|which? it|they be about|for|in|from', ([, who], at): Post => ofIt(who.lower, at)),
  rule('POST', 'to which it|they belong|refer|relate', ([, , who], at): Post => ofIt(who.lower, at)),
  rule('POST', ',? SORTING', ([, keys]): Post => ({ p: 'sort', keys }), [
    'orders, largest first',
    'tickets sorted by date',
  ]),
  rule('POST', ',? per|by NP', ([, , np]): Post => ({ p: 'by', np }), [
    'orders per country',
    'the total by customer',
  ]),
  rule('POST', ',? for each|every NP', ([, , , np]): Post => ({ p: 'by', np }), [
    'the sum for each country',
    'the number for every status',
  ]),
  rule('POST', ',? in each|every NP', ([, , , np]): Post => ({ p: 'by', np })),
  rule(
    'POST',
    ',? group|split|break|break|count|sum down|up? by|per NP',
    ([, , , , np]): Post => ({ p: 'by', np }),
    ['orders grouped by country', 'sales broken down by region'],
  ),
  rule(
    'POST',
    'in|as all? upper|lower case|letters',
    ([, , letters]): Post => ({ p: 'written', how: letters.lower }),
    ['the name in upper case', 'the title in lower case'],
  ),
  rule('POST', 'in uppercase|capitals', (): Post => ({ p: 'written', how: 'upper' })),
  rule('POST', 'in lowercase', (): Post => ({ p: 'written', how: 'lower' })),
  rule('POST', 'in capital letters', (): Post => ({ p: 'written', how: 'upper' })),
  rule(
    'POST',
    'in|as the? form|format? DATEFORM',
    ([, , , format]): Post => ({ p: 'written', how: { format } }),
    ['the date in the form YYYY-MM-DD', 'the day as DD/MM/YYYY'],
  ),
  rule(
    'POST',
    ',? round to COUNT decimal|digit|place place|digit?',
    ([, , , places]): Post => ({ p: 'written', how: { places } }),
    ['the average rounded to 2 decimals', 'the total, rounded to two places'],
  ),
  rule('DATEFORM', 'ANYWORD', ([word]) =>
    /^(?:yyyy|dd|mm)([-/.](?:yyyy|dd|mm)){2}$/.test(word)
      ? word.replace('dd', 'dd').replace('mm', 'MM')
      : null,
  ),
  rule('POST', ',? without duplicate|repetition|double', (): Post => ({ p: 'distinct' }), [
    'the emails without duplicates',
    'the names without repetitions',
  ]),
  rule('POST', ',? with no duplicate|repetition|double', (): Post => ({ p: 'distinct' })),
  rule('POST', ',? no duplicate', (): Post => ({ p: 'distinct' })),
  rule('POST', ',? each|every one|of|them* only|just once', (): Post => ({ p: 'distinct' }), []),
  rule('POST', ',? each only|just once', (): Post => ({ p: 'distinct' })),
  rule('POST', ',? each HEAD only|just? once', (): Post => ({ p: 'distinct' })),
  rule('POST', '( NP )', ([, np]): Post => ({ p: 'prep', prep: 'with', np }), [], 3),

  // An object with named values.
  rule(
    'POST',
    'with|of|having :? FIELD FIELDMORE*',
    ([, , first, more]): Post => ({ p: 'fields', fields: [first, ...more] }),
    ['an object with total: the sum', 'an object with name (the name of the customer)'],
  ),
  rule('FIELDMORE', 'SEP FIELD', ([, field]) => field),
  rule('SEP', ',|;|and|plus', () => ','),
  rule('SEP', ',|; and', () => ','),
  rule('FIELD', 'NAMEWORD :|= NP', ([name, , np]) => ({ name, np }), [
    'total: the sum',
    'name = the name of the customer',
  ]),
  rule('FIELD', 'NAMEWORD set to NP', ([name, , , np]) => ({ name, np })),
  rule('FIELD', 'NAMEWORD , which be NP', ([name, , , , np]) => ({ name, np })),
  rule('FIELD', 'NAMEWORD ( NP )', ([name, , np]) => ({ name, np }), [
    'total (the sum)',
    'name (the name of the customer)',
  ]),
  rule(
    'FIELD',
    'NP as NAMEWORD',
    ([np, , name]) => ({ name, np }),
    ['the sum as total', 'the name as name'],
    1,
  ),
]

/** "that are open", "who have": said of several. */
function ofMany({ tokens, start }: At): { isOfMany?: true } {
  const at = /^[a-z]/.test(tokens[start]!.lower) ? start + 1 : start + 2
  return /^(are|were|have|aren't|weren't|haven't)$/.test(tokens[at]?.lower ?? '') ? { isOfMany: true } : {}
}
