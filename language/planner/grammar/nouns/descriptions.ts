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
    ['to 2', 'of 0'],
  ),
  rule(
    'POST',
    'with no|without NP',
    ([...parts]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np: parts.at(-1) } } }),
    ['with no the orders', 'with no the ticket'],
  ),
  rule(
    'POST',
    'without any|an|a? NP',
    ([, , np]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np } } }),
    ['without supplier', 'without a supplier'],
  ),
  rule(
    'POST',
    'with no NP',
    ([, , np]): Post => ({ p: 'where', pred: { c: 'not', pred: { c: 'has', np } } }),
    ['with no the orders', 'with no the ticket'],
  ),
  rule('POST', ',? COMPARE', ([, pred]): Post => ({ p: 'where', pred }), ['> 1', '!= fee']),
  rule(
    'POST',
    'with|having COMPARE HEAD',
    ([, pred, head], at): Post | null =>
      head.isKnown ? { p: 'where', pred: { c: 'whose', field: noun(head, at), pred } } : null,
    ['with > 1 order', 'with > 1 ticket'],
    0.5,
  ),
  rule('POST', 'of|with|at COMPARE', ([, pred]): Post => ({ p: 'where', pred }), [
    'of 100 or less',
    'with exactly one',
  ]),
  rule('POST', ',? PARTICIPIAL', ([, pred]): Post => ({ p: 'where', pred }), ['due', 'paid']),
  rule('POST', ',? that|which|who PRED', ([, , pred], at): Post => ({ p: 'where', pred, ...ofMany(at) }), [
    "that's due",
    'that failed',
  ]),
  rule(
    'POST',
    ',? and that|which|who PRED',
    ([, , , pred]): Post => ({ p: 'where', pred }),
    ['and that > 1', 'and that = 0'],
    0.5,
  ),
  rule(
    'POST',
    ',? and whose NOUNISH PRED',
    ([, , , field, pred]): Post => ({ p: 'where', pred: { c: 'whose', field, pred } }),
    ['and whose country is {{inputs.country}}', 'and whose total is at least {{inputs.min}}'],
    0.5,
  ),
  rule(
    'POST',
    ',? and where COND',
    ([, , , cond]): Post | null => said('where', gapped(cond)),
    ['and where it is open', 'and where the total is over 5'],
    0.5,
  ),
  // "only those from France", "but only if they are open", "only rows where ...": what restricts, said after
  // it.
  rule('POST', ',? but|and? only|just ONLYTHOSE? POST', ([, , , , post]) => post, [
    ', only for orders',
    ', only at location',
  ]),
  rule(
    'POST',
    ',? but|and? only|just if|when they|it PRED',
    ([, , , , , pred]): Post => ({ p: 'where', pred }),
    ['only if they > 1', 'only if they = 0'],
  ),
  rule(
    'POST',
    ',? but|and? only|just if|when|where they|it|these? ADVS? ISWHAT',
    (parts): Post => ({
      p: 'where',
      pred: parts.at(-1),
    }),
    [', only if paid', ', only if approved'],
  ),
  rule('POST', ',? namely|specifically ONLYTHOSE? POST', ([, , , post]) => post, [
    ', namely of those orders',
    'namely > 1',
  ]),
  rule('ONLYTHOSE', 'for|of|from? those|ones|rows|records|items|entries', () => 'those', ['rows', 'those']),
  rule('ONLYTHOSE', 'for|of|from? the ones|rows|records|items|entries', () => 'those', [
    'the ones',
    'the rows',
  ]),
  rule('ONLYTHOSE', 'for|of|from? those ones|rows|records|items|entries', () => 'those', [
    'those ones',
    'those rows',
  ]),
  rule(
    'POST',
    'with COMPARE in HEAD',
    ([, pred, , head], at): Post => ({ p: 'where', pred: { c: 'whose', field: noun(head, at), pred } }),
    ['with {{inputs.max}} or less in stock', 'with > 1 in order'],
  ),
  rule(
    'POST',
    'where COMPARE be in HEAD',
    ([, pred, , , head], at): Post => ({ p: 'where', pred: { c: 'whose', field: noun(head, at), pred } }),
    ['where > 1 be in order', 'where > 1 be in ticket'],
  ),
  rule('POST', ',? PLAINTAIL', () => [], ['pls', 'please']),
  rule('PLAINTAIL', 'as|in a|one? list', () => 'tail', ['in list', 'as list'], 1),
  rule('PLAINTAIL', 'as|in the? order they be? list', () => 'tail', [
    'in the order they are listed',
    'as order they list',
  ]),
  rule('PLAINTAIL', 'in the order of the list', () => 'tail', ['in the order of the list']),
  rule('PLAINTAIL', 'in the same order as listed', () => 'tail', ['in the same order as listed']),
  rule('PLAINTAIL', 'in the order in which they be list', () => 'tail', [
    'in the order in which they be list',
  ]),
  rule('PLAINTAIL', 'in list order', () => 'tail', ['in list order']),
  rule('PLAINTAIL', 'as they be list', () => 'tail', ['as they are listed', 'as they be list']),
  rule('PLAINTAIL', 'as they|it come in|from? the? list?', () => 'tail', ['as it comes', 'as they come']),
  rule('PLAINTAIL', 'with? both ends|limits|bounds|values|days|dates being? included', () => 'tail', [
    'both ends included',
    'with both limits included',
  ]),
  rule('PLAINTAIL', 'inclusive', () => 'tail', ['inclusive']),
  rule('PLAINTAIL', '( inclusive )', () => 'tail', ['( inclusive )']),
  rule('PLAINTAIL', 'please', () => 'tail', ['pls', 'please']),
  rule('PLAINTAIL', 'as one single? number|figure', () => 'tail', ['as one number', 'as one figure']),
  rule('PLAINTAIL', 'as a single number|figure', () => 'tail', ['as a single number', 'as a single figure']),
  rule(
    'POST',
    ', taken|calculated|computed? over|across NP',
    ([, , word, np]): Post => ({ p: 'prep', prep: word.lower, np }),
    [', over all tasks', ', taken over all tasks'],
  ),
  rule(
    'POST',
    ',? whose|which NOUNISH PRED',
    ([, , field, pred]): Post => ({ p: 'where', pred: { c: 'whose', field, pred } }),
    ['whose IDs are given', 'whose SLA is breached'],
  ),
  rule('POST', ',? where|when|if COND', ([, , cond]): Post | null => said('where', gapped(cond)), [
    'if they are "pending"',
    "if they've agreed to sms",
  ]),
  rule('POST', ',? EXCEPT NP', ([, , np]): Post => ({ p: 'except', np }), ['minus sum', 'minus those']),
  rule(
    'POST',
    ',? EXCEPT those|ones? that|which|who PRED',
    ([, , , , pred]): Post => ({ p: 'exceptWhere', pred }),
    ['minus that > 1', 'minus that is 1'],
  ),
  rule(
    'POST',
    ',? EXCEPT if|when|where COND',
    ([, , , cond]): Post | null => said('exceptWhere', gapped(cond)),
    [', except if there are none', ', but not when its status is "confirmed"'],
  ),
  rule('EXCEPT', 'except|excluding|besides for|those?', () => 'except', ['except', 'except for']),
  rule('EXCEPT', 'but not for?', () => 'except', ['but not', 'but not for']),
  rule('EXCEPT', 'other than', () => 'except', ['other than']),
  rule('EXCEPT', 'apart|aside from', () => 'except', ['apart from', 'aside from']),
  rule('EXCEPT', 'with the exception of', () => 'except', ['with the exception of']),
  rule('EXCEPT', 'not including|counting', () => 'except', ['not including', 'not counting']),
  rule('EXCEPT', 'leaving out', () => 'except', ['leaving out']),
  rule('EXCEPT', 'minus', () => 'except', ['minus'], 1),
  // "the post that it belongs to", "the service it affects": the one that it names.
  rule(
    'POST',
    'that|which? it|they|he|she belong|refer|relate to',
    ([, who], at): Post => ofIt(who.lower, at),
    ['it belongs to', 'that it belongs to'],
  ),
  rule('POST', 'that|which? it|they affect|concern', ([, who], at): Post => ofIt(who.lower, at), [
    'it affects',
    'it affect',
  ]),
  rule('POST', 'that|which? it|they be about|for|in|from', ([, who], at): Post => ofIt(who.lower, at), [
    "they're in",
    'it be about',
  ]),
  rule('POST', 'to which it|they belong|refer|relate', ([, , who], at): Post => ofIt(who.lower, at), [
    'to which it belong',
    'to which it refer',
  ]),
  rule('POST', ',? SORTING', ([, keys]): Post => ({ p: 'sort', keys }), ['by price', ', best first']),
  rule('POST', ',? per|by NP', ([, , np]): Post => ({ p: 'by', np }), ['per day', 'per post']),
  rule('POST', ',? for each|every NP', ([, , , np]): Post => ({ p: 'by', np }), [
    'for each task',
    'for each such',
  ]),
  rule(
    'POST',
    'of each|every NP',
    ([, , np]): Post => ({ p: 'by', np }),
    ['of each task', 'of every status'],
    1,
  ),
  rule('POST', ',? no HEAD twice', (): Post => ({ p: 'distinct' }), [', no id twice', 'no name twice']),
  rule('POST', ',? in each|every NP', ([, , , np]): Post => ({ p: 'by', np }), [
    'in each group',
    'in each status',
  ]),
  rule(
    'POST',
    ',? group|split|break|break|count|sum down|up? by|per NP',
    ([, , , , np]): Post => ({ p: 'by', np }),
    ['count per status', 'sum per member id'],
  ),
  rule(
    'POST',
    'in|as all? upper|lower case|letters',
    ([, , letters]): Post => ({ p: 'written', how: letters.lower }),
    ['in upper case', 'in upper letters'],
  ),
  rule('POST', 'in uppercase|capitals', (): Post => ({ p: 'written', how: 'upper' }), [
    'in uppercase',
    'in capitals',
  ]),
  rule('POST', 'in lowercase', (): Post => ({ p: 'written', how: 'lower' }), ['in lowercase']),
  rule('POST', 'in capital letters', (): Post => ({ p: 'written', how: 'upper' }), ['in capital letters']),
  rule(
    'POST',
    'in|as the? form|format? DATEFORM',
    ([, , , format]): Post => ({ p: 'written', how: { format } }),
    ['as YYYY-MM-DD', 'in the form YYYY-MM-DD'],
  ),
  rule(
    'POST',
    ',? round to COUNT decimal|digit|place place|digit?',
    ([, , , places]): Post => ({ p: 'written', how: { places } }),
    [', round to 1 decimal', 'rounded to 2 decimals'],
  ),
  rule(
    'DATEFORM',
    'ANYWORD',
    ([word]) =>
      /^(?:yyyy|dd|mm)([-/.](?:yyyy|dd|mm)){2}$/.test(word)
        ? word.replace('dd', 'dd').replace('mm', 'MM')
        : null,
    ['YYYY-MM-DD'],
  ),
  rule('POST', ',? without duplicate|repetition|double', (): Post => ({ p: 'distinct' }), [
    ', without duplicates',
    'without duplicate',
  ]),
  rule('POST', ',? with no duplicate|repetition|double', (): Post => ({ p: 'distinct' }), [
    'with no duplicate',
    'with no repetition',
  ]),
  rule('POST', ',? no duplicate', (): Post => ({ p: 'distinct' }), [', no duplicates', 'no duplicate']),
  rule('POST', ',? each|every one|of|them* only|just once', (): Post => ({ p: 'distinct' }), [
    ', each only once',
    ', each one only once',
  ]),
  rule('POST', ',? each only|just once', (): Post => ({ p: 'distinct' }), [
    'each only once',
    'each just once',
  ]),
  rule('POST', ',? each HEAD only|just? once', (): Post => ({ p: 'distinct' }), [
    'each category just once',
    'each order once',
  ]),
  rule(
    'POST',
    '( NP )',
    ([, np]): Post => ({ p: 'prep', prep: 'with', np }),
    ['(marketing)', '(the doctor)'],
    3,
  ),

  // An object with named values.
  rule(
    'POST',
    'with|of|having :? FIELD FIELDMORE*',
    ([, , first, more]): Post => ({ p: 'fields', fields: [first, ...more] }),
    ['with total = that', 'w deals over 5k as hot'],
  ),
  rule('FIELDMORE', 'SEP FIELD', ([, field]) => field, [', hours = sum', ', hours = sum of hours']),
  rule('SEP', ',|;|and|plus', () => ',', [',', ';']),
  rule('SEP', ',|; and', () => ',', [', and', '; and']),
  rule('FIELD', 'NAMEWORD :|= NP', ([name, , np]) => ({ name, np }), [
    'total: the sum',
    'name = the name of the customer',
  ]),
  rule('FIELD', 'NAMEWORD set to NP', ([name, , , np]) => ({ name, np }), [
    'count set to how many there are',
    'latest set to the id of the first one',
  ]),
  rule('FIELD', 'NAMEWORD , which be NP', ([name, , , , np]) => ({ name, np }), [
    'followers, which is the sum of the followers',
    'campaigns, which is how many campaigns there are',
  ]),
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
