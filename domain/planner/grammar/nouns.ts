// Noun phrases: things, values, what is counted and computed of them.
import type { Rule } from '../chart/chart.ts'
import { numberWords } from '../lexicon/words.ts'
import type { Aggregate, Det, Head, NounTerm, Np, Post, Pre, Pred, SortKey, Span, Value } from './terms.ts'

type At = {
  tokens: readonly { start: number; end: number; text: string; lower: string }[]
  start: number
  end: number
}

export function spanOf({ tokens, start, end }: At): Span {
  return [tokens[start]!.start, tokens[end - 1]!.end]
}

function rule(
  category: string,
  parts: string,
  meaning: Rule['meaning'],
  examples: readonly string[] = [],
  cost = 0,
): Rule {
  return { category, parts, meaning, examples, cost }
}

const det = (value: Det) => () => value

const valueNp = ([value]: [Value], at: At): Np => ({ t: 'value', value, span: spanOf(at) })

function noun(head: Head, at: At, rest: Partial<NounTerm> = {}): NounTerm {
  return { t: 'noun', det: null, owner: null, pre: [], head, post: [], ...rest, span: spanOf(at) }
}

const flat = (lists: readonly (Post | readonly Post[])[]): readonly Post[] => lists.flat() as Post[]

export const nounRules: readonly Rule[] = [
  // Determiners.
  rule('DET', 'the', det('the'), ['the orders', 'the order']),
  rule('DET', 'a|an', det('a'), ['an order', 'a note']),
  rule('DET', 'all|every', det('all'), ['all orders', 'every order']),
  rule('DET', 'all of|the the|these|those', det('all'), ['all the orders', 'all of the orders']),
  rule('DET', 'all of the|these|those', det('all')),
  rule('DET', 'all the|these|those|our|my', det('all')),
  rule('DET', 'each of the|these|those', det('each')),
  rule('DET', 'every one of the|these|those', det('each')),
  rule('DET', 'each|every', det('each'), ['each order', 'every one']),
  rule('DET', 'every single', det('each')),
  rule('DET', 'any', det('any')),
  rule('DET', 'no', det('no')),
  rule('DET', 'these|those|this|that', det('these'), ['those orders', 'that order']),
  rule('DET', 'which|what', det('which'), ['which orders', 'what orders']),
  rule('DET', 'the same', det('same'), ['the same customer', 'the same address']),
  rule('DET', 'our|my|your', det('the')),
  rule('DET', 'both|both the', det('all')),
  rule('DET', 'the full|whole|entire|complete', det('the')),

  // Before the noun.
  rule('PRE', 'ADJ', ([words]): Pre => ({ p: 'adjective', words }), ['open orders', 'the urgent ticket']),
  rule('PRE', 'not|non ADJ', ([, words]): Pre => ({ p: 'adjective', words, not: true }), [
    'not paid orders',
    'non archived ones',
  ]),
  rule('PRE', 'SUPER', ([word]): Pre => ({ p: 'extreme', word, count: null }), [
    'the largest order',
    'the latest note',
  ]),
  rule('PRE', 'COUNT SUPER', ([count, word]): Pre => ({ p: 'extreme', word, count }), [
    'the 3 largest orders',
    'the two oldest',
  ]),
  rule('PRE', 'HOLE SUPER', ([hole, word]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source })),
  rule('PRE', 'SUPER COUNT', ([word, count]): Pre => ({ p: 'extreme', word, count }), [
    'the top 3 orders',
    'the latest 5 notes',
  ]),
  rule('PRE', 'SUPER HOLE', ([word, hole]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source })),
  rule(
    'PRE',
    'first|last COUNT',
    ([word, count]): Pre => ({ p: 'place', index: 1, end: word.lower, count }),
    ['the first 3 orders', 'the last two'],
  ),
  rule(
    'PRE',
    'first|last HOLE',
    ([word, hole]): Pre => ({ p: 'place', index: 1, end: word.lower, count: null, hole: hole.source }),
  ),
  rule('PRE', 'last|final', (): Pre => ({ p: 'place', index: 1, end: 'last', count: null }), [
    'the last order',
    'the final row',
  ]),
  rule('PRE', 'ORDINAL', ([index]): Pre => ({ p: 'place', index, end: 'first', count: null }), [
    'the first order',
    'the second one',
  ]),
  rule(
    'PRE',
    'HOLE',
    ([value]): Pre => ({ p: 'value', value }),
    ['the {{inputs.status}} orders', 'all {{inputs.currency}} invoices'],
    1,
  ),
  rule('PRE', 'COUNT', ([count]): Pre => ({ p: 'count', count }), ['two orders', 'the 3 orders']),
  rule('PRE', 'distinct|unique|different', (): Pre => ({ p: 'distinct' }), [
    'the distinct emails',
    'the different countries',
  ]),
  rule('PRE', 'other|remaining', (): Pre => ({ p: 'rest' }), ['the other orders', 'the remaining ones']),
  rule(
    'PRE',
    'new|given|resulting|respective|corresponding|current|existing|actual|exact|own|matching|said',
    (): Pre => ({ p: 'void' }),
    ['the new ticket', 'the resulting list'],
  ),

  // Values.
  rule('VALUE', 'QUOTED', ([value]) => value, ['"Hello"', '“Hello”']),
  rule('VALUE', 'HOLE', ([value]) => value, ['{{inputs.name}}', '{{name}}']),
  rule('VALUE', 'EMAIL', ([value]) => value),
  rule('VALUE', 'URL', ([value]) => value),
  rule('VALUE', 'CHANNEL', ([value]) => value),
  rule('VALUE', 'DATE', ([value]) => value),
  rule('VALUE', 'CODE', ([value]) => value),
  rule('VALUE', 'ID', ([value]) => value),
  rule('VALUE', 'MONEY', ([value]) => value),
  rule('VALUE', 'DAY', ([value]) => value),
  rule('VALUE', 'true|yes', (): Value => ({ v: 'bool', value: true })),
  rule('VALUE', 'false', (): Value => ({ v: 'bool', value: false })),
  rule('VALUE', 'null', (): Value => ({ v: 'null' })),
  rule('MONEY', 'NUMBER', ([value]) => value, ['12.5', '€5,000']),
  rule(
    'MONEY',
    'NUMBER euro|eur|dollar|usd|pound|gbp|chf|yen|jpy|cent',
    ([value, unit]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['500 euros', '4,800 USD'],
  ),
  rule(
    'MONEY',
    'eur|usd|gbp|chf|jpy NUMBER',
    ([unit, value]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['EUR 500', 'USD 20'],
  ),
  rule(
    'MONEY',
    'HOLE euro|eur|dollar|usd|pound|gbp|chf|yen|jpy|cent',
    ([value, unit]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['{{inputs.limit}} euros', '{{inputs.amount}} USD'],
  ),
  rule(
    'MONEY',
    'NUMBERWORD',
    ([number]): Value => ({ v: 'number', number, currency: null, text: numberWords[number]! }),
  ),
  rule('NUMBERWORD', 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero', ([word]) =>
    numberWords.indexOf(word.lower),
  ),
  rule('DAY', 'COUNT MONTH COUNT', ([day, month, year]) => dayOf(day, month, year), [
    '31 December 2024',
    '1 may 2025',
  ]),
  rule('DAY', 'ORDINAL of? MONTH ,? COUNT', ([day, , month, , year]) => dayOf(day, month, year), [
    '1st of May 2025',
    '3rd June, 2024',
  ]),
  rule('DAY', 'MONTH COUNT ,? COUNT', ([month, day, , year]) => dayOf(day, month, year), [
    'December 31, 2024',
    'May 1 2025',
  ]),
  rule('DAY', 'MONTH ORDINAL ,? COUNT', ([month, day, , year]) => dayOf(day, month, year)),
  rule(
    'MONTH',
    'january|february|march|april|may|june|july|august|september|october|november|december',
    ([word]) => monthNames.indexOf(word.lower) + 1,
  ),
  rule(
    'MONTH',
    'jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec',
    ([word]) => monthNames.findIndex(name => name.startsWith(word.lower.slice(0, 3))) + 1,
  ),

  // A value that stands by the noun it belongs to: "customer cus_6", "status open", "the tag "vip"".
  rule('BESIDE', 'VALUE', ([value]): Post => ({ p: 'value', value })),
  rule('BESIDE', 'ADJ', ([words]): Post => ({ p: 'value', value: { v: 'word', text: words } })),
  rule('BESIDE', 'of|=|: VALUE', ([, value]): Post => ({ p: 'value', value }), [], 1),
  rule('BESIDE', 'BARE', ([value]): Post => ({ p: 'value', value }), [], 2),

  // The noun with what stands before it, and whose it is.
  rule(
    'CORE',
    'DET? PRE* HEAD BESIDE?',
    ([d, pre, head, beside], at) => noun(head, at, { det: d, pre, post: beside === null ? [] : [beside] }),
    ['the open orders', 'order A-1'],
  ),
  // "only" stands before all of it: "the only order" is another thing.
  rule(
    'CORE',
    'only|just DET? PRE* HEAD BESIDE?',
    ([, d, pre, head, beside], at) =>
      noun(head, at, { det: d, pre: [{ p: 'only' }, ...pre], post: beside === null ? [] : [beside] }),
    ['only the open orders', 'just the ids'],
  ),
  // "order ids", "the product names", "the estimate in hours": the first noun says whose, or what kind of it.
  rule(
    'CORE',
    'DET? PRE* HEAD HEAD',
    ([d, pre, a, b], at) =>
      a.isPlural || !a.isKnown || !b.isKnown
        ? null
        : noun({ ...b, words: [...a.words, ...b.words] }, at, { det: d, pre }),
    ['the order ids', 'all product names'],
    1,
  ),
  rule(
    'CORE',
    'DET? PRE* HEAD in HEAD',
    ([d, pre, a, , b], at) =>
      a.isKnown && b.isKnown && b.isPlural
        ? noun({ ...b, words: [...a.words, ...b.words], isPlural: a.isPlural }, at, { det: d, pre })
        : null,
    [],
    1,
  ),
  rule(
    'CORE',
    'DET? either? ADJ or ADJ HEAD',
    ([d, , a, , b, head], at) => noun(head, at, { det: d, post: [eitherOf([a, b])] }),
    ['pending or paid orders', 'all high or low tasks'],
  ),
  rule('CORE', 'those|these|ones either? ADJ or ADJ', ([, , a, , b], at) =>
    noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'these', post: [eitherOf([a, b])] }),
  ),
  rule(
    'POST',
    ',? either? ADJ or ADJ',
    ([, , a, , b]): Post => eitherOf([a, b]),
    ['orders pending or paid'],
    0.5,
  ),
  // "the open ones" without a noun; "the paid", "the largest"; "customers" who are "leads".
  rule(
    'CORE',
    'DET PRE* ADJ',
    ([d, pre, words], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [...pre, { p: 'adjective', words }],
      }),
    ['the overdue', 'all leads'],
    3,
  ),
  rule(
    'CORE',
    'ADJ',
    ([words], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, { pre: [{ p: 'adjective', words }] }),
    [],
    4,
  ),
  rule(
    'CORE',
    'DET SUPER',
    ([d, word], at) =>
      noun({ words: ['one'], isPlural: false, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count: null }],
      }),
    ['the largest', 'the latest'],
    2,
  ),
  rule(
    'CORE',
    'DET SUPER COUNT',
    ([d, word, count], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count }],
      }),
    [],
    2,
  ),
  rule(
    'CORE',
    'DET first|last COUNT',
    ([d, word, count], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'place', index: 1, end: word.lower, count }],
      }),
    [],
    2,
  ),
  rule(
    'CORE',
    'DET COUNT SUPER',
    ([d, count, word], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count }],
      }),
    [],
    2,
  ),
  rule(
    'CORE',
    'those|these',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'these' }),
    ['those', 'these'],
  ),
  rule(
    'CORE',
    'the|these|those of|from? rest|others|remainder',
    (_, at) => noun({ words: ['rest'], isPlural: true, isKnown: true }, at),
    [],
  ),
  rule(
    'CORE',
    'anything|everything',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'all' }),
    [],
    3,
  ),
  rule(
    'CORE',
    'each of them|these|those',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'each' }),
    ['each of them', 'each of those'],
  ),
  rule('CORE', 'every one of them|these|those', (_, at) =>
    noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'each' }),
  ),
  rule(
    'CORE',
    'all of them|these|those',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'all' }),
    ['all of them', 'all of those'],
  ),
  rule('CORE', 'the ones|one of them|these|those?', (_, at) =>
    noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'the' }),
  ),
  rule('OWNER', "CORE 's", ([owner]) => owner, ["the customer's", "each order's"]),
  rule(
    'OWNER',
    'its|their|his|her',
    ([word], at): Np => ({ t: 'pronoun', word: word.lower, span: spanOf(at) }),
    ['its', 'their'],
  ),
  rule(
    'OWNED',
    'OWNER OWNER* CORE',
    ([first, more, core]: [Np, Np[], NounTerm], at) => ({
      ...core,
      owner: more.reduce((a, b) => ({ ...(b as NounTerm), owner: a }), first),
      span: spanOf(at),
    }),
    ["the customer's email", "the order's customer's name"],
  ),
  // "the ticket's subject" is the ticket subject.
  rule(
    'OWNED',
    'CORE HEAD',
    ([owner, head]: [NounTerm, Head], at) =>
      owner.head.isKnown &&
      head.isKnown &&
      !owner.head.isPlural &&
      owner.post.length === 0 &&
      owner.pre.length === 0
        ? { ...noun(head, at), owner }
        : null,
    ['the ticket subject', 'the customer name'],
    2,
  ),
  rule('PLAIN', 'CORE', ([core]) => core),
  rule('PLAIN', 'OWNED', ([core]) => core),
  rule('PLAIN', 'only|just OWNED', ([, core]) => core, ['only their ids', "just the customer's name"]),
  rule('PLAIN', 'only|just CORE', ([, core]) => (core.det === null ? null : core), [
    'only the ones that are open',
    'just the number',
  ]),

  // A noun with what follows it.
  rule(
    'THING',
    'PLAIN POST*',
    ([core, post], at) => ({ ...core, post: [...core.post, ...flat(post)], span: spanOf(at) }),
    ['orders over 500', 'the tickets that are open'],
  ),
  rule('THING', 'VALUE', valueNp),
  rule('THING', 'PRON', ([np]) => np),
  rule('THING', 'step COUNT', ([, number], at): Np => ({ t: 'step', number, span: spanOf(at) }), [
    'step 2',
    'step 1',
  ]),
  rule('THING', 'BARE', valueNp, [], 4),
  rule('THING', 'AGGREGATE', ([np]) => np),
  rule(
    'PRON',
    'it|they|them|he|him|she|her|this|that|itself|themselves',
    ([word], at): Np => ({ t: 'pronoun', word: word.lower, span: spanOf(at) }),
    ['it', 'them'],
  ),

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
  rule('POST', 'of|with|at COMPARE', ([, pred]): Post => ({ p: 'where', pred }), [
    'an amount of more than 5',
    'a total of at least 3',
  ]),
  rule('POST', ',? PARTICIPIAL', ([, pred]): Post => ({ p: 'where', pred }), [
    'orders placed before 2024-01-01',
    'tickets assigned to agt_1',
  ]),
  rule('POST', ',? that|which|who PRED', ([, , pred]): Post => ({ p: 'where', pred }), [
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
  rule('POST', ',? and where COND', ([, , , cond]): Post => ({ p: 'where', pred: gapped(cond) }), [], 0.5),
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
  rule(
    'POST',
    ',? whose|which NOUNISH PRED',
    ([, , field, pred]): Post => ({ p: 'where', pred: { c: 'whose', field, pred } }),
    ['orders whose total is over 5', 'tickets whose status is open'],
  ),
  rule('POST', ',? where|when|if COND', ([, , cond]): Post => ({ p: 'where', pred: gapped(cond) }), [
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
  rule(
    'POST',
    ',? EXCEPT if|when|where COND',
    ([, , , cond]): Post => ({ p: 'exceptWhere', pred: gapped(cond) }),
  ),
  rule('EXCEPT', 'except|excluding|besides for|those?', () => 'except'),
  rule('EXCEPT', 'but not for?', () => 'except'),
  rule('EXCEPT', 'other than', () => 'except'),
  rule('EXCEPT', 'apart|aside from', () => 'except'),
  rule('EXCEPT', 'with the exception of', () => 'except'),
  rule('EXCEPT', 'not including|counting', () => 'except'),
  rule('EXCEPT', 'leaving out', () => 'except'),
  rule('EXCEPT', 'minus', () => 'except', [], 1),
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
  rule(
    'POST',
    '( the|with? column|field|header : NAMEWORD COLUMNMORE* )',
    (_, at): Post => ({
      p: 'prep',
      prep: 'with',
      np: noun({ words: ['column'], isPlural: true, isKnown: true }, at),
    }),
    ['the CSV (columns: number, amount)'],
  ),
  rule('COLUMNMORE', ',|and NAMEWORD', () => 'column'),
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

  // Sorting.
  rule('SORTING', 'SUPER first', ([word]): SortKey[] => [{ np: null, word, order: null }], [
    'largest first',
    'oldest first',
  ]),
  rule('SORTING', 'the SUPER ones|one? first', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'the biggest first',
    'the oldest one first',
  ]),
  rule('SORTING', 'with the SUPER ones|one? first', ([, , word]): SortKey[] => [
    { np: null, word, order: null },
  ]),
  rule('SORTING', 'from SUPER to SUPER', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'from highest to lowest',
    'from oldest to newest',
  ]),
  rule('SORTING', 'from the? SUPER to the? SUPER', ([, , word]): SortKey[] => [
    { np: null, word, order: null },
  ]),
  rule('SORTING', 'sort|order|rank|arrange SORTBY', ([, keys]) => keys, [
    'sorted by amount',
    'ordered by name',
  ]),
  rule('SORTING', 'SORTBY', ([keys]) => keys, [], 1),
  rule(
    'SORTING',
    'in ascending|descending order',
    ([, order]): SortKey[] => [{ np: null, word: null, order: order.lower }],
    ['in ascending order', 'in descending order'],
  ),
  rule('SORTING', 'in alphabetical order', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }]),
  rule('SORTING', 'alphabetically', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }]),
  rule('SORTBY', 'by|on SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], [
    'by amount',
    'by country, then by total descending',
  ]),
  rule('SORTMORE', 'NEXT by? SORTKEY', ([, , key]) => key),
  rule('NEXT', ', and? then?', () => ','),
  rule('NEXT', 'and then?', () => ','),
  rule('NEXT', 'then', () => ','),
  rule(
    'SORTKEY',
    'SORTFIELD ORDERING?',
    ([np, order]): SortKey => ({ np, word: order?.word ?? null, order: order?.order ?? null }),
  ),
  rule('SORTFIELD', 'DET? HEAD', ([d, head], at) => noun(head, at, { det: d })),
  rule('SORTFIELD', 'DET? HEAD of NP', ([d, head], at) => noun(head, at, { det: d })),
  rule('SORTFIELD', 'OWNER HEAD', ([, head], at) => noun(head, at)),
  rule('ORDERING', ',? ascending|asc|upwards', () => ({ order: 'ascending' })),
  rule('ORDERING', ',? descending|desc|downwards', () => ({ order: 'descending' })),
  rule('ORDERING', ',? in ascending|descending order', ([, , order]) => ({ order: order.lower })),
  rule('ORDERING', '( ascending|descending|asc|desc )', ([, order]) => ({
    order: order.lower.startsWith('asc') ? 'ascending' : 'descending',
  })),
  rule('ORDERING', ',? with? the? SUPER ones|one? first', ([, , , word]) => ({ word })),
  rule('ORDERING', ',? from the? SUPER to the? SUPER', ([, , , word]) => ({ word })),
  rule('ORDERING', 'from a to z', () => ({ order: 'ascending' })),
  rule('ORDERING', '( a|z to|- a|z )', ([, from]) => ({
    order: from.lower === 'a' ? 'ascending' : 'descending',
  })),
  rule('ORDERING', 'a|z to|- a|z', ([from]) => ({ order: from.lower === 'a' ? 'ascending' : 'descending' })),

  // What is counted and computed of a list.
  ...(
    [
      ['count', 'number|count|nr'],
      ['sum', 'sum|total'],
      ['average', 'average|mean'],
      ['min', 'minimum|min'],
      ['max', 'maximum|max'],
    ] as const
  ).flatMap(([fn, words]) => [
    rule('AGGREGATE', `the? ${words} of|over NP`, ([, , , of], at) => aggregate(fn, of, at), []),
  ]),
  rule('AGGREGATE', 'the? total|overall number of NP', ([, , , , of], at) => aggregate('count', of, at), [
    'the total number of orders',
    'the overall number of tickets',
  ]),
  rule('AGGREGATE', 'how many NP', ([, , of], at) => aggregate('count', of, at), [
    'how many orders',
    'how many open tickets',
  ]),
  rule('AGGREGATE', 'how many of NP', ([, , , of], at) => aggregate('count', of, at), [
    'how many of them',
    'how many of the orders',
  ]),
  rule('AGGREGATE', 'the? average|mean NP', ([, , of], at) => aggregate('average', of, at), [
    'the average amount of the orders',
    'average age',
  ]),
  rule(
    'AGGREGATE',
    'the? total|overall|combined|summed NP',
    ([, , of], at) => aggregate('sum', of, at),
    ['the total amount of the orders', 'total hours'],
    1,
  ),
  rule(
    'AGGREGATE',
    'the? highest|largest|biggest|greatest|maximum|max|latest NP',
    ([, , of], at) => aggregate('max', of, at),
    ['the highest amount', 'the maximum price'],
    1,
  ),
  rule(
    'AGGREGATE',
    'the? lowest|smallest|minimum|min|cheapest|earliest NP',
    ([, , of], at) => aggregate('min', of, at),
    ['the smallest amount', 'the minimum price'],
    1,
  ),
  rule(
    'AGGREGATE',
    'the? sum|total|number',
    ([, fn], at): Np => noun({ words: [fn.lower], isPlural: false, isKnown: true }, at, { det: 'the' }),
  ),

  // Arithmetic.
  rule('NP', 'LISTED', ([np]) => np),
  rule(
    'NP',
    'LISTED ARITH ARITH*',
    ([np, first, more], at) =>
      [first, ...more].reduce(
        (a: Np, { op, b }: { op: '+'; b: Np }) => ({ t: 'arithmetic', op, a, b, span: spanOf(at) }),
        np,
      ),
    ['the amount plus 19 % VAT', 'the price times 2'],
    1,
  ),
  rule('ARITH', 'plus|+ PERCENT TAX?', ([, b]) => ({ op: '%+', b })),
  rule('ARITH', 'minus|less|- PERCENT TAX?', ([, b]) => ({ op: '%-', b })),
  rule('ARITH', 'plus|+ LISTED', ([, b]) => ({ op: '+', b })),
  rule('ARITH', 'minus|less|-|– LISTED', ([, b]) => ({ op: '-', b })),
  rule('ARITH', 'times|*|x|× LISTED', ([, b]) => ({ op: '*', b })),
  rule('ARITH', 'multiply by|with LISTED', ([, , b]) => ({ op: '*', b })),
  rule('ARITH', 'divide by LISTED', ([, , b]) => ({ op: '/', b })),
  rule('ARITH', 'over|/|÷ LISTED', ([, b]) => ({ op: '/', b })),
  rule('TAX', 'vat|tax|discount|markup|interest|surcharge|commission|fee', () => 'tax'),
  rule('PERCENT', 'NUMBER %|percent', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) }), [
    '19 %',
    '20 percent',
  ]),
  rule('PERCENT', 'HOLE %|percent', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) })),
  rule(
    'THING',
    'PERCENT of NP',
    ([a, , b], at): Np => ({ t: 'arithmetic', op: '%of', a, b, span: spanOf(at) }),
    ['15 % of the total', '20 percent of the amount'],
  ),
  rule('THING', 'the difference between LISTED', ([, , , list], at) =>
    list.t === 'list' && list.items.length === 2
      ? { t: 'arithmetic', op: '-', a: list.items[0], b: list.items[1], span: spanOf(at) }
      : null,
  ),
  rule('THING', 'the product of LISTED', ([, , , list], at) =>
    list.t === 'list' && list.items.length === 2
      ? { t: 'arithmetic', op: '*', a: list.items[0], b: list.items[1], span: spanOf(at) }
      : null,
  ),
  rule('THING', 'DATED', ([np]) => np),
  rule(
    'DATED',
    'COUNTING day|week|month|year|hour|minute after|from|past SIMPLE',
    ([amount, unit, , base], at): Np => ({
      t: 'dated',
      base,
      sign: 1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['30 days after {{inputs.date}}', '2 weeks after the due date'],
  ),
  rule(
    'DATED',
    'COUNTING day|week|month|year|hour|minute before|prior SIMPLE',
    ([amount, unit, , base], at): Np => ({
      t: 'dated',
      base,
      sign: -1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['3 days before the due date', 'a week before {{inputs.date}}'],
  ),
  rule(
    'DATED',
    'SIMPLE plus|+ COUNTING day|week|month|year|hour|minute',
    ([base, , amount, unit], at): Np => ({
      t: 'dated',
      base,
      sign: 1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
  ),
  rule(
    'DATED',
    'SIMPLE minus|- COUNTING day|week|month|year|hour|minute',
    ([base, , amount, unit], at): Np => ({
      t: 'dated',
      base,
      sign: -1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
  ),
  rule(
    'COUNTING',
    'COUNT',
    ([number], at): Np => ({
      t: 'value',
      value: { v: 'number', number, currency: null, text: String(number) },
      span: spanOf(at),
    }),
  ),
  rule('COUNTING', 'HOLE', valueNp),
  rule(
    'COUNTING',
    'a|an|one',
    (_, at): Np => ({
      t: 'value',
      value: { v: 'number', number: 1, currency: null, text: '1' },
      span: spanOf(at),
    }),
  ),
  rule('SIMPLE', 'PLAIN', ([np]) => np),
  rule('SIMPLE', 'VALUE', valueNp),
  rule('SIMPLE', 'PLAIN of SIMPLE', ([a, , np], at) => ({
    ...a,
    post: [...a.post, { p: 'prep', prep: 'of', np }],
    span: spanOf(at),
  })),
  rule('SIMPLE', 'PRON', ([np]) => np),
  rule(
    'THING',
    'the? number|count|amount of? day|week|hour|minute|month|year between SIMPLE and SIMPLE',
    ([, , , unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['the number of days between {{a}} and {{b}}', 'the hours between the start and the end'],
  ),
  rule(
    'THING',
    'how many day|week|hour|minute|month|year be? there? between SIMPLE and SIMPLE',
    ([, , unit, , , , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
  ),
  rule(
    'THING',
    'the? day|week|hour|minute|month between SIMPLE and SIMPLE',
    ([, unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
  ),
  rule(
    'THING',
    'the? number|count|amount? of? day|week|hour|minute|month from SIMPLE to|until SIMPLE',
    ([, , , unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
  ),

  // Several.
  rule('LISTED', 'THING', ([np]) => np),
  rule(
    'LISTED',
    'either|both? THING COMMATHING* ,? and|or THING',
    ([, first, more, , join, last], at): Np => ({
      t: 'list',
      join: join.lower,
      items: [first, ...more, last],
      span: spanOf(at),
    }),
    ['open or pending', 'the id and the amount'],
    1,
  ),
  rule(
    'LISTED',
    'THING & THING',
    ([first, , last], at): Np => ({ t: 'list', join: 'and', items: [first, last], span: spanOf(at) }),
    [],
    1,
  ),
  rule('COMMATHING', ', THING', ([, np]) => np),
  rule('NOUNISH', 'PLAIN', ([np]) => np),
  rule('NOUNISH', 'PLAIN of NP', ([a, , np], at) => ({
    ...a,
    post: [...a.post, { p: 'prep', prep: 'of', np }],
    span: spanOf(at),
  })),
]

function eitherOf(words: readonly string[]): Post {
  return { p: 'where', pred: { c: 'or', items: words.map(each => ({ c: 'adjective', words: each })) } }
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

function dayOf(day: number, month: number, year: number): Value | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== day || year < 1000 ? null : { v: 'date', text }
}

function currencyOf(word: string): string {
  const singular = word.replace(/s$/, '')
  return { euro: 'EUR', dollar: 'USD', pound: 'GBP', yen: 'JPY' }[singular] ?? singular.toUpperCase()
}

function aggregate(fn: Aggregate, of: Np, at: At): Np {
  return { t: 'aggregate', fn, of, by: null, span: spanOf(at) }
}

/** "where the total is over 5": the field is one of the rows. */
// biome-ignore lint/suspicious/noExplicitAny: conditions mirror predicates
function gapped(cond: any): Pred {
  if (cond.c === 'and' || cond.c === 'or') return { c: cond.c, items: cond.items.map(gapped) }
  if (cond.c === 'not') return { c: 'not', pred: gapped(cond.condition) }
  if (cond.c === 'of') return { c: 'whose', field: cond.subject, pred: cond.pred }
  if (cond.c === 'true') return { c: 'is', right: cond.np }
  return { c: 'exists' }
}
